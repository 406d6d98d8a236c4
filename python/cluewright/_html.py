"""HTML views for notebooks: pictures, verdicts, stories, clues to blame."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from .answers import Candidates, Check, Converted, Diagnosis, Estimate, Grade, Hint, Report, Solutions, Told

if TYPE_CHECKING:
    from .table import Table

#: Maximum number of rows of a table to show.
ROWS = 20

#: Maximum number of steps of a story to show.
STEPS = 200


def told(answer: Told) -> str:
    """Returns the view of an answer about a puzzle."""
    if isinstance(answer, Report):
        return f'<iframe srcdoc="{escape(answer.html)}" style="width:100%;height:640px;border:0"></iframe>'
    parts = [_title(answer), *(_line(f"Warning: {warning}") for warning in answer.warnings)]
    unread = getattr(answer, "unread", [])
    if unread:
        kinds = ", ".join(f"{one.kind} {' '.join(one.cells)}" for one in unread)
        return "".join([*parts, _heading("unchecked"), _line(f"Drawings that may be rules: {kinds}"), _pictures(answer, [{}])])
    for kind, show in SHOWN:
        if isinstance(answer, kind):
            return "".join([*parts, *show(answer)])
    return "".join([*parts, f"<pre>{escape(repr(answer))}</pre>"])


def _diagnosis(answer: Diagnosis) -> list[str]:
    blamed = answer.conflicts[0].clues if answer.conflicts else [change.clue for change in answer.changes[:1]]
    pictures: list[dict[str, Any]] = [{"highlight": blamed}]
    if answer.verdict == "several":
        pictures += [{"solution": solution} for solution in answer.solutions]
    text = f'<pre style="white-space:pre-wrap">{escape(answer.text or "")}</pre>'
    return [_pictures(answer, pictures), text]


def _grade(answer: Grade) -> list[str]:
    if answer.rating is None or answer.effort is None or answer.minutes is None:
        return _solutions(answer)
    facts = {
        "rating": f"{answer.rating:.1f} ({answer.tier})",
        "hardest step": answer.technique,
        "steps": answer.steps,
        "effort": f"{answer.effort:.0f}",
        "minutes": f"{answer.minutes:.0f}",
    }
    rows = "".join(f"<tr><th style='text-align:left'>{name}</th><td>{escape(str(fact))}</td></tr>" for name, fact in facts.items())
    story = "".join(f"<li>{escape(step.text)}</li>" for step in answer.path[:STEPS])
    more = len(answer.path) - STEPS
    parts = [_heading(answer.verdict), _pictures(answer, [{}]), f"<table>{rows}</table>"]
    if story:
        parts.append(f"<details open='open'><summary>The story</summary><ol>{story}</ol></details>")
    if more > 0:
        parts.append(_line(f"and {more} more steps"))
    if answer.further:
        parts.append(_line(f"The profile {answer.further} looks further."))
    return parts


def _solutions(answer: Solutions) -> list[str]:
    shown: list[dict[str, Any]] = [{"solution": solution} for solution in answer.solutions[:2]]
    broken = [_line(f"The file's own solution violates {clue.name}.") for clue in getattr(answer, "violated", [])]
    count = ""
    if answer.verdict == "several" and answer.count is not None:
        count = f"{answer.count:,} solutions" if answer.complete else f"at least {answer.count:,} solutions"
    return [_heading(answer.verdict, count or _stopped(answer.stopped)), *broken, _pictures(answer, shown or [{}])]


def _candidates(answer: Candidates) -> list[str]:
    marks = ["".join(_digit(digit) for digit in cell) for cell in answer.candidates]
    return [_heading(answer.verdict, _stopped(answer.stopped)), _pictures(answer, [{"candidates": marks}])]


def _estimate(answer: Estimate) -> list[str]:
    if answer.mean is None:
        return [_heading("no estimate")]
    between = f", between {answer.interval[0]:.3g} and {answer.interval[1]:.3g}" if answer.interval else ""
    return [_heading(f"{'exactly' if answer.exact else 'about'} {answer.mean:.3g} solutions{between}")]


def _hint(answer: Hint) -> list[str]:
    wrong = [entry.cell for entry in answer.wrong]
    cells = list(answer.step.pattern) if answer.step else wrong
    return [_heading(answer.hint or answer.outcome or ""), _pictures(answer, [{"highlight": cells}])]


def _converted(answer: Converted) -> list[str]:
    left = [_line(f"left out: {', '.join(answer.left_out)}")] if answer.left_out else []
    return [f"<pre>{escape(answer.text)}</pre>", *left]


SHOWN: list[tuple[type[Told], Any]] = [
    (Diagnosis, _diagnosis),
    (Grade, _grade),
    (Check, _solutions),
    (Solutions, _solutions),
    (Candidates, _candidates),
    (Estimate, _estimate),
    (Hint, _hint),
    (Converted, _converted),
]


def table(rows: Table) -> str:
    """Returns the view of the first rows of a table."""
    names = rows.column_names
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = []
    for index, row in enumerate(rows):
        if index == ROWS:
            break
        cells = ("" if value is None else escape(str(value)) for value in row.values())
        body.append(f"<tr><td>{index}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    more = _line(f"{len(rows):,} rows") if len(rows) > ROWS else ""
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>{more}"


def _title(answer: Told) -> str:
    return f"<div><b>{escape(answer.title)}</b></div>" if answer.title else ""


def _heading(verdict: str, about: str = "") -> str:
    more = f": {escape(about)}" if about else ""
    return f'<div style="font-size:1.1em;margin:.3em 0"><b>{escape(verdict)}</b>{more}</div>'


def _line(text: str) -> str:
    return f"<div>{escape(text)}</div>"


def _stopped(limit: str | None) -> str:
    return f"stopped by {limit}" if limit and limit != "solutions" else ""


def _digit(value: int) -> str:
    return str(value) if value < 10 else chr(ord("A") + value - 10)


def _pictures(answer: Told, pictures: list[dict[str, Any]]) -> str:
    """Returns pictures of the puzzle side by side, each with its highlights."""
    puzzle = answer._puzzle
    if puzzle is None:
        return ""
    drawn = "".join(f'<div style="width:320px">{puzzle.svg(**picture)}</div>' for picture in pictures)
    return f'<div style="display:flex;flex-wrap:wrap;gap:1em">{drawn}</div>'
