"""Columns of puzzles on a Spark cluster, with the functions of :mod:`cluewright.columns`.

.. code-block:: python

    import cluewright.spark

    graded = cluewright.spark.grade(spark.read.parquet("puzzles/"), column="puzzle")
    graded.write.parquet("grades/")

The results are the frame's own columns (``keep`` selects some of them), followed by those of ``cluewright batch``. If one of the frame's
columns has the same name as a result, it gets the prefix ``input-``. A row depends only on its puzzle and the arguments, not on partitions,
the cluster, or Spark's retries, because the limits count guesses and rounds. ``seconds`` is an optional limit; in rows that it stopped, the
column ``stopped`` names it.

With ``check_files``, ``grade_files`` and ``diagnose_files``, the workers read and write Parquet files themselves, so rows do not pass
through Spark. This is faster if a row takes only microseconds, as for plain sudokus.

Every executor needs the package. ``docs/CLUSTER.md`` describes this and partitioning.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from . import columns as _columns

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructField, StructType

Path = Union[str, "os.PathLike[str]"]
"""A local path, or a URI."""


def check(
    df: DataFrame,
    column: str = "puzzle",
    *,
    columns: Sequence[str] | None = None,
    keep: Sequence[str] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    **reading: Any,
) -> DataFrame:
    """Proves for each puzzle whether it has no solution, one or several; see :func:`cluewright.check`.

    ``threads`` is the number of threads per task: set ``spark.task.cpus`` to the same number.
    """
    options = {"columns": columns, "nodes": nodes, "seconds": seconds, "threads": threads, **reading}
    return _map_frame(df, column, keep, _check_task(**options))


def grade(
    df: DataFrame,
    column: str = "puzzle",
    *,
    columns: Sequence[str] | None = None,
    keep: Sequence[str] | None = None,
    profile: str = "default",
    without: Sequence[str] = (),
    only: str | None = None,
    nodes: int | None = None,
    rounds: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    **reading: Any,
) -> DataFrame:
    """Grades each unique puzzle; see :func:`cluewright.grade`."""
    options = {"columns": columns, "nodes": nodes, "seconds": seconds, "threads": threads, **reading}
    options.update(profile=profile, without=without, only=only, rounds=rounds)
    return _map_frame(df, column, keep, _grade_task(**options))


def diagnose(
    df: DataFrame,
    column: str = "puzzle",
    *,
    columns: Sequence[str] | None = None,
    keep: Sequence[str] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    **reading: Any,
) -> DataFrame:
    """Finds the clue to blame in each puzzle; see :func:`cluewright.diagnose`."""
    options = {"columns": columns, "nodes": nodes, "seconds": seconds, "threads": threads, **reading}
    return _map_frame(df, column, keep, _diagnose_task(**options))


def check_files(
    paths: Path | Sequence[Path], out: Path, column: str = "puzzle", *, keep: Sequence[str] | None = None, **options: Any
) -> list[FileRows]:
    """Checks the puzzles of Parquet files, or of folders with such files, with the options of :func:`check`.

    The workers read and write the files themselves. For each input file, they write one file to the folder ``out`` (which must be empty),
    completely or not at all. Paths are local (on a disk that all workers share) or URIs that pyarrow can open, such as ``s3://…``. Returns
    the files written, with the number of rows in each.
    """
    return _map_files(paths, out, column, keep, _check_task(**options))


def grade_files(
    paths: Path | Sequence[Path], out: Path, column: str = "puzzle", *, keep: Sequence[str] | None = None, **options: Any
) -> list[FileRows]:
    """Grades the puzzles of Parquet files with the options of :func:`grade`; see :func:`check_files`."""
    return _map_files(paths, out, column, keep, _grade_task(**options))


def diagnose_files(
    paths: Path | Sequence[Path], out: Path, column: str = "puzzle", *, keep: Sequence[str] | None = None, **options: Any
) -> list[FileRows]:
    """Diagnoses the puzzles of Parquet files with the options of :func:`diagnose`; see :func:`check_files`."""
    return _map_files(paths, out, column, keep, _diagnose_task(**options))


class FileRows(NamedTuple):
    """A file that was written, and its number of rows."""

    file: str
    rows: int


class _Task:
    """The work on a column of puzzles. Invalid options raise an error here, before anything runs."""

    def __init__(
        self,
        work_out: Callable[..., Any],
        usual: Sequence[str],
        *,
        columns: Sequence[str] | None = None,
        seconds: float | None = None,
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.names = _columns.chosen(columns, usual, seconds)
        self.work_out = work_out
        self.options = {**options, "columns": self.names, "seconds": seconds, "threads": threads, "progress": False}
        work_out([], **self.options)

    def results(self, puzzles: pyarrow.Array) -> list[pyarrow.Array]:
        """Returns the columns of results."""
        table = self.work_out(puzzles, **self.options).to_pyarrow()
        return [table[name].combine_chunks() for name in self.names]


def _check_task(**options: Any) -> _Task:
    return _Task(_columns.check, _columns.CHECKED, **options)


def _grade_task(*, without: Sequence[str] = (), **options: Any) -> _Task:
    # Spark sends the task to its workers later, so it must not share a list that the caller may change.
    return _Task(_columns.grade, _columns.GRADED, without=tuple(without), **options)


def _diagnose_task(**options: Any) -> _Task:
    return _Task(_columns.diagnose, _columns.DIAGNOSED, **options)


def _map_frame(df: DataFrame, column: str, keep: Sequence[str] | None, task: _Task) -> DataFrame:
    """Adds the results to the frame."""
    from pyspark.sql.types import StringType

    kept = _choose_kept(df.columns, column, keep)
    kind = df.schema[column].dataType
    if not isinstance(kind, StringType):
        raise ValueError(f"column {column!r}: expected text, found {kind.simpleString()}")
    # Spark sends each column of the frame to the workers, so the others are dropped first.
    sent = df.select(*[name for name in df.columns if name in kept or name == column])
    own = _own_names(kept, task.names)
    schema = _schema([sent.schema[name] for name in kept], own, task.names)

    def each(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        for batch in batches:
            arrays = [batch.column(name) for name in kept] + task.results(batch.column(column))
            yield pyarrow.RecordBatch.from_arrays(arrays, names=[*own, *task.names])

    return sent.mapInArrow(each, schema)


def _map_files(
    paths: Path | Sequence[Path],
    out: Path,
    column: str,
    keep: Sequence[str] | None,
    task: _Task,
) -> list[FileRows]:
    """Writes a file of results to ``out`` for each Parquet file."""
    from pyarrow import fs, parquet
    from pyspark.sql import SparkSession

    sources = [file for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths) for file in _parquet_files(path)]
    if not sources:
        raise ValueError(f"there is no Parquet file in {paths}")
    for source in sources:
        filesystem, path = _open_place(source)
        _choose_kept(parquet.read_schema(path, filesystem=filesystem).names, column, keep)
    filesystem, folder = _open_place(out)
    filesystem.create_dir(folder)
    if any(info.type == fs.FileType.File for info in filesystem.get_file_info(fs.FileSelector(folder))):
        raise ValueError(f"{os.fspath(out)}: expected an empty folder, found files in it")
    written = [f"{os.fspath(out).rstrip('/')}/{number:05}-{source.rsplit('/', 1)[-1]}" for number, source in enumerate(sources)]

    def map_file(places: tuple[str, str]) -> FileRows:
        return _map_file(*places, column, keep, task)

    spark = SparkSession.builder.getOrCreate()
    places = list(zip(sources, written))
    return spark.sparkContext.parallelize(places, len(places)).map(map_file).collect()


def _map_file(source: str, target: str, column: str, keep: Sequence[str] | None, task: _Task) -> FileRows:
    """Writes the results for one file."""
    import pyarrow
    from pyarrow import parquet

    (inputs, path), (outputs, result) = _open_place(source), _open_place(target)
    folder, name = result.rsplit("/", 1)
    # Spark may run a task twice at the same time (speculation), and a killed task leaves part of a file, so only a
    # complete file gets its final name.
    part = f"{folder}/_{name}.{uuid.uuid4().hex}"
    rows = 0
    with parquet.ParquetFile(path, filesystem=inputs) as file:
        kept = _choose_kept(file.schema_arrow.names, column, keep)
        own = _own_names(kept, task.names)
        fields = [file.schema_arrow.field(name).with_name(own_name) for name, own_name in zip(kept, own)]
        empty = _columns.check([], columns=task.names, progress=False).to_pyarrow()
        schema = pyarrow.schema([*fields, *empty.schema])
        wanted = list(dict.fromkeys([*kept, column]))
        with parquet.ParquetWriter(part, schema, filesystem=outputs) as writer:
            for batch in file.iter_batches(columns=wanted):
                arrays = [batch.column(name) for name in kept] + task.results(batch.column(column))
                writer.write_batch(pyarrow.RecordBatch.from_arrays(arrays, schema=schema))
                rows += len(batch)
    outputs.move(part, result)
    return FileRows(target, rows)


def _open_place(place: Path) -> tuple[Any, str]:
    """Returns the file system of a path or URI, and the path in this file system."""
    from pyarrow import fs

    text = os.fspath(place)
    filesystem, path = fs.FileSystem.from_uri(text if "://" in text else os.path.abspath(text))
    return filesystem, path


def _parquet_files(place: Path) -> list[str]:
    """Returns the paths or URIs of a Parquet file, or of the Parquet files in a folder, ordered by name."""
    from pyarrow import fs

    filesystem, path = _open_place(place)
    info = filesystem.get_file_info(path)
    if info.type == fs.FileType.NotFound:
        raise FileNotFoundError(f"{os.fspath(place)}: there is no such file or folder")
    if info.type == fs.FileType.File:
        return [os.fspath(place)]
    inside = filesystem.get_file_info(fs.FileSelector(path, recursive=True))
    names = sorted(info.path[len(path) :].lstrip("/") for info in inside if info.type == fs.FileType.File)
    root = os.fspath(place).rstrip("/")
    return [f"{root}/{name}" for name in names if name.endswith(".parquet") and not _is_hidden(name)]


def _is_hidden(name: str) -> bool:
    """Returns ``True`` for files that Spark skips too: its marker files such as ``_SUCCESS``, and the output of unfinished jobs in folders
    such as ``_temporary``."""
    return any(part.startswith(("_", ".")) for part in name.split("/"))


def _choose_kept(own: Sequence[str], column: str, keep: Sequence[str] | None) -> list[str]:
    """Returns the frame's own columns to keep, in order."""
    if isinstance(keep, str):
        raise ValueError(f"keep must be a list of names: [{keep!r}]")
    for name in [column, *(keep or ())]:
        if name not in own:
            raise ValueError(f"there is no column {name!r}; columns are {', '.join(own)}")
    return [name for name in own if keep is None or name in keep]


def _own_names(own: Sequence[str], results: Sequence[str]) -> list[str]:
    """Returns the names that the frame's own columns have among the results."""
    taken = {name.lower() for name in results}
    names = []
    for name in own:
        while name.lower() in taken:
            name = f"input-{name}"
        taken.add(name.lower())
        names.append(name)
    return names


def _schema(own: Sequence[StructField], names: Sequence[str], results: Sequence[str]) -> StructType:
    """Returns the schema of the frame's own columns, by their new names, and of the results."""
    from pyspark.sql.pandas.types import from_arrow_type
    from pyspark.sql.types import StructField, StructType

    fields = [StructField(name, field.dataType, field.nullable) for name, field in zip(names, own)]
    empty = _columns.check([], columns=results, progress=False).to_pyarrow()
    fields += [StructField(field.name, from_arrow_type(field.type), True) for field in empty.schema]
    return StructType(fields)
