"""Tests puzzles built in code."""

from __future__ import annotations

import json

import pytest
from cluewright import Builder, Puzzle, ReadError


def test_a_built_puzzle_is_the_one_of_its_file():
    built = Builder(size=9).thermometer("R1C1 R2C2 R3C3").cage(15, "R1C1 R1C2").taxicab(2).taxicab(3).anti_knight()
    file = """
        size = 9
        [clues]
        thermometer = "R1C1 R2C2 R3C3"
        killer-cage = "15: R1C1 R1C2"
        taxicab = [2, 3]
        anti-knight = true
    """
    assert built.puzzle().convert("native").text == Puzzle.read(file).convert("native").text


def test_clues_of_a_dictionary_are_kept():
    data = {"size": 4, "clues": {"killer-cage": ["3: R1C1 R1C2", "7: R4C1 R4C2"], "white_dot": "R2C2 R3C2"}}
    built = Builder(**data).killer_cage(6, "R2C3 R2C4 R3C4")
    assert json.loads(built.text)["clues"] == {
        "killer-cage": ["3: R1C1 R1C2", "7: R4C1 R4C2", "6: R2C3 R2C4 R3C4"],
        "white-dot": "R2C2 R3C2",
    }
    assert built.puzzle().count().count == 2


def test_a_builder_does_not_change():
    start = Builder(size=4)
    longer = [start.odd(cell) for cell in ("R1C1", "R1C2")]
    assert [json.loads(builder.text)["clues"] for builder in (start, *longer)] == [{}, {"odd": "R1C1"}, {"odd": "R1C2"}]


@pytest.mark.parametrize(
    ("builder", "message"),
    [
        (Builder(size=4).termometer("R1C1 R1C2"), "unknown rule `termometer` (did you mean `thermometer`?)"),
        (Builder(size=4).thermometer("R1C1 R1C9"), "R1C9 is off the grid"),
        (Builder(size=4).killer_cage(99, "R1C1 R1C2"), "99"),
        (Builder(siz=4), "did you mean `size`?"),
    ],
)
def test_a_mistake_is_told_when_the_puzzle_is_read(builder, message):
    with pytest.raises(ReadError) as error:
        builder.puzzle()
    assert message in str(error.value)


def test_parts_in_the_wrong_order_are_refused():
    with pytest.raises(TypeError, match="numbers of a clue of `cage` come before its cells"):
        Builder(size=4).cage("R1C1 R1C2", 3)
    with pytest.raises(TypeError, match="not both"):
        Builder(size=4).cage(3, cells="R1C1 R1C2")
