"""The errors a caller may meet, as one small tree.

CivicSetuError
├── InputError                what the person typed cannot be used
├── SettingsError             a setting is missing, malformed or out of bounds
├── StoreError
│   ├── PostgresUnavailable   (retryable)
│   │   └── PostgresTimeout   (retryable) it is there, and does not answer in time
│   ├── StoreBusy             (retryable) every connection was in use for too long
│   ├── GraphUnavailable      (retryable; answers go on, declared as degraded)
│   │   └── GraphTimeout      it did not answer in time, and may go on where it stopped
│   ├── DatabaseDamaged       files of the database are lost or changed
│   └── DataFolderUnusable    no space, no permission, not a folder
│       └── DiskFull          no space: what is held can be read, nothing can be added
├── ModelError
│   ├── WeightsUnavailable    a weights file is absent or is not the one we trust
│   ├── ModelTimeout          (retryable)
│   └── WriterUnavailable     (retryable) no chat model of the chain gave a reply that can be used
│       └── BudgetSpent       what chat models may cost in a turn or a day is spent
├── CorpusError
│   ├── UnknownDocument       the key is not in the registry
│   ├── SourceMissing         a file or folder that should hold a law is not there
│   ├── NotThisLaw            the file is not, or not wholly, the law it claims to be
│   │   └── ScanUnreadable    it is pictures of pages whose letters cannot be recognised
│   ├── ReadingStopped        reading a file took more time or memory than it may, or broke off
│   ├── EngineMissing         a scan, and the program that recognises letters is not installed
│   ├── FileGone              (retryable or not) an address does not answer, or has the file no more
│   └── FileRefused           what an address sent is not the file that is wanted
├── AdmissionRefused          (retryable, after `retry_after_s`) the question was not taken up
│   ├── TooBusy               so many wait that another would wait too long
│   ├── TooManyQuestions      of this person: at once, or in a minute
│   └── TooManyTokens         of this network, in an hour
├── SearchIncomplete          (retryable) nothing was found, and not everything was searched
├── NotFound                  nothing of that name, or it belongs to somebody else
├── TokenRefused              a token is missing, wrong or has expired
├── NotAllowed                this is nobody's to do here, or not this caller's
├── AlreadyUnderWay           (retryable) the same is being done, and is done once at a time
└── ServerError               a server of ours cannot start (port in use, no memory)
    └── CatalogueRefused      a file of the page's messages lacks one, or cannot be read

`user_message` is one plain sentence, safe to show to anybody: it never holds a
path of the machine, a query or a secret. `str(error)` is for the log. An error is
decided by its type, never by matching text.
"""

from __future__ import annotations

from uuid import UUID


class CivicSetuError(Exception):
    """Base of every error that this package raises on purpose."""

    retryable: bool = False
    default_user_message: str = "Something went wrong on our side. Please try again."

    def __init__(self, detail: str = "", *, user_message: str | None = None) -> None:
        self.user_message = user_message or self.default_user_message
        super().__init__(detail or self.user_message)


class InputError(CivicSetuError):
    """Input that cannot be used; the message says what to change."""

    default_user_message = "Please type a question in words."


class SettingsError(CivicSetuError):
    """A setting is missing, malformed or out of bounds."""

    default_user_message = "A setting is wrong; run `civicsetu doctor` to see which."


class StoreError(CivicSetuError):
    """A store failed."""

    default_user_message = "The store that holds the law cannot be read right now."


class PostgresUnavailable(StoreError):
    """No connection to Postgres, or it died while in use."""

    retryable = True
    default_user_message = (
        "The database that holds the law is not reachable right now. Please try again in a moment."
    )


class PostgresTimeout(PostgresUnavailable):
    """Postgres is there, and did not answer in time; to ask again at once would only wait again."""

    default_user_message = (
        "The database that holds the law does not answer right now. Please try again in a moment."
    )


class StoreBusy(StoreError):
    """Timeout of the wait for a connection to Postgres, all being in use; Postgres itself is well."""

    retryable = True
    default_user_message = "Many people are asking right now. Please try again in a moment."


class GraphUnavailable(StoreError):
    """No connection to the graph; retrieval continues without cross-references."""

    retryable = True
    default_user_message = "Cross-references between provisions are unavailable right now."


class GraphTimeout(GraphUnavailable):
    """The graph did not answer in time; it may hang, or be busy."""


class DatabaseDamaged(StoreError):
    """Files of the database are lost or are not what was written; starting it again does not help."""

    default_user_message = (
        "The database's files are damaged. Run `civicsetu stop`, set the folder postgres in the data folder "
        "aside, then run `civicsetu up`: the law is read in again; conversations are lost."
    )


class DataFolderUnusable(StoreError):
    """The data folder cannot be written: no space, no permission, or not a folder."""

    default_user_message = "The data folder cannot be written; free some space or set CIVICSETU_DATA_DIR."


class DiskFull(DataFolderUnusable):
    """No space is left: what is held can be read, nothing can be added."""

    default_user_message = "The disk is full; nothing stored was lost. Free some space and try again."


class ModelError(CivicSetuError):
    """A language or embedding model failed."""

    default_user_message = "A model this page needs is not ready. Please try again in a moment."


class WeightsUnavailable(ModelError):
    """A weights file is absent, or its checksum is not the one we trust."""

    default_user_message = "A model file is missing or damaged; run `civicsetu up` to prepare it."


class ModelTimeout(ModelError):
    """A model did not answer within its deadline."""

    retryable = True
    default_user_message = "This is taking too long right now. Please try again in a moment."


class WriterUnavailable(ModelError):
    """Failure of every chat model of the chain to give a usable reply; the statement answer stands in its place."""

    retryable = True
    default_user_message = "The writing model did not answer, so this answer is made of the law's statements alone."


class BudgetSpent(WriterUnavailable):
    """Exhausted budget of the chat models for one turn, or for one day."""

    retryable = False
    default_user_message = (
        "What the writing model may cost is spent for now, so this answer is made of the law's statements alone."
    )


class CorpusError(CivicSetuError):
    """A law could not be ingested."""

    default_user_message = "That law could not be read; the version held before is unchanged."


class UnknownDocument(CorpusError):
    """The document key is not in the registry."""

    default_user_message = "There is no document of that name in the registry."


class SourceMissing(CorpusError):
    """A file or folder that should hold a law is not there."""

    default_user_message = "The file of that law was not found."


class EngineMissing(CorpusError):
    """A file is a scan, and the program that recognises its letters is not installed or does not run."""

    default_user_message = "That file is a scan; to read it, install the system package tesseract-ocr."


class NotThisLaw(CorpusError):
    """A file is not the law it claims to be, or a provision is missing or doubled.

    `at` is the offset into the text where that shows, None when it is the text as a whole.
    """

    default_user_message = "That file is not the law it claims to be, or not the whole of it."

    def __init__(self, detail: str = "", *, user_message: str | None = None, at: int | None = None) -> None:
        super().__init__(detail, user_message=user_message)
        self.at = at


class ScanUnreadable(NotThisLaw):
    """A file is pictures of pages, and their letters cannot be recognised, or not well enough."""

    default_user_message = "That file is a scan that cannot be read."


class ReadingStopped(CorpusError):
    """Reading a file took more time or memory than it may, or broke off; what was held stays held."""

    default_user_message = "That file could not be read to its end; the version held before is unchanged."


class FileGone(CorpusError):
    """An address does not answer, or does not have the file; `retryable` where that may pass."""

    default_user_message = "The file of that law could not be downloaded from its address."

    def __init__(self, message: str, *, retryable: bool) -> None:
        super().__init__(user_message=message)
        self.retryable = retryable


class FileRefused(CorpusError):
    """Response of an address that is not the file expected, or is too large."""

    default_user_message = "The server sent something other than the file of that law."


class AdmissionRefused(CivicSetuError):
    """A question was not taken up; `retry_after_s` is when it may be asked again."""

    retryable = True
    default_retry_after_s: float = 5.0

    def __init__(
        self, detail: str = "", *, user_message: str | None = None, retry_after_s: float | None = None
    ) -> None:
        super().__init__(detail, user_message=user_message)
        self.retry_after_s = self.default_retry_after_s if retry_after_s is None else retry_after_s


class TooBusy(AdmissionRefused):
    """Refusal of a question because so many wait that another would wait too long."""

    default_retry_after_s = 15.0
    default_user_message = "Many people are asking right now, so your question was not accepted. Please ask again in a moment."


class TooManyQuestions(AdmissionRefused):
    """One person asks more at once, or in a minute, than one person may."""

    default_user_message = "Your earlier questions are still being answered. Please ask again in a moment, when one of them is done."


class TooManyTokens(AdmissionRefused):
    """One network takes more tokens of the API than it may."""

    default_user_message = "Too many tokens were taken from your network. Please use those you have, or wait."


class SearchIncomplete(CivicSetuError):
    """Incomplete search: nothing found answers, and a part failed that might have found more.

    That is an error and no abstention: whether the law answers is not known, so nothing may be
    recorded that says it does not, nor may the next question go on from it.
    """

    retryable = True
    default_user_message = (
        "A part of the search did not answer just now, so I cannot say whether the law answers this. "
        "Please ask again in a moment."
    )


class NotFound(CivicSetuError):
    """Resource that does not exist, or belongs to somebody else (never said which)."""

    default_user_message = "That was not found."


class TokenRefused(CivicSetuError):
    """A token is missing where one is needed, or is not one of ours, or has expired."""

    default_user_message = "That token is not valid here, or has expired. Please take a new one."


class NotAllowed(CivicSetuError):
    """Request that is switched off here, or not for this caller."""

    default_user_message = "That is not allowed here."


class AlreadyUnderWay(CivicSetuError):
    """The same thing is being done already; one at a time.

    Args:
        job_id: the job that does it, where it is one that can be asked for.
    """

    retryable = True
    default_user_message = "That is under way already. Please wait until it is done."

    def __init__(self, detail: str = "", *, user_message: str | None = None, job_id: UUID | None = None) -> None:
        super().__init__(detail, user_message=user_message)
        self.job_id = job_id


class ServerError(CivicSetuError):
    """A server of ours cannot start."""

    default_user_message = "The server could not be started."


class CatalogueRefused(ServerError):
    """A language's file lacks a message or a placeholder, has one too many, or cannot be read."""

    default_user_message = "A language file of the page is not complete."
