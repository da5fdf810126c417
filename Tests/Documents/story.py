"""A document's commands, run in order by one shell in a folder of their own."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import compared

# Runs the steps, each with its files beside it: NUMBER.given, then NUMBER.file with NUMBER.path, or NUMBER.sh.
SHELL = r"""
set -uo pipefail -E
shopt -s expand_aliases
steps=$1
checkout=$PWD

# The text by which a document shows a path or another text of this story.
shown_as() { printf '%s\t%s\n' "$1" "$2" >>"$steps/shown"; }

# The checkout is built already, and its tests are run elsewhere: .ci/run runs just these lines in a fresh clone.
swift() {
  if [ "$PWD" = "$checkout" ] && [[ "$*" =~ ^(build( --product [A-Za-z]+)?|test)$ ]]; then return; fi
  command swift "$@"
}

step() {
  local step_number=$1 step_status=0 step_started=$SECONDS
  if [ -f "$steps/$step_number.given" ]; then
    step_failed=""
    trap 'step_failed+="$BASH_COMMAND: status $?"$'"'\\n'" ERR
    eval "$(<"$steps/$step_number.given")" >"$steps/$step_number.out" 2>&1 </dev/null
    trap - ERR
    if [ -n "$step_failed" ]; then printf '%s' "$step_failed" >"$steps/$step_number.given-failed"; exit; fi
  fi
  if [ -f "$steps/$step_number.file" ]; then
    local step_path
    step_path=$(<"$steps/$step_number.path")
    step_path=${step_path/#\~/$HOME}
    mkdir -p "$(dirname "$step_path")" && cp "$steps/$step_number.file" "$step_path" || exit
  else
    step_failed=""
    trap 'step_failed+="$BASH_COMMAND: status $?"$'"'\\n'" ERR
    eval "$(<"$steps/$step_number.sh")" >"$steps/$step_number.out" 2>&1 </dev/null
    step_status=$?
    trap - ERR
    printf '%s' "$step_failed" >"$steps/$step_number.failed"
  fi
  printf '%s' "$step_status" >"$steps/$step_number.status"
  if [ $((SECONDS - step_started)) -ge 30 ]; then echo "$step_number $((SECONDS - step_started))" >>"$steps/slow"; fi
}
"""
TIME = 1500  # seconds for a whole story


@dataclass
class Step:
    """A block that is run or written, and the block that shows what it prints."""

    block: object
    command: str = None  # what is run; None for a file
    path: str = None  # what is written
    shown: object = None  # the block with the output


def run(steps, folder, checkout):
    """Runs a story; what is wrong, a list of texts."""
    files = folder / "steps"
    files.mkdir(parents=True)
    script = [SHELL]
    for number, step in enumerate(steps):
        given = step.block.directives.get("given")
        if given and step.command is not None:
            (files / f"{number}.given").write_text(given + "\n")
        if step.command is None:
            (files / f"{number}.file").write_text(step.block.whole)
            (files / f"{number}.path").write_text(step.path)
        else:
            (files / f"{number}.sh").write_text(step.command + "\n")
        script.append(f"step {number}")
    (files / "story.sh").write_text("\n".join(script) + "\n")
    home = folder / "home"
    providers = home / ".local/share/appcontroller/providers"
    providers.mkdir(parents=True)
    shutil.copy2(checkout / "libKitty.so", providers)
    environment = {
        "PATH": f"{checkout}/.build/tools:{os.environ['PATH']}", "HOME": str(home), "TERM": "dumb", "LANG": "C.UTF-8",
        "TMPDIR": str(folder),
        # Where a rustc of rustup finds itself, which is below the home unless said.
        "RUSTUP_HOME": os.environ.get("RUSTUP_HOME", os.path.expanduser("~/.rustup")),
    }
    try:
        outcome = subprocess.run(
            ["bash", "--norc", str(files / "story.sh"), str(files)], cwd=checkout, env=environment, timeout=TIME,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )
        said = outcome.stdout
    except subprocess.TimeoutExpired:
        said = f"the story did not end in {TIME} s"
    shown = [(str(home), "/home/kitty")]
    if (files / "shown").exists():
        shown = [tuple(line.split("\t")) for line in (files / "shown").read_text().splitlines()] + shown
    if (files / "slow").exists():
        for number, seconds in (line.split() for line in (files / "slow").read_text().splitlines()):
            print(f"{steps[int(number)].block.place} took {seconds} s", flush=True)
    faults = []
    for number, step in enumerate(steps):
        failure = failed(step, files, number, said, shown)
        if failure:
            faults.append(located(failure, steps[:number]))
            if step.command != step.block.directives.get("output of") or not text_of(files, number, "status"):
                return faults  # what comes after depends on it
        elif step.shown:
            faults += mismatch(step.shown, output_of(files, number, shown))
    return faults


def located(fault, steps):
    """A fault with the lines of the document in the place of those of files that the document shows."""
    for step in steps:
        if step.path:
            before = step.block.whole.index(step.block.text)
            first = step.block.line - step.block.whole[:before].count("\n")
            pattern = r"(?:[^\s:]*/)?" + re.escape(os.path.basename(step.path)) + r":(\d+)"
            fault = re.sub(pattern, lambda found: f"{step.block.document}:{first + int(found[1]) - 1}", fault)
    return fault


def text_of(files, number, kind):
    file = files / f"{number}.{kind}"
    return file.read_text(errors="replace") if file.exists() else ""


def output_of(files, number, shown):
    """What a step printed, as the document would show it."""
    output = text_of(files, number, "out")
    for real, name in shown:
        output = output.replace(real, name)
    return output


def failed(step, files, number, said, shown):
    """Says how a step failed; None when it did not."""
    output = output_of(files, number, shown)
    status, failures = text_of(files, number, "status"), text_of(files, number, "failed").splitlines()
    place, expected = step.block.place, step.block.directives.get("exit", "0")
    if given := text_of(files, number, "given-failed"):
        return f"{place}: what is given before it failed:\n{indented(given + output)}"
    if not status:
        return f"{place}: the shell ended here: {said}\n{indented(output)}"
    if expected == "0" and failures:
        # What a compiler found, which may stand far down.
        errors = [line.strip() for line in output.split("\n") if re.search(r"\berror(\[\w+\])?:", line)]
        found = "".join(f"\n  {line}" for line in errors[:3])
        return f"{place}: expected to succeed, but failed: {failures[0]}{found}\n  all of it:\n{indented(output)}"
    if status != expected:
        return f"{place}: expected the status {expected}, got {status}\n{indented(output)}"
    return None


def mismatch(block, output):
    """Where a block does not show an output; a list of texts."""
    compare = compared.json_difference if block.language == "json" else compared.difference
    found = compare(block.text, output)
    if not found:
        return []
    offset, line, printed = found
    return [
        f"{block.document}:{block.line + offset}: expected: {line.strip()}\n"
        f"{' ' * len(block.document)}   got:      {printed.strip()}\n  all that was printed:\n{indented(output)}"
    ]


def indented(text):
    lines = text.rstrip().split("\n")
    if len(lines) > 60:
        lines = lines[:40] + [f"(… {len(lines) - 60} lines …)"] + lines[-20:]
    return "\n".join("    " + line for line in lines)
