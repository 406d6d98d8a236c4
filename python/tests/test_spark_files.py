"""Tests which files of a folder the functions for Parquet files read. This needs no Spark."""

import cluewright.spark


def test_files_of_unfinished_jobs_are_not_puzzles(tmp_path):
    read = ["a.parquet", "day=1/b.parquet"]
    hidden = ["_a.parquet", ".b.parquet", "_temporary/0/c.parquet", "day=1/.staging/d.parquet", "day=1/_SUCCESS"]
    root = tmp_path / "_puzzles"
    for name in [*read, *hidden]:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    assert cluewright.spark._parquet_files(root) == [f"{root}/{name}" for name in read]
