"""Tests columns of puzzles: every value yields a row, whatever its type."""

import csv
import io

import pandas
import polars
import pyarrow
import pytest
from conftest import CLASSIC, CORPUS, SMALL, files

import cluewright
from cluewright import COLUMNS

VARIANT = files("variants/*.toml")[0].read_text()

#: A column with values of all kinds, and the verdicts of its rows.
MIXED = [
    (CLASSIC, "unique"),
    (None, "error"),
    (17, "error"),
    (2.5, "error"),
    (float("nan"), "error"),
    ("", "error"),
    (" \n", "error"),
    ("# a comment", "error"),
    ("garbage", "error"),
    (VARIANT, "unique"),
    ("\ud800", "error"),
    (b"1234", "error"),
    (["1"], "error"),
    (f"{SMALL}\n{SMALL}", "error"),
    ("0" * 81, "several"),
    ("11" + "." * 79, "none"),
    (SMALL, "unique"),
    ('{"size": 9, "grid": 5}', "error"),
    (cluewright.Puzzle.read(CLASSIC).convert("fpuzzles").text, "unique"),
]


def test_whatever_stands_in_a_column_has_its_row():
    table = cluewright.check([value for value, _ in MIXED])
    assert table["verdict"] == [verdict for _, verdict in MIXED]
    for (value, verdict), error in zip(MIXED, table["error"]):
        assert (error is not None) == (verdict == "error"), value
        assert error is None or len(error) > 10
    assert table["error"][1] == "expected the text of a puzzle, found a missing value"
    assert table["error"][2] == "expected the text of a puzzle, found a value of type int"


@pytest.mark.parametrize("work_out", [cluewright.check, cluewright.grade, cluewright.diagnose])
def test_rows_do_not_depend_on_threads_or_neighbours(work_out):
    puzzles = [value for value, _ in MIXED] * 3
    rows = [work_out(puzzles, threads=threads).to_dict() for threads in (1, 2, 8)]
    assert rows[0] == rows[1] == rows[2]
    alone = [work_out([value]).to_dict() for value, _ in MIXED]
    for name, values in rows[0].items():
        assert values == [one[name][0] for one in alone] * 3


@pytest.mark.parametrize("values", [[], [None, None]])
def test_a_dictionary_without_values_has_missing_texts(values):
    array = pyarrow.array(values, pyarrow.string()).dictionary_encode()
    table = cluewright.check(array)
    assert table["verdict"] == ["error"] * len(values)
    assert table["error"] == ["expected the text of a puzzle, found a missing value"] * len(values)


def test_kinds_of_columns():
    texts = [CLASSIC, None, "garbage", SMALL]
    wanted = cluewright.check(texts).to_dict()
    assert wanted["verdict"] == ["unique", "error", "error", "unique"]
    array = pyarrow.array(texts)
    columns = {
        "tuple": tuple(texts),
        "generator": (text for text in texts),
        "dictionary keys": dict.fromkeys(texts),
        "string": array,
        "large string": array.cast(pyarrow.large_string()),
        "string view": array.cast(pyarrow.string_view()),
        "dictionary": array.dictionary_encode(),
        "slice": pyarrow.array(["x", *texts, "y"]).slice(1, 4),
        "chunks": pyarrow.chunked_array([array.slice(0, 1), array.slice(1)]),
        "no chunks": pyarrow.chunked_array([array, pyarrow.array([], pyarrow.string())]),
        "column of a table": pyarrow.table({"puzzle": array})["puzzle"],
        "pandas": pandas.Series(texts),
        "pandas objects": pandas.Series(texts, dtype=object),
        "pandas category": pandas.Series(texts, dtype="category"),
        "pandas arrow": pandas.Series(texts, dtype=pandas.ArrowDtype(pyarrow.string())),
        "pandas by another index": pandas.Series(texts, index=[7, 7, 3, 1]),
        "numpy": pandas.Series(texts, dtype=object).to_numpy(),
        "polars": polars.Series("puzzle", texts),
        "polars category": polars.Series("puzzle", texts, dtype=polars.Categorical),
        "polars chunks": polars.concat([polars.Series(texts[:2]), polars.Series(texts[2:])], rechunk=False),
    }
    columns.pop("dictionary keys")
    for name, column in columns.items():
        assert cluewright.check(column).to_dict() == wanted, name


def test_empty_columns():
    for column in ([], pyarrow.array([], pyarrow.string()), pandas.Series([], dtype=object), polars.Series([], dtype=polars.String)):
        table = cluewright.check(column)
        assert len(table) == 0 and table.to_dict() == {"verdict": [], "error": []}
    assert cluewright.check(pyarrow.nulls(2))["verdict"] == ["error", "error"]


@pytest.mark.parametrize(
    "column",
    [
        "one text",
        b"bytes",
        17,
        None,
        pyarrow.array([1, 2]),
        pyarrow.chunked_array([[1], [2]]),
        pyarrow.array([["a"]]),
        pyarrow.table({"puzzle": [SMALL]}),
        pandas.Series([1, 2]),
        pandas.Series([1.5]),
        pandas.DataFrame({"puzzle": [SMALL]}),
        polars.Series([1]),
        polars.DataFrame({"puzzle": [SMALL]}),
        {"puzzle": [SMALL]},
    ],
    ids=lambda column: type(column).__name__,
)
def test_what_is_no_column_of_text(column):
    with pytest.raises(ValueError, match="expected a column of|found"):
        cluewright.check(column)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"columns": ["verdict", "ratting"]}, "there is no column 'ratting'; columns are title"),
        ({"columns": ["id"]}, "there is no column 'id'"),
        ({"columns": "verdict"}, r"columns must be a list of names: \['verdict'\]"),
        ({"columns": []}, "expected different names"),
        ({"columns": ["verdict", "verdict"]}, "expected different names"),
        ({"profile": "nobody's"}, "no profile is called"),
        ({"without": ["x"]}, "x"),
        ({"only": "x"}, "x"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_runs(arguments, told):
    def puzzles():
        raise AssertionError("the column was read")
        yield

    with pytest.raises(ValueError, match=told):
        cluewright.grade(puzzles() if "columns" in arguments else [], **arguments)


def test_a_format_that_does_not_exist_is_told_in_each_row():
    assert cluewright.check([SMALL], format="fax")["verdict"] == ["error"]


def test_every_column_can_be_had():
    names = list(COLUMNS)
    table = cluewright.diagnose([CLASSIC, VARIANT, "11" + "." * 79, "x"], columns=names)
    assert table.column_names == names
    assert table["solution"][0] and table["rating"][0] > 1 and table["steps"][0] > 10
    assert table["blame"][2] and table["milliseconds"][0] > 0


def test_rows_are_those_of_batch(command, tmp_path):
    """Compares every column except the time and those that only files have, also in written tables."""
    puzzles = [value for value, _ in MIXED if isinstance(value, str) and value.strip() and not value.startswith(("#", "\ud800"))]
    puzzles += [path.read_text() for path in files("variants/*.toml")[::12] + files("broken/*.toml")[::40]]
    source = tmp_path / "puzzles.csv"
    with source.open("w", newline="") as file:
        csv.writer(file).writerows([["puzzle"], *([puzzle] for puzzle in puzzles)])
    names = [name for name in COLUMNS if name != "milliseconds"]
    told = command.run("batch", source, "--out", "-", "--columns", ",".join(names), "--quiet")
    table = cluewright.check(puzzles, columns=names)
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(names)
    for row in table:
        writer.writerow("" if value is None else str(value).replace("\n", " ") for value in row.values())
    assert written.getvalue().splitlines() == told.splitlines()


def test_plain_puzzles_in_bulk(command, tmp_path):
    lines = (CORPUS.parent / "tests/cli/list.txt").read_text().splitlines()
    plain = [line for line in lines if len(line) == 81] or [CLASSIC]
    many = plain * 2000 + ["." * 81, "11" + "." * 79]
    told = command.run("batch", write(tmp_path / "many.txt", many), "--out", "-", "--columns", "verdict,solution", "--quiet")
    table = cluewright.check(pyarrow.array(many), columns=["verdict", "solution"])
    mine = [f"{verdict},{solution or ''}" for verdict, solution in zip(table["verdict"], table["solution"])]
    assert mine == told.splitlines()[1:]


def test_results_go_everywhere():
    table = cluewright.grade([CLASSIC, "x"] * 3)
    assert len(table) == 6 and len(list(table)) == 6
    arrow = table.to_pyarrow()
    assert arrow.schema.names == table.column_names
    assert (arrow.schema.field("rating").type, arrow.schema.field("verdict").type) == (pyarrow.float64(), pyarrow.string())
    assert arrow.to_pydict() == table.to_dict() == table.to_polars().to_dict(as_series=False)
    frame = table.to_pandas()
    assert list(frame["verdict"]) == table["verdict"] and frame["rating"].isna().sum() == 3
    assert pyarrow.schema(table).names == table.column_names
    with pytest.raises(KeyError, match="nothing"):
        table["nothing"]
    assert repr(table) == "<Table, 6 rows: verdict, rating, tier, effort, hardest, error>"


def test_limits_are_told():
    open_ended = "size = 9\n[clues]\nanti-knight = true\nanti-king = true\nnon-consecutive = true\n"
    table = cluewright.check([open_ended], nodes=1, columns=["verdict", "stopped"])
    assert table.to_dict() == {"verdict": ["undecided"], "stopped": ["nodes"]}
    graded = cluewright.grade([CLASSIC], rounds=1, columns=["rating", "stopped"])
    assert graded.to_dict() == {"rating": [None], "stopped": ["steps"]}
    timed = cluewright.check([open_ended], seconds=0)
    assert timed["stopped"] == ["time"]


def write(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines))
    return path
