"""Repositories of git with commits on given days."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path


def run_git(folder: Path, *arguments: str, day: str = "2026-01-01") -> str:
    time = f"{day}T12:00:00+00:00"
    environment = {
        **os.environ,
        **{
            f"GIT_{role}_{part}": "x"
            for role in ("AUTHOR", "COMMITTER")
            for part in ("NAME", "EMAIL")
        },
        "GIT_AUTHOR_DATE": time,
        "GIT_COMMITTER_DATE": time,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    command = ["git", "-C", str(folder), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def commit_files(folder: Path, files: Mapping[str, str], day: str) -> None:
    """Write files and commit them; the first commit makes the repository."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / ".git").exists():
        run_git(folder, "init", "-q")
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    run_git(folder, "add", "--all")
    run_git(folder, "commit", "-q", "-m", "change", day=day)
