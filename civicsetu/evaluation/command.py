"""`civicsetu eval …`: what is measured of the answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from civicsetu.evaluation import law_commands
from civicsetu.evaluation.agreement import commands as agreement
from civicsetu.evaluation.answers import commands as answering
from civicsetu.evaluation.command_settings import get_logged_settings, get_quiet_settings
from civicsetu.evaluation.golden.row_kinds import Half, RowKind, RowLanguage
from civicsetu.evaluation.judging import commands as judging
from civicsetu.evaluation.ragas_scores import commands as scoring
from civicsetu.evaluation.runs import commands as runs
from civicsetu.evaluation.verifier import commands as verifying
from civicsetu.evaluation.written import commands as recorded
from civicsetu.progress import Progress, progress_on_stderr

if TYPE_CHECKING:
    from civicsetu.evaluation.fitting.fit_word_models import WordFit
    from civicsetu.models.embedder import Embedder

GOLDEN = Path("eval/golden")


class RowSet(Enum):
    """Which rows are asked: the golden set, or the cases reviewers made on the operator's page."""

    GOLDEN = "golden"
    REVIEWED = "reviewed"


ABLATION = Path("eval/baselines/ablation.json")


class Fitted(Protocol):
    """A fitted model that can be stored."""

    def write(self, path: Path) -> None: ...


SetOption = Annotated[
    RowSet, typer.Option("--set", help="The golden set, or the cases reviewed on the operator's page.")
]
Fit = Callable[["Embedder", list[str], Progress], Coroutine[object, object, Fitted]]

app = typer.Typer(
    no_args_is_help=True, help="Measure the answers on golden questions, and what they are made of."
)
for command in (
    law_commands.statements,
    law_commands.parameters,
    law_commands.coverage,
    judging.sheet,
    verifying.verifier,
    runs.run,
    runs.compare,
    runs.gates,
    agreement.agreement,
    answering.posts,
    scoring.ragas,
):
    app.command()(command)
app.command("list")(runs.list_runs)


@app.command()
def retrieval(
    half: Annotated[Half, typer.Option(help="Tuning looks at tune only.")] = Half.TUNE,
    row_set: SetOption = RowSet.GOLDEN,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many rows.")] = None,
    every: Annotated[int, typer.Option(min=1, help="Each so-many-th row.")] = 1,
    kind: Annotated[RowKind | None, typer.Option("--type", help="Rows of one type.")] = None,
    language: Annotated[RowLanguage | None, typer.Option(help="Rows in one language.")] = None,
    golden: Annotated[Path, typer.Option(help="Folder of the golden set.")] = GOLDEN,
    verbose: Annotated[bool, typer.Option("--verbose", help="Each row found or declined wrongly.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "--json", help="Write everything there as JSON.")
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(help="Compare with a stored run; exit code 1 where it was better.")
    ] = None,
    store: Annotated[Path | None, typer.Option(help="Store this run to compare later ones with.")] = None,
) -> None:
    """Ask the golden questions and tell how well their provisions are found."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation import baseline as stored
    from civicsetu.evaluation.retrieval_eval import Selection, evaluate
    from civicsetu.evaluation.reviewed.cases import reviewed_folder
    from civicsetu.evaluation.tables import print_tables

    settings, registry = get_logged_settings(), get_registry()
    selection = Selection(golden, half, kind, language, limit, every)
    if row_set is RowSet.REVIEWED:
        selection = replace(selection, folder=reviewed_folder(settings.data_path), reviewed=True)
    before = stored.load_baseline(baseline) if baseline else None
    with progress_on_stderr() as progress:
        report = asyncio.run(evaluate(settings, selection, registry, progress))
    changes = stored.compare_runs(before, report.measured) if before else []
    report = report.add_tables([stored.build_table(changes)] if changes else [])
    print_tables(report.tables)
    for line in report.describe(verbose=verbose):
        typer.echo(line)
    if output:
        report.write(output)
    if store:
        stored.store(store, report.as_baseline())
    for line in stored.list_losses(changes):
        typer.echo(line, err=True)
    if any(change.is_worse for change in changes):
        raise typer.Exit(1)


@app.command()
def answers(
    half: Annotated[Half, typer.Option(help="Tuning looks at tune only.")] = Half.TUNE,
    row_set: SetOption = RowSet.GOLDEN,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many rows.")] = None,
    every: Annotated[int, typer.Option(min=1, help="Each so-many-th row.")] = 1,
    golden: Annotated[Path, typer.Option(help="Folder of the golden set.")] = GOLDEN,
    verbose: Annotated[bool, typer.Option("--verbose", help="Each row whose lead misses.")] = False,
    output: Annotated[
        Path | None, typer.Option(help="Write each answer there, a line of JSON a row.")
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            "--export-for-judging", help="Write a sheet of the answers there, for a reader to judge."
        ),
    ] = None,
    questions: Annotated[
        Path | None, typer.Option(help="Export answers to the questions of this file (id, question, turns).")
    ] = None,
    judged: Annotated[
        Path | None, typer.Option(help="Ask nothing; tell the share of good answers of a judged sheet.")
    ] = None,
    prompts: Annotated[
        Path | None,
        typer.Option(
            "--write-prompts",
            help="Let a recorded writer answer; write the prompts there that have no completion yet.",
        ),
    ] = None,
    completions: Annotated[
        Path | None, typer.Option(help="What a writer answered to such prompts: lines of digest, completion.")
    ] = None,
) -> None:
    """Ask the golden questions and tell how well the answers say what they must."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.answers.answers_eval import evaluate_answers
    from civicsetu.evaluation.retrieval_eval import Selection
    from civicsetu.evaluation.reviewed.cases import reviewed_folder
    from civicsetu.evaluation.tables import print_tables
    from civicsetu.evaluation.written.replay import open_replay

    if sum(one is not None for one in (export, judged, output)) > 1 or (
        questions and not (export or prompts)
    ):
        raise typer.BadParameter(
            "--export-for-judging (with --questions), --judged and --output exclude each other."
        )
    if judged is not None:
        judging.print_judged(judged)
        return
    settings = get_quiet_settings()
    for written in (export, output, prompts):
        if written is not None:
            _has_folder(written)
    selection = Selection(golden, half, limit=limit, every=every)
    if row_set is RowSet.REVIEWED:
        selection = replace(selection, folder=reviewed_folder(settings.data_path), reviewed=True)
    replay = open_replay(prompts, completions)
    writer = replay.models if replay else None
    if export is not None:
        judging.write_answers(export, questions, selection, writer)
    elif questions is not None and replay is not None:
        recorded.collect_prompts(questions, selection, replay)
    else:
        with progress_on_stderr() as progress:
            report = asyncio.run(evaluate_answers(settings, selection, get_registry(), progress, writer))
        print_tables(report.tables)
        typer.echo(f"{len(report.measured)} answers of {selection.name}, answer hash {report.answer_hash}.")
        for row in report.failed:
            typer.echo(f"{row} got no answer in time.", err=True)
        if verbose:
            typer.echo("\n".join(report.describe_misses()))
        if output is not None:
            report.write(output)
    if replay is not None:
        typer.echo(replay.finish(export))


@app.command()
def ablation(
    only: Annotated[
        list[str] | None, typer.Option(help="Only this variant, against the whole; may be given again.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Each so-many-th row.")] = 1,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many rows.")] = None,
    golden: Annotated[Path, typer.Option(help="Folder of the golden set; its tune half is used.")] = GOLDEN,
    output: Annotated[
        Path | None, typer.Option(help=f"Write the figures there; {ABLATION} where all was asked.")
    ] = None,
) -> None:
    """Take one mechanism of the search away at a time, and tell what each is worth."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.ablation import chosen_variants
    from civicsetu.evaluation.ablation_run import run_ablation
    from civicsetu.evaluation.retrieval_eval import Selection
    from civicsetu.evaluation.tables import print_tables

    settings = get_quiet_settings()
    variants = chosen_variants(only or ())
    if output is None and not (only or limit or every > 1):
        output = ABLATION
    if output is not None:
        _has_folder(output)
    selection = Selection(golden, Half.TUNE, limit=limit, every=every)
    with progress_on_stderr() as progress:
        told = asyncio.run(run_ablation(settings, selection, get_registry(), variants, progress, output))
    print_tables([told.table()])


@app.command()
def calibrate(
    golden: Annotated[Path, typer.Option(help="Folder of the golden set; its tune half is used.")] = GOLDEN,
    output: Annotated[
        Path | None, typer.Option(help="Write the fitted weights there (classifier.yaml).")
    ] = None,
) -> None:
    """Fit the answerability classifier on the tune half, and tell how it declines, cross-validated."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.retrieval_eval import Selection, fit_classifier

    settings, selection = get_quiet_settings(), Selection(golden, Half.TUNE)
    with progress_on_stderr() as progress:
        fitted = asyncio.run(fit_classifier(settings, selection, get_registry(), progress))
    for threshold, (precision, recall) in fitted.at.items():
        apart_precision, apart_recall = fitted.apart[threshold]
        typer.echo(
            f"below {threshold:.2f} declined: precision {precision:.2f}, recall {recall:.2f}; "
            f"of those kept apart {apart_precision:.2f}, {apart_recall:.2f}"
        )
    for name, weight in fitted.weights.items():
        typer.echo(f"{name:16} {weight:+.3f}")
    if output is not None:
        fitted.write(output)


@app.command("fit-silences")
def fit_silences(
    output: Annotated[
        Path | None, typer.Option(help="Write the weights there (answering/silences/silences.yaml).")
    ] = None,
) -> None:
    """Fit what tells that a question asks what the law held does not settle, and measure it on questions kept apart."""
    from civicsetu.evaluation.retrieval_eval import fit_silence_weights

    settings = get_quiet_settings()
    if output is not None:
        _has_folder(output)
    with progress_on_stderr() as progress:
        fitted = asyncio.run(fit_silence_weights(settings, progress))
    typer.echo(
        f"{fitted.samples} questions. Of those apart, {fitted.precision:.0%} of what is told as a silence is what was asked, "
        f"{fitted.recall:.0%} of what asks for one is told it, and {fitted.lost:.1%} of the others are told one."
    )
    if output is not None:
        fitted.write(output)


@app.command("fit-belongs")
def fit_belongs(
    output: Annotated[
        Path | None, typer.Option(help="Write the weights there (answering/composing/behind/belongs.yaml).")
    ] = None,
) -> None:
    """Fit what belongs behind the statement that leads, and measure it on questions kept apart."""
    from civicsetu.evaluation.retrieval_eval import fit_belongs_model

    settings = get_quiet_settings()
    if output is not None:
        _has_folder(output)
    with progress_on_stderr() as progress:
        fitted = asyncio.run(fit_belongs_model(settings, progress))
    typer.echo(
        f"{fitted.samples} questions. Of those apart, {fitted.precision:.0%} of what is said behind the lead belongs there, "
        f"and {fitted.recall:.0%} of what belongs there is said."
    )
    if output is not None:
        fitted.write(output)


@app.command("fit-yes-or-no")
def fit_polar(
    output: Annotated[
        Path | None, typer.Option(help="Write the model there (answering/composing/polar/by_people.npz).")
    ] = None,
) -> None:
    """Fit when yes or no is said as readers did of people's questions, and measure it on questions kept apart."""
    from civicsetu.evaluation.retrieval_eval import fit_words

    settings = get_quiet_settings()
    if output is not None:
        _has_folder(output)
    fitted = asyncio.run(fit_words(settings))
    typer.echo(
        f"{fitted.fitted} questions fitted to. Of {fitted.apart} apart, {fitted.worded} of them with a yes or no: "
        f"{fitted.right} said rightly, {fitted.wrong} the wrong way round, {fitted.needless} where a reader says neither."
    )
    if output is not None:
        fitted.write(output)


@app.command("fit-asking")
def fit_asking_sentences(
    output: Annotated[
        Path | None, typer.Option(help="Write the model there (query/splitting/asking.npz).")
    ] = None,
) -> None:
    """Fit which sentences of a post ask something, and measure it on posts kept apart."""
    from civicsetu.evaluation.fitting.fit_asking import fit_asking, read_marked_posts

    if output is not None:
        _has_folder(output)
    fitted = fit_asking(read_marked_posts())
    typer.echo(
        f"{fitted.fitted} sentences fitted to. Of those of {fitted.apart} apart that ask, {fitted.found:.0%} are found and "
        f"{fitted.right:.0%} of those found ask; by the patterns alone {fitted.found_by_patterns:.0%} and "
        f"{fitted.right_by_patterns:.0%}."
    )
    if output is not None:
        fitted.write(output)


@app.command("fit-party")
def fit_who_asks(
    output: Annotated[Path | None, typer.Option(help="Write the model there (query/party.npz).")] = None,
) -> None:
    """Fit who asks a question, and measure it on questions kept apart."""
    from civicsetu.evaluation.fitting.fit_party import fit_party, read_party_questions

    if output is not None:
        _has_folder(output)
    fitted = fit_party(read_party_questions())
    typer.echo(
        f"{fitted.fitted} questions fitted to. Of those apart, {fitted.of_a_party} of a party: {fitted.told} are told as one's, "
        f"{fitted.right} of them rightly; by phrases {fitted.told_by_phrases} and {fitted.right_by_phrases}."
    )
    if output is not None:
        fitted.write(output)


@app.command("fit-statements")
def fit_statement_ranking(
    golden: Annotated[Path, typer.Option(help="Folder of the golden set; its tune half is used.")] = GOLDEN,
    output: Annotated[
        Path | None, typer.Option(help="Write the weights there (answering/composing/ranking.yaml).")
    ] = None,
) -> None:
    """Fit the ranking of statements on the tune half, and tell how often the first is right, cross-validated."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.retrieval_eval import Selection, fit_statement_weights

    settings, selection = get_quiet_settings(), Selection(golden, Half.TUNE)
    if output is not None:
        _has_folder(output)
    with progress_on_stderr() as progress:
        fitted = asyncio.run(fit_statement_weights(settings, selection, get_registry(), progress))
    typer.echo(
        f"{fitted.samples} questions, {fitted.answerable} of which a statement found answers; of these the first "
        f"is right for {fitted.first:.0%}, one of the first three for {fitted.among_three:.0%}. "
        f"Of {fitted.apart} labelled questions kept apart the first is right for {fitted.first_apart:.0%}."
    )
    if output is not None:
        fitted.write(output)


@app.command()
def whiten(
    output: Annotated[Path, typer.Option(help="Write the whitening there (models/whitening/<profile>.npz).")],
) -> None:
    """Fit the whitening of the embedding profile in use to the keyphrases that ship."""
    from civicsetu.evaluation.fitting.fit_wccn import fit_whitening

    _write_fitted(output, fit_whitening)


@app.command("whiten-statements")
def whiten_statements(
    output: Annotated[
        Path, typer.Option(help="Write the whitening there (models/whitening/<profile>.statements.npz).")
    ],
) -> None:
    """Fit the whitening that tells statements apart to the statements and their questions that ship."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.fitting.fit_wccn import fit_statement_whitening
    from civicsetu.models.embedder import open_embedder

    settings = get_logged_settings()
    _has_folder(output)
    with progress_on_stderr() as progress:
        fitted = asyncio.run(
            fit_statement_whitening(open_embedder(settings), list(get_registry().documents), progress)
        )
    fitted.write(output)
    typer.echo(f"{output}: {fitted.digest}")


@app.command("fit-late-interaction")
def fit_late(
    output: Annotated[
        Path | None, typer.Option(help="Write what is learned there (models/late/<profile>.npz).")
    ] = None,
) -> None:
    """Learn how the tokens of questions and statements are compared, and measure it on questions kept apart."""
    from civicsetu.answering.composing.statement_index import load_statement_whitening
    from civicsetu.evaluation.fitting.fit_late_interaction import TokenReader, fit_late_interaction
    from civicsetu.models.embedder import open_embedder

    settings = get_logged_settings()
    if output is not None:
        _has_folder(output)
    with progress_on_stderr() as progress:
        embedder = open_embedder(settings)
        if not isinstance(embedder, TokenReader):
            raise typer.BadParameter(f"{embedder.profile.name} gives no states of tokens.")
        whitening = load_statement_whitening(embedder.profile).of_statements
        fitted = asyncio.run(fit_late_interaction(embedder, whitening, progress))
    typer.echo(
        f"{fitted.shipped} questions that ship and {fitted.labelled} labelled ones. Of {fitted.apart} apart, "
        f"{fitted.first:.0%} have a right text first, {fitted.among_three:.0%} among three."
    )
    if output is not None:
        fitted.write(output)


@app.command("compare-new-texts")
def compare_new(
    output: Annotated[Path, typer.Option(help="Write what compares them there (models/late/<profile>.npz).")],
) -> None:
    """Compare statements written since late interaction was learned by what was learned; forget those taken out."""
    from civicsetu.evaluation.fitting.fit_late_interaction import TokenReader, compare_new_texts
    from civicsetu.models.embedder import open_embedder
    from civicsetu.models.late_interaction import load_late_interaction

    settings = get_logged_settings()
    _has_folder(output)
    embedder = open_embedder(settings)
    late = load_late_interaction(embedder.profile.name)
    if late is None or not isinstance(embedder, TokenReader):
        raise typer.BadParameter(f"Nothing was learned of {embedder.profile.name}: run `civicsetu eval fit-late-interaction`.")
    compared, new = asyncio.run(compare_new_texts(embedder, late))
    compared.write(output)
    typer.echo(f"{len(compared.rows)} texts are compared, {new} of them new.")


@app.command("fit-scope")
def fit_scope(
    output: Annotated[
        Path, typer.Option(help="Write the model there (retrieval/answerability/scope/<profile>.npz).")
    ],
) -> None:
    """Fit the scope model of the embedding profile in use to the texts that ship."""
    from civicsetu.evaluation.fitting.fit_scope import fit_scope_model

    _write_fitted(output, fit_scope_model)


@app.command("fit-stance")
def fit_stance_model(
    output: Annotated[
        Path, typer.Option(help="Write the model there (retrieval/answerability/stance.npz).")
    ],
) -> None:
    """Fit the model that tells a wish to break the law from a grievance to the texts that ship."""
    from civicsetu.evaluation.fitting.fit_word_models import fit_stance

    _write_word_model(output, fit_stance, "wishes")


@app.command("fit-field")
def fit_field_model(
    output: Annotated[Path, typer.Option(help="Write the model there (retrieval/answerability/field.npz).")],
) -> None:
    """Fit the model that tells the words of the law held from those of other fields to the texts that ship."""
    from civicsetu.evaluation.fitting.fit_word_models import fit_field

    _write_word_model(output, fit_field, "questions of the law held")


def _write_word_model(output: Path, fit: Callable[[Sequence[str]], WordFit], meant: str) -> None:
    from civicsetu.corpus.registry import get_registry

    _has_folder(output)
    found = fit(list(get_registry().documents))
    found.model.write(output)
    typer.echo(f"cross-validated: {found.known:.0%} of {meant} known, {found.mistaken:.1%} of others taken for one")


def _write_fitted(output: Path, fit: Fit) -> None:
    """Fit a model for the embedding profile in use, from the texts of all documents, and write it."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.models.embedder import open_embedder

    settings = get_logged_settings()
    _has_folder(output)
    with progress_on_stderr() as progress:
        embedder = open_embedder(settings)
        fitted = asyncio.run(fit(embedder, list(get_registry().documents), progress))
    fitted.write(output)
    typer.echo(f"{embedder.profile.name}: {output}")


@app.command()
def vectors() -> None:
    """Put the vectors of every text that ships into the package, for the embedding profile in use.

    Those of texts that have not changed since, made with the same weights, are kept as they are.
    """
    from civicsetu.evaluation.fitting.shipped_texts import embed_shipped
    from civicsetu.models.embedder import open_embedder
    from civicsetu.models.prepare import prepare
    from civicsetu.models.shipped_vectors import file_of, read_shipped, write_shipped

    settings = get_logged_settings()
    with progress_on_stderr() as progress:
        prepare(settings, progress)
        embedder = open_embedder(settings)
        path = file_of(embedder.profile)
        found = asyncio.run(embed_shipped(embedder, read_shipped(path, embedder.profile), progress))
    write_shipped(path, embedder.profile, found)
    typer.echo(f"{embedder.profile.name}: {len(found)} vectors, {path.stat().st_size / 1e6:.1f} MB")


@app.command("same-rules")
def same_rules(
    output: Annotated[Path, typer.Option(help="Write them there (corpus/data/equivalent_provisions.yaml).")],
) -> None:
    """Find rules, of those whose official texts are held, that are worded as another state's."""
    from civicsetu.evaluation.fitting.equivalent_provisions import find_held_equivalents, write

    settings = get_logged_settings()
    _has_folder(output)
    found = asyncio.run(find_held_equivalents(settings))
    write(found, output)
    for document, units in found.items():
        typer.echo(f"{document}: {len(units)} units")


def _has_folder(output: Path) -> None:
    """Before any work is done, so that none is lost."""
    if not output.parent.is_dir():
        raise typer.BadParameter(f"The folder {output.parent} does not exist.")
