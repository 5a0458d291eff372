"""A translation stands only where its figures, days, provisions, forms and denials agree."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.answering.verifying.translation import check_translation, stays_english
from civicsetu.answering.verifying.verdict import Check

EXAMPLES: list[dict[str, str]] = yaml.safe_load(
    Path(__file__).with_name("translation_examples.yaml").read_text("utf-8")
)


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: f"{row['language']} {row['english'][:40]}")
def test_a_translation_that_says_the_same_passes(row: dict[str, str]) -> None:
    assert check_translation(row["english"], row["good"], row["language"]) is None


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: f"{row['language']} {row['english'][:40]}")
def test_one_that_differs_is_doubted(row: dict[str, str]) -> None:
    doubt = check_translation(row["english"], row["spoiled"], row["language"])
    assert doubt is not None and doubt.check is Check.TRANSLATION


def test_another_script_language_or_length_is_refused() -> None:
    english = "The builder must give you the papers of the flat."
    assert check_translation(english, "The builder must give you the papers.", "hi")
    assert check_translation(english, "பில்டர் உங்களுக்கு ஆவணங்களைத் தர வேண்டும்.", "kn")
    assert check_translation(english, "बिल्डर को आपको फ्लैट के कागज देने चाहिए।", "mr")
    assert check_translation(english, "दे।", "hi")
    assert check_translation(english, "", "hi")
    assert check_translation(english, "బిల్డర్ మీకు పత్రాలు ఇవ్వాలి.", "te")


def test_a_language_is_named_by_its_code_or_its_name() -> None:
    translated = "बिल्डर को आपको फ्लैट के कागज देने होंगे।"
    for language in ("hi", "Hindi"):
        assert check_translation("The builder must give you the papers of the flat.", translated, language) is None


def test_a_denial_a_period_and_a_sum_stay_english_until_read() -> None:
    assert stays_english("You need not pay.")
    assert stays_english("Pay within two months.")
    assert stays_english("The fee is Rs. 100.")
    assert not stays_english("The builder pays interest for delay.")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200), st.sampled_from(["hi", "mr", "ta", "kn"]))
def test_any_text_is_read(text: str, language: str) -> None:
    check_translation("The builder must pay 10 per cent.", text, language)


def test_another_party_bound_or_state_is_doubted() -> None:
    assert check_translation("A broker must keep the books.", "खरीदार को बही रखनी होगी, यह ज़रूरी है।", "hi")
    assert check_translation("The fee is at most 10 lakh rupees.", "शुल्क कम से कम 10 लाख रुपये है।", "hi")
    assert check_translation("You can appeal only if the order is final.", "ஆணை இறுதியானால் நீங்கள் மேல்முறையீடு செய்யலாம்.", "ta")
    assert check_translation("In Goa a broker registers.", "कर्नाटक में दलाल पंजीकरण करता है।", "hi")
