"""The numbers by which words are distinguished, stemmed, corrected and hashed; `answer_hash` names them.

Lengths are in letters. They were set against the words of the law held and the questions of the golden set's tune
half, and no operator has a reason to turn them.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class LexiconThresholds(BaseModel):
    """Lengths from which a word is corrected or cut, and limits on what is read of a text."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words_read: int = Field(400, description="Different words of a text that `split_words` returns.")
    stem_letters: int = Field(6, description="Letters that a stem keeps at most.")
    stem_endings: int = Field(2, description="Endings that are cut from a word, one after the other.")
    shortest_stem: int = Field(3, description="Letters that a word must keep where an ending is cut.")
    shortest_synonym_stem: int = Field(2, description="Letters of the shortest stem that stands for a word of another script.")
    one_slip_letters: int = Field(5, description="Letters from which a word is corrected by its letters.")
    two_slips_letters: int = Field(7, description="Letters from which two of them may be wrong.")
    nearest_words: int = Field(20, description="Words nearest by letters among which the likeliest is chosen.")
    shortest_correction: int = Field(4, description="Letters from which a word is corrected, or is what another is corrected to.")
    fewest_consonants: int = Field(3, description="First letter and consonants from which a word is corrected by these.")
    hindi_marks: int = Field(2, description="Small words of Hindi from which a text in Latin letters is read as Hindi.")
    hindi_share: float = Field(0.15, description="Share of its words that they must be.")
    model_places: int = Field(1 << 17, description="Places into which the models of words hash what they read.")
    model_run: int = Field(4, description="Letters of a run that they read in a word.")
    model_chars: int = Field(2000, description="Characters of a text that they read.")


LEXICON = LexiconThresholds()
