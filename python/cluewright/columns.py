"""Columns of puzzles: one result row per input text, including unreadable ones.

A column is a list or any other iterable of strings, a pandas or Polars series, or Arrow data; Arrow text is read without copying. Plain
sudokus are proven hundreds at a time, so a million take about a second. Text that is not a puzzle gets the verdict ``error``, with the
reason in its row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from . import _engine
from .table import Table

#: The available columns: those of ``cluewright batch``, with descriptions. Columns about a puzzle's position in a file
#: (``id``, ``source``, ``line``) are left out, because a column is not a file, and its rows stay aligned with the caller's other columns.
COLUMNS: dict[str, str] = {
    name: about for name, about in _engine.columns() if name not in ("id", "source", "line")
}

CHECKED = ("verdict",)
GRADED = ("verdict", "rating", "tier", "effort", "hardest")
DIAGNOSED = ("verdict", "blame", "repair", "open", "redundant")


def check(
    puzzles: Iterable[object],
    *,
    columns: Sequence[str] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 0,
    progress: bool | None = None,
    format: str | None = None,
    ignore_unknown: bool = False,
    ignore_drawings: bool = False,
    with_entries: bool = False,
    zero_is_digit: bool = False,
) -> Table:
    """Proves for each puzzle whether it has no solution, one or several. Returns the columns ``verdict`` and ``error``.

    ``columns`` selects other columns; everything that they require is computed. ``nodes`` is the number of guesses (default: 500,000) after
    which a puzzle is left undecided; ``seconds`` is a time limit, with which results are not reproducible. A time limit adds the column
    ``stopped``, which names the limit that was reached. ``threads`` is the number of threads, 0 for one per processor; it does not affect
    the rows. ``progress`` shows a bar if tqdm is installed; with None, only on a terminal. The other arguments are those of
    :meth:`Puzzle.read`.

    >>> check(["12.4341.2143.321"], columns=["verdict", "solution"]).to_dict()
    {'verdict': ['unique'], 'solution': ['1234341221434321']}
    """
    wanted = _wanted(columns, CHECKED, seconds)
    wanted.update(nodes=nodes, seconds=seconds, threads=threads, format=format)
    wanted.update(ignore_unknown=ignore_unknown, ignore_drawings=ignore_drawings)
    wanted.update(with_entries=with_entries, zero_is_digit=zero_is_digit)
    return _work_out(puzzles, wanted, progress)


def grade(
    puzzles: Iterable[object],
    *,
    columns: Sequence[str] | None = None,
    profile: str = "default",
    without: Sequence[str] = (),
    only: str | None = None,
    nodes: int | None = None,
    rounds: int | None = None,
    seconds: float | None = None,
    threads: int = 0,
    progress: bool | None = None,
    format: str | None = None,
    ignore_unknown: bool = False,
    ignore_drawings: bool = False,
    with_entries: bool = False,
    zero_is_digit: bool = False,
) -> Table:
    """Grades each unique puzzle. Returns the columns ``verdict``, ``rating``, ``tier``, ``effort``, ``hardest`` and ``error``.

    ``profile``, ``without`` and ``only`` choose techniques as in :meth:`Puzzle.grade`; ``rounds``
    is the number of rounds of steps (default: 300) after which a grade is left unfinished.
    Everything else is as for :func:`check`.

    >>> grade(["12.4341.2143.321"])["tier"]
    ['easy']
    """
    wanted = _wanted(columns, GRADED, seconds)
    wanted.update(profile=profile, without=list(without), only=only, rounds=rounds)
    wanted.update(nodes=nodes, seconds=seconds, threads=threads, format=format)
    wanted.update(ignore_unknown=ignore_unknown, ignore_drawings=ignore_drawings)
    wanted.update(with_entries=with_entries, zero_is_digit=zero_is_digit)
    return _work_out(puzzles, wanted, progress)


def diagnose(
    puzzles: Iterable[object],
    *,
    columns: Sequence[str] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 0,
    progress: bool | None = None,
    format: str | None = None,
    ignore_unknown: bool = False,
    ignore_drawings: bool = False,
    with_entries: bool = False,
    zero_is_digit: bool = False,
) -> Table:
    """Finds the clue to blame in each puzzle. Returns ``verdict``, ``blame``, ``repair``, ``open``, ``redundant`` and ``error``.

    Everything else is as for :func:`check`.

    >>> diagnose(["11.............."])["blame"]
    ['the given 1 in R1C1; the given 1 in R1C2']
    """
    wanted = _wanted(columns, DIAGNOSED, seconds)
    wanted.update(nodes=nodes, seconds=seconds, threads=threads, format=format)
    wanted.update(ignore_unknown=ignore_unknown, ignore_drawings=ignore_drawings)
    wanted.update(with_entries=with_entries, zero_is_digit=zero_is_digit)
    return _work_out(puzzles, wanted, progress)


def _wanted(columns: Sequence[str] | None, usual: Sequence[str], seconds: float | None) -> dict[str, Any]:
    """Returns the options for the engine, with defaults."""
    return {
        "columns": chosen(columns, usual, seconds),
        "rounds": None,
        "profile": "default",
        "without": [],
        "only": None,
    }


def chosen(columns: Sequence[str] | None, usual: Sequence[str], seconds: float | None) -> list[str]:
    """Returns the requested columns, or the default ones with ``error``; a time limit adds ``stopped``."""
    if isinstance(columns, str):
        raise ValueError(f"columns must be a list of names: [{columns!r}]")
    names = list(columns) if columns is not None else [*usual, "error"]
    if seconds is not None and "stopped" not in names:
        names.append("stopped")
    for name in names:
        if name not in COLUMNS:
            raise ValueError(f"there is no column {name!r}; columns are {', '.join(COLUMNS)}")
    if not names or len(set(names)) < len(names):
        raise ValueError(f"columns: expected different names, found {names}")
    return names


def _work_out(puzzles: Iterable[object], wanted: dict[str, Any], progress: bool | None) -> Table:
    texts = _texts(puzzles)
    bar, tell = _bar(len(texts), progress)
    try:
        rows = _engine.work_out(texts, wanted, tell)
        if bar is not None:
            bar.update(len(texts) - bar.n)
    finally:
        if bar is not None:
            bar.close()
    return Table(rows)


def _texts(puzzles: Any) -> _engine.Texts:
    """Returns a column in the form that the engine accepts."""
    if isinstance(puzzles, (str, bytes)):
        raise ValueError("expected a column of puzzles, found a single string: put it into a list")
    if hasattr(puzzles, "__arrow_c_array__"):
        return _engine.Texts.of_arrays([puzzles])
    if hasattr(puzzles, "chunks") and all(hasattr(chunk, "__arrow_c_array__") for chunk in puzzles.chunks):
        return _engine.Texts.of_arrays(list(puzzles.chunks))
    if hasattr(puzzles, "columns") or isinstance(puzzles, dict):
        raise ValueError("expected a column of puzzles, found a table: choose one of its columns")
    if hasattr(puzzles, "to_frame") and hasattr(puzzles, "dtype"):
        return _series(puzzles)
    try:
        values = list(puzzles)
    except TypeError:
        kind = type(puzzles).__name__
        raise ValueError(f"expected a column of puzzles, found a value of type {kind}") from None
    return _engine.Texts.of_values(values)


def _series(series: Any) -> _engine.Texts:
    """Returns the texts of a pandas or Polars series."""
    kind = str(series.dtype)
    if not kind.lower().startswith(("str", "large_string", "object", "cat", "enum", "null")):
        raise ValueError(f"expected a column of text, found one of type {kind}")
    frame = series.to_frame()
    if type(series).__module__.partition(".")[0] == "polars" and hasattr(frame, "__arrow_c_stream__"):
        return _engine.Texts.of_frame(frame)
    return _engine.Texts.of_values(series.tolist())


def _bar(total: int, progress: bool | None) -> tuple[Any, Callable[[int], object] | None]:
    """Returns a tqdm bar and its update function, if a bar is requested and tqdm is installed."""
    if progress is False:
        return None, None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None, None
    bar = tqdm(total=total, unit=" puzzles", delay=0 if progress else 0.5, disable=not progress and None)
    if bar.disable:
        return None, None
    return bar, lambda done: bar.update(done - bar.n)
