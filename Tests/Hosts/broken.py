#!/usr/bin/env python3
"""Plants each fault of `faults` in a copy of the host, and has the suite look at it: broken.py FOLDER LIBRARIES

The suite has to find the fault by the case that is named, in a build without sanitizers: what it finds is found in any host."""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

here = Path(__file__).resolve().parent
root = here.parent.parent


def read_faults():
    faults = []
    for number, line in enumerate((here / "faults").read_text("utf-8").splitlines(), 1):
        mark, _, rest = line.partition(" ")
        if mark == "fault":
            name, _, case = rest.partition(", found by ")
            faults.append({"name": name, "case": case, "changes": [([], [])]})
        elif mark == "in":
            faults[-1]["file"] = rest
        elif mark == "also":
            faults[-1]["changes"].append(([], []))
        elif mark in ("<", ">"):
            faults[-1]["changes"][-1][mark == ">"].append(rest)
        elif mark not in ("", "#"):
            sys.exit(f"{here / 'faults'}:{number}: {mark!r} is not known")
    return faults


def plant(fault, folder):
    folder.mkdir()
    for file in here.glob("*.[ch]"):
        text = file.read_text("utf-8").replace("../../Sources/CProviderABI/include/", "")
        if file.name == fault["file"]:
            for was, becomes in fault["changes"]:
                was, becomes = "\n".join(was), "\n".join(becomes)
                if text.count(was) != 1:
                    raise ValueError(f"{fault['name']}: {was!r} is {text.count(was)} times in {file.name}")
                text = text.replace(was, becomes)
        (folder / file.name).write_text(text, "utf-8")
    subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-w", "-I", root / "Sources/CProviderABI/include", "-o", folder / "host",
                    folder / "host.c", "-lpthread"], check=True)
    return folder / "host"


def look(fault, folder, libraries):
    """What is wrong; None if the fault is found."""
    try:
        host = plant(fault, folder / fault["name"])
    except (ValueError, subprocess.CalledProcessError) as error:
        return str(error)
    done = subprocess.run([root / "Conformance/Hosts/run", "--keep", libraries, "--only", fault["case"],
                           "--limit", "8", host], capture_output=True, text=True)
    if done.returncode == 1 and f"failed: {fault['case']} " in done.stdout:
        return None
    return f"{fault['name']} is not found by {fault['case']}:\n{done.stdout}{done.stderr}"


def main():
    folder, libraries = Path(sys.argv[1]), Path(sys.argv[2])
    faults = read_faults()
    with ThreadPoolExecutor(2 * os.cpu_count()) as pool:
        problems = [problem for problem in pool.map(lambda fault: look(fault, folder, libraries), faults) if problem]
    print("\n".join(problems) if problems else f"{len(faults)} planted faults are found")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
