#!/usr/bin/env python3
"""Has bash, zsh and fish find the installed completions by themselves, and complete command lines of appctl.

Usage: completing.py PREFIX    PREFIX/bin is in PATH and PREFIX/share in XDG_DATA_DIRS; HOME is an empty folder
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

CASES = [
    ("appctl logi", "appctl login "),
    ("appctl show --format h", "appctl show --format html "),
    ("appctl login --provider com.example.kitty-", "appctl login --provider com.example.kitty-c "),
]


def shells():
    """The shells as Tests/Shells drives them."""
    specification = importlib.util.spec_from_file_location("shells", ROOT / "Tests/Shells/completing.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def main() -> None:
    prefix = Path(sys.argv[1])
    module = shells()
    environment = dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8")
    # bash finds completions with the help of a package, zsh in the folders that its user names, fish with its own
    # configuration.
    scripts = {"bash": Path("/usr/share/bash-completion/bash_completion"), "zsh": Path("/dev/null"), "fish": Path("/dev/null")}
    usual = subprocess.run(["zsh", "-fc", "print -r -- $FPATH"], capture_output=True, text=True, check=True).stdout.strip()
    environment["FPATH"] = f"{prefix}/share/zsh/site-functions:{usual}"
    command, setup = module.SHELLS["fish"]
    # Without this folder fish goes through all manual pages, in a process that stays for minutes.
    (Path(environment["HOME"]) / ".local/share/fish/generated_completions").mkdir(parents=True)
    module.SHELLS["fish"] = ([word for word in command if word != "--no-config"], setup)

    faults = 0
    for name, script in scripts.items():
        shell = module.Shell(name, script, os.environ["HOME"], environment)
        for typed, expected in CASES:
            got = shell.complete(typed)
            if got != expected:
                faults += 1
                print(f"{name}: {typed!r} becomes {got!r}, not {expected!r}")
        shell.leave()
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
