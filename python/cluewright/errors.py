"""Exceptions. If a limit is reached, no exception is raised: the answer names the limit."""

from __future__ import annotations


class Refusal(ValueError):
    """A question that has no answer, such as a format that cannot express the puzzle, or a profile that does not exist.

    >>> import cluewright
    >>> puzzle = cluewright.Puzzle.read("12.4341.2143.321")
    >>> puzzle.convert("fax")
    Traceback (most recent call last):
    cluewright.errors.Refusal: unknown format `fax` (formats are penpa, ...)
    """

    #: The mistake, and what was expected.
    message: str
    #: The line of the puzzle's text, from 1, if known.
    line: int | None
    #: The position of the mistake in that line, in characters from 1, if known.
    column: int | None
    #: The path in the structure, such as ``killercage[2].cells``, if the text is compressed.
    place: str | None
    #: How to correct the mistake.
    help: str | None

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        place: str | None = None,
        help: str | None = None,
    ) -> None:
        super().__init__(message, line, column, place, help)
        self.message = message
        self.line = line
        self.column = column
        self.place = place
        self.help = help

    @classmethod
    def of(cls, error: dict[str, object]) -> Refusal:
        """Returns the exception for the object ``error`` in a JSON answer."""
        keys = ("message", "line", "column", "place", "help")
        return cls(*(error.get(key) for key in keys))  # type: ignore[arg-type]

    def __str__(self) -> str:
        where = ""
        if self.line is not None:
            where = f"line {self.line}, column {self.column}: "
        elif self.place:
            where = f"in {self.place}: "
        return f"{where}{self.message}" + (f" ({self.help})" if self.help else "")


class ReadError(Refusal):
    """Text that is not a puzzle, or a clue that does not fit its rule. The error states the mistake, where it is, and what was expected.

    >>> import cluewright
    >>> try:
    ...     cluewright.Puzzle.read('size = 4\\n[clues]\\nkiller-cage = "3: R1C1 R9C9"')
    ... except cluewright.ReadError as error:
    ...     print(error.line, error.column, error.place, error.message, sep="; ")
    3; 24; clues.killer-cage; R9C9 is off the grid, which has 4 rows and 4 columns
    """
