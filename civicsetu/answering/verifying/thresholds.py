"""The numbers by which a written sentence is held against what it cites; `answer_hash` names them."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class VerifyingThresholds(BaseModel):
    """Thresholds of likeness for words, figures and translations, and the cost of each doubt."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    certain_cost: float = Field(0.1, description="What a certain doubt leaves of a sentence's score.")
    uncertain_cost: float = Field(0.6, description="The same of one that an opinion may lift.")
    quote_letters: int = Field(5, description="Letters of a quote that can be told from others.")
    quote_words: int = Field(2, description="Words of such a quote.")
    near_words: int = Field(12, description="Words on each side of a place by which two places are compared.")
    near_slope: float = Field(0.25, description="What each word farther off counts less.")
    quoted_bonus: float = Field(0.35, description="Likeness a figure gains that stands where the quote is.")
    other_matter: float = Field(0.08, description="Likeness by which another figure must be liker to be the one meant.")
    other_matter_of_both: float = Field(0.25, description="The same where the sentence has that figure, too.")
    like_enough: float = Field(0.45, description="Likeness from which a figure may stand outside the quoted sentence.")
    bare_sum: int = Field(1_000, description="Bare numbers from which one that the asker tells may be rupees.")
    sums_added: int = Field(6, description="Sums of the asker's that are added up.")
    first_year: int = Field(1_900, description="Bare numbers from here …")
    last_year: int = Field(2_100, description="… to here name years and are no sums.")
    year_days: int = Field(365, description="Days of a year in which a day without a year is counted.")
    common_year: int = Field(2001, description="A year without a leap day …")
    leap_year: int = Field(2004, description="… and one with it, between whose days a period is counted.")
    month_chars: int = Field(12, description="Characters before a day in which its month may stand.")
    year_digits: int = Field(4, description="Digits of a bare year.")
    round_sum: int = Field(100, description="A bare number that this divides is a sum or a count, and no year.")
    sum_chars: int = Field(16, description="Characters before a bare number in which a word may make it a sum.")
    small_count: int = Field(12, description="Bare numbers up to this are counts that a reader can redo.")
    compared_chars: int = Field(60, description="Characters between two figures that are compared with each other.")
    figures_reckoned: int = Field(24, description="Figures of a text that arithmetic takes in.")
    rounding: float = Field(0.005, description="Share by which a reckoned sum may be rounded.")
    longest_shift_days: int = Field(40_000, description="Days or months by which a day may be moved.")
    like_stance: float = Field(0.62, description="Share of the best likeness that another stance of the law must have.")
    condition_words: int = Field(
        2, description="Words of a condition that must all be strange: one alone may be another word for the law's."
    )
    parties_in_a_row: int = Field(3, description="Parties from which a sentence says one thing of several.")
    topic_share: float = Field(0.5, description="Share of a claim's topic that what it is held against must have.")
    denied_share: float = Field(0.34, description="The same for a sentence that denies a right or a duty.")
    denied_chars: int = Field(60, description="Characters behind a denial in which what is denied stands.")
    absence_chars: int = Field(1_000, description="Characters of a sentence that are read for what is not there.")
    screen_chars: int = Field(1_200, description="Characters of a sentence that may reach the screen.")
    echoed_words: int = Field(6, description="Words in a row that echo the asker.")
    echoed_share: float = Field(0.75, description="Share of a sentence that must be such words.")
    script_share: float = Field(0.6, description="Share of a translation's letters that are of its script.")
    shortest_translation: float = Field(0.4, description="Length of a translation at least, by that of its sentence.")
    longest_translation: float = Field(2.4, description="The same at most.")
    translated_chars: int = Field(25, description="Characters of a sentence from which lengths are compared.")
    measure_words: int = Field(3, description="Words behind a number in which its unit stands.")


VERIFYING = VerifyingThresholds()
