"""Columns of puzzles on a Spark cluster, with the functions of :mod:`cluewright.columns`.

.. code-block:: python

    import cluewright.spark

    graded = cluewright.spark.grade(spark.read.parquet("puzzles/"), column="puzzle")
    graded.write.parquet("grades/")

The results are the frame's own columns, then those of ``cluewright batch``; an own column with the name of a result gets the
prefix ``input-``. A row depends only on its puzzle and the arguments, not on partitions, the cluster, or retries of Spark:
the limits count guesses and rounds. ``seconds`` is an optional limit, and the rows that it stopped have it in ``stopped``.

Every executor needs the package: see ``docs/CLUSTER.md``, also for partitioning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from . import columns as _columns

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType


def check(
    df: DataFrame,
    column: str = "puzzle",
    *,
    columns: Sequence[str] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    **reading: Any,
) -> DataFrame:
    """Proves for each puzzle whether it has no solution, one or several; see :func:`cluewright.check`.

    ``threads`` is the number of threads of a task: set ``spark.task.cpus`` to the same number.
    """
    return _mapped(df, column, _columns.check, _columns.CHECKED, columns, seconds, nodes=nodes, threads=threads, **reading)


def grade(
    df: DataFrame,
    column: str = "puzzle",
    *,
    columns: Sequence[str] | None = None,
    profile: str = "default",
    without: Sequence[str] = (),
    only: str | None = None,
    nodes: int | None = None,
    rounds: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    **reading: Any,
) -> DataFrame:
    """Grades each puzzle that is unique; see :func:`cluewright.grade`."""
    techniques = {"profile": profile, "without": tuple(without), "only": only, "rounds": rounds}
    return _mapped(
        df, column, _columns.grade, _columns.GRADED, columns, seconds, nodes=nodes, threads=threads, **techniques, **reading
    )


def diagnose(
    df: DataFrame,
    column: str = "puzzle",
    *,
    columns: Sequence[str] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    **reading: Any,
) -> DataFrame:
    """Finds the clue to blame in each puzzle; see :func:`cluewright.diagnose`."""
    return _mapped(
        df, column, _columns.diagnose, _columns.DIAGNOSED, columns, seconds, nodes=nodes, threads=threads, **reading
    )


def _mapped(
    df: DataFrame,
    column: str,
    work_out: Callable[..., Any],
    usual: Sequence[str],
    columns: Sequence[str] | None,
    seconds: float | None,
    **arguments: Any,
) -> DataFrame:
    """The frame with results. Invalid arguments raise an error here, before anything runs."""
    from pyspark.sql.types import StringType

    if column not in df.columns:
        raise ValueError(f"there is no column {column!r}; columns are {', '.join(df.columns)}")
    kind = df.schema[column].dataType
    if not isinstance(kind, StringType):
        raise ValueError(f"column {column!r}: expected text, found {kind.simpleString()}")
    names = _columns.chosen(columns, usual, seconds)
    arguments.update(columns=names, seconds=seconds, progress=False)
    work_out([], **arguments)
    own = _own_names(df.columns, names)
    schema = _schema(df.schema, own, names)

    def each(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        for batch in batches:
            results = work_out(batch.column(column), **arguments).to_pyarrow().combine_chunks()
            found = [results[name].combine_chunks() for name in names]
            yield pyarrow.RecordBatch.from_arrays([*batch.columns, *found], names=[*own, *names])

    return df.mapInArrow(each, schema)


def _own_names(own: Sequence[str], results: Sequence[str]) -> list[str]:
    """The names of the frame's own columns among the results."""
    taken = {name.lower() for name in results}
    names = []
    for name in own:
        while name.lower() in taken:
            name = f"input-{name}"
        taken.add(name.lower())
        names.append(name)
    return names


def _schema(own: StructType, names: Sequence[str], results: Sequence[str]) -> StructType:
    """The frame's own columns by their new names, and the results."""
    from pyspark.sql.pandas.types import from_arrow_type
    from pyspark.sql.types import StructField, StructType

    fields = [StructField(name, field.dataType, field.nullable) for name, field in zip(names, own.fields)]
    empty = _columns.check([], columns=results, progress=False).to_pyarrow()
    fields += [StructField(field.name, from_arrow_type(field.type), True) for field in empty.schema]
    return StructType(fields)
