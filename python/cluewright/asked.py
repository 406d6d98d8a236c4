"""Questions to the engine and its answers, as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from . import _engine
from .answers import Answer
from .errors import Refusal

A = TypeVar("A", bound=Answer)

#: Progress callback: gets a dictionary with ``doing``, ``done``, ``of``, ``solutions`` and ``fraction``.
Progress = Callable[[dict[str, Any]], object]


def wanted(**keys: object) -> dict[str, Any]:
    """Leaves out keys without a value; the engine has defaults for them."""
    return {key: value for key, value in keys.items() if value is not None}


class Asked:
    """A puzzle prepared by the engine."""

    __slots__ = ("_number", "_prepared")

    _number: int | None
    _prepared: _engine.Prepared

    def _ask(
        self,
        kind: type[A],
        question: dict[str, Any],
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> A:
        if nodes is not None or seconds is not None:
            question["limits"] = {"nodes": nodes, "seconds": seconds}
        return kind(self._answer(question, threads, progress), self)

    def _answer(
        self, question: dict[str, Any], threads: int = 0, progress: Progress | None = None
    ) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._prepared.ask(json.dumps(question), threads, progress))
        if "error" in answer and isinstance(answer["error"], dict):
            raise Refusal.of(answer["error"])
        if self._number is not None:
            answer = {"number": self._number, **answer}
        return answer
