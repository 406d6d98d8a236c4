"""Results of a column of puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import _engine

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Table:
    """Results: one row for each puzzle, in the same order. Missing values are None.

    Arrow libraries read a table without copying it: ``pyarrow.table(table)``, ``polars.DataFrame(table)``,
    ``pandas.DataFrame.from_arrow(table)``.

    >>> import cluewright
    >>> table = cluewright.check(["12.4341.2143.321", None])
    >>> len(table), table.column_names
    (2, ['verdict', 'error'])
    >>> table["verdict"]
    ['unique', 'error']
    >>> for row in table:
    ...     print(row["error"])
    None
    expected the text of a puzzle, found a missing value
    """

    __slots__ = ("_rows",)

    def __init__(self, rows: _engine.Rows) -> None:
        self._rows = rows

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
        return self._rows.column_names

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, name: str) -> list[Any]:
        """Returns the values of a column."""
        return self._rows.column(name)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Iterates over the rows as dictionaries."""
        names = self.column_names
        for values in zip(*(self[name] for name in names)):
            yield dict(zip(names, values))

    def to_dict(self) -> dict[str, list[Any]]:
        """Returns a dictionary of the columns by name."""
        return {name: self[name] for name in self.column_names}

    def to_pyarrow(self) -> pyarrow.Table:
        """Returns a pyarrow table that shares the data."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns a pandas data frame."""
        import pandas

        try:
            import pyarrow
        except ImportError:
            return pandas.DataFrame(self.to_dict())
        frame: pandas.DataFrame = pyarrow.table(self).to_pandas()
        return frame

    def to_polars(self) -> polars.DataFrame:
        """Returns a Polars data frame that shares the data."""
        import polars

        return polars.DataFrame(self)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._rows.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._rows.__arrow_c_schema__()

    def __repr__(self) -> str:
        return f"<Table, {len(self)} rows: {', '.join(self.column_names)}>"

    def _repr_html_(self) -> str:
        from . import _html

        return _html.table(self)
