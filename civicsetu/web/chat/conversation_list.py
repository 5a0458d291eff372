"""A person's conversations as the page lists them, hands them out as a file, and erases them all."""

from __future__ import annotations

from datetime import date

from civicsetu.answering.messages.matters import name_matter
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import NotFound
from civicsetu.law.answers import DISCLAIMER
from civicsetu.stores.conversation_store import (
    ConversationListed,
    erase_all,
    list_conversations,
    read_messages,
)
from civicsetu.stores.database import WAIT_S, Database
from civicsetu.web.chat.data_layer import acting_identity, as_uuid
from civicsetu.web.language.speaking import list_names, say, tell, write_day
from civicsetu.web.markdown import escape


async def list_own(database: Database) -> list[dict[str, str]]:
    """Return the acting person's conversations for the page: id, title, state and day of each, the newest first."""
    async with database.transaction(WAIT_S) as connection:
        found = await list_conversations(connection, acting_identity() or "")
    return [_describe(one) for one in found]


async def erase_all_own(database: Database) -> int:
    """Erase all conversations of the acting person; returns how many there were."""
    async with database.transaction(WAIT_S) as connection:
        return await erase_all(connection, acting_identity() or "")


async def export_own(database: Database, conversation: str) -> str:
    """Return one's own conversation as Markdown: each question a heading, under it the answer as it was given.

    Raises:
        NotFound: there is no such conversation, or it is somebody else's.
    """
    async with database.transaction(WAIT_S) as connection:
        messages = await read_messages(connection, acting_identity() or "", as_uuid(conversation))
    if not messages:
        raise NotFound("conversation")
    told = [_heading(one.text) if one.is_question else one.text for one in messages]
    return "\n\n".join([f"# {say('kept.file_title')}", *told, f"*{tell(DISCLAIMER)}*", ""])


def _heading(question: str) -> str:
    return f"## {escape(' '.join(question.split()))}"


def _describe(one: ConversationListed) -> dict[str, str]:
    states = list_names([tell(get_registry().name_of(code)) for code in one.states]) if one.states else ""
    return {"id": str(one.id), "title": _title(one), "state": states, "day": _day(one.last)}


def _title(one: ConversationListed) -> str:
    """What it is about, before the words it began with: many a story begins with a greeting."""
    question = one.name or say("kept.unnamed")
    matter = next((named for document, path in one.cited if (named := name_matter(document, path))), "")
    if not matter:
        return question
    own = tell(matter)
    return say("kept.titled", matter=f"{own[:1].upper()}{own[1:]}", question=question)


def _day(moment: str) -> str:
    try:
        return write_day(date.fromisoformat(moment[:10]))
    except ValueError:
        return ""
