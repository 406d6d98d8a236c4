"""Questions and answers that follow from ``docs/ask.schema.json``.

Generated, do not edit: ``CLUEWRIGHT_BLESS=1 cargo test --test cli generated``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .answers import Converted, Json, Told, _list, _one
from .asked import Asked, Progress, wanted

__all__ = [
    "Conflicting",
    "Since",
    "Sameness",
    "Reduced",
    "Suggested",
    "CertificateFiles",
]


class Conflicting(Told):
    """The houses and clues that the digits on the grid already break."""

    #: `true` if every cell of the grid has a digit.
    full: bool | None = _one()
    #: The conflicts, in this order: digits out of range, digits that given pencil marks exclude, repeats in houses, violated clues.
    conflicts: list[Json] = _list()


class Since(Told):
    """The change since an earlier version that broke the puzzle."""

    #: The clues of the new version that the earlier one lacks.
    added: list[Json] = _list()
    #: The clues of the earlier version that the new one lacks.
    removed: list[Json] = _list()
    #: True if the versions also differ in size, digits or boxes.
    layout_changed: bool | None = _one()
    #: The verdict of the earlier version.
    verdict: str | None = _one()
    #: The changes that would each make the puzzle unique if undone.
    to_blame: list[Json] = _list()


class Sameness(Told):
    """A comparison with another puzzle, up to rotation, reflection and relabelling of digits."""

    #: `true` if the puzzles are the same.
    same: bool | None = _one()
    #: The rotation or reflection that maps this puzzle to the other one: `none`, `half-turn`, `quarter-turn` (clockwise), `three-quarter-turn`, `left-right`, `top-bottom`, `diagonal` (from the top left) or `anti-diagonal`. Left out if the puzzles differ.
    view: str | None = _one()
    #: For each digit of this puzzle, the corresponding digit of the other one; left out if the puzzles differ.
    digits: Json | None = _one()
    #: The answer in words.
    text: str | None = _one()


class Reduced(Told):
    """The puzzle without redundant clues."""

    #: The verdict: `none`, `unique`, `several` or `undecided`.
    verdict: str | None = _one()
    #: Some of the solutions, with one character for each cell of the grid in reading order; values over 9 are letters.
    solutions: list[str] = _list()
    #: For each of these solutions, the values of the extra variables by name. A layer has one value for each cell. Left out if the puzzle has no extra variables.
    extras: list[Json] = _list()
    #: Number of solutions found. It is exact if `complete`, otherwise a lower bound.
    count: int | None = _one()
    #: `true` if no limit stopped the search.
    complete: bool | None = _one()
    #: Number of guesses that the search made.
    nodes: int | None = _one()
    #: The limit that stopped the search: `solutions`, `nodes`, `time` or `cancelled`; null if it is complete.
    stopped: str | None = _one()
    #: If a limit stopped the search before the verdict: the approximate fraction of the search that was done, 0 to 1. It assumes that all values of a guess take equally long.
    fraction: float | None = _one()
    #: The removed clues and givens.
    removed: list[Json] = _list()
    #: The removed parts of clues, if the removal of parts was requested.
    weakened: list[Json] = _list()
    #: If the path had to stay the same: the clues that are kept only because the break-in or the hardest step would change without them.
    kept_for_path: list[Json] = _list()
    #: The number of remaining clues and givens.
    left: int | None = _one()
    #: True if it is proven that each remaining clue is needed.
    proven: bool | None = _one()
    #: The random seed for the order in which clues were tried.
    seed: int | None = _one()
    #: All minimal sets up to a size, if they were requested.
    sets: Json | None = _one()
    #: The puzzle with the remaining clues, in the native file format.
    text: str | None = _one()


class Suggested(Told):
    """A clue to add or remove that makes a puzzle unique, easier or harder."""

    #: The verdict: `none`, `unique`, `several` or `undecided`.
    verdict: str | None = _one()
    #: Some of the solutions, with one character for each cell of the grid in reading order; values over 9 are letters.
    solutions: list[str] = _list()
    #: For each of these solutions, the values of the extra variables by name. A layer has one value for each cell. Left out if the puzzle has no extra variables.
    extras: list[Json] = _list()
    #: Number of solutions found. It is exact if `complete`, otherwise a lower bound.
    count: int | None = _one()
    #: True if the search ended before the deadline.
    complete: bool | None = _one()
    #: Number of guesses that the search made.
    nodes: int | None = _one()
    #: The limit that stopped the search: `solutions`, `nodes`, `time` or `cancelled`; null if it is complete.
    stopped: str | None = _one()
    #: If a limit stopped the search before the verdict: the approximate fraction of the search that was done, 0 to 1. It assumes that all values of a guess take equally long.
    fraction: float | None = _one()
    #: The suggestions, best first.
    suggestions: list[Json] = _list()
    #: The number of changes that were tested.
    tried: int | None = _one()
    #: The number of solutions known at the end, if the puzzle has several.
    known: int | None = _one()
    #: The rating of the unchanged puzzle, if it is unique and the techniques solve it.
    rating: float | None = _one()
    #: If a shift was requested and no suggestion comes close to it: the amount by which the first suggestion misses the shift.
    missed: float | None = _one()


class CertificateFiles(Told):
    """A proof of a puzzle's verdict that others can check."""

    #: The verdict that the certificate proves; null if a limit was reached first.
    certified: str | None = _one()
    #: The limit that was reached; left out if there is a certificate.
    stopped: str | None = _one()
    #: The files of the certificate, by name; none if a limit was reached.
    files: Json | None = _one()


class Questions(Asked):
    """The questions to a puzzle."""

    __slots__ = ()

    def conflicts(
        self,
    ) -> Conflicting:
        """The houses and clues that the digits on the grid already break.

        """
        question = {"ask": "conflicts"}
        return self._ask(Conflicting, question)

    def since(
        self,
        was: str,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Since:
        """The change since an earlier version that broke the puzzle.

        ``was``: The earlier version, in any format.
        """
        question = {"ask": "since", "was": was}
        return self._ask(Since, question, nodes, seconds, threads, progress)

    def same(
        self,
        other: str,
    ) -> Sameness:
        """A comparison with another puzzle, up to rotation, reflection and relabelling of digits.

        ``other``: The other puzzle, in any format.
        """
        question = {"ask": "same", "other": other}
        return self._ask(Sameness, question)

    def minimise(
        self,
        *,
        seed: int | None = None,
        keep: Sequence[str] | None = None,
        symmetry: str | None = None,
        keep_path: bool | None = None,
        values: bool | None = None,
        size: int | None = None,
        fewest: bool | None = None,
        techniques: Mapping[str, Any] | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Reduced:
        """The puzzle without redundant clues.

        ``seed``: Random seed for the order in which clues are tried.
        ``keep``: The clues and givens to keep: names of rules, `givens`, or cells whose givens are kept.
        ``symmetry``: The symmetry to preserve: givens in the same orbit are kept or removed together.
        ``keep_path``: `true` to keep the break-in and the hardest step.
        ``values``: `true` to remove parts of clues too, such as a cage's sum or the end of a line.
        ``size``: Maximum size of the sets to list: all minimal sets with at most this many clues and givens.
        ``fewest``: `true` to list all sets of the smallest size.
        ``techniques``: The techniques that the path may use.
        """
        question = {"ask": "minimise"} | wanted(
            seed=seed,
            keep=keep,
            symmetry=symmetry,
            keep_path=keep_path,
            values=values,
            size=size,
            fewest=fewest,
            techniques=techniques,
        )
        return self._ask(Reduced, question, nodes, seconds, threads, progress)

    def suggest(
        self,
        *,
        rules: Sequence[str] | None = None,
        shift: float | None = None,
        most: int | None = None,
        seed: int | None = None,
        techniques: Mapping[str, Any] | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Suggested:
        """A clue to add or remove that makes a puzzle unique, easier or harder.

        ``rules``: The rules whose clues may be added; `given` permits givens. If empty, the rules that the puzzle uses, and givens.
        ``shift``: The amount by which the rating of a unique puzzle should rise. A negative amount makes it easier.
        ``most``: Maximum number of suggestions.
        ``seed``: Random seed for the positions to try.
        ``techniques``: The techniques for grading.
        """
        question = {"ask": "suggest"} | wanted(
            rules=rules,
            shift=shift,
            most=most,
            seed=seed,
            techniques=techniques,
        )
        return self._ask(Suggested, question, nodes, seconds, threads, progress)

    def apply(
        self,
        edits: Sequence[Mapping[str, Any]],
        *,
        to: str | None = None,
    ) -> Converted:
        """The puzzle with edits applied.

        ``edits``: The edits, applied in the order of the list.
        ``to``: The format of the result. If left out, the native file format as JSON.
        """
        question = {"ask": "apply", "edits": edits} | wanted(
            to=to,
        )
        return self._ask(Converted, question)

    def certificate(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> CertificateFiles:
        """A proof of a puzzle's verdict that others can check.

        """
        question = {"ask": "certificate"}
        return self._ask(CertificateFiles, question, nodes, seconds, threads, progress)
