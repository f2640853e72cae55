"""One suite for all games: every test here is run for every game in every shape."""

import pytest

from ludothek.core import Variant
from ludothek.testing import name_of
from tests.variants import all_variants

VARIANTS = all_variants()


@pytest.fixture(params=VARIANTS, ids=[name_of(variant) for variant in VARIANTS])
def variant(request: pytest.FixtureRequest) -> Variant:
    made: Variant = request.param
    return made
