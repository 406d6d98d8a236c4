"""Tests that other threads run while the engine works, that Ctrl-C ends the question, and that
progress is reported."""

import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import cluewright
from cluewright import Puzzle

#: Hours of work.
ENDLESS = "size = 9\n[clues]\nanti-knight = true\n"


def test_other_threads_run_meanwhile():
    laps = 0
    ended = threading.Event()

    def run():
        nonlocal laps
        while not ended.is_set():
            laps += 1
            time.sleep(0.001)

    runner = threading.Thread(target=run)
    runner.start()
    try:
        Puzzle.read(ENDLESS).count(seconds=0.5)
    finally:
        ended.set()
        runner.join()
    assert laps > 20


@pytest.mark.parametrize(
    "work",
    [
        "cluewright.Puzzle.read(TEXT).count()",
        "cluewright.Puzzle.read(TEXT).count(threads=1, progress=print)",
        "cluewright.check([TEXT.replace('true', 'true #')] * 10000, nodes=10**15, columns=['nodes'])",
        "cluewright.grade(open(HARD).read().split() * 1000, threads=1)",
    ],
)
def test_ctrl_c_ends_it(work, tmp_path):
    hard = tmp_path / "hard.txt"
    hard.write_text("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n" * 9)
    program = f"""
        import cluewright
        TEXT = {ENDLESS!r}
        HARD = {str(hard)!r}
        print("begun", flush=True)
        try:
            {work}
        except KeyboardInterrupt:
            print("ended", flush=True)
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "begun\n"
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=30)
    assert told.splitlines()[-1] == "ended" and process.returncode == 0


def test_progress_is_told():
    told = []
    Puzzle.read(ENDLESS).count(seconds=1.0, progress=told.append)
    assert told and told[-1]["doing"] == "guesses" and told[-1]["done"] > 0


def test_what_a_listener_raises_ends_the_question():
    def listen(progress):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Puzzle.read(ENDLESS).count(progress=listen)


def test_a_bar_of_tqdm(capsys):
    pytest.importorskip("tqdm")
    rows = cluewright.check([ENDLESS] * 3, seconds=0.5, threads=1, columns=["nodes"], progress=True)
    assert len(rows) == 3
    assert "3/3" in capsys.readouterr().err


def test_importing_brings_nothing_heavy():
    program = "import sys, cluewright; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    heavy = {"pyarrow", "pandas", "polars", "numpy", "matplotlib", "pyspark", "tqdm", "dataclasses"}
    assert "cluewright" in told and not heavy & set(told)
