"""The options of ``swagger-plugin``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from sphinx_sitejson.common.problems import did_you_mean, quoted

OPTIONS = ("id", "classes", "full-page", "page-title", "swagger-options")


def complaints_about(options: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each option that cannot be understood."""
    for name in options:
        if name not in OPTIONS:
            hint = did_you_mean(name, OPTIONS)
            yield f"there is no option {quoted(name)}; it is left out.{hint}"
    written = options.get("swagger-options", "").strip()
    try:
        value = json.loads(written) if written else {}
    except (ValueError, RecursionError) as error:
        yield f'the option "swagger-options" is not JSON ({error}); it is left out.'
        return
    if not isinstance(value, dict):
        yield 'the option "swagger-options" must be a JSON object; it is left out.'
