"""``sitejson migrate``: converts the settings file of another generator to ``site.json``."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from sphinx_sitejson.common.files import describe_os_error, is_file, write_text
from sphinx_sitejson.settings import DOCS_FILE_NAME, LEGACY_FILE_NAME, SITE_FILE_NAME
from sphinx_sitejson.settings.conf_py import plain_values
from sphinx_sitejson.settings.loading import load_settings
from sphinx_sitejson.settings.migration import migrate_settings
from sphinx_sitejson.settings.validation import SITE_SCHEMA

from . import fail, print_status
from .init import StarterFile, conf_lines, find_page_assets, next_steps, render_conf, write_missing


def run(options: argparse.Namespace) -> int:
    """Write the file, unless there is one, and say what it could not carry over."""
    folder: Path = options.folder
    target = folder / SITE_FILE_NAME
    # A link that leads nowhere is there, too: nothing is written to where it leads.
    if os.path.lexists(target):
        return fail(f"{target} already exists and was not changed")
    existing = (name for name in (DOCS_FILE_NAME, LEGACY_FILE_NAME) if is_file(folder / name))
    name = options.file or next(existing, "")
    if not name:
        return fail(f"No {DOCS_FILE_NAME} or {LEGACY_FILE_NAME} in {folder}")
    loaded = load_settings(folder / name, root=folder)
    for problem in loaded.problems:
        # What has no effect is among the losses.
        if not problem.is_repaired:
            print_status(problem)
    if loaded.settings is None:
        return fail(f"{folder / name} could not be converted to {SITE_FILE_NAME}")
    result = migrate_settings(loaded, name)
    conf, losses = folder / "conf.py", [*result.losses]
    new_lines, values = [*result.conf_lines], plain_values(folder)
    if not values.get("sitejson_markdown_syntax"):
        new_lines += conf_lines(folder / name)
    assets = find_page_assets((folder / name).parent)
    if "html_static_path" not in values:
        new_lines += assets.conf_lines()
    try:
        write_text(target, result.text, below=folder)
    except OSError as error:
        return fail(f"{target} could not be written: {describe_os_error(error)}")
    print(f"wrote {target} from {name}")
    added = [StarterFile(folder, SITE_SCHEMA.name, SITE_SCHEMA.text)]
    if page := result.missing_page:
        title = json.dumps(page.title or "Page not found", ensure_ascii=False)
        added.append(StarterFile(folder, "404.mdx", f"---\ntitle: {title}\n---\n\n{page.text}\n"))
    if not write_missing(file for file in added if not os.path.lexists(folder / file.name)):
        return 1
    if os.path.lexists(conf):
        losses += [f"add {line} to conf.py" for line in new_lines if not line.startswith("#")]
    else:
        text = render_conf(SITE_FILE_NAME) + "".join(f"{line}\n" for line in new_lines)
        if not write_missing([StarterFile(folder, conf.name, text)]):
            return 1
        losses += assets.messages(conf)
    for loss in losses:
        print(f"- {loss.rstrip('.')}")
    print("\nPages keep their addresses with `sitejson build`, which writes /guides/start/.")
    print(f"{name} is ignored as long as {SITE_FILE_NAME} exists.")
    for line in next_steps(folder):
        print(line)
    print(f"Now run: sitejson preview {folder}")
    return 0
