"""Answers: the objects of ``docs/JSON.md``, with the same names.

The keys of an answer are its attributes. Answers are compared by their contents and cannot be changed; :meth:`Answer.to_dict` returns the JSON object itself, as the command writes it with ``--json``. Keys that an answer does not have are ``None``, or
empty if they are lists.

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
    """A key of an answer: the function that reads its value, and the default value if the key is missing."""

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
    #: The puzzle, for drawing the pictures of an answer.
    _puzzle: Any

    def __init__(self, json: Json, puzzle: Any = None) -> None:
        object.__setattr__(self, "_json", json)
        object.__setattr__(self, "_puzzle", puzzle)

    def to_dict(self) -> Json:
        """Returns a copy of the JSON object."""
        return copy.deepcopy(self._json)

    @classmethod
    def _keys(cls) -> list[str]:
        """Returns the names of the class's attributes, those of base classes last."""
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

    #: The puzzle's number, from 1, if the text has several.
    number: int | None = _one()
    #: The puzzle's title.
    title: str | None = _one()
    #: Warnings about parts that could not be read or look wrong; the answer is about the puzzle as read.
    warnings: list[str] = _list()

    def _repr_html_(self) -> str:
        from . import _html

        return _html.told(self)


class Clue(Answer):
    """A clue or a house of the layout."""

    #: The name of a rule, or ``given``, ``row``, ``column``, ``box``, ``digits``.
    rule: str = _one()
    #: The clue's index among the puzzle's clues, or among its givens, from 0.
    index: int | None = _one()
    #: The clue's index among the clues of the same rule, from 0.
    nth: int | None = _one()
    #: The clue's cells.
    cells: list[str] = _list()
    #: The setter's name for the clue.
    name: str = _one()


class Drawing(Answer):
    """A drawing that may be a rule."""

    #: ``line``, ``arrow``, ``cage`` …
    kind: str = _one()
    #: Cells, or positions outside the grid such as ``R0C4``.
    cells: list[str] = _list()
    #: The drawing's text.
    text: str | None = _one()


class Solutions(Told):
    """Solutions, or their number."""

    #: ``none``, ``unique``, ``several``, ``undecided``; ``unchecked`` if drawings may be rules.
    verdict: str = _one()
    #: One character for each cell in reading order, with letters for values over 9.
    solutions: list[str] = _list()
    #: For each solution, the values of letters and layers by name.
    extras: list[dict[str, list[int]]] = _list()
    #: Number of solutions found: all of them if ``complete``.
    count: int | None = _one()
    #: True if the search was finished.
    complete: bool | None = _one()
    #: Number of guesses in the search.
    nodes: int | None = _one()
    #: The limit that stopped the search: ``solutions``, ``nodes``, ``time``, ``cancelled``, or None.
    stopped: str | None = _one()
    #: With the verdict ``unchecked``: the drawings that may be rules.
    unread: list[Drawing] = _list(Drawing)


class Check(Solutions):
    """The verdict, and a comparison with the file's own solution."""

    #: True if the only solution is the one in the file; None unless both exist.
    matches: bool | None = _one()
    #: The clues that the file's own solution violates.
    violated: list[Clue] = _list(Clue)


def _counts(cell: dict[str, int]) -> dict[int, int]:
    return {int(digit): count for digit, count in cell.items()}


class Candidates(Told):
    """The digits that occur in some solution."""

    verdict: str = _one()
    #: The highest number to count to: at the cap, a number means "this many or more".
    cap: int | None = _one()
    #: For each cell in reading order, a dictionary from digits to numbers of solutions.
    candidates: list[dict[int, int]] = _list(_counts)
    #: The candidates of letters and layers, keyed by name.
    extras: dict[str, list[dict[str, int]]] | None = _one()
    #: True if every candidate was settled.
    complete: bool | None = _one()
    #: Number of candidates that were not settled.
    open: int | None = _one()
    nodes: int | None = _one()
    stopped: str | None = _one()
    unread: list[Drawing] = _list(Drawing)


class Estimate(Told):
    """An estimate of the number of solutions."""

    #: The estimate, and its standard error.
    mean: float | None = _one()
    error: float | None = _one()
    #: The 95% confidence interval of the estimate.
    interval: list[float] | None = _one()
    #: The decimal logarithm of ``mean``.
    log10: float | None = _one()
    #: True if the number is exact.
    exact: bool | None = _one()
    #: Number of probes, and number of probes that found a solution.
    probes: int | None = _one()
    hits: int | None = _one()
    seed: int | None = _one()
    nodes: int | None = _one()
    stopped: str | None = _one()
    verdict: str | None = _one()
    unread: list[Drawing] = _list(Drawing)


class Step(Answer):
    """A step that a person would take."""

    technique: str = _one()
    #: The form of the step's argument.
    argument: str = _one()
    rating: float = _one()
    #: The mental effort of the step: the number of cells considered, combinations listed or nodes in a chain.
    size: int = _one()
    #: The cell that the step fills, and its digit.
    placed: Json | None = _one()
    #: Cells, with the candidates removed from them.
    removed: list[Json] = _list()
    #: Cells that lose the placed digit because they see its cell.
    seen: list[Any] = _list()
    #: The clues and houses that the step relies on.
    cites: list[Clue] = _list(Clue)
    #: The cells and digits of the pattern.
    pattern: list[str] = _list()
    digits: list[int] = _list()
    #: For a chain: its candidates in order.
    chain: list[Json] = _list()
    #: The step and its reason in words.
    text: str = _one()
    #: The names in the text: ``kind`` (``cell``, ``digit``, ``clue`` or ``house``), ``start`` and ``end`` in characters.
    spans: list[Json] = _list()
    #: True if time ran out before redundant citations were removed.
    partial: bool | None = _one()


class Grade(Solutions):
    """A verdict, and the difficulty of a unique puzzle for a person."""

    #: The name of the profile.
    profile: str | None = _one()
    #: True if its techniques solve the puzzle.
    solved: bool | None = _one()
    #: ``solved``, ``limit``, ``techniques`` or ``contradiction``.
    ended: str | None = _one()
    #: The rating of the hardest step.
    rating: float | None = _one()
    #: The rating of the hardest step up to the first digit, and of the first step.
    first_placement: float | None = _one()
    first_step: float | None = _one()
    #: The tier and technique of the hardest step.
    tier: str | None = _one()
    technique: str | None = _one()
    #: Expected number of looks at the grid; expected minutes; the range that contains the mean solving times of two thirds of such puzzles.
    effort: float | None = _one()
    minutes: float | None = _one()
    minutes_range: list[float] | None = _one()
    #: The percentage of featured variants with less effort; one to five stars.
    percentile: int | None = _one()
    stars: int | None = _one()
    #: Number of steps, in total and by tier.
    steps: int | None = _one()
    tiers: list[list[Any]] = _list()
    #: True if a search was needed.
    searched: bool | None = _one()
    #: Number of rounds with only one step.
    bottlenecks: int | None = _one()
    #: Length of the longest run of steps in the easiest tier.
    longest_streak: int | None = _one()
    #: With ``explain``: the candidates of each cell before the first step.
    start: list[list[int]] = _list()
    #: With ``explain``: the steps.
    path: list[Step] = _list(Step)
    #: With ``verify``: the number of steps that could not be proven, and the number left unchecked for lack of time.
    refused: int | None = _one()
    unchecked: int | None = _one()
    #: A profile with more techniques, if this profile needed a search.
    further: str | None = _one()


class Entry(Answer):
    """A digit in a cell."""

    cell: str = _one()
    digit: int = _one()


class Hint(Told):
    """The next step, or the reason why there is none."""

    verdict: str = _one()
    #: ``step``, ``solved``, ``wrong``, ``impossible``, ``empty``, ``stuck`` or ``limit``.
    outcome: str | None = _one()
    #: The hint as a sentence.
    hint: str | None = _one()
    #: With the strength ``step``: the step.
    step: Step | None = _one(Step)
    #: Typed digits that are wrong.
    wrong: list[Entry] = _list(Entry)
    #: Cells whose marks lack the digit of the only solution.
    wrong_marks: list[str] = _list()
    unread: list[Drawing] = _list(Drawing)


class Conflict(Answer):
    """Clues that together have no solution."""

    clues: list[Clue] = _list(Clue)
    #: True if the set is proven minimal.
    minimal: bool = _one()


class Repair(Answer):
    """Clues whose removal leaves a solution."""

    remove: list[Clue] = _list(Clue)
    edits: list[Json] = _list()
    #: Number of solutions after the removal, and True if all of them were counted.
    solutions: int = _one()
    complete: bool = _one()


class Change(Answer):
    """A single change that leaves exactly one solution."""

    #: The clue to change.
    clue: Clue = _one(Clue)
    #: The other clue, if the values of two clues are swapped; the JSON key is ``with``.
    with_: Clue | None = _one(Clue, "with")
    slip: str = _one()
    #: The new name, cells and parameters of the clue.
    becomes: str = _one()
    cells: list[str] = _list()
    params: Json | None = _one()
    edits: list[Json] = _list()
    #: True if the only solution is the one in the file.
    keeps_solution: bool = _one()
    solution: str = _one()


class Role(Answer):
    """The contribution of a clue to a unique puzzle."""

    clue: Clue = _one(Clue)
    #: ``essential``, ``redundant`` or ``undecided``.
    worth: str = _one()
    #: Number of solutions without the clue.
    solutions: int | None = _one()
    complete: bool | None = _one()
    #: Cells in which these solutions differ.
    opens: list[Any] = _list()
    parts: list[Json] = _list()
    #: With ``grades``: the grade of the puzzle without the clue.
    difficulty: Json | None = _one()


class Diagnosis(Check):
    """The clue to blame. Lists that do not apply to the verdict are empty."""

    conflicts: list[Conflict] = _list(Conflict)
    #: True if there are no other conflicts.
    all_conflicts: bool | None = _one()
    #: The steps that show why the clues of the first conflict contradict each other, as sentences.
    argument: list[str] = _list()
    repairs: list[Repair] = _list(Repair)
    #: Single changes that leave one solution, the likeliest first.
    changes: list[Change] = _list(Change)
    tried: Json | None = _one()
    #: If unique: the contribution of each clue, and the clues that are redundant, each on its own.
    clues: list[Role] = _list(Role)
    redundant: list[Clue] = _list(Clue)
    difficulty: Json | None = _one()
    minimal: Json | None = _one()
    since: Json | None = _one()
    #: If there are several solutions: their number, the undetermined cells, and the givens that resolve them.
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
    #: Number of searches after the verdict.
    calls: int | None = _one()
    #: True if no limit cut the diagnosis short.
    finished: bool | None = _one()


class Converted(Told):
    """The puzzle in another format."""

    format: str = _one()
    text: str = _one()
    #: Parts that were left out because no digit depends on them.
    left_out: list[str] = _list()
    #: Kinds of clues that the format cannot draw, so only the rules text states them.
    in_words: list[str] = _list()


class Report(Told):
    """Everything about a puzzle on one page."""

    verdict: str | None = _one()
    #: A self-contained HTML document.
    html: str = _one()
