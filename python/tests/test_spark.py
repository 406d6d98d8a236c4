"""Tests that columns on Spark equal the rows of batch, whatever the partitions and failures."""

import csv
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import CLASSIC, SMALL, files

import cluewright

pytestmark = [
    pytest.mark.spark,
    pytest.mark.skipif(shutil.which("java") is None and "JAVA_HOME" not in os.environ, reason="there is no Java"),
]

EXAMPLE = Path(__file__).parents[1] / "examples/spark_grade.py"

VARIANTS = [path.read_text() for path in files("variants/*.toml")]


@pytest.fixture(scope="module")
def spark():
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2,4]").appName("tests")
    builder = builder.config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "4")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def sorted_rows(frame):
    return sorted((tuple(row) for row in frame.collect()), key=repr)


def test_rows_are_those_of_batch(spark, command, tmp_path):
    import cluewright.spark

    puzzles = [*VARIANTS[::10], CLASSIC, "garbage", SMALL, *(path.read_text() for path in files("broken/*.toml")[::50])]
    source, wanted = tmp_path / "puzzles.csv", tmp_path / "wanted.csv"
    with source.open("w", newline="") as file:
        csv.writer(file).writerows([["id", "puzzle"], *([f"p{row}", puzzle] for row, puzzle in enumerate(puzzles))])
    frame = spark.read.csv(str(source), header=True, multiLine=True, quote='"', escape='"')
    for task, work_out in (("check", cluewright.spark.check), ("grade", cluewright.spark.grade), ("diagnose", cluewright.spark.diagnose)):
        columns = {"check": "verdict,solution,nodes,error", "grade": "verdict,rating,tier,effort,hardest,minutes,steps,error"}
        columns = columns.get(task, "verdict,blame,repair,open,redundant,complete,error")
        command.run("batch", source, "--out", wanted, "--force", "--quiet", "--columns", f"id,{columns}")
        told = work_out(frame.repartition(5), columns=columns.split(",")).drop("puzzle")
        folder = tmp_path / task
        told.coalesce(1).write.csv(str(folder), header=True, quote='"', escape='"', emptyValue="")
        [part] = folder.glob("part-*.csv")
        assert sorted(part.read_bytes().splitlines()) == sorted(wanted.read_bytes().splitlines())


def test_rows_do_not_depend_on_partitions(spark):
    import cluewright.spark

    frame = spark.createDataFrame([(row, puzzle) for row, puzzle in enumerate([*VARIANTS[:8], "", CLASSIC] * 2)], "n int, puzzle string")
    rows = [sorted_rows(cluewright.spark.grade(frame.repartition(parts))) for parts in (1, 3, 7)]
    assert rows[0] == rows[1] == rows[2] and len(rows[0]) == 20


def test_own_columns_are_kept(spark):
    import cluewright.spark

    frame = spark.createDataFrame([(1, SMALL, "mine", [1, 2]), (2, None, None, None)], "n long, puzzle string, verdict string, list array<int>")
    checked = cluewright.spark.check(frame)
    assert checked.columns == ["n", "puzzle", "input-verdict", "list", "verdict", "error"]
    first, second = checked.orderBy("n").collect()
    assert tuple(first) == (1, SMALL, "mine", [1, 2], "unique", None)
    assert second["verdict"] == "error" and second["error"].endswith("found a missing value")


def test_what_is_wrong_is_said_before_anything_runs(spark):
    import cluewright.spark

    frame = spark.createDataFrame([(1, SMALL)], "n long, puzzle string")
    for arguments, told in (
        ({"column": "quiz"}, "there is no column 'quiz'; columns are n, puzzle"),
        ({"column": "n"}, "column 'n': expected text, found bigint"),
        ({"columns": ["ratting"]}, "there is no column 'ratting'"),
        ({"profile": "nobody's"}, "no profile is called"),
    ):
        with pytest.raises(ValueError, match=told):
            cluewright.spark.grade(frame, **arguments)
    with pytest.raises(TypeError):
        cluewright.spark.check(frame, nonsense=True)


def test_a_time_limit_marks_its_rows(spark):
    import cluewright.spark

    text = "size = 9\n[clues]\nanti-knight = true\nanti-king = true\nnon-consecutive = true\n"
    frame = spark.createDataFrame([(text,)], "puzzle string")
    [row] = cluewright.spark.check(frame, seconds=0.0).collect()
    assert (row["verdict"], row["stopped"]) == ("undecided", "time")


def test_a_killed_worker_loses_nothing(spark):
    """If Spark's Python workers are killed in the middle of their work, the rows still equal those
    of an uninterrupted run."""
    import cluewright.spark

    frame = spark.createDataFrame([(row, VARIANTS[row % len(VARIANTS)]) for row in range(160)], "n int, puzzle string")
    frame = frame.repartition(8, "n").cache()
    frame.count()
    rows, failed = [], []

    def run():
        try:
            rows.append(sorted_rows(cluewright.spark.grade(frame)))
        except Exception as error:
            failed.append(error)

    job = threading.Thread(target=run)
    job.start()
    killed = []
    while job.is_alive() and len(killed) < 2:
        for worker in busy_workers():
            if worker not in killed and len(killed) < 2:
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)
                time.sleep(0.5)
                break
        time.sleep(0.02)
    assert killed, "the work was done before anything could be killed"
    assert job.is_alive(), "the work was done when the workers were killed"
    job.join()
    assert not failed
    table = cluewright.grade(VARIANTS)
    grades = list(zip(VARIANTS, *(table[name] for name in table.column_names)))
    wanted = [(row, *grades[row % len(grades)]) for row in range(160)]
    assert rows[0] == sorted(wanted, key=repr)


def busy_workers():
    """Returns the processes that Spark's Python daemon has forked below this one and that have used some
    processor time."""
    parents, times = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text().rpartition(")")[2].split()
                command = (entry / "cmdline").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat[1])
            if "pyspark.daemon" in command:
                times[int(entry.name)] = (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def is_ours(process):
        while process in parents and process != os.getpid():
            process = parents[process]
        return process == os.getpid()

    workers = [process for process in times if parents[process] in times and is_ours(process)]
    return [process for process in workers if times[process] > 0.3]


@pytest.mark.parametrize("kind", ["txt", "csv", "jsonl", "parquet"])
def test_the_example(spark, kind, tmp_path):
    source = str(tmp_path / f"puzzles.{kind}")
    frame = spark.createDataFrame([(SMALL, "a"), (CLASSIC, "b"), ("garbage", "c")], "puzzle string, name string").coalesce(1)
    writers = {
        "txt": lambda: frame.select("puzzle").write.text(source),
        "csv": lambda: frame.write.csv(source, header=True),
        "jsonl": lambda: frame.write.json(source),
        "parquet": lambda: frame.write.parquet(source),
    }
    writers[kind]()
    ending = "csv" if kind == "txt" else "parquet"
    target = str(tmp_path / f"grades.{ending}")
    submit(EXAMPLE, source, target, "--partitions", "2", "--columns", "verdict,tier")
    rows = spark.read.csv(target, header=True) if ending == "csv" else spark.read.parquet(target)
    told = sorted((row["verdict"], row["tier"]) for row in rows.collect() if row["tier"])
    assert [verdict for verdict, _ in told] == ["unique", "unique"] and rows.count() == 3
    if kind == "txt":
        refused = submit(EXAMPLE, source, target, "--column", "quiz", "--columns", "x", code=1)
        assert "error: there is no column 'x'" in refused


def submit(*arguments, code=0):
    environment = dict(os.environ, PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    program = Path(sys.executable).with_name("spark-submit")
    command = [str(program), "--master", "local[1]", "--conf", "spark.ui.enabled=false", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == code, done.stderr[-3000:]
    return done.stdout + done.stderr


def test_only_the_columns_named_are_kept(spark):
    import cluewright.spark

    frame = spark.createDataFrame([(1, SMALL, "mine"), (2, "garbage", "theirs")], "n long, puzzle string, verdict string")
    checked = cluewright.spark.check(frame, columns=["verdict"], keep=["verdict", "n"])
    assert checked.columns == ["n", "input-verdict", "verdict"]
    assert sorted_rows(checked) == [(1, "mine", "unique"), (2, "theirs", "error")]
    assert cluewright.spark.check(frame, columns=["verdict"], keep=[]).columns == ["verdict"]
    with pytest.raises(ValueError, match="there is no column 'm'; columns are n, puzzle, verdict"):
        cluewright.spark.check(frame, keep=["m"])


def test_files_have_the_rows_of_frames(spark, tmp_path):
    import cluewright.spark

    puzzles = [(row, puzzle, "mine") for row, puzzle in enumerate([*VARIANTS[:6], "garbage", CLASSIC, SMALL])]
    frame = spark.createDataFrame(puzzles, "n int, puzzle string, verdict string")
    frame.repartition(3).write.parquet(str(tmp_path / "puzzles"))
    for name in ("check", "grade", "diagnose"):
        work_out = getattr(cluewright.spark, name)
        written = getattr(cluewright.spark, f"{name}_files")(tmp_path / "puzzles", tmp_path / name, keep=["n", "verdict"])
        assert len(written) == 3 and sum(file.rows for file in written) == len(puzzles)
        assert sorted(Path(file.file) for file in written) == sorted((tmp_path / name).iterdir())
        rows = spark.read.parquet(*[file.file for file in written])
        wanted = work_out(frame, keep=["n", "verdict"])
        assert rows.columns == wanted.columns
        assert sorted_rows(rows) == sorted_rows(wanted)


def test_files_that_do_not_fit_are_refused_before_anything_is_written(spark, tmp_path):
    import cluewright.spark

    spark.createDataFrame([(SMALL,)], "puzzle string").coalesce(1).write.parquet(str(tmp_path / "puzzles"))
    spark.createDataFrame([(SMALL,)], "text string").write.parquet(str(tmp_path / "texts"))
    out = tmp_path / "out"
    with pytest.raises(ValueError, match="there is no column 'puzzle'; columns are text"):
        cluewright.spark.check_files([tmp_path / "puzzles", tmp_path / "texts"], out)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        cluewright.spark.check_files(tmp_path / "nowhere", out)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="there is no Parquet file"):
        cluewright.spark.check_files(tmp_path / "empty", out)
    assert not out.exists()
    with pytest.raises(TypeError, match="node"):
        cluewright.spark.check_files(tmp_path / "puzzles", out, node=5)
    assert not out.exists()
    [source] = (tmp_path / "puzzles").glob("*.parquet")
    cluewright.spark.check_files(source, out)
    with pytest.raises(ValueError, match="expected an empty folder"):
        cluewright.spark.check_files(source, out)
