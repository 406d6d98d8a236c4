"""Puzzles built in code, without text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from .puzzle import Puzzle


class Builder:
    """A puzzle under construction. It is immutable: each method returns an extended copy.

    The arguments are keys of a puzzle file, such as ``size``, ``title``, ``grid``, ``regions`` and ``clues``. Each rule is a method, named
    after the rule or one of its aliases, with ``_`` in place of ``-``. Its arguments are the numbers and then the cells, as in the text of
    a clue:

    >>> builder = Builder(size=4).killer_cage(3, "R1C1 R1C2").killer_cage(6, "R2C3 R2C4 R3C4").killer_cage(7, "R4C1 R4C2")
    >>> builder.white_dot("R2C2 R3C2").puzzle().check().verdict
    'several'

    A clue with several lists of cells takes one string per list. Parameters and cells can also be keyword arguments, and a grid-wide rule
    needs no arguments:

    >>> king = Builder(size=4, grid="1... .... .... ....").anti_king()
    >>> king.puzzle().check().verdict
    'none'
    >>> arrow = Builder(size=4).arrow("R1C1", "R1C2 R1C3").killer_cage(cells="R1C1 R2C1", sum=5)
    >>> print(arrow.text)
    {"size": 4, "clues": {"arrow": "R1C1; R1C2 R1C3", "killer-cage": {"cells": "R1C1 R2C1", "sum": 5}}}

    Errors are raised when the puzzle is read:

    >>> Builder(size=4).termometer("R1C1 R1C2").puzzle()
    Traceback (most recent call last):
    cluewright.errors.ReadError: ...
    """

    __slots__ = ("_clues", "_keys")

    def __init__(self, *, clues: Mapping[str, Any] | None = None, **keys: Any) -> None:
        self._keys: Mapping[str, Any] = {name.replace("_", "-"): value for name, value in keys.items()}
        self._clues: Mapping[str, tuple[Any, ...]] = {
            rule.replace("_", "-"): tuple(value) if isinstance(value, list) else (value,) for rule, value in (clues or {}).items()
        }

    def clue(self, rule: str, *parts: int | str, **named: Any) -> Builder:
        """Adds a clue. Pass its numbers and then its slots, or all of them by name.

        >>> Builder(size=4).clue("thermometer", "R1C1-R1C4").clue("black-dot", 2, "R2C1 R3C1").text
        '{"size": 4, "clues": {"thermometer": "R1C1-R1C4", "black-dot": "2: R2C1 R3C1"}}'
        """
        if parts and named:
            raise TypeError(f"a clue of `{rule}` has numbers and cells in order, or all of them by name, not both")
        clue = {name.replace("_", "-"): value for name, value in named.items()} or _text(rule, parts)
        rule = rule.replace("_", "-")
        longer = Builder()
        longer._keys = self._keys
        longer._clues = {**self._clues, rule: (*self._clues.get(rule, ()), clue)}
        return longer

    def __getattr__(self, rule: str) -> Callable[..., Builder]:
        if rule.startswith("_"):
            raise AttributeError(rule)
        return lambda *parts, **named: self.clue(rule, *parts, **named)

    @property
    def text(self) -> str:
        """The puzzle file, as JSON."""
        # A rule on the whole grid is a single value, not a list.
        clues = {rule: clues[0] if len(clues) == 1 else list(clues) for rule, clues in self._clues.items()}
        return json.dumps({**self._keys, "clues": clues}, ensure_ascii=False)

    def puzzle(self) -> Puzzle:
        """Reads the puzzle.

        Raises :class:`~cluewright.ReadError` if a rule, a cell or a number is wrong.
        """
        return Puzzle.read(self.text, format="native-json")


def _text(rule: str, parts: tuple[int | str, ...]) -> int | str | bool:
    """Returns a clue in the notation of puzzle files, from its numbers and slots."""
    numbers = [part for part in parts if isinstance(part, int)]
    slots = [part for part in parts if not isinstance(part, int)]
    if list(parts) != [*numbers, *slots]:
        raise TypeError(f"the numbers of a clue of `{rule}` come before its cells")
    if not slots:
        return numbers[0] if numbers else True
    value = " ".join(map(str, numbers))
    return (f"{value}: " if numbers else "") + "; ".join(slots)
