"""Tests the HTML views for notebooks."""

import xml.etree.ElementTree as xml

import pytest
from conftest import CLASSIC, SMALL

import cluewright
from cluewright import Puzzle

SEVERAL = "1234341........."


def pictures(html):
    return html.count("<svg")


def well_formed(html):
    xml.fromstring(f"<div>{html}</div>")


@pytest.mark.parametrize(
    ("answer", "count", "said"),
    [
        (Puzzle.read(SMALL).check(), 1, "unique"),
        (Puzzle.read(SEVERAL).check(), 2, "at least 2 solutions"),
        (Puzzle.read("11..............").check(), 1, "none"),
        (Puzzle.read(SEVERAL).count(), 2, "4 solutions"),
        (Puzzle.read(SEVERAL).candidates(), 1, "several"),
        (Puzzle.read("." * 81).estimate(), 0, "solutions"),
        (Puzzle.read(CLASSIC).grade(explain=True), 1, "The story"),
        (Puzzle.read(CLASSIC).hint("step"), 1, "R"),
        (Puzzle.read("11..............").diagnose(), 1, "the given 1 in R1C1"),
        (Puzzle.read(SEVERAL).diagnose(), 3, "solutions"),
        (Puzzle.read(SMALL).convert("native"), 0, "size = 4"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_answers(answer, count, said):
    html = answer._repr_html_()
    assert pictures(html) == count and said in html
    well_formed(html)


def test_pictures_are_documents():
    puzzle = Puzzle.read(CLASSIC)
    assert xml.fromstring(puzzle._repr_svg_()).tag.endswith("svg")
    solution = puzzle.check().solutions[0]
    assert len(puzzle.svg(solution=solution)) > len(puzzle.svg())
    assert puzzle.svg(highlight=["R1C1"]) != puzzle.svg()
    assert puzzle.svg(marks={"R1C1": "A"}) != puzzle.svg()


def test_titles_are_told_as_text():
    told = Puzzle.read('title = "<b>&"\nsize = 4\n').check()._repr_html_()
    assert "&lt;b&gt;&amp;" in told
    well_formed(told)


def test_reports_are_whole_pages():
    assert "srcdoc=" in Puzzle.read(SMALL).report()._repr_html_()


def test_tables():
    html = cluewright.check([SMALL, "<x>"] * 30)._repr_html_()
    assert html.count("<tr>") == 21 and "60 rows" in html
    well_formed(html)


def test_answers_without_a_puzzle():
    import pickle

    alone = pickle.loads(pickle.dumps(Puzzle.read(SMALL).check()))
    assert pictures(alone._repr_html_()) == 0
