"""Tests a single puzzle: reading, questions, errors and limits."""

import copy
import pickle

import pytest
from conftest import CLASSIC, ROOT, SMALL

import cluewright
from cluewright import Puzzle, ReadError, Refusal

CAGES = """\
title = "Two cages"
size = 4
[clues]
killer-cage = ["3: R1C1 R1C2", "3: R2C1 R2C2"]
"""


BROKEN = (ROOT / "corpus/broken/9x9-changed-given.toml").read_text()


def test_every_format_is_read():
    puzzle = Puzzle.read(CLASSIC)
    verdict = puzzle.check()
    for name in ("native", "native-json", "fpuzzles", "sudokupad", "iss", "text-line"):
        text = puzzle.convert(name).text
        assert Puzzle.read(text).check() == verdict, name
        assert Puzzle.read(text, format=name).check() == verdict, name


def test_words_around_it():
    puzzle = Puzzle.read(CAGES)
    assert (puzzle.title, puzzle.author, puzzle.warnings) == ("Two cages", None, [])
    assert (puzzle.rows, puzzle.columns) == (4, 4)
    assert repr(puzzle) == "<Puzzle 'Two cages', 4x4>"
    assert puzzle.check().title == "Two cages"


def test_one_of_several():
    text = f"{SMALL}\n1...............\n"
    with pytest.raises(ReadError, match="the text contains 2 puzzles"):
        Puzzle.read(text)
    second = Puzzle.read(text, number=2).check()
    assert (second.verdict, second.number, second.to_dict()["number"]) == ("several", 2, 2)
    with pytest.raises(ReadError, match="there is no puzzle 3"):
        Puzzle.read(text, number=3)


@pytest.mark.parametrize("text", ["", " \n", "garbage", "1234", "\0", "12.4341.2143.32x", "https://example.com", "{"])
def test_garbage_is_refused_with_a_reason(text):
    with pytest.raises(ReadError) as caught:
        Puzzle.read(text).check()
        raise ReadError("it was read")
    assert caught.value.message and "it was read" not in caught.value.message


def test_errors_say_where_and_what():
    with pytest.raises(ReadError) as caught:
        Puzzle.read('size = 4\n[clues]\nkiller-cage = "3: R1C1 R9C9"\n')
    error = caught.value
    assert error.line == 3 and error.column and "R9C9" in error.message
    assert str(error).startswith(f"line 3, column {error.column}: ")
    assert isinstance(error, ValueError) and isinstance(error, Refusal)
    assert pickle.loads(pickle.dumps(error)).line == 3
    with pytest.raises(ReadError) as caught:
        Puzzle.read('{"size": 9, "grid": [], "killercage": [{"cells": ["R1C1", "R1C0"]}]}', format="fpuzzles")
    assert caught.value.place or caught.value.line


@pytest.mark.parametrize("value", [None, 17, 1.5, b"1234", ["1"]])
def test_what_is_no_text(value):
    with pytest.raises(TypeError, match="expected the text of a puzzle"):
        Puzzle.read(value)


def test_what_cannot_be_asked():
    puzzle = Puzzle.read(SMALL)
    for ask in (
        lambda: puzzle.convert("fax"),
        lambda: puzzle.grade("no such profile"),
        lambda: puzzle.grade(without=["no-such-technique"]),
        lambda: puzzle.grade(only="no such tier"),
        lambda: puzzle.hint("everything"),
        lambda: puzzle.svg(highlight=["R9C9"]),
        lambda: puzzle.svg(solution="12"),
        lambda: puzzle.solve(limit=-1),
    ):
        with pytest.raises(Refusal) as caught:
            ask()
        assert str(caught.value)


def test_limits_are_in_the_answer():
    puzzle = Puzzle.read("." * 81)
    counted = puzzle.count(nodes=100)
    assert (counted.verdict, counted.complete, counted.stopped) == ("several", False, "nodes")
    assert puzzle.count(limit=7).stopped == "solutions"
    hard = Puzzle.read("size = 9\n[clues]\nanti-knight = true\nanti-king = true\nnon-consecutive = true\n")
    undecided = hard.check(nodes=1)
    assert (undecided.verdict, undecided.stopped) == ("undecided", "nodes")
    assert hard.count(seconds=0).stopped == "time"


def test_answers_read_their_keys():
    puzzle = Puzzle.read(CAGES)
    check = puzzle.check()
    assert (check.verdict, check.solutions, check.count, check.complete) == ("none", [], 0, True)
    diagnosis = puzzle.diagnose()
    clue = diagnosis.conflicts[0].clues[0]
    assert (clue.rule, clue.index, clue.cells) == ("killer-cage", 0, ["R1C1", "R1C2"])
    assert [repair.remove for repair in diagnosis.repairs] == [[clue] for clue in diagnosis.conflicts[0].clues]
    assert diagnosis.text.splitlines()[0]
    change = Puzzle.read(BROKEN).diagnose().changes[0]
    assert change.clue.name and change.edits and change.with_ is None and len(change.solution) == 81
    several = Puzzle.read("12..34..2143....").diagnose()
    assert several.open and several.single_givens[0].cell.startswith("R")
    unique = Puzzle.read(SMALL).diagnose(grades=True)
    assert {role.worth for role in unique.clues} <= {"essential", "redundant"}
    graded = Puzzle.read(CLASSIC).grade(explain=True)
    assert graded.steps == len(graded.path) and graded.path[0].cites[0].name
    assert [name for name, _ in graded.tiers]
    assert Puzzle.read(SMALL).candidates().candidates[0] == {1: 1}
    assert Puzzle.read("." * 81).estimate(seed=1).log10 > 20
    assert "<svg" in Puzzle.read(SMALL).report().html


def test_every_key_of_an_answer_is_an_attribute():
    puzzle = Puzzle.read(CLASSIC)
    answers = [
        puzzle.check(),
        puzzle.solve(),
        puzzle.candidates(),
        puzzle.estimate(),
        puzzle.grade(explain=True, verify=True),
        puzzle.hint("step"),
        puzzle.diagnose(grades=True, minimise=1),
        Puzzle.read(CAGES).diagnose(was=CAGES.replace("3: R2", "7: R2")),
        Puzzle.read("1234341.........").diagnose(),
        Puzzle.read(BROKEN).diagnose(),
        puzzle.convert("fpuzzles"),
        puzzle.report(),
    ]
    answers += [answers[4].path[0], answers[6].clues[0], answers[6].clues[0].clue, answers[9].changes[0]]
    for answer in answers:
        missing = set(answer.to_dict()) - {{"with_": "with"}.get(name, name) for name in answer._keys()}
        assert not missing, (type(answer).__name__, missing)


def test_answers_are_values():
    puzzle = Puzzle.read(SMALL)
    answer = puzzle.check()
    assert answer == puzzle.check() and hash(answer) == hash(puzzle.check())
    assert answer != puzzle.solve()
    assert pickle.loads(pickle.dumps(answer)) == answer == copy.copy(answer)
    answer.to_dict()["verdict"] = "changed"
    assert answer.verdict == "unique"
    with pytest.raises(AttributeError):
        answer.verdict = "none"
    with pytest.raises(TypeError):
        Puzzle()


def test_rules_of_the_puzzle_s_own():
    text = (ROOT / "tests/cli/own-rule.toml").read_text().replace("cels", "cells")
    assert Puzzle.read(text).check().verdict in ("unique", "several", "none")


def test_everything_public_is_documented():
    for name in cluewright.__all__:
        assert getattr(cluewright, name).__doc__, name
