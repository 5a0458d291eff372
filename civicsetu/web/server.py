"""The server: a FastAPI parent with our own routes, the HTTP API beside it, and Chainlit mounted at its root."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from typing import TYPE_CHECKING

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from civicsetu.errors import CivicSetuError
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.settings import Settings
from civicsetu.telemetry import get_logger
from civicsetu.web.bodies import BodyLimit
from civicsetu.web.connections import LARGEST_FRAME, ConnectionLimits, build_protocol, raise_open_files
from civicsetu.web.elsewhere import OwnConversations
from civicsetu.web.hosts import KnownHosts, known_names
from civicsetu.web.identity import Identities
from civicsetu.web.language.catalogue import check_chainlit, get_catalogues
from civicsetu.web.language.page_language import PageLanguage
from civicsetu.web.law_map import routes as law_map
from civicsetu.web.log_repeats import quieten_repeats
from civicsetu.web.open_routes import OpenRoutes
from civicsetu.web.operator.opening import open_operator
from civicsetu.web.pagefiles.page_files import prepare_page, source_folder
from civicsetu.web.pagefiles.readme import renew
from civicsetu.web.ports import listen
from civicsetu.web.refusals import UnexpectedErrors, register
from civicsetu.web.request_log import RequestLog
from civicsetu.web.retention import erase_old_conversations
from civicsetu.web.secret import derive_key, read_page_secret
from civicsetu.web.security import BrowserIdentity, SecurityHeaders
from civicsetu.web.state import RunningPage, get_page, set_page
from civicsetu.web.stopping import Server, leave_in_time

if TYPE_CHECKING:
    from civicsetu.answering.service import AnsweringService
    from civicsetu.stores.database import Database

log = get_logger(__name__)

OpenService = Callable[[Settings], Awaitable["AnsweringService"]]
Beside = Callable[[Settings], Coroutine[object, object, None]]
"""Work that begins once the page serves and ends with it."""


def build_app(settings: Settings, open_service: OpenService | None = None) -> FastAPI:
    """Build the whole page as one ASGI application; one per process, as Chainlit's globals are.

    Args:
        open_service: opens what answers; the real service unless a test brings another.

    Raises:
        ServerError: the page's files are not installed, or a language's messages are not complete.
        DataFolderUnusable: the data folder cannot be written.
    """
    disable_library_telemetry()
    get_catalogues()
    check_chainlit(source_folder() / ".chainlit" / "translations")
    secret = read_page_secret(settings.data_path)
    os.environ["CHAINLIT_APP_ROOT"] = str(prepare_page(settings.data_path))
    os.environ["CHAINLIT_AUTH_SECRET"] = derive_key(secret, "session token").hex()
    identities = Identities(derive_key(secret, "browser identity"), settings.web.cookie_days)
    os.environ["CHAINLIT_AUTH_COOKIE_NAME"] = f"{identities.cookie}_token"
    running = RunningPage(settings, identities)
    set_page(running)
    lifespan = _lifespan(running, open_service or _open_real_service)
    app = FastAPI(title="CivicSetu", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    _compose(app, running)
    return app


def _compose(app: FastAPI, page: RunningPage) -> None:
    """Our routes, then Chainlit, then the doors around both, the outermost last.

    Imports Chainlit: its environment is ready now.
    """
    from civicsetu.web import mounting, routes, sockets
    from civicsetu.web.api.application import ApiDoor, build_api

    app.include_router(routes.router)
    app.include_router(law_map.router)
    script = routes.main_script(mounting.BUILD_DIR, page.settings.data_path / "page" / "packed")
    app.include_router(routes.script_router(script))
    also = open_operator(app, page.settings)
    register(app)
    mounting.mount(app, page.settings, script)
    app.add_middleware(OwnConversations, is_owned=routes.owns_conversation)
    app.add_middleware(
        BrowserIdentity,
        identities=page.identities,
        secure=page.settings.web.secure_cookie,
        sign_in=mounting.sign_in,
        token_cookie=mounting.TOKEN_COOKIE,
    )
    app.add_middleware(ApiDoor, api=build_api(page.settings))
    app.add_middleware(sockets.PacedSocket, connect_s=page.settings.web.head_deadline_s)
    app.add_middleware(BodyLimit, largest=page.settings.web.largest_body)
    app.add_middleware(OpenRoutes, also=also)
    app.add_middleware(KnownHosts, names=known_names(page.settings))
    app.add_middleware(UnexpectedErrors)
    app.add_middleware(PageLanguage, secure=page.settings.web.secure_cookie)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestLog)


def _lifespan(
    page: RunningPage, open_service: OpenService
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        page.service = await open_service(page.settings)
        documents, writer = await page.service.list_documents(), page.service.describe_writer()
        renew(page.settings.data_path, documents, writer, page.settings.web.source_url)
        erasing = _begin_erasing(page.service.database, page.settings.web.keep_conversations_days)
        try:
            yield
        finally:
            if erasing is not None:
                erasing.cancel()
                await asyncio.gather(erasing, return_exceptions=True)
            if page.ingestion is not None:
                await page.ingestion.close()
            service, page.service = page.service, None
            await service.close()

    return lifespan


def _begin_erasing(database: Database, days: int) -> asyncio.Task[None] | None:
    """Begin to erase conversations older than that; with no days nothing is erased."""
    return asyncio.create_task(erase_old_conversations(database, days)) if days else None


async def _open_real_service(settings: Settings) -> AnsweringService:
    from civicsetu.answering.service import AnsweringService

    return await AnsweringService.open(settings)


def serve(
    settings: Settings,
    open_service: OpenService | None = None,
    beside: Beside | None = None,
    announce: Callable[[], None] | None = None,
) -> None:
    """Serve the page in the foreground until SIGINT or SIGTERM.

    Args:
        beside: what is done once the page serves; it may fail without harm to the page.
        announce: called once the page serves, and never where it does not come to that.

    Raises:
        ServerError: the address is taken or not ours, or the page's files are not installed.
        CivicSetuError: the service could not be opened; as it was raised.
    """
    opening = open_service or _open_real_service
    with closing(listen(settings.host, settings.port)) as listener, leave_in_time() as last_resort:
        asyncio.run(_serve(settings, opening, listener, last_resort, beside, announce))


async def _serve(
    settings: Settings,
    open_service: OpenService,
    listener: socket.socket,
    last_resort: threading.Timer,
    beside: Beside | None,
    announce: Callable[[], None] | None,
) -> None:
    """The service is opened first, so that its errors are ours to tell and not a server's log lines."""
    service = await open_service(settings)

    async def get_opened(_: Settings) -> AnsweringService:
        return service

    try:
        app = build_app(settings, get_opened)
    except CivicSetuError:
        await service.close()
        raise
    server = Server(configure(app, settings), get_page(), last_resort)
    doing = asyncio.create_task(_once_serving(server, settings, listener, beside, announce))
    try:
        await server.serve(sockets=[listener])
    finally:
        doing.cancel()
        [ended] = await asyncio.gather(doing, return_exceptions=True)
        if isinstance(ended, Exception):
            log.error("background_task_failed", exc_info=ended)


def configure(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """Build uvicorn's configuration, with connections limited to what the process's open files allow."""
    quieten_repeats()
    limits = ConnectionLimits.limit_to_files(settings.web, raise_open_files())
    if limits.all < settings.web.connections:
        log.warning("fewer_connections", set=settings.web.connections, possible=limits.all)
    return uvicorn.Config(
        app,
        http=build_protocol(limits),
        backlog=limits.backlog,
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=LARGEST_FRAME,
    )


async def _once_serving(
    server: Server,
    settings: Settings,
    listener: socket.socket,
    beside: Beside | None,
    announce: Callable[[], None] | None,
) -> None:
    await server.serving.wait()
    log.info("serving", host=settings.host, port=listener.getsockname()[1])
    if announce is not None:
        announce()
    if beside is not None:
        await beside(settings)
