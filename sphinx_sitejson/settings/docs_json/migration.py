"""``site.json`` made from the settings file that a project came with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.settings.loading import DOCS_FILE_NAME, LoadedSettings
from sphinx_sitejson.settings.schema import SITE_SCHEMA

from .flattening import flattened
from .reader import is_docs_json, read_docs, settings_of
from .references import JoinedSource

_FIRST = ("name", "description", "theme", "layout", "logo", "favicon", "colors")


@dataclass(frozen=True, slots=True, kw_only=True)
class Migrated:
    """The text of a ``site.json``, and what it could not carry over, in sentences."""

    text: str
    losses: tuple[str, ...] = ()


def migrated(loaded: LoadedSettings, file_name: str) -> Migrated:
    """Make a ``site.json`` of settings that were read from another file."""
    value = loaded.source.value
    if is_docs_json(value, is_named_so=file_name == DOCS_FILE_NAME):
        return _from_docs(value, loaded)
    known = SITE_SCHEMA.full["properties"]
    idle = {key for key, rules in known.items() if rules.get("x-without-effect")}
    kept = {key: each for key, each in value.items() if key in known and key not in idle}
    kept.pop("$schema", None)
    lost = [key for key in value if key not in kept and key != "$schema"]
    return Migrated(
        text=_written(kept), losses=tuple(f'"{key}" has no effect here' for key in lost)
    )


def _from_docs(value: Any, loaded: LoadedSettings) -> Migrated:
    read = read_docs(value)
    settings = settings_of(read, read.checked)
    assert settings.outline is not None
    flat = flattened(settings.outline)
    site = {key: each for key, each in read.value.items() if key != "navigation"}
    losses = [*flat.losses]
    if settings.footer.socials:
        known = SITE_SCHEMA.full["$defs"]["socialsByPlatform"]["properties"]
        socials = {social.platform: social.url for social in settings.footer.socials}
        site["footer"] = {**site.get("footer", {})}
        site["footer"]["socials"] = {name: url for name, url in socials.items() if name in known}
        losses += [f'there is no social platform "{name}"' for name in socials if name not in known]
    extra = settings.extra
    told = {
        "favicon.dark": extra.dark_favicon,
        'errors["404"]': extra.missing_page,
        "markdown.instructions": extra.instructions,
        "api.mdx": extra.written_base_urls or extra.written_auth,
    }
    losses += [f'"{key}" has no key in site.json' for key, given in told.items() if given]
    losses += [text for _path, text in read.notes]
    if extra.address:
        losses.append(f'write html_baseurl = "{extra.address}" into conf.py')
    if extra.page_links:
        links = [{"name": link.name, "url": link.url} for link in extra.page_links]
        losses.append(f"write sitejson_page_links = {links} into conf.py")
    if isinstance(loaded.source, JoinedSource) and len(loaded.source.files) > 1:
        losses.append("the files that it refers to are in site.json itself")
    return Migrated(text=_written({**site, **flat.keys}), losses=tuple(losses))


def _written(site: dict[str, Any]) -> str:
    ordered = {key: site[key] for key in _FIRST if key in site}
    return json.dumps({**ordered, **site}, indent=2, ensure_ascii=False) + "\n"
