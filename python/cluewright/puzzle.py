"""A single puzzle, ready for questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import _engine
from .answers import (
    Candidates,
    Check,
    Clue,
    Converted,
    Diagnosis,
    Estimate,
    Grade,
    Hint,
    Report,
    Solutions,
)
from .asked import Progress, wanted
from .questions import Questions


class Puzzle(Questions):
    """A puzzle with known rules.

    Every question takes the same last arguments. ``nodes`` limits the guesses of a search, ``seconds`` the time of the whole question. If a
    limit is reached, no exception is raised: the answer names the limit (``stopped``), and the verdict may be ``undecided``. ``threads`` is
    the number of threads, 0 for one per processor; it does not affect the answer. ``progress`` is called from time to time with the
    progress of the question. Other Python threads can run in the meantime, and Ctrl-C cancels the question.

    A puzzle with drawings that may be rules has the verdict ``unchecked``, and ``unread`` lists them;
    ``ignore_drawings`` treats them as cosmetic.

    >>> puzzle = Puzzle.read('''
    ... size = 4
    ... [clues]
    ... white-dot = "R1C1-R1C2"
    ... black-dot = "R1C1-R1C2"
    ... ''')
    >>> puzzle.check().verdict
    'several'
    """

    __slots__ = ("text",)

    #: The text from which the puzzle was read.
    text: str

    def __init__(self) -> None:
        raise TypeError("Puzzle.read(text) reads a puzzle, and Builder(size=9) makes one")

    @classmethod
    def read(
        cls,
        text: str,
        *,
        format: str | None = None,
        number: int | None = None,
        ignore_unknown: bool = False,
        ignore_drawings: bool = False,
        with_entries: bool = False,
        zero_is_digit: bool = False,
    ) -> Puzzle:
        """Reads a puzzle from text: a link, a puzzle file, a line of digits, a drawn grid.

        ``format`` names the text's format, which is otherwise detected; ``number`` selects one of several puzzles.
        ``ignore_unknown`` ignores unknown rules, with a warning; ``ignore_drawings`` treats drawings that may be rules as cosmetic;
        ``with_entries`` treats the digits that a solver typed as givens; ``zero_is_digit`` reads a 0 in a plain grid as the lowest digit,
        not a blank.

        Raises :class:`~cluewright.ReadError` if the text is not a puzzle.
        """
        if not isinstance(text, str):
            raise TypeError(f"expected the text of a puzzle, found a value of type {type(text).__name__}")
        puzzle = object.__new__(cls)
        puzzle.text = text
        puzzle._number = number
        puzzle._prepared = _engine.Prepared(
            text,
            from_=format,
            number=number,
            ignore_unknown=ignore_unknown,
            ignore_drawings=ignore_drawings,
            with_entries=with_entries,
            zero_is_digit=zero_is_digit,
        )
        return puzzle

    @property
    def title(self) -> str | None:
        """The title."""
        return self._prepared.title

    @property
    def author(self) -> str | None:
        """The setter's name."""
        return self._prepared.author

    @property
    def warnings(self) -> list[str]:
        """Warnings about parts that could not be read or look wrong."""
        return self._prepared.warnings

    @property
    def rows(self) -> int:
        """Number of rows of the grid."""
        return self._prepared.size[0]

    @property
    def columns(self) -> int:
        """Number of columns of the grid."""
        return self._prepared.size[1]

    def check(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Check:
        """Proves that the puzzle has no solution, exactly one, or several.

        >>> Puzzle.read("12.4341.2143.321").check().verdict
        'unique'
        """
        return self._ask(Check, {"ask": "check"}, nodes, seconds, threads, progress)

    def solve(
        self,
        limit: int = 2,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Solutions:
        """Returns up to ``limit`` solutions.

        >>> Puzzle.read("12..34..2143....").solve(limit=10).solutions
        ['1234341221434321', '1234342121434312']
        """
        return self._ask(Solutions, {"ask": "solve", "most": limit}, nodes, seconds, threads, progress)

    def count(
        self,
        limit: int | None = None,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Solutions:
        """Counts the solutions up to ``limit``, or all of them if it is None.

        >>> Puzzle.read("1...............").count().count
        72
        """
        return self._ask(Solutions, {"ask": "count", "most": limit}, nodes, seconds, threads, progress)

    def candidates(
        self,
        cap: int = 1,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Candidates:
        """Finds the digits that occur in some solution, each with the number of solutions that contain it, up to ``cap``.

        >>> Puzzle.read("1...............").candidates(cap=100).candidates[1]
        {2: 24, 3: 24, 4: 24}
        """
        return self._ask(Candidates, {"ask": "candidates", "cap": cap}, nodes, seconds, threads, progress)

    def estimate(
        self,
        seed: int = 0,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Estimate:
        """Estimates the number of solutions from random probes."""
        return self._ask(Estimate, {"ask": "estimate", "seed": seed}, nodes, seconds, threads, progress)

    def grade(
        self,
        profile: str = "default",
        *,
        without: Sequence[str] = (),
        only: str | None = None,
        explain: bool = False,
        verify: bool = False,
        force: bool = False,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Grade:
        """Grades how difficult the puzzle is for a person, based on the steps that solve it.

        ``profile`` is the name of a built-in profile or the text of one; techniques in ``without`` are left out, and steps
        above the tier ``only`` are not used. ``explain`` returns the steps with their reasons (``path``), ``verify`` proves each step
        again, and ``force`` grades a puzzle even if it is not unique.

        >>> grade = Puzzle.read("12.4341.2143.321").grade(explain=True)
        >>> grade.tier, grade.path[0].text
        ('easy', '1.0 full house: R4C1 is the last open cell of box 3 and gets 4.')
        """
        techniques = {"profile": profile, "without": list(without), "only": only}
        question = {"ask": "grade", "techniques": techniques, "explain": explain, "verify": verify, "force": force}
        return self._ask(Grade, question, nodes, seconds, threads, progress)

    def hint(
        self,
        strength: str = "where",
        *,
        profile: str = "default",
        without: Sequence[str] = (),
        only: str | None = None,
        marks: Mapping[str, Sequence[int]] | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Hint:
        """Returns the next step after the typed digits: ``where`` to look, the ``technique`` to use, or the whole ``step``. With ``marks``,
        such as ``{"R1C3": [3, 4]}``, it starts from the candidates that a solver has pencilled in.

        >>> Puzzle.read("12.4341.2143.321").hint().hint
        'look at box 3'
        """
        techniques = {"profile": profile, "without": list(without), "only": only}
        question = {"ask": "hint", "techniques": techniques, "strength": strength, "marks": dict(marks or {})}
        return self._ask(Hint, question, nodes, seconds, threads, progress)

    def diagnose(
        self,
        *,
        max_sets: int | None = None,
        layout: bool = False,
        cap: int | None = None,
        grades: bool = False,
        minimise: int | None = None,
        was: str | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Diagnosis:
        """Finds the clue to blame: conflicts, changes that would repair the puzzle, and what each clue contributes.

        Finds up to ``max_sets`` conflicts; with ``layout``, rows, columns and boxes are suspects too. Solutions without a clue are counted
        up to ``cap``. ``grades`` also grades the puzzle without each redundant clue. ``minimise`` is the random seed for
        the order in which clues are tried to find a minimal set. ``was`` is the text of an earlier version, to find the change that broke the
        puzzle.

        >>> puzzle = Puzzle.read("11..............")
        >>> puzzle.diagnose().conflicts[0].clues
        [Clue(rule='given', ...), Clue(rule='given', ...)]
        """
        question = {"ask": "diagnose", "layout": layout, "grades": grades}
        question |= wanted(max_sets=max_sets, cap=cap, minimise=minimise, was=was)
        return self._ask(Diagnosis, question, nodes, seconds, threads, progress)

    def convert(self, to: str, *, solve: bool = False) -> Converted:
        """Converts the puzzle to another format; ``solve`` adds the solution if the format can include it and it is quickly proven unique.

        >>> Puzzle.read("12.4341.2143.321").convert("native").text.splitlines()[0]
        'size = 4'
        """
        return self._ask(Converted, {"ask": "convert", "to": to, "solve": solve})

    def report(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Report:
        """Writes a page with picture, verdict, grade, the solve step by step and the diagnosis."""
        return self._ask(Report, {"ask": "report"}, nodes, seconds, threads, progress)

    def svg(
        self,
        *,
        solution: str = "",
        candidates: Sequence[str] = (),
        highlight: Sequence[Clue] | Sequence[str] = (),
        marks: Mapping[str, str] | None = None,
    ) -> str:
        """Draws the puzzle as an SVG document.

        ``solution`` fills in digits: one character for each cell in reading order, ``.`` for none. ``candidates`` are written small: a
        string of digits for each cell. ``marks`` puts text in the middle of cells, by cell name. ``highlight`` takes clues from an answer, or
        cell names.

        >>> Puzzle.read("12.4341.2143.321").svg(highlight=["R1C1"])[:4]
        '<svg'
        """
        cells: list[str] = []
        places: dict[str, list[int]] = {"clues": [], "givens": []}
        for one in highlight:
            if isinstance(one, str):
                cells.append(one)
            elif one.index is not None:
                places["givens" if one.rule == "given" else "clues"].append(one.index)
            else:
                cells += one.cells
        question = {
            "ask": "draw",
            "solution": solution,
            "candidates": list(candidates),
            "highlight": {"cells": cells, **places},
            "marks": dict(marks or {}),
        }
        return str(self._answer(question)["svg"])

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return f"<Puzzle{title}, {self.rows}x{self.columns}>"

    def _repr_svg_(self) -> str:
        return self.svg()
