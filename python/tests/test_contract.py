"""Tests with an independent validator that questions, answers and progress match
``docs/ask.schema.json``."""

import inspect
import json
from pathlib import Path

import pytest
from conftest import CLASSIC, ROOT, SMALL
from jsonschema import Draft202012Validator

from cluewright import Puzzle, Refusal

BROKEN = ROOT / "corpus/broken/4x4-changed-given.toml"
DRAWN = ROOT / "tests/cli/drawn.json"
VARIANT = ROOT / "corpus/classic/4x4.toml"

#: The arguments of the tested calls, each with the text or the file of a puzzle.
CALLS = {
    "check": [(SMALL, {}), (BROKEN, {}), (DRAWN, {})],
    "solve": [(SMALL, {"limit": 3}), (DRAWN, {})],
    "count": [("1...............", {"limit": 5})],
    "candidates": [(SMALL, {"cap": 3}), (DRAWN, {})],
    "estimate": [("1...............", {"seed": 1})],
    "grade": [
        (CLASSIC, {"explain": True, "verify": True, "without": ["x-wing"], "only": "hard"}),
        (BROKEN, {"force": True}),
    ],
    "hint": [(SMALL, {"strength": "step"}), (SMALL, {"marks": {"R1C3": [1, 2]}}), (DRAWN, {})],
    "diagnose": [
        (SMALL, {"max_sets": 2, "layout": True, "cap": 3, "grades": True, "minimise": 1, "was": SMALL}),
        (BROKEN, {}),
    ],
    "convert": [(VARIANT, {"to": "fpuzzles"})],
    "report": [(SMALL, {}), (DRAWN, {})],
    "svg": [(SMALL, {"solution": "." * 16, "candidates": ["12"] * 16, "highlight": ["R1C1"], "marks": {"R1C3": "a"}})],
    "since": [(BROKEN, {"was": SMALL})],
    "minimise": [
        (SMALL, {"seed": 1, "keep": ["R1C1"], "symmetry": "half-turn", "keep_path": True, "values": True, "fewest": True}),
        (SMALL, {"size": 4, "techniques": {"profile": "default"}}),
    ],
    "suggest": [
        ("1...............", {"rules": ["given"], "most": 1, "seed": 1, "techniques": {}}),
        (SMALL, {"shift": 0.5}),
    ],
    "apply": [(SMALL, {"edits": [{"op": "remove", "rule": "given", "index": 0}], "to": "native"}), (SMALL, {"edits": []})],
}

#: Calls that are refused.
REFUSED = {
    "grade": {"without": ["no-such-technique"]},
    "hint": {"strength": "step", "profile": "no such profile"},
    "diagnose": {"was": "garbage"},
    "convert": {"to": "fax"},
    "svg": {"highlight": ["R9C9"]},
}


def closed(schema, is_value=False):
    """Returns the schema, but forbids the keys that it does not list, wherever it describes a complete value."""
    if not isinstance(schema, dict):
        return schema
    result = {}
    for key, part in schema.items():
        if key in ("properties", "patternProperties"):
            part = {name: closed(value, True) for name, value in part.items()}
        elif key == "$defs":
            part = {name: closed(value) for name, value in part.items()}
        elif key in ("items", "additionalProperties"):
            part = closed(part, True)
        elif key == "prefixItems":
            part = [closed(value, True) for value in part]
        elif key in ("anyOf", "oneOf", "allOf"):
            part = [closed(value) for value in part]
        result[key] = part
    if is_value and {"$ref", "anyOf", "oneOf", "allOf", "properties"} & set(schema):
        result["unevaluatedProperties"] = False
    return result


CONTRACT = closed(json.loads((ROOT / "docs/ask.schema.json").read_text(encoding="utf-8")))


def validator(part):
    schema = {**CONTRACT["properties"][part], "$defs": CONTRACT["$defs"]}
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


REQUEST, ANSWER, PROGRESS = (validator(part) for part in ("request", "answer", "progress"))


for form in CONTRACT["$defs"]["Request"]["oneOf"]:
    for example in form.get("examples", []):
        arguments = {key: value for key, value in example.items() if key not in ("ask", "puzzle", "read", "limits")}
        CALLS.setdefault(example["ask"], []).append((example["puzzle"], arguments))


class Recorder:
    """An engine that records the questions and answers."""

    def __init__(self, prepared):
        self.prepared = prepared
        self.questions, self.answers = [], []

    def ask(self, question, threads=0, progress=None):
        answer = self.prepared.ask(question, threads, progress)
        self.questions.append(json.loads(question))
        self.answers.append(json.loads(answer))
        return answer


def recorded(source):
    text = source.read_text(encoding="utf-8") if isinstance(source, Path) else source
    puzzle = Puzzle.read(text)
    puzzle._prepared = Recorder(puzzle._prepared)
    return puzzle, puzzle._prepared


def check(recorder):
    assert recorder.questions
    for question, answer in zip(recorder.questions, recorder.answers):
        REQUEST.validate(question)
        ANSWER.validate(answer)


def test_every_question_of_a_puzzle_has_calls_here():
    public = {name for name, _ in inspect.getmembers(Puzzle, inspect.isfunction) if not name.startswith("_")}
    assert public == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_answers(name):
    for source, arguments in CALLS[name]:
        puzzle, recorder = recorded(source)
        answer = getattr(puzzle, name)(**arguments)
        check(recorder)
        if name != "svg":
            ANSWER.validate(answer.to_dict())


LIMITED = [name for name in CALLS if "nodes" in inspect.signature(getattr(Puzzle, name)).parameters]


@pytest.mark.parametrize("name", LIMITED)
def test_answers_within_limits(name):
    source, arguments = CALLS[name][0]
    for limits in ({"nodes": 0}, {"seconds": 0}):
        puzzle, recorder = recorded(source)
        getattr(puzzle, name)(**arguments, **limits)
        check(recorder)


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name):
    puzzle, recorder = recorded(SMALL)
    with pytest.raises(Refusal):
        getattr(puzzle, name)(**REFUSED[name])
    check(recorder)
    assert recorder.answers[0].keys() == {"error"}


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"ask": "chek"},
        {"ask": "check", "limits": [1]},
        {"ask": "check", "limits": {"nodes": "many"}},
        {"ask": "check", "most": 1},
        {"ask": "solve", "most": -1},
        {"ask": "grade", "techniques": []},
        {"ask": "grade", "explain": 1},
        {"ask": "convert"},
        ["check"],
    ],
)
def test_questions_of_wrong_types(question):
    answer = json.loads(Puzzle.read(SMALL)._prepared.ask(json.dumps(question)))
    ANSWER.validate(answer)
    assert answer.keys() == {"error"}
    assert not REQUEST.is_valid(question)


def test_progress():
    puzzle, recorder = recorded("." * 81)
    heard = []
    puzzle.count(seconds=1, progress=heard.append)
    check(recorder)
    assert heard
    for progress in heard:
        PROGRESS.validate(progress)
