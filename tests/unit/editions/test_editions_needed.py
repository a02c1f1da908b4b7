"""Which names a cell typed live has to keep for the cells below it."""

import pytest

from course_utils.editions.needed import names_needed


@pytest.mark.parametrize(
    ("below", "needed"),
    [
        (["print(lags, total)"], ["lags", "total"]),
        (["lags = 3", "print(lags)"], []),  # set anew
        (["def ring(lags):\n    return lags"], []),  # a parameter of the same name
        (["def ring():\n    return lags"], ["lags"]),
        (["[lag * total for lag in range(3)]"], ["total"]),
        (["total = total + 1"], ["total"]),
    ],
)
def test_a_name_is_needed_where_it_is_used_before_it_is_set_anew(below, needed):
    assert names_needed("lags = 2\ntotal = lags + 1", below) == needed
