"""Whether a text names anything of this law or of another, in any language people ask in."""

from __future__ import annotations

import pytest

from civicsetu.lexicon.matter_named import names_matter


@pytest.mark.parametrize("text", ["Can the builder do so?", "What of my landlord?", "बिल्डर क्या करे?", "What is the interest?"])
def test_it_names_a_matter(text: str) -> None:
    assert names_matter(text)


@pytest.mark.parametrize("text", ["What happens if it passes?", "And then?", "kab tak?", ""])
def test_it_leans_on_what_stands_before(text: str) -> None:
    assert not names_matter(text)
