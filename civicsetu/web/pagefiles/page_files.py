"""Find the page's own files, and make two changes to Chainlit's page as it is served.

Chainlit reads settings, readme, theme and elements from one folder, and writes its
translations and a `.files` folder into it. So at every start the files are copied into
the data folder and Chainlit is pointed there: it works wherever it is started from, with
an installation that cannot be written, and leaves a checkout clean.

Chainlit 2.12.0 is its last release. Two habits of its page are repaired here: it opens the
side panel by itself with every answer, and its HTML asks foreign hosts for fonts and styles.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from civicsetu.errors import ServerError
from civicsetu.stores.processes import make_unusable_error

_FILES = ("app.py", "chainlit.md", ".chainlit/config.toml")
_FOLDERS = (".chainlit/about", ".chainlit/translations", "public")
_SCRIPTS = ("feedback.js",)
ABOUT = "chainlit_en-US.md"
"""The about page as Chainlit reads it anew for everybody who opens it; in another language after that one's name."""

REPAIRS: dict[str, tuple[re.Pattern[str], str]] = {
    "panel opens by itself": (
        re.compile(r"(\w+\.current=\w+),\w+\(\{title:(\w+)\[\2\.length-1\]\.name,elements:\2\}\)"),
        r"\1",
    ),
    "text beside its parts": (
        re.compile(r"return\{preparedContent:(\w+),inlinedElements:(\w+),refElements:(\w+)\}"),
        r'return{preparedContent:\2.some(e=>e.name==="civicsetu-answer")?"":\1,inlinedElements:\2,refElements:\3}',
    ),
}
"""What Chainlit's script does that this page does not want: the statement, and what stands there instead.

It opens the side panel for new elements; and it shows a message's text beside the element that shows it in parts.
"""
_FOREIGN_TAG = re.compile(
    r"<(?:link|script)\b[^>]*\b(?:href|src)=\"https?://[^\"]*\"[^>]*>(?:</script>)?"
    r"|<meta\b[^>]*\bcontent=\"https?://[^\"]*\"[^>]*>"
)


def source_folder() -> Path:
    """Return the checkout, or the folder where an installation put the page's files.

    Raises:
        ServerError: they are in neither; this installation cannot serve the page.
    """
    checkout = Path(__file__).resolve().parents[3]
    for folder in (checkout, Path(sys.prefix) / "share" / "civicsetu"):
        if all((folder / name).is_file() for name in _FILES) and (folder / "public").is_dir():
            return folder
    message = "The files of the page are not installed; run CivicSetu from its source folder."
    raise ServerError(user_message=message)


def prepare_page(data_path: Path) -> Path:
    """Copy the page's files into the data folder; returns the folder Chainlit is to use.

    Raises:
        ServerError: there are no files to copy.
        DataFolderUnusable: they cannot be written.
    """
    source, target = source_folder(), data_path / "page"
    try:
        try:
            _copy(source, target)
        except (FileExistsError, IsADirectoryError, NotADirectoryError, shutil.Error):
            _remove(target)  # a file stands where a folder belongs, or a folder in the place of a file
            _copy(source, target)
    except OSError as error:
        raise make_unusable_error(error) from error
    return target


def _copy(source: Path, target: Path) -> None:
    for name in _FILES:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, target / name)
    shutil.copyfile(source / "chainlit.md", target / ABOUT)
    for name in _FOLDERS:
        shutil.copytree(source / name, target / name, copy_function=_copy_file, dirs_exist_ok=True)


def _copy_file(source: str, target: str) -> str:
    """As `shutil.copy2`, which would put the file into a folder that stands in its place."""
    if Path(target).is_dir():
        raise IsADirectoryError(target)
    return shutil.copy2(source, target)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def drop_foreign_hosts(html: str) -> str:
    """Remove tags from the page's HTML that request anything from another host."""
    return _FOREIGN_TAG.sub("", html)


def add_scripts(html: str) -> str:
    """Add our scripts beside the one that Chainlit's settings can name."""
    tags = "".join(f'<script src="/public/{name}" defer></script>' for name in _SCRIPTS)
    return html.replace("</head>", f"{tags}</head>", 1)


def repair_script(script: str) -> tuple[str, tuple[str, ...]]:
    """Repair Chainlit's script; returns it with the habits whose statement was not found once.

    Without one of them the page still works: the panel opens by itself, or the style sheet hides the text.
    """
    unknown = []
    for habit, (statement, instead) in REPAIRS.items():
        repaired, count = statement.subn(instead, script)
        if count == 1:
            script = repaired
        else:
            unknown.append(habit)
    return script, tuple(unknown)


def join_parts(folder: Path) -> str:
    """Return the files of a folder as one source, by name: the components of an answer, the scripts of the page."""
    return "\n".join([f"// {folder.name}", *(file.read_text("utf-8") for file in sorted(folder.iterdir()))])


def find_main_script(build_dir: Path) -> Path | None:
    """Find Chainlit's main script by its index.html."""
    html = (build_dir / "index.html").read_text("utf-8")
    found = re.search(r'src="/(assets/index-[\w-]+\.js)"', html)
    path = build_dir / found.group(1) if found else None
    return path if path and path.is_file() else None
