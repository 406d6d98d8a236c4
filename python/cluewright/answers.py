"""Answers: the objects of ``docs/JSON.md``, by the same names.

An answer reads its keys as attributes, compares by its contents and cannot be changed; :meth:`Answer.to_dict` gives the
JSON object itself, which is what the command writes with ``--json``. Keys that an answer does not have are ``None``, or
empty where they are lists.

>>> import cluewright
>>> answer = cluewright.Puzzle.read("12.4341.2143.321").check()
>>> answer.verdict, answer.solutions
('unique', ['1234341221434321'])
>>> answer
Check(verdict='unique', solutions=['1234341221434321'], count=1, complete=True, nodes=0)
"""

from __future__ import annotations

import copy
from typing import Any, Callable

Json = dict[str, Any]


class _Key:
    """A key of an answer: how its value is read, and what stands for one that is missing."""

    def __init__(self, read: Callable[[Any], Any] | None, empty: Callable[[], Any] | None, name: str) -> None:
        self.read, self.empty, self.name = read, empty, name

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = self.name or name

    def __get__(self, answer: Answer | None, owner: type | None = None) -> Any:
        if answer is None:
            return self
        value = answer._json.get(self.name)
        if value is None:
            return self.empty() if self.empty else None
        return self.read(value) if self.read else value


def _one(kind: Callable[[Any], Any] | None = None, name: str = "") -> Any:
    return _Key(kind, None, name)


def _list(kind: Callable[[Any], Any] | None = None) -> Any:
    return _Key(lambda values: [kind(value) if kind else value for value in values], list, "")


class Answer:
    """A JSON object whose keys are attributes."""

    _json: Json
    #: The puzzle, which draws the pictures of an answer.
    _puzzle: Any

    def __init__(self, json: Json, puzzle: Any = None) -> None:
        object.__setattr__(self, "_json", json)
        object.__setattr__(self, "_puzzle", puzzle)

    def to_dict(self) -> Json:
        """The JSON object; a copy."""
        return copy.deepcopy(self._json)

    @classmethod
    def _keys(cls) -> list[str]:
        """The names of its attributes, those of its bases last."""
        return [name for one in cls.__mro__ for name, value in vars(one).items() if isinstance(value, _Key)]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an answer cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._json == self._json

    def __hash__(self) -> int:
        return hash(repr(self._json))

    def __reduce__(self) -> tuple[type, tuple[Json]]:
        return type(self), (self._json,)

    def __repr__(self) -> str:
        shown = ((name, getattr(self, name)) for name in self._keys())
        told = (f"{name}={value!r}" for name, value in shown if value not in (None, [], {}))
        return f"{type(self).__name__}({', '.join(told)})"


class Told(Answer):
    """An answer about a puzzle."""

    #: The puzzle's place among several, from 1.
    number: int | None = _one()
    #: The puzzle's title.
    title: str | None = _one()
    #: What could not be read or looks wrong; the answer is about the puzzle as it was read.
    warnings: list[str] = _list()

    def _repr_html_(self) -> str:
        from . import _html

        return _html.told(self)


class Clue(Answer):
    """A clue or a house of the layout."""

    #: The name of a rule, or ``given``, ``row``, ``column``, ``box``, ``digits``.
    rule: str = _one()
    #: Its place among the puzzle's clues, or among its givens, from 0.
    index: int | None = _one()
    #: Its place among the clues of the same rule, from 0.
    nth: int | None = _one()
    #: The cells that it names.
    cells: list[str] = _list()
    #: What a setter calls it.
    name: str = _one()


class Drawing(Answer):
    """A drawing that may be a rule."""

    #: ``line``, ``arrow``, ``cage`` …
    kind: str = _one()
    #: Cells, or places beside the grid such as ``R0C4``.
    cells: list[str] = _list()
    #: What is written there.
    text: str | None = _one()


class Solutions(Told):
    """Solutions, or how many there are."""

    #: ``none``, ``unique``, ``several``, ``undecided``; ``unchecked`` where drawings may be rules.
    verdict: str = _one()
    #: One character for each cell in reading order, values over 9 as letters.
    solutions: list[str] = _list()
    #: For each of these the values of letters and layers by name.
    extras: list[dict[str, list[int]]] = _list()
    #: How many solutions were found: all of them when ``complete``.
    count: int | None = _one()
    #: Whether the search went to its end.
    complete: bool | None = _one()
    #: Guesses that the search made.
    nodes: int | None = _one()
    #: ``solutions``, ``nodes``, ``time``, ``cancelled``, or None: what stopped the search.
    stopped: str | None = _one()
    #: With the verdict ``unchecked``: the drawings that may be rules.
    unread: list[Drawing] = _list(Drawing)


class Check(Solutions):
    """The verdict, and what the file's own solution has to do with it."""

    #: Whether the one solution is the file's; None when there is not one of each.
    matches: bool | None = _one()
    #: What the file's own solution breaks.
    violated: list[Clue] = _list(Clue)


def _counts(cell: dict[str, int]) -> dict[int, int]:
    return {int(digit): count for digit, count in cell.items()}


class Candidates(Told):
    """The digits that stand in some solution."""

    verdict: str = _one()
    #: Numbers of solutions are exact below it; at the cap they mean "this many or more".
    cap: int | None = _one()
    #: For each cell in reading order: digit to number of solutions.
    candidates: list[dict[int, int]] = _list(_counts)
    #: The same for letters and layers, by name.
    extras: dict[str, list[dict[str, int]]] | None = _one()
    #: Whether every candidate was settled.
    complete: bool | None = _one()
    #: How many were not.
    open: int | None = _one()
    nodes: int | None = _one()
    stopped: str | None = _one()
    unread: list[Drawing] = _list(Drawing)


class Estimate(Told):
    """About how many solutions there are."""

    #: The estimate, and its standard error.
    mean: float | None = _one()
    error: float | None = _one()
    #: Its 95% confidence interval.
    interval: list[float] | None = _one()
    #: The decimal logarithm of ``mean``.
    log10: float | None = _one()
    #: Whether the number was counted to the end.
    exact: bool | None = _one()
    #: Probes made, and those that met a solution.
    probes: int | None = _one()
    hits: int | None = _one()
    seed: int | None = _one()
    nodes: int | None = _one()
    stopped: str | None = _one()
    verdict: str | None = _one()
    unread: list[Drawing] = _list(Drawing)


class Step(Answer):
    """A step of a person."""

    technique: str = _one()
    #: The form of its argument.
    argument: str = _one()
    rating: float = _one()
    #: How much must be held in mind.
    size: int = _one()
    #: The cell and its digit.
    placed: Json | None = _one()
    #: Cells and the candidates that go.
    removed: list[Json] = _list()
    #: Cells that lose the placed digit at once.
    seen: list[Any] = _list()
    #: The clues and houses that it rests on.
    cites: list[Clue] = _list(Clue)
    #: The cells and digits of the pattern.
    pattern: list[str] = _list()
    digits: list[int] = _list()
    #: Where it is a chain: candidates in order.
    chain: list[Json] = _list()
    #: The step and its reason in words.
    text: str = _one()
    #: The names in the text: ``kind`` (``cell``, ``digit``, ``clue`` or ``house``), ``start`` and ``end`` in characters.
    spans: list[Json] = _list()
    #: Whether time ran out before it was known which citations are needed.
    partial: bool | None = _one()


class Grade(Solutions):
    """A verdict, and how hard a unique puzzle is for a person."""

    #: The name of the profile.
    profile: str | None = _one()
    #: Whether its techniques solve the puzzle.
    solved: bool | None = _one()
    #: ``solved``, ``limit``, ``techniques`` or ``contradiction``.
    ended: str | None = _one()
    #: The hardest step.
    rating: float | None = _one()
    #: The hardest step up to the first digit; the first step.
    first_placement: float | None = _one()
    first_step: float | None = _one()
    #: Of the hardest step.
    tier: str | None = _one()
    technique: str | None = _one()
    #: Expected looks; expected minutes; where two thirds of mean times lie.
    effort: float | None = _one()
    minutes: float | None = _one()
    minutes_range: list[float] | None = _one()
    #: The share of featured variants with less effort, in percent; one to five stars.
    percentile: int | None = _one()
    stars: int | None = _one()
    #: How many steps, and of which tier.
    steps: int | None = _one()
    tiers: list[list[Any]] = _list()
    #: Whether something had to be searched.
    searched: bool | None = _one()
    #: Rounds with a single opening.
    bottlenecks: int | None = _one()
    #: The most steps in a row of the easiest tier.
    longest_streak: int | None = _one()
    #: With ``explain``: for each cell its candidates before the first step.
    start: list[list[int]] = _list()
    #: With ``explain``: the steps.
    path: list[Step] = _list(Step)
    #: With ``verify``: how many steps the judge refuses; for how many there was no time.
    refused: int | None = _one()
    unchecked: int | None = _one()
    #: A profile that looks further where this one had to search.
    further: str | None = _one()


class Entry(Answer):
    """A digit in a cell."""

    cell: str = _one()
    digit: int = _one()


class Hint(Told):
    """The next step, or why there is none."""

    verdict: str = _one()
    #: ``step``, ``solved``, ``wrong``, ``impossible``, ``empty``, ``stuck`` or ``limit``.
    outcome: str | None = _one()
    #: The hint as a sentence.
    hint: str | None = _one()
    #: At the strength ``step``: the step.
    step: Step | None = _one(Step)
    #: Typed digits that are wrong.
    wrong: list[Entry] = _list(Entry)
    #: Cells whose marks leave out the digit of the only solution.
    wrong_marks: list[str] = _list()
    unread: list[Drawing] = _list(Drawing)


class Conflict(Answer):
    """Clues that have no solution together."""

    clues: list[Clue] = _list(Clue)
    #: Whether it is proven that none of them is innocent.
    minimal: bool = _one()


class Repair(Answer):
    """Clues without which there is a solution."""

    remove: list[Clue] = _list(Clue)
    edits: list[Json] = _list()
    #: How many are left, and whether these are all.
    solutions: int = _one()
    complete: bool = _one()


class Change(Answer):
    """A single change that leaves exactly one solution."""

    #: What to change.
    clue: Clue = _one(Clue)
    #: The other clue, where the values of two are exchanged; the key is ``with``.
    with_: Clue | None = _one(Clue, "with")
    slip: str = _one()
    #: Its new name, cells and parameters.
    becomes: str = _one()
    cells: list[str] = _list()
    params: Json | None = _one()
    edits: list[Json] = _list()
    #: Whether the one solution is the file's.
    keeps_solution: bool = _one()
    solution: str = _one()


class Role(Answer):
    """What a clue of a unique puzzle is worth."""

    clue: Clue = _one(Clue)
    #: ``essential``, ``redundant`` or ``undecided``.
    worth: str = _one()
    #: How many solutions there are without it.
    solutions: int | None = _one()
    complete: bool | None = _one()
    #: Cells that then differ.
    opens: list[Any] = _list()
    parts: list[Json] = _list()
    #: With ``grades``: how hard the puzzle is without it.
    difficulty: Json | None = _one()


class Diagnosis(Check):
    """Which clue is to blame. Lists that the verdict does not ask for are empty."""

    conflicts: list[Conflict] = _list(Conflict)
    #: Whether there are no others.
    all_conflicts: bool | None = _one()
    #: By which steps the clues of the first conflict contradict each other, in sentences.
    argument: list[str] = _list()
    repairs: list[Repair] = _list(Repair)
    #: The likeliest first.
    changes: list[Change] = _list(Change)
    tried: Json | None = _one()
    #: Unique: what each clue is worth, and those that can go, each alone.
    clues: list[Role] = _list(Role)
    redundant: list[Clue] = _list(Clue)
    difficulty: Json | None = _one()
    minimal: Json | None = _one()
    since: Json | None = _one()
    #: Several: how many solutions, which cells are open, and what closes them.
    estimate: Json | None = _one()
    open: list[Json] = _list()
    settled: list[int | None] = _list()
    open_complete: bool | None = _one()
    single_givens: list[Entry] = _list(Entry)
    additions: list[Entry] = _list(Entry)
    smallest: bool | None = _one()
    deadly: list[Json] = _list()
    #: The diagnosis in words.
    text: str | None = _one()
    #: Questions put to the search after the verdict.
    calls: int | None = _one()
    #: Whether no limit cut it short.
    finished: bool | None = _one()


class Converted(Told):
    """The puzzle in another format."""

    format: str = _one()
    text: str = _one()
    #: What the text leaves out, as no digit depends on it.
    left_out: list[str] = _list()
    #: Kinds of clues that the format cannot draw, so that only the rules text states them.
    in_words: list[str] = _list()


class Report(Told):
    """Everything about a puzzle on one page."""

    verdict: str | None = _one()
    #: An HTML document that needs nothing else.
    html: str = _one()
