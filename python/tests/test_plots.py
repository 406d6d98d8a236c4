"""Tests the plots of a table."""

import pytest
from conftest import CLASSIC, files

import cluewright
from cluewright import plots

PUZZLES = [path.read_text() for path in files("variants/*.toml")[::8]] + [CLASSIC, "x"]


@pytest.fixture(scope="module")
def table():
    return cluewright.grade(PUZZLES)


def heights(figure):
    return sum(bar.get_height() for bar in figure.axes[0].patches)


@pytest.mark.parametrize("name", ["verdict", "rating", "tier", "effort", "hardest"])
def test_every_row_is_in_a_bar(table, name):
    there = sum(value is not None for value in table[name])
    assert there > 2
    for rows in (table, table.to_pandas(), table.to_polars(), table.to_pyarrow(), table.to_dict()):
        assert heights(plots.column(rows, name)) == there


def test_scales():
    wide = [1.0 + 1.3**power for power in range(40)]
    assert plots.column({"effort": wide}, "effort").axes[0].get_xscale() == "log"
    assert heights(plots.column({"effort": wide}, "effort")) == 40
    even = [float(value) for value in range(100, 200)]
    assert plots.column({"effort": even}, "effort").axes[0].get_xscale() == "linear"
    assert heights(plots.column({"effort": even}, "effort")) == 100
    with_zero = [0.0, *wide]
    assert heights(plots.column({"nodes": with_zero}, "nodes")) == 41
    one = plots.column({"rating": [1.2]}, "rating")
    assert heights(one) == 1
    assert heights(plots.column({"rating": [None]}, "rating")) == 0


def test_tiers_stand_in_their_order():
    figure = plots.column({"tier": ["hard", "easy", "hard"]}, "tier")
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == ["easy", "hard"]
    graded = cluewright.Puzzle.read(CLASSIC).grade()
    assert set(tier for tier, _ in graded.tiers) <= set(plots.TIERS)


def test_several_at_once(table, tmp_path):
    figure = plots.summary(table)
    assert len(figure.axes) == 5
    figure.savefig(tmp_path / "summary.png")
    assert (tmp_path / "summary.png").stat().st_size > 10_000
    assert len(plots.summary(table, ["rating"]).axes) == 1


def test_what_is_not_there(table):
    with pytest.raises(ValueError, match="there is no column 'nodes'; columns are verdict"):
        plots.column(table, "nodes")
    with pytest.raises(ValueError, match="nothing to draw"):
        plots.summary({"a": [1]})
