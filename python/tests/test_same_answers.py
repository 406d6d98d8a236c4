"""Answers are the objects that the command writes with --json."""

import json

import pytest
from conftest import CORPUS, files

from cluewright import Puzzle

UNIQUE = files("variants/*.toml", "seeds/*.toml", "classic/*.toml")
BROKEN = files("broken/*.toml")[::9]


def read(paths):
    return [Puzzle.read(path.read_text()) for path in paths]


def same(mine, theirs):
    """Compares in the order of keys as well, but for floats that JSON prints alike."""
    assert json.dumps(mine.to_dict()) == json.dumps(theirs)


def compare(answers, told):
    assert len(answers) == len(told)
    for mine, theirs in zip(answers, told):
        same(mine, theirs)


def test_check(command):
    paths = UNIQUE + BROKEN
    compare([puzzle.check() for puzzle in read(paths)], command.json("check", *paths))


def test_solutions_and_candidates(command):
    paths = UNIQUE[::4] + BROKEN
    compare([puzzle.solve(3) for puzzle in read(paths)], command.json("solve", "--limit", 3, *paths))
    compare([puzzle.candidates() for puzzle in read(paths)], command.json("solve", "--candidates", *paths))
    compare([puzzle.count(50) for puzzle in read(paths)], command.json("solve", "--count", "--limit", 50, *paths))


@pytest.mark.parametrize("explain", [False, True])
def test_grade(command, explain):
    paths = UNIQUE[:: 6 if explain else 3]
    told = command.json("grade", *paths, *["--explain"][:explain])
    compare([puzzle.grade(explain=explain) for puzzle in read(paths)], told)


def test_hint(command):
    paths = UNIQUE[::5]
    for strength in ("where", "technique", "step"):
        told = command.json("hint", "--strength", strength, *paths)
        compare([puzzle.hint(strength) for puzzle in read(paths)], told)


def test_diagnose(command):
    paths = BROKEN + UNIQUE[::12]
    compare([puzzle.diagnose() for puzzle in read(paths)], command.json("diagnose", *paths))


def test_threads_change_nothing():
    for puzzle in read(UNIQUE[::8] + BROKEN[::2]):
        assert puzzle.check(threads=1) == puzzle.check(threads=3)
        assert puzzle.candidates(threads=1) == puzzle.candidates(threads=3)


def test_convert(command, tmp_path):
    for path in UNIQUE[::10]:
        told = command.run("convert", path, "--to", "native")
        mine = Puzzle.read(path.read_text()).convert("native").text
        assert mine.rstrip("\n") == told.rstrip("\n")


def test_picture(command):
    path = CORPUS / "variants" / UNIQUE[0].name
    told = command.run("draw", path, "--out", "-")
    assert Puzzle.read(path.read_text()).svg().strip() == told.strip()


def test_unchecked(command):
    text = (CORPUS.parent / "tests/cli/mystery.json").read_text()
    puzzle = Puzzle.read(text)
    told = command.json("check", CORPUS.parent / "tests/cli/mystery.json")
    same(puzzle.check(), told[0])
    assert puzzle.check().verdict == "unchecked" and puzzle.check().unread[0].kind
    assert Puzzle.read(text, ignore_drawings=True).check().verdict != "unchecked"
