"""The Chromium that the browser tests run in.

Run as a script, this module makes sure that there is one and prints its path.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HEADLESS_SHELL = "chromium-headless-shell"
"""Chromium without the parts around a page; it opens one in a third of the time."""
COMMANDS = (
    HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
    "chrome", "microsoft-edge",
)  # fmt: skip
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
ADVICE = (
    "The browser tests need Chromium: install Chromium or Google Chrome, "
    "or set CHROMIUM to the path of its executable."
)


def find_chromium() -> str | None:
    """Return the path of an installed Chromium: named, on the path, or Playwright's own."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    for command in COMMANDS:
        found = shutil.which(command)
        if found:
            return found
    applications = (path for path in APPLICATIONS if Path(path).is_file())
    return next(applications, None) or find_in_playwright()


def find_in_playwright() -> str | None:
    """Return the path of the Chromium that Playwright has downloaded."""
    # In a process of its own: Playwright can be started only once in the tests' process.
    program = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as playwright: print(playwright.chromium.executable_path)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    path = result.stdout.strip()
    return path if path and Path(path).is_file() else None


def install_chromium() -> str | None:
    """Install Chromium by the system's package manager, else by Playwright."""
    for package in (HEADLESS_SHELL, "chromium"):
        found = install_package(package) and find_chromium()
        if found:
            return found
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], stdout=sys.stderr)
    return find_chromium()


def install_package(name: str) -> bool:
    """Install a package of a Debian system; say whether that went well."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (("update",), ("install", "-y", "--no-install-recommends", name)):
        done = subprocess.run(["apt-get", "-qq", *command], env=environment, stdout=sys.stderr)
    return done.returncode == 0


def main() -> int:
    """Find or install Chromium and print its path."""
    path = find_chromium()
    if not os.environ.get("CHROMIUM"):
        if path is None:
            path = install_chromium()
        elif not shutil.which(HEADLESS_SHELL) and install_package(HEADLESS_SHELL):
            path = find_chromium()
    if path is None:
        print(ADVICE, file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
