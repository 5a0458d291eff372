"""Say whether all languages of the page are complete: `python -m civicsetu.web.pagefiles.check_languages`."""

from __future__ import annotations

import sys

from civicsetu.errors import CatalogueRefused
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.web.language.catalogue import ENGLISH, check_chainlit, get_catalogues
from civicsetu.web.pagefiles.page_files import source_folder


def main() -> int:
    """Print a line for each language, or the first fault; returns 0, or 1 where there is one."""
    disable_library_telemetry()
    try:
        catalogues = get_catalogues()
        check_chainlit(source_folder() / ".chainlit" / "translations")
    except CatalogueRefused as error:
        sys.stderr.write(f"{error.user_message}\n")
        return 1
    wanted = catalogues[ENGLISH].flatten()
    for catalogue in catalogues.values():
        own = catalogue.flatten()
        length = sum(map(len, own.values())) / sum(map(len, wanted.values()))
        sys.stdout.write(f"{catalogue.tag} {catalogue.name}: {len(own)} messages, {length:.0%} of the English length\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
