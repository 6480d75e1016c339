"""Print the lower bounds of the project's dependencies as constraints for pip."""

import re
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
LOWER_BOUND = re.compile(r"([\w.-]+)>=([\w.]+)")


def lowest_versions(requirements: list[str]) -> list[str]:
    """Return each requirement pinned to its lower bound."""
    pinned = []
    for requirement in requirements:
        match = LOWER_BOUND.match(requirement)
        if match is None:
            raise ValueError(f"{requirement!r} in pyproject.toml has no lower bound.")
        pinned.append("{}=={}".format(*match.groups()))
    return pinned


if __name__ == "__main__":
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    print("\n".join(lowest_versions(project["dependencies"])))
