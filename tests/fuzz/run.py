"""Tries new damaged input for some minutes, tells how much of it, and keeps what fails.

``make fuzz`` calls it; ``FUZZ_MINUTES`` says how long, ``ARGS`` can name single kinds.
"""

import argparse
import contextlib
import random
import shutil
import signal
import tempfile
import time
import traceback
import warnings
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.errors import HypothesisWarning

from .kinds import KINDS, Kind
from .oracles import EndlessError

KEPT = Path(__file__).parents[2] / "build" / "fuzz"
LONGEST = 120
"""Seconds of computing after which an example counts as endless, should it call no function."""
LONGEST_SHRINKING = 60
"""Seconds after which a failing example is kept as short as it got."""


@dataclass
class Record:
    """What came out of the examples of one kind."""

    examples: int = 0
    seconds: float = 0
    failures: dict[str, Any] = field(default_factory=dict)


class Attempt:
    """Tries the examples of one kind and remembers the shortest that failed."""

    def __init__(self, kind: Kind, record: Record) -> None:
        self.kind = kind
        self.record = record
        self.failed: dict[str, tuple[Any, str]] = {}
        self.first_failure = 0.0

    def __call__(self, example: Any) -> None:
        if self.first_failure and time.monotonic() > self.first_failure + LONGEST_SHRINKING:
            return
        self.record.examples += 1
        folder = Path(tempfile.mkdtemp(prefix="sitejson-fuzz-"))
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
        try:
            self.kind.check(example, folder)
        except Exception as error:
            self._note(example, error)
            raise
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            shutil.rmtree(folder, ignore_errors=True)

    def _note(self, example: Any, error: Exception) -> None:
        self.first_failure = self.first_failure or time.monotonic()
        place = place_of(error)
        known = self.failed.get(place)
        if known is None or len(repr(example)) <= len(repr(known[0])):
            self.failed[place] = (example, "".join(traceback.format_exception(error)))


def place_of(error: BaseException) -> str:
    """Return what kind of failure it is: the error, and the last line of ours it passed."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "sitejson" in frame.filename or "fuzz" in frame.filename]
    last = (ours or frames)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"


def run_batch(kind: Kind, record: Record) -> None:
    """Try one batch of new examples."""
    attempt = Attempt(kind, record)
    started = time.monotonic()

    @seed(random.getrandbits(64))
    @settings(
        max_examples=kind.batch,
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    @given(kind.examples)
    def try_one(example: Any) -> None:
        attempt(example)

    try:
        try_one()
    except Exception as error:
        if not attempt.failed:
            attempt.failed[place_of(error)] = (None, "".join(traceback.format_exception(error)))
    record.seconds += time.monotonic() - started
    for place, (example, told) in attempt.failed.items():
        if place not in record.failures:
            record.failures[place] = example
            keep(kind.name, place, example, told)


def keep(kind: str, place: str, example: Any, told: str) -> None:
    """Save an example that failed, with what happened."""
    KEPT.mkdir(parents=True, exist_ok=True)
    name = "".join(char if char.isalnum() else "-" for char in f"{kind} {place}")
    (KEPT / f"{name}.txt").write_text(f"{example!r}\n\n{told}", encoding="utf-8")
    print(f"  {kind}: {place} (see {KEPT / name}.txt)", flush=True)


def stop_endless(number: int, frame: object) -> None:
    """End an example that computes for too long."""
    raise EndlessError(f"more than {LONGEST} seconds of computing")


def main() -> int:
    """Run until the time is up, each kind in turn; the status tells whether anything failed."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--minutes", type=float, default=10)
    reader.add_argument("kinds", nargs="*", help="only these kinds")
    options = reader.parse_args()
    kinds = [kind for kind in KINDS if not options.kinds or kind.name in options.kinds]
    if not kinds:
        reader.error(f"there are the kinds {', '.join(kind.name for kind in KINDS)}.")
    signal.signal(signal.SIGVTALRM, stop_endless)
    # Long examples are kept in files.
    warnings.simplefilter("ignore", HypothesisWarning)
    records = {kind.name: Record() for kind in kinds}
    end = time.monotonic() + options.minutes * 60
    with contextlib.suppress(KeyboardInterrupt):
        while time.monotonic() < end:
            # The kind that had the least time so far, so that each gets the same.
            kind = min(kinds, key=lambda kind: records[kind.name].seconds)
            run_batch(kind, records[kind.name])
    return report(records)


def report(records: dict[str, Record]) -> int:
    """Print how many examples ran, and what failed."""
    total: Counter[str] = Counter()
    for name, record in records.items():
        found = len(record.failures)
        print(f"{name:15} {record.examples:8} examples {record.seconds:7.0f} s {found:4} failures")
        total.update(examples=record.examples, seconds=int(record.seconds), failures=found)
    print(f"{'all':15} {total['examples']:8} examples {total['seconds']:7} s", end=" ")
    print(f"{total['failures']:4} failures")
    return 1 if total["failures"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
