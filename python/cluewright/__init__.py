"""Cluewright: a workbench for setters of sudoku variants. Is a puzzle provably unique? How hard is it for a person, and which steps solve
it? Which clue is to blame?

For one puzzle at a time, use :class:`Puzzle`:

>>> import cluewright
>>> puzzle = cluewright.Puzzle.read("..17...8.75.9...4.........38.5.9.1...4.....5...7.5.2.45.........1...5.62.2...35..")
>>> puzzle.check().verdict
'unique'
>>> puzzle.grade().tier
'easy'

For many puzzles, pass a column of text (a list, a pandas or Polars series, or Arrow data); the result is a :class:`Table`:

>>> table = cluewright.check(["12.4341.2143.321", "1...............", "a puzzle?"])
>>> table["verdict"]
['unique', 'several', 'error']
"""

from importlib.metadata import version

from . import questions
from .answers import (
    Answer,
    Candidates,
    Change,
    Check,
    Clue,
    Conflict,
    Converted,
    Diagnosis,
    Drawing,
    Entry,
    Estimate,
    Grade,
    Hint,
    Repair,
    Report,
    Role,
    Solutions,
    Step,
)
from .builder import Builder
from .columns import COLUMNS, check, diagnose, grade
from .errors import ReadError, Refusal
from .puzzle import Puzzle
from .questions import *
from .table import Table

__version__ = version("cluewright")

__all__ = [
    "COLUMNS",
    "Answer",
    "Builder",
    "Candidates",
    "Change",
    "Check",
    "Clue",
    "Conflict",
    "Converted",
    "Diagnosis",
    "Drawing",
    "Entry",
    "Estimate",
    "Grade",
    "Hint",
    "Puzzle",
    "ReadError",
    "Refusal",
    "Repair",
    "Report",
    "Role",
    "Solutions",
    "Step",
    "Table",
    "check",
    "diagnose",
    "grade",
]

__all__ += questions.__all__
