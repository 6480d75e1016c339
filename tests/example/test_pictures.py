"""The pictures of the documentation: of keys and of motion, all there, described, and small."""

import json
import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("PIL")

from PIL import Image, ImageSequence

from sphinx_sitejson.commands import main
from sphinx_sitejson.settings.validation import SITE_SCHEMA

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "example_project"
KEYS = EXAMPLE / "images" / "keys"
MOTION = EXAMPLE / "_static" / "motion"
STILLS = EXAMPLE / "images" / "motion"
MODES = ("light", "dark")


@pytest.fixture
def pictures(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLE / "_extensions"))
    import key_pictures

    yield key_pictures
    sys.modules.pop("key_pictures")


def test_every_picture_of_a_key_is_there_and_no_other(pictures):
    wanted = {
        EXAMPLE / picture.file(key, mode)
        for key, picture in pictures.KEY_PICTURES.items()
        for mode in MODES
    }
    assert set(KEYS.iterdir()) == wanted
    assert sum(file.stat().st_size for file in wanted) < 1_500_000
    assert all(picture.alt for picture in pictures.KEY_PICTURES.values())


def test_every_key_has_a_picture_or_shows_nothing(pictures):
    schema = SITE_SCHEMA.full["properties"]
    keys = {key for key, value in schema.items() if "x-without-effect" not in value}
    shown = {key.partition(".")[0].removesuffix("[]") for key in pictures.KEY_PICTURES}
    assert shown | pictures.WITHOUT_PICTURE == keys
    assert not shown & pictures.WITHOUT_PICTURE


@pytest.mark.parametrize("mode", MODES)
def test_pictures_beside_each_other_have_at_most_two_pixels_for_each_that_is_shown(mode):
    page = EXAMPLE.joinpath("index.mdx").read_text("utf-8")
    columns = page[page.index("<Columns cols={2}>") :]
    names = re.findall(rf'"/(images/gallery/[^"]+-{mode}\.webp)"', columns)

    assert len(names) == 4
    for name in names:
        with Image.open(EXAMPLE / name) as picture:
            assert picture.width <= 1120
    assert sum((EXAMPLE / name).stat().st_size for name in names) <= 130_000


def duration_of(frame: Image.Image) -> int:
    """Return for how long a frame is shown, which Pillow knows once it has read the frame."""
    frame.load()
    return frame.info["duration"]


@pytest.mark.parametrize("name", ["playground", "preview"])
@pytest.mark.parametrize("mode", MODES)
def test_motion_ends_soon_and_has_a_still_picture(name, mode):
    file = MOTION / f"{name}-{mode}.webp"
    with Image.open(file) as film, Image.open(STILLS / f"{name}-{mode}.jpg") as still:
        frames = [duration_of(frame) for frame in ImageSequence.Iterator(film)]
        assert film.size == still.size
        assert film.info["loop"] == 1
    assert len(frames) > 5
    assert sum(frames) < 5_000
    assert file.stat().st_size <= 400_000


@pytest.mark.parametrize("path", ["guides/playground.html", "get-started/first-site.html"])
def test_motion_has_the_size_of_its_still_picture(example, path):
    pictures = example.page(path).select("picture")

    assert pictures
    for picture in pictures:
        file = example.outdir / "_static" / "motion" / Path(picture.source["srcset"]).name
        with Image.open(file) as film:
            size = picture.img["width"], picture.img["height"]
            assert size == (str(film.width), str(film.height))
    assert not example.page("index.html").select("picture")


@pytest.fixture(scope="module")
def starter(tmp_path_factory):
    """The site that ``sitejson init`` creates, which the pictures of keys and of motion show."""
    folder = tmp_path_factory.mktemp("starter")
    assert main(["init", "--yes", "--name", "Lighthouse", str(folder)]) == 0
    return folder


def names_of(kind, pictures):
    """Return the names of all pictures of a kind."""
    if kind == "keys":
        return set(pictures.KEY_PICTURES)
    if kind == "looks":
        return {path.stem for path in (EXAMPLE / "images" / "looks").glob("*.png")}
    return {path.stem.rpartition("-")[0] for path in (EXAMPLE / "images" / kind).iterdir()}


@pytest.mark.parametrize("kind", ["gallery", "looks", "keys", "motion"])
def test_pictures_show_pages_that_are_there(kind, pictures, starter):
    """Titles change; ``make pictures`` takes the pictures again."""
    shown = json.loads((EXAMPLE / "images" / "titles.json").read_text("utf-8"))[kind]
    folder = EXAMPLE if kind in ("gallery", "looks") else starter
    documents = [path.read_text("utf-8") for path in folder.rglob("*.yaml")]

    assert set(shown) == names_of(kind, pictures)
    for name, picture in shown.items():
        source = folder / picture["page"].replace(".html", ".mdx")
        title = picture["title"].rpartition(" - ")[0] or picture["title"]
        if source.is_file():
            front_matter = source.read_text("utf-8").split("---")[1]
            assert f"title: {title}\n" in front_matter, name
        else:
            pages = (rf"summary: {re.escape(title)}\n", rf"\n    {re.escape(title)}:\n")
            assert any(re.search("|".join(pages), text) for text in documents), name
