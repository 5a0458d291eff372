"""The numbers by which a writer is given law and its reply is read; `answer_hash` names them."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class WritingThresholds(BaseModel):
    """Limits on the law shown in a prompt, and on how much of a reply is read."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    least_tokens: int = Field(300, description="Tokens of law below which there is nothing to write an answer from.")
    part_tokens: int = Field(
        500, description="Tokens a reply takes for one part, and once more for what opens it; twice that with a translation."
    )
    leaning_words: int = Field(7, description="Words below which a part's question is shown with what it leans on.")
    mended_tokens: int = Field(160, description="Tokens of one mended line.")
    provisions: int = Field(60, description="Provisions found of which something is shown, the best first.")
    whole_provisions: int = Field(
        10, description="Provisions that are shown with their text and their statements before others are shown at all."
    )
    nearest_provisions: int = Field(
        4, description="Provisions found whose values are told even where none is held; of a farther matter that distracts."
    )
    rules_of: int = Field(8, description="Provisions whose carrying out is looked up.")
    rules_each: int = Field(2, description="Rules of each of these that are shown.")
    best_statements: int = Field(
        6, description="Statements of a provision that are shown before the rest of them; some provisions have thirty."
    )
    later_statements: int = Field(1, description="Statements of a provision behind these, before any of those has more.")
    silences: int = Field(3, description="What the law read leaves open that is told of each part, the nearest to what it asks.")
    state_parameters: int = Field(12, description="Parameters told of one state.")
    provision_chars: int = Field(1_400, description="Characters of a provision that is shown whole; most are far shorter.")
    official_chars: int = Field(700, description="Characters of an official text that is shown beside the plain one.")
    telling_letters: int = Field(
        4, description="Letters of a word that tells what a sentence is about; shorter ones are articles and the like."
    )
    earlier_turns: int = Field(3, description="Turns before this one that are told.")
    earlier_sentences: int = Field(2, description="Sentences told of each of their answers.")
    earlier_chars: int = Field(400, description="Characters told of each of their questions.")
    reply_chars: int = Field(100_000, description="Characters of a reply that are read.")
    reply_sentences: int = Field(40, description="Sentences taken of a reply.")
    sentence_chars: int = Field(400, description="Characters of a sentence.")
    quote_chars: int = Field(1_200, description="Characters of a quote.")
    translation_chars: int = Field(1_000, description="Characters of a translation.")
    point_chars: int = Field(200, description="Characters of a point that nothing given answers.")
    points: int = Field(10, description="Such points taken of a reply.")
    sentence_keys: int = Field(12, description="Keys of a sentence.")
    sentences_a_line: int = Field(2, description="Sentences that one line may hold.")
    nesting: int = Field(8, description="Brackets within brackets of a line that is read.")


WRITING = WritingThresholds()
