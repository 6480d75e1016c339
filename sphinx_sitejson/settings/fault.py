"""A fault of a settings value: what is wrong, and what becomes of the value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sphinx_sitejson.problems import JsonPath, ProblemCode, key_path


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault, before it is known where in the file it stands."""

    code: ProblemCode
    path: JsonPath
    statement: str
    consequence: str = ""
    hint: str = ""
    left_out: JsonPath | None = None
    at_key: bool = False
    stops_build: bool = False

    @property
    def message(self) -> str:
        """The whole sentence, with its suggestion."""
        consequence = "" if self.stops_build else self.consequence
        statement = f"{self.statement}; {consequence}" if consequence else self.statement
        return f"{statement}.{self.hint}"

    def losing(self, left_out: JsonPath) -> Fault:
        """Say that more is left out than the fault itself asked for."""
        consequence = f"{key_path(left_out)} is left out"
        return replace(self, left_out=left_out, consequence=consequence)


def is_inside(path: JsonPath, others: set[JsonPath]) -> bool:
    """Tell whether a value is one of the others or belongs to one of them."""
    return any(path[:length] in others for length in range(len(path) + 1))
