"""The thresholds by which sentences are chosen; `answer_hash` names them.

They were set by measuring on the golden set's tune half. An operator has no reason to turn them, so they
are no settings; an answer made under others is another answer all the same.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class AnsweringThresholds(BaseModel):
    """Thresholds of composing: sentences per provision, and how near the best one they must come."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    from_best_unit: int = Field(4, description="Sentences of the best provision.")
    from_other_units: int = Field(2, description="Sentences of each of the others.")
    provisos_of_best: int = Field(3, description="Provisos that come along with the best provision.")
    provisos_of_others: int = Field(1, description="Provisos that come along with each of the others.")
    same_words: float = Field(0.8, description="Share of words above which two sentences say the same.")
    cosine_floor: float = Field(0.75, description="Cosine below which a sentence is not near in meaning.")
    cosine_range: float = Field(0.15, description="Cosine above the floor that counts as one.")
    words_weight: float = Field(0.8, description="What the words shared count against meaning.")
    rank_weight: float = Field(0.35, description="What the provision's rank counts, over that rank.")
    rerank_weight: float = Field(0.3, description="What the provision's reranking counts.")
    case_penalty: float = Field(0.3, description="What a sentence loses that names one case only.")
    near_best: float = Field(0.62, description="Share of the best sentence's score that one must reach.")
    near_first: float = Field(
        0.75, description="Share of the best provision's relevance that one must reach."
    )
    statements: int = Field(3, description="Sentences of an answer made of statements.")
    least_sure_part: float = Field(
        0.3, description="Chance below which a part of a post is not answered."
    )
    least_sure_wrong: float = Field(
        0.6, description="Chance below which a wrong that a post tells, and asks nothing of, is passed over."
    )
    part_story: float = Field(0.58, description="What the log odds from a part's story count in those of the part.")
    part_own: float = Field(1.7, description="What nearness to a part's own question counts, a cosine, in log odds.")
    part_people: float = Field(2.33, description="What nearness of people's questions to a part's own words counts, a cosine, in log odds.")
    part_bias: float = Field(-1.94, description="Log odds of a statement that neither story nor own question favours.")
    usually_asked: float = Field(0.1, description="Cosine that counts as nearness of people's questions for a statement that none of them asks for.")
    part_nearest: int = Field(12, description="Statements nearest to a part's own question that are candidates besides.")
    asked_nearest: int = Field(
        12, description="Statements nearest to a whole question that are candidates, though their provisions were not found."
    )
    least_near: float = Field(0.2, description="Nearness to a part, its question and story, below which nothing answers it.")
    next_to_said: float = Field(
        0.8, description="Log odds that what is new may lack of a statement that an earlier part of a post says."
    )
    unknown_words: float = Field(
        0.09, description="How near every statement counts by a question's words where most of those are known of none: the middle."
    )
    periods_apart: int = Field(14, description="Characters between two periods that are one: 2 months and 10 days.")
    least_flats: int = Field(3, description="Fewer flats than these are what somebody bought, not a project.")
    least_sum: int = Field(1_000, description="Rupees below which what is named is no part of a price.")
    asked_apart: float = Field(
        2.0, description="Log odds gained by where complaints go, by how other laws' forums stay, and by what landowners answer for, where that is asked."
    )
    half_whole: float = Field(0.5, description="What the log odds from the whole question count in those of a half of it.")
    half_own: float = Field(4.0, description="What nearness to a half counts, a cosine, in log odds.")
    half_leaning: float = Field(1.0, description="The same for a half that leans on the one before it.")
    half_kind: float = Field(1.0, description="Log odds gained by what gives the kind of thing that a half asks for.")
    half_bias: float = Field(-1.1, description="Log odds of a statement that neither the question nor its half favours.")
    half_lead_margin: float = Field(0.3, description="Log odds by which what answers the first half must exceed the likeliest to lead.")
    half_least: float = Field(-0.4, description="Log odds below which no statement answers a half.")
    pointing_half: int = Field(3, description="Substance below which a half that points to a thing asks of what the half before it names.")
    alone_below: float = Field(
        0.4, description="Chance below which the first statement is said with no more than what it requires."
    )
    least_lead: float = Field(-1.6, description="Log odds below which no statement leads an answer.")
    provision_margin: float = Field(1.5, description="Log odds a statement of the lead's provision may lack of it.")
    section_margin: float = Field(0.5, description="The same for one of another provision of its section or rule.")
    elsewhere_margin: float = Field(0.1, description="The same for any other statement.")
    decided_margin: float = Field(
        2.5, description="Log odds that the statement which decides a yes or no may lack of the likeliest."
    )
    least_word: float = Field(
        0.82,
        description="Chance from which yes or no is said as readers did: of 118 words said to questions apart 1 is the wrong way round.",
    )
    word_put_alike: float = Field(0.6, description="What being put just alike counts for a question of people, in cosine.")
    word_sharpness: float = Field(6.0, description="How much more a nearer question of people counts, an exponent.")
    least_claim: float = Field(
        0.82, description="Chance from which a builder's claim is said not to be right: of such words to questions apart none is wrong."
    )
    word_far: float = Field(-0.3, description="How near no question of people with such a word counts.")
    word_edge: float = Field(4.0, description="Spreads from the middle at which what tells of a word counts no further.")
    grievance_margin: float = Field(
        0.7, description="Log odds a statement found may lack of the first to tell a grievance."
    )
    compared_provision: float = Field(
        0.35, description="Log odds that a matter compared may lack of the first, of whose provision it is."
    )
    compared_section: float = Field(0.45, description="The same for one of another provision of its rule.")
    compared_elsewhere: float = Field(0.1, description="The same for any other matter.")
    least_belongs: float = Field(0.18, description="Chance from which a statement is said behind the lead.")
    leads_smoothed: float = Field(
        1.5, description="Leads behind which nothing stood, added to those of a statement: of a single lead little is known."
    )
    belongs_among: int = Field(20, description="Statements behind the likeliest that may be said behind it.")
    least_further: float = Field(-3.0, description="Log odds below which no further statement is told.")
    further_margin: float = Field(1.5, description="Log odds that further statements may lack of the first.")
    states_as_examples: int = Field(2, description="States whose statement is told where the Act leaves something to the states and none is named.")
    named_chance: float = Field(0.8, description="Confidence in the outline of a provision asked by number.")
    compared_chance: float = Field(0.5, description="Confidence in states that are compared in statements.")
    silence_of_another_law: float = Field(
        0.6, description="Chance from which a silence is told where the words are another law's."
    )
    least_silence: float = Field(0.3, description="Chance from which what the law held does not settle is told in place of statements.")
    lifted_chance: float = Field(0.4, description="Confidence where the law's own sentences have to answer.")
    high_confidence: float = Field(
        0.8, description="Confidence from which it is called high: there 84 leads of 100 state what was asked, from .65 on 76."
    )
    medium_confidence: float = Field(0.4, description="Confidence from which it is called medium.")

    answered_by_the_act: float = Field(
        0.75, description="Chance of the first statement from which the Act answers what rules that are not held might."
    )
    sum_near: int = Field(60, description="Characters next to a sum whose words tell what it is to the asker.")
    months_of_year: int = Field(12, description="Months below which they are the rest of the years told before them.")
    day_near: int = Field(45, description="Characters before a day in which what happened on it is named; half as many behind it.")
    same_matter_words: int = Field(
        2, description="Words of a figure's name in the first statement that make it the figure asked for, though another leaves it to rules."
    )
    known_words: float = Field(
        0.8, description="Share of a statement's words above which those before it have said it."
    )
    holds_wholly: float = Field(
        0.9, description="Log odds gained where all that a statement holds for is known of an asker who seeks a way out."
    )
    of_others: float = Field(
        0.8,
        description="Log odds lost by a penalty where none is asked for, and by what concerns brokers where nobody speaks of one.",
    )
    of_another_party: float = Field(
        2.5, description="Log odds lost by what may not lead: another party's punishment or fee, what a buyer owes where they ask what they get."
    )
    outline_statements: int = Field(8, description="Statements that outline the provisions asked for by number.")
    outline_substance: int = Field(2, description="Substance at most of a question that only names a provision.")
    rules_named: int = Field(4, description="Rules of a law that are named as carrying out a section.")
    rules_told: int = Field(2, description="The narrowest of these rules, of which is told what they say.")
    rule_statements: int = Field(2, description="Statements of these rules told behind their numbers.")
    list_statements: int = Field(8, description="Statements of a list that is given whole.")
    list_clauses: int = Field(3, description="Clauses that make a list.")
    list_chance: float = Field(0.5, description="Chance of the lead from which the list around it is given.")
    steps: int = Field(5, description="Steps of a grievance at most.")
    last_commencement: int = Field(
        2017, description="Year in which the last sections of the RERA Act began, on 1 May: a case of it may be older or younger."
    )
    case_words: int = Field(25, description="Words from which an asker to whom it is owed tells a case of their own.")
    history_turns: int = Field(
        16, description="Turns read of a conversation: a few questions, with replies to their answers between them."
    )
    source_passages: int = Field(4, description="Passages shown of what an answer rests on.")
    source_words: int = Field(60, description="Words of a sentence that is shown whole among these.")
    heading_share: float = Field(
        0.5, description="Share of a provision's heading that a question must name to be of the whole of it."
    )
    opening_matters: int = Field(3, description="Matters named where it is unclear which is meant.")
    titles_named: int = Field(3, description="Laws up to which the law held is told by its titles.")
    related_laws: int = Field(8, description="Laws of which provisions related to one are named.")
    related_provisions: int = Field(4, description="Provisions that are named of each of these.")


class ComparisonThresholds(BaseModel):
    """Thresholds for the matters on which states are compared, and for grouping matters.

    What a matter loses or gains is counted in log odds, as its statements' scores are.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    story_words: int = Field(40, description="Words from which a text that passes through several states is a story.")
    untold_provisions: int = Field(
        3, description="A state's provisions found that may be said in their own words, where no statement tells them."
    )
    provisions_read: int = Field(
        3, description="Provisions found, in each state without statements, of which the values are compared."
    )
    leads: int = Field(16, description="Statements that may make a matter.")
    matters: int = Field(4, description="Matters compared at most.")
    listed_matters: int = Field(6, description="The same where they are items of one list.")
    cell_statements: int = Field(3, description="Statements of one state on one matter.")
    same_matter: float = Field(
        0.38, description="Cosine of the questions two statements answer from which they are on one matter."
    )
    surely_same: float = Field(
        0.5, description="The same for a further matter, that the question perhaps does not ask for."
    )
    same_as_the_act: float = Field(
        0.6, description="The same for a statement of a state and one of the Act, of which neither fills the other."
    )
    same_statement: float = Field(0.95, description="Cosine above which two statements of one law say the same.")
    less_sure: float = Field(
        0.5, description="What a matter loses at most where a state's own statement on it answers worse than the best."
    )
    nothing_said: float = Field(0.8, description="What it loses where a state says nothing on it.")
    unlike: float = Field(
        0.5,
        description="What it loses where its statements have no question in common, so that the better of two pairs is taken.",
    )
    joined: float = Field(0.2, description="What a matter that joins a cell may lack of the first.")
    list_item: float = Field(1.5, description="What an item of a list may lack of the statement that opens it.")
    provision_found: float = Field(
        0.8, description="What a value gains that the provisions found of a state without statements carry, too."
    )


ANSWERING = AnsweringThresholds()
COMPARING = ComparisonThresholds()
