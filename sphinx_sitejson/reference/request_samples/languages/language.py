"""What a language of samples is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sphinx_sitejson.reference.request_samples.request import SampleRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A sample language; one that only the document uses has no generator."""

    name: str
    label: str
    lexer: str
    generate: Callable[[SampleRequest], str] | None = field(default=None, repr=False)
    spellings: tuple[str, ...] = ()
    """What else settings and documents call it."""
    has_script: bool = True
    """Whether a script of the playground writes the same, so that samples follow the inputs."""
    digest: str = ""
    """Changes with the code of a language that the project adds."""
