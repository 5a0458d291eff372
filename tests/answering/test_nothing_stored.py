"""Personal data in questions is in no table and no file of the service, nor in what it logs."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.law.answers import Final
from civicsetu.settings import Settings
from civicsetu.stores.servers import postgres_url
from tests.privacy.stored import files_below, found_in, own_sample, rows_of_every_table

_OF_SERVERS = ("postgres", "graph", "models")


async def test_what_is_asked_and_searched_is_nowhere_to_be_found(
    running: Settings,
    service: AnsweringService,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sent, session = own_sample(10), "nothing-stored"
    with caplog.at_level(logging.DEBUG):
        for form in sent:
            async for event in service.answer(Question(form.text, session=session)):
                if isinstance(event, Final):
                    assert form.secret not in event.answer.model_dump_json()
            await service.search(form.text)
    log = "\n".join([*(record.getMessage() for record in caplog.records), *capsys.readouterr()])
    found, turns = found_in("the log", log, sent), 0
    engine = create_async_engine(postgres_url(running, "asyncpg"))
    async with engine.connect() as connection:
        async for table, row in rows_of_every_table(connection):
            turns += table == "public.turns" and session in row
            found += found_in(table, row, sent)
    await engine.dispose()
    for name, text in files_below(running.data_path, but=_OF_SERVERS):
        found += found_in(name, text, sent)
    await service.forget(session)
    assert turns == len(sent), "each question is stored"
    assert not found
