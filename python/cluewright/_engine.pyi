"""The engine: see ``python/src/``."""

from collections.abc import Callable, Mapping
from typing import Any, final

__all__ = ["Prepared", "Rows", "Texts", "columns", "work_out"]

@final
class Prepared:
    def __new__(
        cls,
        text: str,
        *,
        from_: str | None = None,
        number: int | None = None,
        ignore_unknown: bool = False,
        ignore_drawings: bool = False,
        with_entries: bool = False,
        zero_is_digit: bool = False,
    ) -> Prepared: ...
    def ask(
        self,
        question: str,
        threads: int = 0,
        progress: Callable[[dict[str, Any]], object] | None = None,
    ) -> str: ...
    @property
    def title(self) -> str | None: ...
    @property
    def author(self) -> str | None: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def size(self) -> tuple[int, int]: ...

@final
class Texts:
    @staticmethod
    def of_arrays(arrays: list[Any]) -> Texts: ...
    @staticmethod
    def of_frame(frame: Any) -> Texts: ...
    @staticmethod
    def of_values(values: list[Any]) -> Texts: ...
    def __len__(self) -> int: ...

@final
class Rows:
    def __len__(self) -> int: ...
    @property
    def column_names(self) -> list[str]: ...
    def column(self, name: str) -> list[Any]: ...
    def __arrow_c_stream__(self, requested_schema: Any | None = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...

def columns() -> list[tuple[str, str]]: ...
def work_out(
    texts: Texts,
    wanted: Mapping[str, Any],
    progress: Callable[[int], object] | None = None,
) -> Rows: ...
