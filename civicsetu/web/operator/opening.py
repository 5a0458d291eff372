"""Open the operator's page where a token is set; without one there is nothing at its address."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import FastAPI

from civicsetu.settings import Settings
from civicsetu.web.operator.access import Door
from civicsetu.web.secret import read_page_secret


def open_operator(app: FastAPI, settings: Settings) -> Sequence[tuple[str, str]]:
    """Put the operator's routes into an app; returns the addresses to open, none where no token is set.

    Raises:
        DataFolderUnusable: the page's secret cannot be read.
    """
    token = settings.operator.token.get_secret_value()
    if not token:
        return ()
    from civicsetu.web.operator import routes, run_routes

    app.state.operator_door = Door(token, read_page_secret(settings.data_path), settings.operator.hours)
    app.include_router(routes.router)
    app.include_router(run_routes.router)
    return (*routes.ADDRESSES, *run_routes.ADDRESSES)
