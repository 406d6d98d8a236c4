"""Plots of a table with matplotlib, as in ``cluewright corpus stats``.

Columns of numbers are drawn as histograms with round bounds, on a logarithmic scale if the largest value is ten times the median. Columns
with few different words are drawn as bars, with tiers from easy to hard. A table is a :class:`cluewright.Table`, a pandas or Polars data frame,
a pyarrow table, or a dictionary of lists.

>>> import cluewright, cluewright.plots
>>> table = cluewright.grade(["12.4341.2143.321", "1..............."])
>>> figure = cluewright.plots.column(table, "tier")
>>> figure.axes[0].get_title(loc="left")
'tier'
"""

from __future__ import annotations

import math
from collections import Counter
from io import BytesIO
from statistics import median
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Tiers from easy to hard.
TIERS = ("easy", "medium", "hard", "very hard", "fiendish", "extreme", "needs search")

#: Approximate number of bars in a histogram; if there are fewer different values, each gets its own bar.
BARS = 20

#: Minimum average number of values per bar, if each different value has a bar.
CROWD = 3

#: Maximum number of words to draw.
WORDS = 30

#: The scale is logarithmic if the largest value is this many times the median.
WIDE = 10.0

#: Columns drawn by default, if the table has them.
DRAWN = ("verdict", "rating", "tier", "effort", "minutes", "hardest", "steps", "open", "redundant")


class Picture(Figure):
    """A figure for a notebook."""

    def _repr_png_(self) -> bytes:
        png = BytesIO()
        self.savefig(png, format="png", dpi=120)
        return png.getvalue()


def column(table: Any, name: str, ax: Axes | None = None) -> Figure:
    """Draws the distribution of a column on ``ax``, or in a new figure."""
    values = [value for value in _values(table, name) if value is not None and value == value]
    axes, figure = _axes(ax)
    numbers = [value for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]
    if numbers and len(numbers) == len(values):
        about = _histogram(axes, numbers)
    else:
        about = _bars(axes, name, [str(value) for value in values])
    axes.set_title(name, loc="left")
    axes.set_title(about, loc="right", fontsize="small", color="#666")
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def summary(table: Any, columns: list[str] | tuple[str, ...] | None = None) -> Figure:
    """Draws several columns side by side; by default, the usual columns in the table.

    >>> import cluewright
    >>> figure = summary(cluewright.grade(["12.4341.2143.321"]))
    >>> len(figure.axes)
    5
    """
    names = list(columns) if columns is not None else [name for name in DRAWN if name in _names(table)]
    if not names:
        raise ValueError(f"nothing to draw: the columns are {', '.join(_names(table))}")
    across = min(2, len(names))
    down = math.ceil(len(names) / across)
    figure = Picture(figsize=(6.4 * across, 3.2 * down), layout="constrained")
    for place, name in enumerate(names):
        column(table, name, figure.add_subplot(down, across, place + 1))
    return figure


def _axes(ax: Axes | None) -> tuple[Axes, Figure]:
    if ax is not None:
        figure: Any = ax.figure
        return ax, figure
    figure = Picture(figsize=(6.4, 3.2), layout="constrained")
    return figure.add_subplot(), figure


def _names(table: Any) -> list[str]:
    if isinstance(table, dict):
        return list(table)
    return list(getattr(table, "column_names", None) or table.columns)


def _values(table: Any, name: str) -> list[Any]:
    if name not in _names(table):
        raise ValueError(f"there is no column {name!r}; columns are {', '.join(_names(table))}")
    values = table[name]
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(values, method):
            return list(getattr(values, method)())
    return list(values)


def _histogram(axes: Axes, numbers: list[float]) -> str:
    counts = Counter(numbers)
    if len(counts) <= BARS and len(numbers) >= CROWD * len(counts):
        ordered = sorted(counts)
        axes.bar([f"{value:g}" for value in ordered], [counts[value] for value in ordered])
    elif min(numbers) >= 0 and max(numbers) > WIDE * median(numbers):
        bounds = _round_bounds([value for value in counts if value > 0])
        axes.hist([max(value, bounds[0]) for value in numbers], bins=bounds, edgecolor="white", linewidth=0.6)
        axes.set_xscale("log")
    else:
        axes.hist(numbers, bins=_even_bounds(counts), edgecolor="white", linewidth=0.6)
    ordered = sorted(numbers)
    ninth = ordered[math.ceil(0.9 * len(ordered)) - 1]
    return f"{_rows(len(numbers))}; median {median(ordered):g}, 90% up to {ninth:g}, maximum {ordered[-1]:g}"


def _bars(axes: Axes, name: str, words: list[str]) -> str:
    counts = Counter(words)
    places = {tier: place for place, tier in enumerate(TIERS)} if name == "tier" else {}
    ordered = sorted(counts, key=lambda word: (places.get(word, len(places)), -counts[word], word))[:WORDS]
    axes.bar(ordered, [counts[word] for word in ordered])
    if sum(map(len, ordered)) > 60:
        axes.tick_params(axis="x", rotation=30)
        for label in axes.get_xticklabels():
            label.set_horizontalalignment("right")
    return _rows(len(words))


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"


def _even_bounds(counts: Counter[float]) -> list[float]:
    """Returns the bounds of about twenty bars of the same round width, which is a whole number for whole numbers."""
    least, most = min(counts), max(counts)
    whole = all(float(value).is_integer() for value in counts)
    width = _round_step(max(most - least, 1e-3) / BARS)
    if whole:
        width = max(width, 1.0)
    first, last = math.floor(least / width + 1e-9), math.floor(most / width + 1e-9) + 1
    return [bar * width for bar in range(first, last + 1)]


def _round_bounds(values: list[float]) -> list[float]:
    """Returns the bounds of bars with about the same ratio, from below the smallest value to above the largest."""
    least, most = min(values), max(values)
    decades = range(math.floor(math.log10(least)), math.floor(math.log10(most)) + 2)
    starts = [(1.0,), (1.0, 3.0), (1.0, 2.0, 5.0), (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)]

    def bounds(starts: tuple[float, ...]) -> list[float]:
        every = [start * 10.0**decade for decade in decades for start in starts]
        first = max((place for place, bound in enumerate(every) if bound <= least), default=0)
        last = next((place for place, bound in enumerate(every) if bound > most), len(every) - 1)
        return every[first : last + 1]

    return min(map(bounds, starts), key=lambda found: abs(len(found) - 1 - BARS))


def _round_step(step: float) -> float:
    """Returns the next larger number among 1, 2, 5, 10, 20, 50 and so on."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(round_ * power for round_ in (1.0, 2.0, 5.0, 10.0) if round_ * power >= step * (1 - 1e-9))
