"""Checks, grades or diagnoses a collection on a Spark cluster.

    spark-submit spark_grade.py puzzles.parquet grades/ --column puzzle
    spark-submit --master 'local[2]' spark_grade.py list.txt verdicts.csv --task check

The input is text (a puzzle on each line), CSV with a header, JSON lines or Parquet, depending on the ending of its name. The output is a
folder of CSV or Parquet files. docs/CLUSTER.md states how many cores and partitions a collection needs.
"""

import argparse
import sys

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import cluewright.spark

TASKS = {"check": cluewright.spark.check, "grade": cluewright.spark.grade, "diagnose": cluewright.spark.diagnose}


def main() -> None:
    arguments = parser().parse_args()
    spark = SparkSession.builder.appName("cluewright").getOrCreate()
    try:
        puzzles = read(spark, arguments.input, arguments.column)
        if arguments.partitions:
            # Hard puzzles are often neighbours in a file. A random partition spreads them over all workers.
            puzzles = puzzles.repartition(arguments.partitions, F.rand(seed=0))
        options = {"columns": arguments.columns.split(",")} if arguments.columns else {}
        if arguments.seconds:
            options["seconds"] = arguments.seconds
        if arguments.task == "grade":
            options["profile"] = arguments.profile
        results = TASKS[arguments.task](puzzles, arguments.column, **options)
        write(results, arguments.output, arguments.overwrite)
    except ValueError as error:
        sys.exit(f"error: {error}")
    finally:
        spark.stop()


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("input", help="text, CSV, JSON lines or Parquet")
    parser.add_argument("output", help="a folder; Parquet, or CSV where its name ends in .csv")
    parser.add_argument("--task", choices=list(TASKS), default="grade")
    parser.add_argument("--column", default="puzzle", help="the column that holds the puzzles [puzzle]")
    parser.add_argument("--columns", help="columns of the results, separated by commas")
    parser.add_argument("--profile", default="default", help="the techniques that grades use")
    parser.add_argument("--partitions", type=int, help="distribute the puzzles at random over this many partitions")
    parser.add_argument("--seconds", type=float, help="a time limit for each puzzle; its rows do not repeat")
    parser.add_argument("--overwrite", action="store_true", help="replace the output")
    return parser


def read(spark: SparkSession, name: str, column: str) -> DataFrame:
    """Reads the puzzles together with the other columns."""
    plain = name.lower().removesuffix(".gz").removesuffix(".zst").rstrip("/")
    if plain.endswith((".csv", ".tsv")):
        separator = "\t" if plain.endswith(".tsv") else ","
        return spark.read.csv(name, header=True, sep=separator, multiLine=True, quote='"', escape='"')
    if plain.endswith((".jsonl", ".ndjson", ".json")):
        return spark.read.json(name)
    if plain.endswith((".txt", ".sdm")):
        return spark.read.text(name).withColumnRenamed("value", column)
    return spark.read.parquet(name)


def write(results: DataFrame, name: str, overwrite: bool) -> None:
    writer = results.write.mode("overwrite" if overwrite else "error")
    if name.lower().rstrip("/").endswith(".csv"):
        writer.csv(name, header=True, quote='"', escape='"')
    else:
        writer.parquet(name)


if __name__ == "__main__":
    main()
