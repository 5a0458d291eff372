"""Every number and switch of retrieval that moves answers and that no operator has a reason to set.

One frozen model, so that a digest over it names what an answer was made under, and so that an
evaluation can change one of them and nothing else.
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
    penalty_rule: bool = Field(True, description="The graph weighs more where a penalty is asked for.")
    symbols_rule: bool = Field(True, description="Words weigh more where a question is mostly numbers.")
    few_words_rule: bool = Field(True, description="Look deeper for a question of few words.")
    script_rule: bool = Field(True, description="English texts weigh less for a question in another script.")
    keyphrases_in_fulltext: bool = Field(True, description="Search everyday words by words, too.")
    score_fusion: bool = Field(True, description="Order by relative scores; else by ranks alone.")
    deduplicate: bool = Field(True, description="Drop near-copies inside one document.")
    rerank: bool = Field(True, description="Read the best provisions with the cross-encoder.")
    selective_rerank: bool = Field(True, description="Do not rerank where two searches agree on the first.")
    score_gap_cutoff: bool = Field(True, description="End the list where scores fall steeply.")
    pinning: bool = Field(True, description="What is asked for by number stands first.")
    act_margin: bool = Field(True, description="The Act stands before a state's rules where it is nearer.")
    keep_carried: bool = Field(True, description="What the last answer stood on stays in the evidence.")
    state_rules: bool = Field(True, description="Ask other states' rules where a state's own are not held.")

    editions: Literal["both", "plain", "official"] = Field(
        "both", description="Whose words are searched: the law's, our restatement's, or both."
    )
    without: tuple[str, ...] = Field((), description="Retrievers that are not asked at all.")
    many_symbols: float = Field(
        0.25, description="Share of marked words that makes a question mostly numbers."
    )
    symbols_fulltext: float = Field(1.4, description="Factor of full text's weight for such a question.")
    symbols_vector: float = Field(0.6, description="The same of the vector search.")
    few_words: int = Field(4, description="Words below which a question has few.")
    few_words_depth: float = Field(1.5, description="Factor of every depth for such a question.")
    penalty_graph: float = Field(
        6.0, description="Factor of the graph's weight where a penalty is asked for."
    )
    script_expected_questions: float = Field(
        0.5, description="Factor of the expected questions' weight for a question in another script."
    )
    duplicate_overlap: float = Field(0.9, description="Share of words in common that makes a near-copy.")
    deduplicated: int = Field(40, description="Provisions looked at for near-copies; the rest is left.")
    rerank_words: int = Field(120, description="Words of a passage the cross-encoder reads.")
    rerank_weight: float = Field(2.0, description="Weight of its score against those of the retrievers.")
    rerank_floor: float = Field(-11.0, description="Logit of the cross-encoder that counts as 0.")
    rerank_span: float = Field(18.0, description="Logits from there to what counts as 1.")
    min_score_share: float = Field(0.1, description="Share of the best score below which a unit is noise.")
    score_gap: float = Field(
        0.6, description="Fall between neighbours, of the best score, that ends the list."
    )
    never_cut: int = Field(5, description="Provisions that such a fall never ends the list before.")
    act_first_margin: float = Field(
        0.2, description="How much nearer the Act must come than a state's rules to stand before them."
    )
    fulltext_least_share: float = Field(
        0.1, description="Share of the best rank below which a match is noise."
    )
    fulltext_least_weight: float = Field(0.1, description="Share of the words' weight a match must have.")
    fulltext_words: int = Field(60, description="Words of a question that full text reads.")
    ranked: int = Field(
        30, description="Provisions ranked: what stands beyond those handed on is looked at by measuring."
    )
