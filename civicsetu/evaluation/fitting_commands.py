"""`civicsetu eval …`: what the models that ship are fitted to, and what ships of vectors."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from civicsetu.evaluation.command_settings import get_logged_settings, get_quiet_settings
from civicsetu.evaluation.golden.row_kinds import Half
from civicsetu.evaluation.output_files import check_folder
from civicsetu.progress import Progress, progress_on_stderr

if TYPE_CHECKING:
    from civicsetu.evaluation.fitting.fit_word_models import WordFit
    from civicsetu.models.embedder import Embedder

GOLDEN = Path("eval/golden")


class Fitted(Protocol):
    """A fitted model that can be stored."""

    def write(self, path: Path) -> None: ...


Fit = Callable[["Embedder", list[str], Progress], Coroutine[object, object, Fitted]]


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
    least, whole = settings.answerability.min_confidence, fitted.without[""]
    for name, weight in fitted.weights.items():
        without = fitted.without[name]
        lost = [1000 * (without.log_loss - whole.log_loss)]
        if least in whole.at:
            lost += [100 * (had - has) for had, has in zip(whole.at[least], without.at[least], strict=True)]
        typer.echo(f"{name:28} {weight:+.3f}; worth " + ", ".join(f"{one:+.1f}" for one in lost))
    typer.echo(f"worth: thousandths of the log loss {whole.log_loss:.3f}, points of precision and of recall below {least:.2f}; cross-validated")
    if output is not None:
        fitted.write(output)


def fit_silences(
    output: Annotated[
        Path | None, typer.Option(help="Write the weights there (answering/silences/silences.yaml).")
    ] = None,
) -> None:
    """Fit what tells that a question asks what the law held does not settle, and measure it on questions kept apart."""
    from civicsetu.evaluation.retrieval_eval import fit_silence_weights

    settings = get_quiet_settings()
    if output is not None:
        check_folder(output)
    with progress_on_stderr() as progress:
        fitted = asyncio.run(fit_silence_weights(settings, progress))
    typer.echo(
        f"{fitted.samples} questions. Of those apart, {fitted.precision:.0%} of what is told as a silence is what was asked, "
        f"{fitted.recall:.0%} of what asks for one is told it, and {fitted.lost:.1%} of the others are told one."
    )
    if output is not None:
        fitted.write(output)


def fit_belongs(
    output: Annotated[
        Path | None, typer.Option(help="Write the weights there (answering/composing/behind/belongs.yaml).")
    ] = None,
) -> None:
    """Fit what belongs behind the statement that leads, and measure it on questions kept apart."""
    from civicsetu.evaluation.retrieval_eval import fit_belongs_model

    settings = get_quiet_settings()
    if output is not None:
        check_folder(output)
    with progress_on_stderr() as progress:
        fitted = asyncio.run(fit_belongs_model(settings, progress))
    typer.echo(
        f"{fitted.samples} questions. Of those apart, {fitted.precision:.0%} of what is said behind the lead belongs there, "
        f"and {fitted.recall:.0%} of what belongs there is said."
    )
    if output is not None:
        fitted.write(output)


def fit_polar(
    output: Annotated[
        Path | None, typer.Option(help="Write the model there (answering/composing/polar/by_people.npz); by_claim.yaml stands beside it.")
    ] = None,
) -> None:
    """Fit when yes or no is said as readers did of people's questions, and measure it on questions kept apart."""
    from civicsetu.evaluation.retrieval_eval import fit_words

    settings = get_quiet_settings()
    if output is not None:
        check_folder(output)
    fitted = asyncio.run(fit_words(settings))
    typer.echo(
        f"{fitted.fitted} questions fitted to. Of {fitted.apart} apart, {fitted.worded} of them with a yes or no: "
        f"{fitted.right} said rightly, {fitted.wrong} the wrong way round, {fitted.needless} where a reader says neither; "
        f"{fitted.claims} of these of a builder's claim."
    )
    if output is not None:
        fitted.write(output)


def fit_asking_sentences(
    output: Annotated[
        Path | None, typer.Option(help="Write the model there (query/splitting/asking.npz).")
    ] = None,
) -> None:
    """Fit which sentences of a post ask something, and measure it on posts kept apart."""
    from civicsetu.evaluation.fitting.fit_asking import fit_asking, read_marked_posts

    if output is not None:
        check_folder(output)
    fitted = fit_asking(read_marked_posts())
    typer.echo(
        f"{fitted.fitted} sentences fitted to. Of those of {fitted.apart} apart that ask, {fitted.found:.0%} are found and "
        f"{fitted.right:.0%} of those found ask; by the patterns alone {fitted.found_by_patterns:.0%} and "
        f"{fitted.right_by_patterns:.0%}."
    )
    if output is not None:
        fitted.write(output)


def fit_who_asks(
    output: Annotated[Path | None, typer.Option(help="Write the model there (query/asker/party.npz).")] = None,
) -> None:
    """Fit who asks a question, and measure it on questions kept apart."""
    from civicsetu.evaluation.fitting.fit_party import fit_party, read_party_questions

    if output is not None:
        check_folder(output)
    fitted = fit_party(read_party_questions())
    typer.echo(
        f"{fitted.fitted} questions fitted to. Of those apart, {fitted.of_a_party} of a party: {fitted.told} are told as one's, "
        f"{fitted.right} of them rightly; by phrases {fitted.told_by_phrases} and {fitted.right_by_phrases}."
    )
    if output is not None:
        fitted.write(output)


def fit_steps_wanted(
    output: Annotated[Path | None, typer.Option(help="Write the model there (query/asker/steps.npz).")] = None,
) -> None:
    """Fit whether a question wants to know what to do, and measure it on questions kept apart."""
    from civicsetu.evaluation.fitting.fit_steps import fit_steps, read_steps_questions

    if output is not None:
        check_folder(output)
    fitted = fit_steps(read_steps_questions())
    typer.echo(
        f"{fitted.fitted} questions fitted to. Of those apart, {fitted.wanting} want to know what to do: {fitted.told} are taken to, "
        f"{fitted.right} of them rightly; by phrases {fitted.told_by_phrases} and {fitted.right_by_phrases}."
    )
    if output is not None:
        fitted.write(output)


def fit_other_law(
    output: Annotated[
        Path | None, typer.Option(help="Write the model there (retrieval/answerability/other_law.npz).")
    ] = None,
) -> None:
    """Fit which law settles what a post asks, and measure it on posts kept apart."""
    from civicsetu.evaluation.fitting.fit_other_law import fit_other_law as fit
    from civicsetu.evaluation.fitting.fit_other_law import read_asks_by_law

    if output is not None:
        check_folder(output)
    fitted = fit(read_asks_by_law())
    typer.echo(
        f"{fitted.fitted} texts fitted to. Of those apart, {fitted.of_others} of other laws: {fitted.known} are known, "
        f"{fitted.named} given their law; of {fitted.ours} of the law held {fitted.taken} are taken for another's."
    )
    if output is not None:
        fitted.write(output)


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
        check_folder(output)
    with progress_on_stderr() as progress:
        fitted = asyncio.run(fit_statement_weights(settings, selection, get_registry(), progress))
    typer.echo(
        f"{fitted.samples} questions, {fitted.answerable} of which a statement found answers; of these the first "
        f"is right for {fitted.first:.0%}, one of the first three for {fitted.among_three:.0%}. "
        f"Of {fitted.apart} labelled questions kept apart the first is right for {fitted.first_apart:.0%}."
    )
    if output is not None:
        fitted.write(output)


def whiten(
    output: Annotated[Path, typer.Option(help="Write the whitening there (models/whitening/<profile>.npz).")],
) -> None:
    """Fit the whitening of the embedding profile in use to the keyphrases that ship."""
    from civicsetu.evaluation.fitting.fit_wccn import fit_whitening

    _write_fitted(output, fit_whitening)


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
    check_folder(output)
    with progress_on_stderr() as progress:
        fitted = asyncio.run(
            fit_statement_whitening(open_embedder(settings), list(get_registry().documents), progress)
        )
    fitted.write(output)
    typer.echo(f"{output}: {fitted.digest}")


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
        check_folder(output)
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


def compare_new(
    output: Annotated[Path, typer.Option(help="Write what compares them there (models/late/<profile>.npz).")],
) -> None:
    """Compare statements written since late interaction was learned by what was learned; forget those taken out."""
    from civicsetu.evaluation.fitting.fit_late_interaction import TokenReader, compare_new_texts
    from civicsetu.models.embedder import open_embedder
    from civicsetu.models.late_interaction import load_late_interaction

    settings = get_logged_settings()
    check_folder(output)
    embedder = open_embedder(settings)
    late = load_late_interaction(embedder.profile.name)
    if late is None or not isinstance(embedder, TokenReader):
        raise typer.BadParameter(f"Nothing was learned of {embedder.profile.name}: run `civicsetu eval fit-late-interaction`.")
    compared, new = asyncio.run(compare_new_texts(embedder, late))
    compared.write(output)
    typer.echo(f"{len(compared.rows)} texts are compared, {new} of them new.")


def fit_scope(
    output: Annotated[
        Path, typer.Option(help="Write the model there (retrieval/answerability/scope/<profile>.npz).")
    ],
) -> None:
    """Fit the scope model of the embedding profile in use to the texts that ship."""
    from civicsetu.evaluation.fitting.fit_scope import fit_scope_model

    _write_fitted(output, fit_scope_model)


def fit_stance_model(
    output: Annotated[
        Path, typer.Option(help="Write the model there (retrieval/answerability/stance.npz).")
    ],
) -> None:
    """Fit the model that tells a wish to break the law from a grievance to the texts that ship."""
    from civicsetu.evaluation.fitting.fit_word_models import fit_stance

    _write_word_model(output, fit_stance, "wishes")


def fit_field_model(
    output: Annotated[Path, typer.Option(help="Write the model there (retrieval/answerability/field.npz).")],
) -> None:
    """Fit the model that tells the words of the law held from those of other fields to the texts that ship."""
    from civicsetu.evaluation.fitting.fit_word_models import fit_field

    _write_word_model(output, fit_field, "questions of the law held")


def _write_word_model(output: Path, fit: Callable[[Sequence[str]], WordFit], meant: str) -> None:
    from civicsetu.corpus.registry import get_registry

    check_folder(output)
    found = fit(list(get_registry().documents))
    found.model.write(output)
    typer.echo(f"cross-validated: {found.known:.0%} of {meant} known, {found.mistaken:.1%} of others taken for one")


def _write_fitted(output: Path, fit: Fit) -> None:
    """Fit a model for the embedding profile in use, from the texts of all documents, and write it."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.models.embedder import open_embedder

    settings = get_logged_settings()
    check_folder(output)
    with progress_on_stderr() as progress:
        embedder = open_embedder(settings)
        fitted = asyncio.run(fit(embedder, list(get_registry().documents), progress))
    fitted.write(output)
    typer.echo(f"{embedder.profile.name}: {output}")


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


def equivalent_provisions(
    output: Annotated[Path, typer.Option(help="Write them there (corpus/data/equivalent_provisions.yaml).")],
) -> None:
    """Find rules, of those whose official texts are held, that are worded as another state's."""
    from civicsetu.evaluation.fitting.equivalent_provisions import find_held_equivalents, write

    settings = get_logged_settings()
    check_folder(output)
    found = asyncio.run(find_held_equivalents(settings))
    write(found, output)
    for document, units in found.items():
        typer.echo(f"{document}: {len(units)} units")
