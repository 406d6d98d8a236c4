"""Shared fixtures: the corpus, and the command that the package is compared with."""

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "corpus"

CLASSIC = "..17...8.75.9...4.........38.5.9.1...4.....5...7.5.2.45.........1...5.62.2...35.."
SMALL = "12.4341.2143.321"


class Command:
    """The program ``cluewright``, run as users run it."""

    def __init__(self, program: Path) -> None:
        self.program = program

    def json(self, *arguments: object) -> list[dict]:
        """Returns the objects that the program writes with ``--json``, without the origin of the puzzles."""
        told = self.run(*arguments, "--json")
        answers = [json.loads(line) for line in told.splitlines()]
        return [{key: value for key, value in answer.items() if key != "puzzle"} for answer in answers]

    def run(self, *arguments: object) -> str:
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True, timeout=600)
        assert done.returncode in (0, 1, 2, 3, 4), done.stderr
        assert done.stdout or done.returncode != 2, done.stderr
        return done.stdout


@pytest.fixture(scope="session")
def command() -> Command:
    """Returns the program ``CLUEWRIGHT_BIN``, or else the one that cargo has built."""
    built = [ROOT / "target" / profile / "cluewright" for profile in ("dist", "release", "debug")]
    named = [Path(os.environ["CLUEWRIGHT_BIN"])] if "CLUEWRIGHT_BIN" in os.environ else built
    program = next((path for path in named if path.exists()), None)
    assert program, "no program to compare with: cargo build, or name it in CLUEWRIGHT_BIN"
    return Command(program)


def files(*patterns: str) -> list[Path]:
    """Returns files of the corpus."""
    found = sorted(path for pattern in patterns for path in CORPUS.glob(pattern))
    assert found, patterns
    return found
