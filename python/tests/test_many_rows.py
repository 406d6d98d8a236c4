"""Tests that the rows of the package and of Spark equal those of ``batch`` byte for byte, on a
million plain sudokus and two thousand variants.

The test takes minutes and needs collections that are not part of this project, so it runs only if
``CLUEWRIGHT_DATA`` names their folder. ``PLAIN`` and ``GRADED`` set smaller numbers of puzzles.
"""

import csv
import io
import json
import os
import shutil
import sys
from pathlib import Path

import pytest

import cluewright

DATA = os.environ.get("CLUEWRIGHT_DATA")
PLAIN = int(os.environ.get("PLAIN", "1000000"))
GRADED = int(os.environ.get("GRADED", "2000"))

pytestmark = pytest.mark.skipif(DATA is None, reason="CLUEWRIGHT_DATA names no folder")

CHECKED = ["verdict", "solutions", "solution", "stopped", "warnings", "error"]
GRADES = ["verdict", "solution", "nodes", "rating", "tier", "effort", "hardest", "minutes", "first-placement", "first-step", "steps"]
GRADES += ["tier-steps", "bottlenecks", "longest-streak", "searched", "solved", "stopped", "warnings", "error"]


def plain():
    """Returns sudokus with 17 clues, the hardest ones, and edited ones (most of them wrong), repeated as needed."""
    own = []
    for path in sorted(Path(DATA, "classic").glob("*.txt")):
        own += path.read_text().split("\n")
    own = [line.strip() for line in own if line.strip() and not line.startswith("#")]
    return [own[row % len(own)] for row in range(PLAIN)]


def variants():
    own = []
    for name in ("ctc_rated_dev", "ctc_dev"):
        lines = Path(DATA, f"{name}.jsonl").read_text().splitlines()
        records = [json.loads(line) for line in lines]
        own += [record.get("toml") or record["iss"] for record in records]
    return [own[row % len(own)] for row in range(GRADED)]


CASES = {
    "check": (plain, CHECKED, cluewright.check),
    "grade": (variants, GRADES, cluewright.grade),
}


@pytest.fixture(scope="module", params=CASES)
def case(request, command, tmp_path_factory):
    """Returns a task, its puzzles, the columns, and the lines that ``batch`` writes."""
    make, columns, work_out = CASES[request.param]
    puzzles = make()
    folder = tmp_path_factory.mktemp("rows")
    source, wanted = folder / "puzzles.csv", folder / "wanted.csv"
    with source.open("w", newline="") as file:
        csv.writer(file).writerows([["id", "puzzle"], *([row, puzzle] for row, puzzle in enumerate(puzzles))])
    command.run("batch", source, "--out", wanted, "--force", "--quiet", "--columns", ",".join(["id", *columns]))
    return request.param, puzzles, columns, work_out, wanted.read_bytes().splitlines()[1:], folder


def test_rows_of_the_package_are_those_of_batch(case):
    _, puzzles, columns, work_out, wanted, _ = case
    table = work_out(puzzles, columns=columns, progress=False)
    written = io.StringIO()
    rows = zip(range(len(puzzles)), *(table[name] for name in columns))
    csv.writer(written, lineterminator="\n").writerows(rows)
    assert written.getvalue().encode().splitlines() == wanted
    assert len(wanted) == len(puzzles)


@pytest.mark.spark
@pytest.mark.skipif(shutil.which("java") is None and "JAVA_HOME" not in os.environ, reason="there is no Java")
def test_rows_of_spark_are_those_of_batch(case):
    import pyarrow
    from pyarrow import parquet
    from pyspark.sql import SparkSession

    import cluewright.spark

    task, puzzles, columns, _, wanted, folder = case
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").appName("rows").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    try:
        parquet.write_table(pyarrow.table({"id": list(range(len(puzzles))), "puzzle": puzzles}), folder / "puzzles.parquet")
        frame = session.read.parquet(str(folder / "puzzles.parquet")).repartition(8)
        told = getattr(cluewright.spark, task)(frame, columns=columns).drop("puzzle")
        told.write.csv(str(folder / "told"), quote='"', escape='"', emptyValue="")
        lines = [line for part in (folder / "told").glob("part-*.csv") for line in part.read_bytes().splitlines()]
    finally:
        session.stop()
    assert sorted(lines) == sorted(wanted)
