"""What a preview tells the pages that are open: that the site was built again, or was not."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """The last build."""

    number: int = 0
    is_good: bool = True
    log: str = ""
    """What it said, without colors."""

    def as_event(self) -> bytes:
        """Write it as an event that a browser waits for."""
        data = json.dumps({"number": self.number, "isGood": self.is_good, "log": self.log})
        return f"event: build\ndata: {data}\n\n".encode()


class Builds:
    """Keeps the last build, and wakes up who waits for the next one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._last = Build(number=1)
        self._is_over = False

    @property
    def last(self) -> Build:
        """The last build."""
        return self._last

    @property
    def is_over(self) -> bool:
        """Whether there will be no other."""
        return self._is_over

    def publish(self, *, is_good: bool, log: str) -> None:
        """Publish the result of a build to open pages."""
        with self._changed:
            self._last = Build(number=self._last.number + 1, is_good=is_good, log=log)
            self._changed.notify_all()

    def end(self) -> None:
        """Let nobody wait any longer."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def after(self, number: int, seconds: float) -> Build | None:
        """Wait for a build that comes after another; None when there is none in time."""
        with self._changed:
            self._changed.wait_for(lambda: self._last.number != number or self._is_over, seconds)
            return self._last if self._last.number != number else None
