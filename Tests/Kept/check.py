"""Checks what is kept of a version: its digests, and what the hosts make of its libraries.

  check.py --write FOLDER HOST LIBRARIES    writes the transcripts of a version by the host in C: for keep"""
import hashlib
import json
import lzma
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from play import Broken, command, compare, numbered, of_appctl, play_appctl, play_host, script_of

here = Path(__file__).resolve().parent
root = here.parent.parent
HOST = root / "Tests/Hosts/host.c"
HEADERS = root / "Sources/CProviderABI/include"
SUMS = "SHA256SUMS"
RENEW = "  fix: restore it with git; keep makes a version again only while no tag has it"


def digest(content):
    return hashlib.sha256(content).hexdigest()


def unpack(version, folder):
    """Verifies the digests of a version, and unpacks its libraries: their paths by architecture and name."""
    sums = dict(reversed(line.split("  ", 1)) for line in (version / SUMS).read_text("utf-8").splitlines())
    files = {str(path.relative_to(version)): path for path in version.rglob("*") if path.is_file() and path.name != SUMS}
    libraries = {}
    for name in sorted(files.keys() | {name for name in sums if not name.endswith(".so")}):
        if name not in files:
            raise Broken(f"{version / name} is gone\n{RENEW}")
        if name not in sums:
            raise Broken(f"{version / name} has no digest in {SUMS}\n{RENEW}")
        content = files[name].read_bytes()
        if digest(content) != sums[name]:
            raise Broken(f"{version / name} is not what was kept\n  kept: {sums[name]}\n  now:  {digest(content)}\n{RENEW}")
        if name.endswith(".so.xz"):
            content = lzma.decompress(content)
            if digest(content) != sums.get(name.removesuffix(".xz")):
                raise Broken(f"{version / name} unpacks to something else than was kept\n{RENEW}")
            path = folder / version.name / name.removesuffix(".xz")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            libraries.setdefault(path.parent.name, {})[path.stem] = path
    return libraries


def require_unchanged(folder):
    """What a tag has of the kept files is unchanged in a checkout, also in their digests."""
    def git(*words):
        return command(["git", "-C", folder, *words]).stdout.split("\n")[:-1]
    for tag in git("tag"):
        for line in git("diff", "--name-status", "--no-renames", "--diff-filter=DMT", tag, "--", "Tests/Kept/[0-9]*"):
            raise Broken(f"{line.split(chr(9))[1]} is not what the tag {tag} has\n"
                         "  why: providers that were built with that version are installed\n"
                         "  fix: restore it; what is new is kept in the folder of another version")


# ---- Hosts ----

def build_host(arch, path, headers=HEADERS, options=(), source=HOST):
    compiler = os.environ.get("CC", "cc") if arch == platform.machine() else f"{arch}-linux-gnu-gcc"
    done = command([compiler, "-std=c11", *options, "-I", headers, "-o", path, source, "-lpthread"])
    if done.returncode != 0:
        raise Broken(f"the host in C is not built for {arch}: {done.stderr.strip()[:600]}")


def host_for(arch, folder):
    """The words that run the host in C for an architecture, or why there is none."""
    path = folder / f"host-{arch}"
    emulator = f"qemu-{arch}-static"
    if arch == platform.machine():
        build_host(arch, path)
        return [path], None
    for tool in (emulator, f"{arch}-linux-gnu-gcc"):
        if shutil.which(tool) is None:
            return None, f"there is no {tool}: apt-get install qemu-user-static gcc-{arch.replace('_', '-')}-linux-gnu"
    build_host(arch, path)
    return [emulator, "-L", f"/usr/{arch}-linux-gnu", path], None


def reason_to_skip(name, arch, version):
    """Why a library cannot run on this machine, and the variables that it needs otherwise."""
    if name == "cpp" and arch != platform.machine() and not Path(f"/usr/{arch}-linux-gnu/lib/libstdc++.so.6").exists():
        return f"there is no libstdc++ for {arch}: apt-get install g++-{arch.replace('_', '-')}-linux-gnu", {}
    if name != "swift":
        return None, {}
    if shutil.which("swift") is None:
        return "there is no Swift runtime: install the toolchain", {}
    needed = next(line for line in (version / "built-with.txt").read_text("utf-8").splitlines() if line.startswith("Swift version"))
    here_is = command(["swift", "--version"]).stdout
    if ".".join(needed.split(".")[:2]) not in here_is:
        return f"it was built with {needed}, and a Swift runtime on Linux runs what its own version built", {}
    paths = json.loads(command(["swift", "-print-target-info"]).stdout)["paths"]["runtimeLibraryPaths"]
    return None, {"LD_LIBRARY_PATH": ":".join(paths)}


def check(name, library, version, host, kept=None):
    """Plays a library with a host and compares. A host is a name, and words for the host in C or an isolation of appctl."""
    arch = library.parent.name
    reason, environment = reason_to_skip(name, arch, version)
    if reason:
        return f"skipped: {name} for {arch}: {reason}"
    path, script = version / f"{name}.txt", script_of(version)
    kept = numbered(path.read_text("utf-8")) if kept is None else kept
    label, words = host
    if isinstance(words, list):
        compare(kept, play_host(words, library, script, environment), path, label)
    else:
        appctl, isolation = words
        compare(of_appctl(kept), play_appctl(appctl, library, isolation, script, kept, environment), path, label)
    return None


def write(version, host, libraries):
    first = None
    for library in sorted(libraries.glob("*.so")):
        lines = play_host([host], library, script_of(version), reason_to_skip(library.stem, platform.machine(), version)[1])
        if first is not None:  # all but the id
            compare(numbered("\n".join(first[1:])), lines[1:], "the transcript of c", f"the host in C, of {library.stem},")
        first = first or lines
        (version / f"{library.stem}.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    try:
        write(*map(Path, sys.argv[2:]))
    except Broken as error:
        sys.exit(str(error))
