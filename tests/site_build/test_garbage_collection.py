import gc

import pytest

from sphinx_sitejson.site_build.garbage_collection import (
    RELAXED_THRESHOLDS,
    relax_garbage_collection,
)


class Application:
    """Stands for one of Sphinx, which lives as long as somebody holds it."""


@pytest.fixture
def set_threshold():
    before = gc.get_threshold()
    yield gc.set_threshold
    gc.set_threshold(*before)


def test_the_default_thresholds_are_restored_when_the_application_ends(set_threshold):
    set_threshold(700, 10, 10)

    app = Application()
    relax_garbage_collection(app)
    assert gc.get_threshold() == RELAXED_THRESHOLDS

    del app
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("threshold", [(0, 10, 10), (80_000, 5, 5)])
def test_whoever_looks_seldom_already_is_left_alone(set_threshold, threshold):
    set_threshold(*threshold)

    app = Application()
    relax_garbage_collection(app)

    assert gc.get_threshold() == threshold
    del app
