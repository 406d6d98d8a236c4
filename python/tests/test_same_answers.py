"""Tests that answers are the objects that the command writes with --json. The command is usually a
debug build, so slow questions are tested on only a part of the corpus."""

import json

import pytest
from conftest import CORPUS, files

from cluewright import Puzzle

UNIQUE = files("variants/*.toml", "seeds/*.toml", "classic/*.toml")
BROKEN = files("broken/*.toml")[::20]


def read(paths):
    return [Puzzle.read(path.read_text()) for path in paths]


def same(mine, theirs):
    """Asserts that two answers are the same JSON, including the order of keys."""
    assert json.dumps(mine.to_dict()) == json.dumps(theirs)


def compare(answers, told):
    assert len(answers) == len(told)
    for mine, theirs in zip(answers, told):
        same(mine, theirs)


def test_check(command):
    paths = UNIQUE + BROKEN
    compare([puzzle.check() for puzzle in read(paths)], command.json("check", *paths))


def test_solutions_and_candidates(command):
    paths = UNIQUE[::8] + BROKEN
    for path, puzzle in zip(paths, read(paths)):
        compare([puzzle.solve(3)], command.json("solve", "--limit", 3, path))
        compare([puzzle.candidates()], command.json("solve", "--candidates", path))
        compare([puzzle.count(50)], command.json("solve", "--count", "--limit", 50, path))


@pytest.mark.parametrize("explain", [False, True])
def test_grade(command, explain):
    paths = UNIQUE[:: 16 if explain else 8]
    told = command.json("grade", *paths, *["--explain", "all"][: 2 * explain])
    compare([puzzle.grade(explain=explain) for puzzle in read(paths)], told)


def test_hint(command):
    paths = UNIQUE[::12]
    for strength in ("where", "technique", "step"):
        for path, puzzle in zip(paths, read(paths)):
            compare([puzzle.hint(strength)], command.json("hint", "--strength", strength, path))


def test_diagnose(command):
    paths = BROKEN + UNIQUE[::40]
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


def test_picture(command, tmp_path):
    path = CORPUS / "variants/arrow.toml"
    command.run("draw", path, "--output", tmp_path / "told.svg")
    assert Puzzle.read(path.read_text()).svg().strip() == (tmp_path / "told.svg").read_text().strip()


def test_unchecked(command):
    text = (CORPUS.parent / "tests/cli/drawn.json").read_text()
    puzzle = Puzzle.read(text)
    told = command.json("check", CORPUS.parent / "tests/cli/drawn.json")
    same(puzzle.check(), told[0])
    assert puzzle.check().verdict == "unchecked" and puzzle.check().unread[0].kind
    assert Puzzle.read(text, ignore_drawings=True).check().verdict != "unchecked"
