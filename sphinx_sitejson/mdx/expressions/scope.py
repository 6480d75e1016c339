"""The names that expressions may use, each looked up only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from .evaluating import evaluate_constant
from .modules import Import, ModuleCode
from .syntax import Scope
from .values import NotData, PropValue

FindConstant = Callable[[Import], PropValue]
"""Returns an exported constant of another file; raises ``NotData`` when there is none."""


@dataclass(slots=True)
class ModuleScope(Mapping[str, PropValue]):
    """Props of a snippet first, then constants of the file, imported ones, and what is around."""

    props: Mapping[str, PropValue]
    code: ModuleCode
    text: str
    around: Scope
    find_constant: FindConstant
    _known: dict[str, PropValue] = field(default_factory=dict)
    _asked: set[str] = field(default_factory=set)

    def __getitem__(self, name: str) -> PropValue:
        if name in self.props:
            return self.props[name]
        if name in self._known:
            return self._known[name]
        if name in self._asked:
            raise KeyError(name)
        self._asked.add(name)
        try:
            value = self._value(name)
        except NotData:
            raise KeyError(name) from None
        self._known[name] = value
        return value

    def _value(self, name: str) -> PropValue:
        constant = self.code.constants.get(name) or self.code.functions.get(name)
        if constant is not None:
            return evaluate_constant(self.text[constant.start : constant.end], self)
        if name in self.code.imports:
            return self.find_constant(self.code.imports[name])
        return self.around[name]

    def __iter__(self) -> Iterator[str]:
        return iter({*self.props, *self.code.names, *self.around})

    def __len__(self) -> int:
        return sum(1 for _name in self)
