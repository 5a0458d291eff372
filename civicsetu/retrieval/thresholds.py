"""The numbers and switches of retrieval that change answers and that no operator has a reason to set.

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
    script_rule: bool = Field(True, description="English texts weigh less for a question in another script.")
    keyphrases_in_fulltext: bool = Field(True, description="Search everyday words by words, too.")
    score_fusion: bool = Field(True, description="Order by relative scores; else by ranks alone.")
    rerank: bool = Field(True, description="Read the best provisions with the cross-encoder.")
    selective_rerank: bool = Field(True, description="Do not rerank where two searches agree on the first.")
    pinning: bool = Field(True, description="Put what is asked for by number first.")
    act_margin: bool = Field(True, description="Put the Act before a state's rules where it is nearer.")
    state_rules: bool = Field(
        True, description="Compare with other states' rules where a state's own are not held."
    )

    editions: Literal["both", "plain", "official"] = Field(
        "both", description="Whose words are searched: the law's, our restatement's, or both."
    )
    without: tuple[str, ...] = Field((), description="Retrievers that are not asked at all.")
    script_expected_questions: float = Field(
        0.5, description="Factor of the expected questions' weight for a question in another script."
    )
    rerank_words: int = Field(120, description="Words of a passage the cross-encoder reads.")
    rerank_weight: float = Field(2.0, description="Weight of its score against those of the retrievers.")
    rerank_floor: float = Field(-11.0, description="Logit of the cross-encoder that counts as 0.")
    rerank_span: float = Field(18.0, description="Logits from there to what counts as 1.")
    act_first_margin: float = Field(
        0.2, description="How much nearer than a state's rules the Act must be to come before them."
    )
    graph_seeds: int = Field(3, description="Provisions found that the graph starts from.")
    graph_derived: int = Field(6, description="Provisions joined by enabling that the graph names.")
    fewest_pairs: int = Field(2, description="Pairs of a jurisdiction below which none is read.")
    part_fewest_pairs: int = Field(4, description="Pairs that are read for each part of a post at least.")
    central_quota: int = Field(1, description="Places of the Act where several states are compared.")
    fulltext_least_share: float = Field(
        0.1, description="Share of the best rank below which a match is noise."
    )
    fulltext_least_weight: float = Field(0.1, description="Share of the words' weight a match must have.")
    fulltext_words: int = Field(60, description="Words of a question that full text reads.")
    ranked: int = Field(30, description="Provisions ranked; those beyond what is returned are only measured.")
