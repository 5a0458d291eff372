"""What `chainlit run app.py` comes to: this program serves the page in Chainlit's place.

Chainlit by itself would serve a page without our identities, headers, limits and stores. So the process
that it started becomes `civicsetu up`, which sets up what is missing, at the host and port Chainlit was
told. What cannot be had so is told in a sentence and never left out in silence.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

import typer
from chainlit.config import RunSettings, config

from civicsetu.errors import SettingsError
from civicsetu.stores.processes import own_environment

_SETTINGS = {"CHAINLIT_HOST": "CIVICSETU_HOST", "CHAINLIT_PORT": "CIVICSETU_PORT"}
"""Chainlit sets its variable where the option is given; ours is asked first of all."""
_NOT_HAD = {
    "ssl_cert": "CivicSetu serves no TLS by itself; leave --ssl-cert and --ssl-key out and put a proxy in front.",
    "root_path": "CivicSetu serves the page at the root of its address; leave --root-path out.",
}


def hand_over() -> None:
    """Replace this process by `civicsetu up`; returns only by an exception.

    Raises:
        SystemExit: Chainlit was given an option that cannot be had here; the sentence is told.
    """
    try:
        arguments = arguments_for(config.run)
    except SettingsError as error:
        typer.echo(error.user_message, err=True)
        sys.exit(1)
    if config.run.watch:
        typer.echo("The page is not renewed when a file changes: start it again instead.", err=True)
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, "-m", "civicsetu", *arguments], environment_for(os.environ))


def arguments_for(options: RunSettings) -> list[str]:
    """Return the command that does what Chainlit was told.

    Raises:
        SettingsError: it was told something that cannot be had.
    """
    for name, message in _NOT_HAD.items():
        if getattr(options, name):
            raise SettingsError(name, user_message=message)
    return ["up"] if options.headless else ["up", "--open"]


def environment_for(told: Mapping[str, str]) -> dict[str, str]:
    """Return this process's environment, with the host and port where Chainlit was given them."""
    chosen = {ours: told[theirs] for theirs, ours in _SETTINGS.items() if told.get(theirs)}
    return own_environment(**chosen)
