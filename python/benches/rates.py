"""Compares the speed of the package with that of the command: measures the processor time of both in turn.

    python benches/rates.py plain puzzles.txt ../target/dist/cluewright     # a million lines from a pyarrow array
    python benches/rates.py grade puzzles.jsonl ../target/dist/cluewright   # JSON lines with the key `puzzle`
    python benches/rates.py spark puzzles.txt puzzles.jsonl                 # on local[2], marginal rates
    python benches/rates.py import                                          # milliseconds, compared with Python alone

Processor time is the time of the process and its children, so that other work on the machine has little effect.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = int(os.environ.get("ROUNDS", "5"))
PLAIN = 1_000_000
GRADED = int(os.environ.get("GRADED", "2000"))


def used(who):
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def measured(who, work):
    """Returns the processor time and the elapsed time of some work, in seconds."""
    before, started = used(who), time.perf_counter()
    work()
    return used(who) - before, time.perf_counter() - started


def lines(path, count):
    """Returns `count` puzzles, repeating those of the file."""
    own = Path(path).read_text().split()
    return [own[row % len(own)] for row in range(count)]


def texts(path, count):
    own = [json.loads(line) for line in Path(path).read_text().splitlines()]
    own = [record.get("puzzle") or record["toml"] for record in own]
    return [own[row % len(own)] for row in range(count)]


def compared(name, rows, package, command):
    """Prints the medians of the package and the command, measured in turn, and the ratio of their rates."""
    mine, theirs = [], []
    for _ in range(ROUNDS):
        mine.append(measured(resource.RUSAGE_SELF, package)[0])
        theirs.append(measured(resource.RUSAGE_CHILDREN, command)[0])
    us = [1e6 * statistics.median(times) / rows for times in (mine, theirs)]
    ratios = [their / my for my, their in zip(mine, theirs)]
    told = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    print(f"{name}: {us[0]:.3f} us/row the package, {us[1]:.3f} us/row the command; rates as {statistics.median(ratios):.2f} to 1 ({told})")


def plain(path, program):
    import pyarrow

    import cluewright

    puzzles = lines(path, PLAIN)
    column = pyarrow.array(puzzles)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "list.txt")
        source.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
        command = [program, "batch", str(source), "--out", str(Path(folder, "out.csv")), "--force", "--quiet", "--threads", "1"]
        compared(
            "plain, one thread",
            PLAIN,
            lambda: cluewright.check(column, threads=1, progress=False),
            lambda: subprocess.run(command, check=True),
        )


def grade(path, program):
    import cluewright

    puzzles = texts(path, min(GRADED, 400))
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "list.jsonl")
        source.write_text("".join(json.dumps({"puzzle": puzzle}) + "\n" for puzzle in puzzles))
        target = str(Path(folder, "out.csv"))
        for threads in (1, 2):
            command = [program, "batch", str(source), "--out", target, "--force", "--quiet", "--grade", "--threads", str(threads)]
            compared(
                f"graded, {threads} threads",
                len(puzzles),
                lambda: cluewright.grade(puzzles, threads=threads, progress=False),
                lambda: subprocess.run(command, check=True),
            )


def spark(plain_path, graded_path):
    """Measures the rate of a core for additional rows. Taking the difference between a large and a
    small number of rows cancels the start of Spark."""
    from pyspark.sql import SparkSession

    import cluewright
    import cluewright.spark

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    tasks = {
        "plain": (lines(plain_path, PLAIN), 10, cluewright.check, cluewright.spark.check, cluewright.spark.check_files),
        "graded": (texts(graded_path, GRADED), 2, cluewright.grade, cluewright.spark.grade, cluewright.spark.grade_files),
    }
    for name, (puzzles, times, alone, on_frame, on_files) in tasks.items():
        with tempfile.TemporaryDirectory() as folder:
            sizes = {1: Path(folder, "small"), times: Path(folder, "large")}
            for size, source in sizes.items():
                write_parquet(source, puzzles, 10 * size)

            def frame(source):
                rows = on_frame(session.read.parquet(str(source)), columns=["verdict"], keep=[])
                rows.write.mode("overwrite").parquet(f"{source}-out")

            def files(source):
                on_files(source, tempfile.mkdtemp(dir=folder), columns=["verdict"], keep=[])

            mine, _ = measured(resource.RUSAGE_SELF, lambda: alone(puzzles, columns=["verdict"], threads=1, progress=False))
            for way in (frame, files):
                way(sizes[1])
                spent = {size: tree(session, lambda: way(source))[0][0] for size, source in sizes.items()}
                row = (spent[times] - spent[1]) / (times - 1) / len(puzzles)
                print(
                    f"{name}, {way.__name__}: {1 / row:.0f} rows/s of a core, the package alone {len(puzzles) / mine:.0f}"
                    f" ({mine / len(puzzles) / row:.0%}); {spent[1]:.1f} s for {len(puzzles)} rows, {spent[times]:.1f} s for {times} times as many"
                )
    session.stop()


def write_parquet(folder, puzzles, parts):
    """Writes a folder of files. Each of the first ten files has a tenth of the puzzles; later files repeat these."""
    import pyarrow
    from pyarrow import parquet

    folder.mkdir()
    for part in range(parts):
        parquet.write_table(pyarrow.table({"puzzle": puzzles[part % 10 :: 10]}), folder / f"part-{part:05}.parquet")


def tree(session, work):
    """Returns the processor time of all processes below this one and the elapsed time, and the processor
    time of the Python workers."""
    before = processes()
    started = time.perf_counter()
    work()
    elapsed = time.perf_counter() - started
    after = processes()
    spent = {name: after[name] - before[name] for name in after}
    return (sum(spent.values()), elapsed), spent["workers"]


def processes():
    """Returns the processor time so far of the JVM and of the Python workers below this process,
    including workers that have ended."""
    ticks = os.sysconf("SC_CLK_TCK")
    spent, parents = {"jvm": 0.0, "workers": 0.0}, {}
    stats = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stats[int(entry.name)] = ((entry / "stat").read_text().rpartition(")")[2].split(), (entry / "cmdline").read_text())
            except OSError:
                continue
    for process, (stat, _) in stats.items():
        parents[process] = int(stat[1])
    for process, (stat, command) in stats.items():
        above = process
        while above in parents and above != os.getpid():
            above = parents[above]
        if above != os.getpid() or process == os.getpid():
            continue
        own, ended = int(stat[11]) + int(stat[12]), int(stat[13]) + int(stat[14])
        kind = "workers" if "pyspark" in command and "java" not in command.split("\0")[0] else "jvm"
        spent[kind] += (own + (ended if kind == "workers" else 0)) / ticks
    return spent


def importing():
    def best(program):
        times = []
        for _ in range(20):
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True)
            times.append(time.perf_counter() - started)
        return 1000 * min(times)

    alone, with_it = best("pass"), best("import cluewright")
    print(f"import: {with_it - alone:.1f} ms more than {alone:.1f} ms of Python alone (best of 20)")


if __name__ == "__main__":
    tasks = {"plain": plain, "grade": grade, "spark": spark, "import": importing}
    if len(sys.argv) < 2 or sys.argv[1] not in tasks:
        sys.exit(__doc__)
    tasks[sys.argv[1]](*sys.argv[2:])
