"""The numbers by which an answer is drafted; `answer_hash` names them."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class DraftingThresholds(BaseModel):
    """Number and width of the searches for a writer, and limits on which of its sentences are shown and cited."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    retries: int = Field(1, description="Writings after the first, each after a wider search for what was left open.")
    compared_states: int = Field(
        3, description="States side by side that are written of in sentences; more stand in a table as they were composed."
    )
    understood_words: int = Field(
        25, description="Words from which a first question is read by the fast model; a shorter one has nothing to split."
    )
    story_sentences: int = Field(3, description="Sentences from which a question is a story, each searched by itself.")
    searched_sentences: int = Field(12, description="Sentences of a story that are searched.")
    searched_words: int = Field(5, description="Words of a sentence that is searched.")
    searched_points: int = Field(6, description="Points left open that are searched for.")
    marked_chars: int = Field(
        400, description="Characters of a cited passage that may be marked without looking for the words quoted."
    )
    quoted_share: float = Field(0.5, description="Share of a quote's words that the sentence marked for it has.")
    points_named: int = Field(2, description="Points not found that are named.")
    point_words: int = Field(14, description="Words of a point that is named.")
    same_words: float = Field(
        0.6, description="Share of a sentence's words above which it repeats another of its part that cites the same provision."
    )
    same_words_elsewhere: float = Field(0.75, description="The same where the provision or the part is another.")
    same_words_in_two: float = Field(0.9, description="Share of a sentence's words in two others above which it is put together from them.")
    words_put_together: int = Field(10, description="Words of a sentence from which that is so; a few common words stand in any two.")
    same_advice: float = Field(0.5, description="Share of the telling words of advice above which it repeats other advice.")
    telling_letters: int = Field(4, description="Letters of a word by which advice is compared.")
    opinion_tokens: int = Field(40, description="Tokens of an opinion on one sentence.")
    opinion_tokens_more: int = Field(60, description="Tokens of the opinions' frame.")
    opinion_chars: int = Field(120, description="Characters of an opinion that are read.")
    half_sure: float = Field(0.5, description="Least score of a sentence that an opinion supports.")


DRAFTING = DraftingThresholds()
