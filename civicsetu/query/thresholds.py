"""The numbers by which a question is read; `answer_hash` names them.

They say how long or how full of matter a text must be to be read as one thing or another, and how much of a
long text a pattern reads. `substance` is the count of words that say something by themselves.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class ReadingThresholds(BaseModel):
    """Lengths from which a text is a post, a reply or a follow-up, and limits on how much each reader looks at.

    A switch that is off takes one way of reading away and moves no other. Switches are those of the
    `ReadingContext`; the numbers are read from `READING`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    split_posts: bool = Field(True, description="Split a post that asks several things into its parts.")
    wrongs_as_parts: bool = Field(True, description="Ask by itself of each wrong that a post tells.")
    story_of_part: bool = Field(True, description="Search for a part of a post together with the post's story.")
    carried_question: bool = Field(
        True, description="Search for a follow-up together with the question that the conversation began with."
    )
    carried_states: bool = Field(True, description="A follow-up is of the states that the conversation is about.")

    post_words: int = Field(50, description="Words from which a text is a long post.")
    asking_odds: float = Field(1.0, description="Log odds from which a sentence of a long post asks something, though no pattern says so.")
    asking_odds_least: float = Field(-2.5, description="Log odds from which it does where a pattern says so.")
    party_chance: float = Field(0.4, description="Chance from which a text counts as one of a party.")
    party_sure: float = Field(0.95, description="Chance from which the party of a text counts against a phrase of it.")
    party_words: int = Field(20, description="Words from which a text tells its party surely enough for that.")
    steps_odds: float = Field(0.0, description="Log odds from which a text counts as one that asks what to do.")
    parts_read: int = Field(30, description="Parts of a post that are told apart at most.")
    heading_chars: int = Field(90, description="Characters of a part's heading.")
    heading_rest_chars: int = Field(12, description="Characters that a heading must keep behind a request.")
    heading_substance: int = Field(2, description="Substance of a heading that stands without what is told before it.")
    announced_questions: int = Field(2, description="Questions behind the words that announce them, from which those before count as told.")
    told_shared: float = Field(0.5, description="Telling words, each shared with the story's others, that make a sentence tell of a question.")
    told_chars: int = Field(300, description="Characters of a sentence that is joined to the question it tells of.")
    heading_words: int = Field(2, description="Words of substance of a question that asks for a section by its heading, at least.")
    heading_words_most: int = Field(4, description="And at most.")
    story_chars: int = Field(1200, description="Characters of a post's story that go with a part.")
    split_chars: int = Field(1500, description="Characters of a sentence that is looked into for several questions.")
    item_chars: int = Field(500, description="Characters of a list's item that is one part.")
    items_of_list: int = Field(3, description="Items that make a list without asking anything.")
    told_substance: int = Field(3, description="Substance of what is told between two questions that parts them.")
    told_sentences: int = Field(2, description="Sentences of a text that only tells.")
    told_words: int = Field(10, description="Words of a text that only tells.")
    clause_substance: int = Field(2, description="Substance of a clause that asks something of its own.")
    alone_substance: int = Field(2, description="Substance of a part that is understood by itself.")
    leaned_on_substance: int = Field(5, description="Substance of what was told last, that a part leans on.")
    leaning_substance: int = Field(2, description="Substance below which a question leans on the one before.")
    joined_substance: int = Field(3, description="Substance below which a clause of a long post leans on the one before it.")
    halves: int = Field(3, description="Things asked in one breath that are told apart at most.")
    compared_matter_words: int = Field(6, description="Words at most that name a matter in which states are compared.")
    halves_chars: int = Field(600, description="Characters at a question's end that are looked through for them.")
    complaint_chars: int = Field(4000, description="Characters at a text's end that are read for whom to complain to.")
    leaning_half_substance: int = Field(2, description="Substance below which a half leans on the one before it.")
    elsewhere_substance: int = Field(3, description="Substance at most of a question put again for another place.")

    follow_up_opening_words: int = Field(18, description="Words at most of a follow-up that opens like one.")
    follow_up_pointing_words: int = Field(14, description="Words at most of a follow-up that points back.")
    follow_up_bare_words: int = Field(4, description="Words of a question that is always read as a follow-up.")
    follow_up_subjectless_words: int = Field(12, description="Words at most of a follow-up that names no matter.")
    follow_up_questions: int = Field(2, description="Questions that a follow-up goes on from.")
    looked_back_questions: int = Field(4, description="Questions of a conversation that are looked back on.")
    reply_chars: int = Field(160, description="Characters at most of a reply that asks nothing new.")
    reply_words: int = Field(18, description="Words at most of such a reply.")
    chatter_chars: int = Field(160, description="Characters at most of a text that is only chatter.")

    polar_chars: int = Field(4000, description="Characters read for a question that asks yes or no.")
    polar_words: int = Field(60, description="Words of a text that is read whole where its question points back.")
    polar_substance: int = Field(3, description="Substance below which a yes or no is asked of what was told.")
    kind_chars: int = Field(2000, description="Characters read for the kind of thing asked.")
    facts_chars: int = Field(12_000, description="Characters read for facts of the asker's case.")
    denied_chars: int = Field(40, description="Characters before a fact that are read for whether it is denied.")
    project_chars: int = Field(2000, description="Characters read for the size and kind of a project.")
    wrongs_chars: int = Field(4000, description="Characters read for a wrong that is told.")
    wrongs_told: int = Field(5, description="Wrongs of a post that are looked up beside what it asks.")
    wrongs_asked: int = Field(4, description="Wrongs of a post that are each asked of, where it asks what to do about all.")
    wrongs_words: int = Field(8, description="Words from which a text without a question tells a wrong.")
    abbreviation_chars: int = Field(12, description="Characters before a full stop that may be an abbreviation.")
    next_sentence_chars: int = Field(80, description="Characters behind a full stop read for whether a question begins.")

    beside_state_chars: int = Field(30, description="Characters beside a state's name read for another.")
    state_name_chars: int = Field(3, description="Letters of a state's name that may be misspelt.")
    two_slips_chars: int = Field(10, description="Letters of a state's name from which two slips are allowed.")


READING = ReadingThresholds()
