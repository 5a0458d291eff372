"""The numbers and switches of retrieval that change answers and that no operator has a reason to set.

Frozen models, so that a digest over them names what an answer was made under, and so that an evaluation can
change one number of the search and nothing else.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class RetrievalThresholds(BaseModel):
    """The numbers and switches of retrieval; a switch that is off takes one mechanism away and moves no other."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    synonyms: bool = Field(True, description="Put the law's words behind everyday ones when searching.")
    spelling: bool = Field(True, description="Correct misspelt words against the law's own.")
    mean_embedding: bool = Field(
        True, description="Embed a follow-up between what it asks and what it goes on from."
    )
    script_rule: bool = Field(True, description="English texts weigh less for a question in another script.")
    keyphrases_in_fulltext: bool = Field(True, description="Search everyday words by words, too.")
    score_fusion: bool = Field(True, description="Order by relative scores; else by ranks alone.")
    pinning: bool = Field(True, description="Put what is asked for by number first.")
    act_margin: bool = Field(True, description="Put the Act before a state's rules where it is nearer.")
    asked_rule_first: bool = Field(
        True, description="Of a state's rules that say nearly the same put first the one asked for."
    )
    asked_rule_places: int = Field(7, description="Places among which a rule that says nearly the same is looked for.")
    state_rules: bool = Field(
        True, description="Compare with other states' rules where a state's own are not held."
    )
    scope_model: bool = Field(True, description="Tell kinds of question by their vector; else every kind is as likely.")
    own_questions: bool = Field(True, description="Hold what people ask of the law held against other topics.")

    editions: Literal["both", "plain", "official"] = Field(
        "both", description="Whose words are searched: the law's, our restatement's, or both."
    )
    without: tuple[str, ...] = Field((), description="Retrievers that are not asked at all.")
    script_expected_questions: float = Field(
        0.5, description="Factor of the expected questions' weight for a question in another script."
    )
    rerank_agreed: bool = Field(
        False, description="Let the cross-encoder, where there is one, read where two searches agree on the first, too."
    )
    rerank_words: int = Field(120, description="Words of a passage the cross-encoder reads.")
    rerank_weight: float = Field(2.0, description="Weight of its score against those of the retrievers.")
    rerank_floor: float = Field(-11.0, description="Logit of the cross-encoder that counts as 0.")
    rerank_span: float = Field(18.0, description="Logits from there to what counts as 1.")
    act_first_margin: float = Field(
        0.2, description="How much nearer than a state's rules the Act must be to come before them."
    )
    whole_weight: float = Field(
        2.0, description="Weight of a follow-up with what it goes on from, against 1 for what it asks itself."
    )
    found_before_sections: int = Field(
        2, description="Best units found that come before the sections behind a rule asked for by number."
    )
    graph_seeds: int = Field(3, description="Provisions found that the graph starts from.")
    graph_derived: int = Field(6, description="Provisions joined by enabling that the graph names.")
    fewest_pairs: int = Field(2, description="Pairs of a jurisdiction below which none is read.")
    central_quota: int = Field(1, description="Places of the Act where several states are compared.")
    fulltext_least_share: float = Field(
        0.1, description="Share of the best rank below which a match is noise."
    )
    fulltext_least_weight: float = Field(0.1, description="Share of the words' weight a match must have.")
    fulltext_words: int = Field(60, description="Words of a question that full text reads.")
    asked_words_first: bool = Field(
        True, description="Full text reads what a part of a post asks before its story."
    )
    ranked: int = Field(30, description="Provisions ranked; those beyond what is returned are only measured.")


class AnswerabilityThresholds(BaseModel):
    """The numbers and switches by which it is decided whether the law held answers, beside those an operator sets.

    Chances are 0 to 1, log chances their natural logarithms. A switch that is off takes one model or rule away and
    moves no other; the models that are left are not fitted anew.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    classifier: bool = Field(
        True, description="The chance is the classifier's; else 1 where the law held is nearer than other topics, and 0."
    )
    stance_model: bool = Field(True, description="Tell a wish to break the law by its words; else they say nothing.")
    field_model: bool = Field(True, description="Tell by its words whether a question is of the law held.")
    other_law_model: bool = Field(True, description="Decline where the words of what is asked are another law's.")
    intent_patterns: bool = Field(True, description="Read from the wording what is intended.")
    wrongdoing: bool = Field(True, description="Decline a wish to break the law.")
    prediction: bool = Field(True, description="Decline to guess at the future.")
    contradiction: bool = Field(True, description="Show two provisions that disagree in place of an answer.")
    wrong_of_home: bool = Field(True, description="Answer a complaint of a late or defective home, sure or not.")
    own_words: bool = Field(True, description="Decide a part of a post by its own words where its story may mislead.")

    sure: float = Field(0.95, description="Confidence in a provision asked for by number.")
    most_sure: float = Field(0.97, description="Confidence at most in what was searched for.")
    by_words: float = Field(0.5, description="Confidence in what was found by words alone.")
    told_wrong: float = Field(0.5, description="Confidence in what is found for a wrong told of one's home.")
    not_of_another: float = Field(
        -1.0, description="Log chance of other law below which a wrong told of one's home is ours."
    )
    contradicted: float = Field(0.5, description="Confidence in two provisions that disagree.")
    doubt: float = Field(
        0.5, description="How much likelier than other law, as log chances, the law held may be where that is looked into."
    )
    ours: float = Field(
        -0.4, description="Log chance from which the scope model's word that a question is ours counts beside the classifier."
    )
    chance_where_ours: float = Field(0.2, description="The classifier's chance that is then enough.")
    of_another: float = Field(
        1.5, description="How much likelier, as log chances, other law is where a number belongs to it and not to the law held."
    )
    chance_of_another: float = Field(0.1, description="The classifier's chance at most, there.")
    far: float = Field(
        0.3,
        description="How much nearer other topics are, phrases and questions together, where nothing else tells another law.",
    )
    enough_words: int = Field(6, description="Words of a question that says enough to be of another law.")
    enough_substance: int = Field(
        6, description="Words of substance of a part that says enough to be decided as a whole question is."
    )
    chance_surely_not: float = Field(
        0.2, description="The classifier's chance up to which such a part, without its story, is surely not answered."
    )
    chance_of_other_field: float = Field(
        0.7, description="The classifier's chance below which a part that names another field and none of ours is of its law."
    )
    other_law_odds: float = Field(1.5, description="Log odds from which the words of what is asked are another law's.")
    other_law_chance: float = Field(0.5, description="Chance from which that law is named.")
    contradiction_provisions: int = Field(3, description="Best provisions compared for a contradiction.")
    contradiction_alike: float = Field(0.8, description="Share of words from which two laws' sentences are on one thing.")
    contradiction_alike_in_one_law: float = Field(0.92, description="The same for two sentences of one law.")
    topic_neighbours: int = Field(5, description="Nearest texts of other topics that are looked at.")
    topic_agreeing: int = Field(3, description="Of these, how many must be of one law to name it.")
    topic_phrases: int = Field(3, description="Phrases of a topic that are embedded together.")
    surest: float = Field(-0.001, description="Greatest log chance of a kind of question from which odds are made.")
    scope_floor: float = Field(-8.0, description="Least log chance of a kind of question.")
    wish: float = Field(
        2.0, description="Log odds, of words and of vector together, from which a text wishes to break the law."
    )
    wish_by_vector: float = Field(
        2.0, description="What the scope model's log odds of such a wish count for, against 1 for the stance model's."
    )
    wish_by_wording: float = Field(4.0, description="What is added to them where the wording shows it.")
    no_wish: float = Field(
        -5.5, description="Log odds, of words alone, up to which they deny a wish although the wording shows one."
    )
    surely_no_wish: float = Field(
        -2.0, description="Log odds, of words alone, up to which they deny a wish although the vector alone would be sure."
    )
    wish_of_whether: float = Field(
        2.95, description="Log odds of a wish, by the words alone, below which who asks whether something is allowed has none."
    )
    intent_chars: int = Field(2000, description="Characters of a question read for what is intended.")
    long_words: int = Field(20, description="Words above which a question counts as long.")
    short_words: int = Field(3, description="Words up to which it counts as short.")
    cosine_floor: float = Field(0.8, description="Cosine of the nearest chunk that counts as 0 for the classifier; it is fitted on these scales.")
    cosine_scale: float = Field(10.0, description="What it counts for each cosine above that.")
    margin_scale: float = Field(20.0, description="The same of how much nearer the nearest is than others.")
    coverage_of_script: float = Field(0.5, description="Query term coverage of a question in another script, which has none.")
    diverse_of: int = Field(5, description="Best provisions whose laws are counted.")
    diverse_scale: float = Field(3.0, description="Number of laws among them that counts as 1.")
    odds_scale: float = Field(4.0, description="Log odds of a model, of field or of scope, that count as 1.")
    state_rule_chunk_weight: float = Field(
        5.0,
        description="Weight of the law's own text against keyphrases and expected questions where states' rules are compared "
        "with the Act: its cosines are closer together, and separate the two best.",
    )


ANSWERABILITY = AnswerabilityThresholds()
