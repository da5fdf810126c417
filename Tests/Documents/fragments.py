"""The Swift of documents that belongs to no file of a story: compiled against the libraries as they are built."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from blocks import PLACE

LIBRARIES = [
    "AppControllerKit", "AppControllerInterface", "AppControllerJSON", "ProviderABI", "ProviderSDK", "ProviderPlugins",
    "SessionVaults", "AppControllerTerminal", "AppControllerHTTP", "AppControllerWeb", "AppControllerKitTesting",
]
OWN = ("AppControllerHTTP", "AppControllerJSON", "ProviderABI")
IMPORTS = ["Foundation"] + [name for name in LIBRARIES if name not in OWN]
IMPORT = re.compile(r"^(?:internal |public |package )?import .*$", re.M)
DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|private|internal|fileprivate|final|nonisolated|indirect)\s+)*"
    r"(?:func|struct|class|enum|extension|protocol|actor|typealias|let package\b|@resultBuilder)"
)


def source(block):
    """The block as a file of Swift that compiles by itself, beside those of the same document."""
    given = block.directives.get("given", "")
    imports = IMPORT.findall(given + "\n" + block.text)
    if not IMPORT.search(block.text) and not is_manifest(block):
        imports += [f"import {name}" for name in IMPORTS]
    code = IMPORT.sub("", block.text)
    given = IMPORT.sub("", given).strip("\n") + "\n"
    code = PLACE.sub(lambda _: code, given) if PLACE.search(given) else given + code
    if not DECLARATION.match(without_comments(code)):
        code = f"@MainActor private func block{block.line}() async throws {{\n{code}\n}}"
    return "\n".join(sorted(set(imports))) + "\n" + code + "\n"


def is_manifest(block):
    return "import PackageDescription" in block.whole


def without_comments(code):
    return re.sub(r"^(?:\s|//.*\n)*", "", code)


def flags(built):
    return ["-swift-version", "6", "-I", f"{built}/Modules", "-I", "Sources/CSystem/include",
            "-I", "Sources/CProviderABI/include"]


def manifest_flags():
    compiler = Path(os.path.realpath(shutil.which("swiftc"))).parent
    return ["-swift-version", "5", "-package-description-version", "6.3.0", "-I",
            f"{compiler.parent}/lib/swift/pm/ManifestAPI"]


def compile_all(document, blocks, folder, built):
    """Compiles the blocks of a document together; what the compiler said of them, or None."""
    folder.mkdir(parents=True)
    files, manifests = [], []
    for block in blocks:
        file = folder / f"Block{block.line}.swift"
        file.write_text(source(block))
        (manifests if is_manifest(block) else files).append(str(file))
    said = []
    if files:
        said.append(swiftc(["-typecheck", "-module-name", "Document", *flags(built), *files]))
    # Each is a manifest of its own.
    said += [swiftc(["-typecheck", "-parse-as-library", *manifest_flags(), file]) for file in manifests]
    said = "\n".join(each for each in said if each)
    for block in blocks:
        said = located(said, block, source(block))
    return said or None


def located(said, block, text):
    """What the compiler said, with the lines of the document in the place of those of a file."""
    first = block.line - text[: text.index(IMPORT.sub("", block.text))].count("\n")
    pattern = rf"\S*/Block{block.line}\.swift:(\d+)"
    return re.sub(pattern, lambda found: f"{block.document}:{first + int(found[1]) - 1}", said)


def has_source(file, target):
    """Whether an object is of a source that is still there: a build leaves those of former sources in its folder."""
    sources = Path(__file__).resolve().parents[2] / "Sources" / target
    made = file.parent / "DerivedSources" / file.stem
    return file.stem.endswith(".swiftmodule") or made.exists() or any(sources.rglob(file.stem))


def run(statements, blocks, folder, built):
    """Runs statements beside the blocks of their document; the exit status and the output."""
    main = folder / "main.swift"
    imports = "".join(f"import {name}\n" for name in IMPORTS)
    main.write_text(imports + statements + "\n")
    objects = [str(file) for name in LIBRARIES + ["CSystem", "CProviderABI"]
               for file in Path(built, f"{name}.build").rglob("*.o") if has_source(file, name)]
    program = folder / "program"
    files = [str(folder / f"Block{block.line}.swift") for block in blocks if not is_manifest(block)]
    said = swiftc(["-module-name", "Document", *flags(built), *files, str(main), *objects, "-o", str(program)])
    if said:
        return 1, said
    outcome = subprocess.run([program], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60,
                             cwd=folder)
    return outcome.returncode, outcome.stdout


PROVIDER = re.compile(r"^(?:final )?class (\w+): [^{]*\bAppControllerInterfaceProviding\b", re.M)


def providers(blocks):
    """The providers whose contract is checked: made without arguments, in a block that has no statements beside them."""
    sources = [source(block) for block in blocks if not is_manifest(block)]
    sources = [text for text in sources if not re.search(r"^(?:let|var|try|await|print|\w+\.\w+)\b", text, re.M)]
    return [name for text in sources if not re.search(r"^  init\([^)]", text, re.M) for name in PROVIDER.findall(text)]


def contract(name):
    """Statements that print how a provider breaks the contract."""
    return f"for violation in await ProviderContract({{ {name}() }}).violations() {{ print(violation) }}"


def swiftc(arguments):
    """What the compiler said, when it failed."""
    outcome = subprocess.run(["swiftc", *arguments], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return None if outcome.returncode == 0 else outcome.stdout
