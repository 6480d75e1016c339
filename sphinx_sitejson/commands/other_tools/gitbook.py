"""Read the files of GitBook: ``.gitbook.yaml`` and ``SUMMARY.md``."""

from __future__ import annotations

from pathlib import Path

from sphinx_sitejson.common.files import is_file, read_text
from sphinx_sitejson.settings.project_files import is_remote

from .project import Item, PageFolder, Project, Section, at, folder_items, mapping, read_yaml
from .summary import parse_list

_FILES = (".gitbook.yaml", ".gitbook.yml")


def find_gitbook(folder: Path) -> Path | None:
    """Return the settings of GitBook in a folder, or its list of pages."""
    names = (*_FILES, "SUMMARY.md")
    return next((folder / name for name in names if is_file(folder / name)), None)


def read_gitbook(file: Path) -> Project:
    """Read the list of pages and the redirects."""
    problems: list[str] = []
    config = read_yaml(file, problems) if file.name in _FILES else {}
    folder = file.parent
    root = folder / str(config.get("root") or "").strip("/")
    root = root if root.is_dir() else folder
    name = str(at(config, "structure", "summary") or "SUMMARY.md")
    summary = root / name
    pages = PageFolder(root, lambda path: path != Path(name).as_posix())
    project = Project(
        tool="GitBook",
        syntax="gitbook",
        folder=folder,
        settings_file=file,
        pages=pages,
        notes=problems,
    )
    project.conf["exclude_patterns"] = ["_build", name.removeprefix("./")]
    readme = pages.find(str(at(config, "structure", "readme") or "README.md"))
    if readme and pages.title(readme):
        project.site["name"] = pages.title(readme)
    items: tuple[Item, ...] = ()
    if is_file(summary):
        items = parse_list(project, read_text(summary), file=summary)
    if readme and not any(item.target == readme for item in items):
        items = (Item(target=readme), *items) if items else ()
    project.sections.append(Section(items=items or folder_items(pages)))
    for source, target in mapping(config.get("redirects")).items():
        path, _, fragment = str(target).partition("#")
        page = path if is_remote(path) else pages.find(path)
        if not page:
            project.note(f'the redirect to "{target}" leads to no page', str(source))
        elif "#" in str(source):
            project.note(f'"{source}" cannot be redirected: it has an anchor', str(source))
        else:
            project.redirects[f"/{str(source).strip('/')}"] = (
                f"{page}#{fragment}" if fragment else page
            )
    return project
