"""The `civicsetu` command: a few lines per command; the floors below do the work."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated

import typer

from civicsetu.errors import CivicSetuError
from civicsetu.evaluation.command import app as evaluation
from civicsetu.evaluation.law_commands import review_app
from civicsetu.garbage_collection import collect_seldom
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.progress import Parts, progress_on_stderr
from civicsetu.settings import FormatName, Settings, get_settings

if TYPE_CHECKING:
    from civicsetu.answering.doctor import Diagnosis
    from civicsetu.answering.question import Writing
    from civicsetu.corpus.ingestion_result import IngestionResult

_ENDED_BY_SIGNAL = 128
_WORTH_TELLING_S = 5.0

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Plain, cited answers on Indian real-estate law.",
)
app.add_typer(evaluation, name="eval")
app.add_typer(review_app, name="review")
JurisdictionOption = Annotated[str | None, typer.Option(help="CENTRAL or a state, such as KARNATAKA.")]
AsOn = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Answer by the law as it stood on this day.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


class LowConfidenceChoice(Enum):
    """Handling of a written answer of low confidence."""

    CONTINUE = "continue"
    ASK = "ask"
    DECLINE = "decline"


def main() -> None:
    """Run a command; an error is one plain sentence on stderr and exit code 1."""
    disable_library_telemetry()
    collect_seldom()
    try:
        app()
    except CivicSetuError as error:
        typer.echo(error.user_message, err=True)
        sys.exit(1)
    except Exception as error:  # noqa: BLE001 - the outermost edge: told plainly, logged whole
        from civicsetu.telemetry import configure_logging, get_logger, is_logging_configured

        if not is_logging_configured():
            configure_logging()
        get_logger(__name__).error("command_failed", exc_info=error)
        typer.echo(CivicSetuError.default_user_message, err=True)
        sys.exit(1)


@app.command()
def up(
    serve: Annotated[bool, typer.Option(help="Serve the page after setting up.")] = True,
    browser: Annotated[
        bool, typer.Option("--open", help="Open the page in a browser once it serves.")
    ] = False,
) -> None:
    """Start the stores, prepare what is missing, then serve the page in the foreground."""
    settings = _settings()
    if serve:
        from civicsetu.web.ports import require_free_port

        require_free_port(settings)
        _set_up_apart()
        from civicsetu.web.fetching import background_fetch
        from civicsetu.web.running import note_serving
        from civicsetu.web.server import serve as serve_page

        with note_serving(settings):
            serve_page(settings, beside=background_fetch, announce=lambda: _announce(settings, browser))
        return
    from civicsetu.corpus.setup import ingest_starters, start_database
    from civicsetu.models.prepare import prepare as prepare_models

    parts = Parts()
    with progress_on_stderr() as progress:
        with parts.part("the database"):
            start_database(settings, progress)
        with parts.part("the models"):
            prepare_models(settings, progress)
        with parts.part("the laws"):
            asyncio.run(ingest_starters(settings, progress))
    if parts.whole > _WORTH_TELLING_S:
        typer.echo(f"Set up in {parts.describe()}.", err=True)


def _announce(settings: Settings, browser: bool) -> None:
    address = f"http://{settings.host}:{settings.port}"
    typer.echo(f"CivicSetu is on {address} (stop with Ctrl-C)", err=True)
    if browser:
        typer.launch(address)


def _set_up_apart() -> None:
    """Set up in a process of its own, so that the serving one holds nothing of the preparation."""
    from civicsetu.stores.processes import own_environment

    code = _run_while_we_live([sys.executable, "-m", "civicsetu", "up", "--no-serve"], own_environment())
    if code:
        raise typer.Exit(code)


def _run_while_we_live(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run a command to its end, or to ours, however this process ends; returns its exit code."""
    from civicsetu.stores.processes import end_with_parent

    with subprocess.Popen(command, env=environment, preexec_fn=end_with_parent(signal.SIGTERM)) as child:
        before = signal.signal(signal.SIGTERM, lambda *_: child.terminate())
        try:
            code = child.wait()
        finally:
            signal.signal(signal.SIGTERM, before)
    return code if code >= 0 else _ENDED_BY_SIGNAL - code


@app.command()
def stop() -> None:
    """Stop every embedded server of this data folder; a page that is still serving is named and left alone."""
    from civicsetu.stores.servers import stop_all
    from civicsetu.web.running import list_serving

    settings = _settings()
    stopped = stop_all(settings)
    typer.echo(f"Stopped: {', '.join(stopped)}." if stopped else "Nothing was running.")
    for page in list_serving(settings):
        typer.echo(
            f"The page on {page.address} still runs and starts them again with the next question; "
            f"end it with Ctrl-C where it runs, or with `kill {page.pid}`.",
            err=True,
        )


@app.command()
def ingest(
    keys: Annotated[
        list[str] | None, typer.Argument(help="Documents; default: all but those ingested on request.")
    ] = None,
    source: Annotated[
        Path | None, typer.Option("--from", help="Folder with the official files, one subfolder per document.")
    ] = None,
    fetch: Annotated[
        bool, typer.Option("--fetch", help="Fetch the official files from their addresses first.")
    ] = False,
) -> None:
    """Ingest laws: our restatements, or with --from or --fetch the official texts."""
    settings = _settings()
    if fetch:
        if source is not None:
            raise typer.BadParameter("--fetch fetches the files; --from names a folder that has them.")
        _ingest_fetched(settings, keys or [])
        return
    from civicsetu.corpus.registry import get_registry
    from civicsetu.corpus.setup import ingest_official, ingest_starters, prepare

    wanted = get_registry().select_keys(keys or ())
    with progress_on_stderr() as progress:
        prepare(settings, progress)
        work = (
            ingest_official(settings, source, wanted, progress)
            if source
            else ingest_starters(settings, progress, wanted)
        )
        results = asyncio.run(work)
    for result in results:
        _tell_ingestion(result)


def _ingest_fetched(settings: Settings, keys: Sequence[str]) -> None:
    """Tell what came of each file and document; exit code 1 where a document named could not be had."""
    from civicsetu.corpus.fetch_and_ingest import fetch_and_ingest

    with progress_on_stderr() as progress:
        run = fetch_and_ingest(settings, keys, progress)
    typer.echo("\n".join(run.describe()))
    for result in run.results:
        _tell_ingestion(result)
    if keys and run.list_missing():
        typer.echo(f"Not available: {', '.join(run.list_missing())}.", err=True)
        raise typer.Exit(1)


@app.command()
def ask(
    question: Annotated[str | None, typer.Argument(help="The question.")] = None,
    jurisdiction: JurisdictionOption = None,
    as_on: AsOn = None,
    as_json: AsJson = False,
    batch: Annotated[Path | None, typer.Option(help="JSONL file with one question per row.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where to write the answers of --batch.")] = None,
    without_model: Annotated[
        bool, typer.Option("--without-model", help="Let no model write it: nothing leaves this machine.")
    ] = False,
    strict_extractive: Annotated[
        bool, typer.Option("--strict-extractive", help="Statements and sentences of the law alone.")
    ] = False,
    hard_citations: Annotated[
        bool, typer.Option("--require-hard-citations", help="No written answer of which a sentence fell.")
    ] = False,
    no_claims: Annotated[
        bool, typer.Option("--no-claims", help="Check what a model writes by rules alone, without an opinion.")
    ] = False,
    low_confidence: Annotated[
        LowConfidenceChoice | None,
        typer.Option(help="What to do where a written answer falls: the statements, ask back, or decline."),
    ] = None,
    fact: Annotated[
        list[str] | None, typer.Option(help="What is true of the asker, as party=allottee; may be given several times.")
    ] = None,
    debug: Annotated[
        bool, typer.Option("--debug", help="With --json or --batch: every step that looked further.")
    ] = False,
) -> None:
    """Answer a question, or with --batch a file of them."""
    settings = _settings()
    writing = _writing(without_model, strict_extractive, hard_citations, no_claims, low_confidence)
    if debug:
        writing["debug"] = True
    from civicsetu.answering.batch import answer_batch, answer_one

    if batch is not None:
        if out is None or question is not None:
            raise typer.BadParameter("--batch needs --out, and no question beside it.")
        with progress_on_stderr() as progress:
            count = asyncio.run(answer_batch(settings, batch, out, progress, writing))
        typer.echo(f"{count} answers written to {out}.", err=True)
        return
    if question is None:
        raise typer.BadParameter("Type a question, or use --batch.")
    day = as_on.date() if as_on else None
    answer = asyncio.run(answer_one(settings, question, jurisdiction, day, writing, facts=_facts(fact or [])))
    if as_json:
        typer.echo(answer.model_dump_json(indent=2))
    else:
        from civicsetu.answering.plain_text import as_plain_text

        typer.echo(as_plain_text(answer))


def _facts(told: Sequence[str]) -> dict[str, str]:
    """Facts as typed, `name=value` each."""
    pairs = [one.partition("=") for one in told]
    if any(not middle for _, middle, _ in pairs):
        raise typer.BadParameter("A fact is typed as name=value, such as --fact party=allottee.")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _writing(
    without_model: bool,
    strict_extractive: bool,
    hard_citations: bool,
    no_claims: bool,
    low_confidence: LowConfidenceChoice | None,
) -> Writing:
    """How an answer is to be written, with what was not typed left to the settings."""
    told: Writing = {}
    if without_model:
        told["by_model"] = False
    if strict_extractive:
        told["strict_extractive"] = True
    if hard_citations:
        told["require_hard_citations"] = True
    if no_claims:
        told["enable_claims"] = False
    if low_confidence is not None:
        told["low_confidence_behavior"] = low_confidence.value
    return told


@app.command()
def search(
    question: str,
    jurisdiction: JurisdictionOption = None,
    structure: Annotated[
        bool, typer.Option("--structure", help="With --json: the place of each in the law's tree.")
    ] = False,
    as_json: AsJson = False,
    form: Annotated[
        FormatName | None,
        typer.Option("--format", help="Print the text of the law in this format."),
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="With --format: its length.")] = None,
    sources: Annotated[bool, typer.Option("--sources", help="With --format: addresses.")] = False,
    families: Annotated[bool, typer.Option("--families", help="With --format: whole sections.")] = False,
    compress: Annotated[bool, typer.Option("--compress", help="With --format: the best sentences.")] = False,
) -> None:
    """Print the provisions found for a question, best first, or with --format their text."""
    from civicsetu.answering.batch import context_one, search_one

    if form is not None:
        if as_json or structure:
            raise typer.BadParameter("--format prints the law itself; leave --json and --structure out.")
        from civicsetu.retrieval.retriever import ContextOptions

        options = ContextOptions(form, max_tokens, sources, families, compress)
        law = asyncio.run(context_one(_settings(), question, jurisdiction, options))
        typer.echo(law.text)
        if compress:
            typer.echo(f"{law.ratio:.0%} of the text of these provisions is shown.", err=True)
        return
    if max_tokens or sources or families or compress:
        raise typer.BadParameter("--max-tokens, --sources, --families and --compress go with --format.")
    if structure and not as_json:
        raise typer.BadParameter("--structure is printed as JSON: add --json.")
    contexts = asyncio.run(search_one(_settings(), question, jurisdiction, include_structure=structure))
    if as_json:
        typer.echo(json.dumps([context.model_dump(mode="json") for context in contexts], indent=2))
        return
    for rank, context in enumerate(contexts, start=1):
        found_by = ", ".join(context.found_by)
        line = f"{rank:>2}. {context.document} {context.provision}  {context.title}"
        typer.echo(f"{line}  [{context.score:.3f}; {found_by}]")


@app.command(name="open")
def open_(
    document: Annotated[str, typer.Argument(help="Key of the document, such as rera_act_2016.")],
    provision: Annotated[str | None, typer.Argument(help="Its path, such as '18(1)(a)'.")] = None,
    page: Annotated[int | None, typer.Option(min=1, help="All provisions on a page of the print.")] = None,
    offset: Annotated[int | None, typer.Option(min=0, help="The provision at a character.")] = None,
    version: Annotated[
        str, typer.Option(help="plain, official, or an official version, as as_enacted.")
    ] = "official",
    as_json: AsJson = False,
) -> None:
    """Print the text of a provision with its heading, page and place."""
    from civicsetu.corpus.opening import open_place

    opened = asyncio.run(open_place(_settings(), document, version, path=provision, page=page, offset=offset))
    if as_json:
        typer.echo(json.dumps([one.model_dump(mode="json") for one in opened], indent=2))
    else:
        told = [one.describe() for one in opened] if page is None else [one.line() for one in opened]
        typer.echo(("\n\n" if page is None else "\n").join(told))


@app.command("check-starter")
def check_starter(
    source: Annotated[Path, typer.Option("--from", help="Folder with the official files.")],
    keys: Annotated[
        list[str] | None,
        typer.Argument(help="Default: all that ship a restatement and have an official text."),
    ] = None,
    plant: Annotated[int, typer.Option(min=0, help="Plant this many faults and report which are caught.")] = 0,
    seed: Annotated[int, typer.Option(help="Seed of --plant.")] = 7,
    as_json: AsJson = False,
) -> None:
    """Compare our restatements with the official texts, fact by fact."""
    from civicsetu.evaluation.fidelity.starter_check import check_starters, plant_faults

    if plant:
        if as_json:
            raise typer.BadParameter("--plant prints a table; leave --json out.")
        for told in plant_faults(source, keys, plant, seed):
            typer.echo("\n".join(told))
        return
    reports = check_starters(source, keys)
    if as_json:
        typer.echo(json.dumps([report.as_json() for report in reports], indent=2, ensure_ascii=False))
    else:
        typer.echo("\n".join(line for report in reports for line in report.lines()))
    if not all(report.passed for report in reports):
        raise typer.Exit(1)


@app.command("export-feedback")
def export_feedback(
    cases: Annotated[
        Path, typer.Argument(help="Write the reviewed cases there, as a file of a golden set.", metavar="CASES.yaml")
    ],
    feedback: Annotated[
        Path | None, typer.Option(help="Write what people said of answers there, a line of JSON each.")
    ] = None,
) -> None:
    """Write out the cases reviewed on the operator's page, and with --feedback what people said of answers."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.reviewed.export import export_cases, export_given

    settings = _settings()
    count = export_cases(settings, cases, get_registry())
    typer.echo(f"{cases}: {count} reviewed {'case' if count == 1 else 'cases'}.")
    if feedback is not None:
        given = asyncio.run(export_given(settings, feedback))
        typer.echo(f"{feedback}: feedback on {given} {'answer' if given == 1 else 'answers'}.")


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Report what runs, what law is held and what is wrong, each problem with a one-line fix."""
    from civicsetu.answering.doctor import Diagnosis, examine
    from civicsetu.web.secret import find_damage

    settings = _settings()
    findings = examine(settings)
    if damage := find_damage(settings.data_path):
        findings.append(Diagnosis(part="page secret", state="damaged", what="secrets/page", fix=damage))
    if as_json:
        typer.echo(json.dumps([finding.model_dump() for finding in findings], indent=2))
    else:
        _table(findings)
    if any(finding.fix for finding in findings):
        raise typer.Exit(1)


def _settings() -> Settings:
    from civicsetu.telemetry import configure_logging

    settings = get_settings()
    configure_logging(settings)
    return settings


def _tell_ingestion(result: IngestionResult) -> None:
    state = "ingested" if result.changed else "held already, nothing changed"
    version = f", {result.version.lower()}" if result.version else ""
    typer.echo(
        f"{result.title} ({result.edition.value}{version}): {state}; {result.sections} sections, {result.units} units, "
        f"{result.chunks} chunks written, {result.tokens} tokens, {result.references} references, "
        f"{result.duration_s} s"
    )
    typer.echo(f"  {result.describe_source()}")
    if result.reviewed is False:
        typer.echo("  not the print that was reviewed; answers that cite it say so")
    elif result.reviewed is None and result.edition.value == "official":
        typer.echo("  no reviewed print of it is known")
    if result.confidences:
        lowest, middle = min(result.confidences), median(result.confidences)
        pages = len(result.confidences)
        typer.echo(
            f"  recognised from {pages} page images: lowest confidence {lowest:.0f}, median {middle:.0f}"
        )
    if result.unresolved:
        typer.echo(f"  references not found in it: {', '.join(result.unresolved)}")
    if result.derived:
        typer.echo(f"  its rules carry out {result.derived} provisions of the Act it is made under")
    if result.underived:
        typer.echo(f"  no section found that these rules carry out: {', '.join(result.underived)}")
    if result.keyphrases:
        typer.echo(f"  {result.keyphrases} rows of keyphrases written")
    if result.unplaced:
        typer.echo(f"  keyphrases left out because their provisions are not held: {', '.join(result.unplaced)}")
    if result.unrecorded:
        told = ", ".join(result.unrecorded)
        typer.echo(f"  amended according to the print, without a recorded change: {told}")
    if result.unexplained:
        told = ", ".join(result.unexplained)
        typer.echo(f"  differs from the version before without a recorded cause: {told}")


def _table(findings: Sequence[Diagnosis]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(show_lines=False)
    for column in ("part", "state", "what", "fix"):
        table.add_column(column, overflow="fold")
    for finding in findings:
        table.add_row(finding.part, finding.state, finding.what, finding.fix)
    Console().print(table)


if __name__ == "__main__":
    main()
