"""Compiles, runs and compares every fenced block of every document. Tests/Documents/run calls it."""

import concurrent.futures
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import fragments
import generated
import parts
import story
from blocks import Fault
from document import Document


class Check:
    """All documents of a checkout."""

    def __init__(self, built, work, only):
        self.built, self.work = built, work
        tracked = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True, text=True,
            stdout=subprocess.PIPE,
        ).stdout.split("\0")
        self.files = sorted(name for name in set(tracked) if name and os.path.exists(name))
        self.faults, self.notes, self.documents = [], [], []
        for path in self.files:
            # Tests/Scaffolds has what is written for a new provider.
            if not path.endswith(".md") or path.startswith("Templates/") or (only and path not in only):
                continue
            try:
                self.documents.append(Document(path))
            except Fault as fault:
                self.faults.append(str(fault))
        for document in self.documents:
            self.faults += document.faults

    def run(self):
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            # The longest story first.
            ordered = sorted(self.documents, key=lambda document: -len(document.steps))
            jobs = [pool.submit(self.look_at, document) for document in ordered]
            jobs.append(pool.submit(self.look_at_generated))
            for job in jobs:
                self.faults += job.result()

    def look_at(self, document):
        started = time.monotonic()
        faults = []
        for block in document.parts:
            faults += parts.look_at(block)
        folder = self.work / document.path.replace("/", "-")
        if document.fragments:
            said = fragments.compile_all(document.path, document.fragments, folder / "fragments", self.built)
            if said:
                faults.append(f"{document.path}: its Swift does not compile:\n{story.indented(said)}")
            else:
                for block in document.programs:
                    faults += self.program(block, document.fragments, folder / "fragments")
                for name in fragments.providers(document.fragments):
                    faults += self.contract(document, name, folder / "fragments")
        elif document.programs:
            faults.append(f"{document.programs[0].place}: there is no Swift that could print this")
        if document.steps:
            faults += story.run(document.steps, folder, self.checkout(folder))
        seconds = time.monotonic() - started
        ways = ", ".join(f"{count} {way}" for way, count in document.ways.items())
        if document.blocks:
            print(f"{'wrong' if faults else 'right'}: {document.path}: {ways} ({seconds:.0f} s)", flush=True)
        return faults

    def program(self, block, beside, folder):
        status, output = fragments.run(block.directives["output of swift"], beside, folder, self.built)
        if status != 0:
            return [f"{block.place}: the Swift that prints this failed with {status}:\n{story.indented(output)}"]
        return story.mismatch(block, output)

    def contract(self, document, name, folder):
        status, output = fragments.run(fragments.contract(name), document.fragments, folder, self.built)
        if status == 0 and not output.strip():
            return []
        return [f"{document.path}: its {name} breaks the contract of providers:\n{story.indented(output)}"]

    def look_at_generated(self):
        """Whether tests compare what is generated, and read what is for them, and whether they pass."""
        documents = [document for document in self.documents if document.generated or document.read]
        known = generated.generators()
        faults = []
        for document in documents:
            for reader in {block.reader for block in document.read if not generated.has_suite(block.reader)}:
                faults.append(f"{document.path}: there are no Swift tests of the name {reader}")
            if document.generated and document.path not in known:
                faults.append(f"{document.generated[0].place}: no Swift test compares the generated parts of "
                              f"{document.path}; one calls GeneratedDocument(\"{document.path}\").expect")
        program = self.built / "AppControllerKitPackageTests.xctest"
        checkout = self.built.resolve().parents[2]
        of_tests = [document for document in documents if document.path in known or document.read]
        names = {known[each.path][0] for each in of_tests if each.path in known}
        names |= {block.reader for each in of_tests for block in each.read}
        if not program.exists():
            self.notes.append("the tests that compare or read parts of documents are not built here; `swift test` runs them")
        elif any((checkout / each.path).read_bytes() != Path(each.path).read_bytes() for each in of_tests):
            self.notes.append(f"the tests that are built read the documents of {checkout}, which differ")
        elif of_tests:
            said = generated.run(sorted(names), program, checkout)
            if said:
                faults.append(f"parts of documents that Swift tests generate or read:\n{story.indented(said)}")
            else:
                print(f"right: what Swift tests generate or read in {', '.join(each.path for each in of_tests)}", flush=True)
        return faults

    def checkout(self, folder):
        """A copy of the checkout for a story, with what is built."""
        copy = folder / "story" / "AppControllerKit"
        for name in self.files:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(name, copy / name, follow_symlinks=False)
        shutil.copy2(self.built / "libExampleProvider.so", copy / "libKitty.so")
        (copy / ".build").mkdir()
        (copy / ".build" / "debug").symlink_to(self.built.resolve())
        # Another folder than that of the tests' own libraries, in which it would find them.
        (copy / ".build" / "tools").mkdir()
        shutil.copy2(self.built / "appctl", copy / ".build" / "tools")
        return copy


def main():
    built, work, *only = sys.argv[1:]
    check = Check(Path(built), Path(work), set(only))
    unknown = set(only) - {document.path for document in check.documents}
    if unknown and not check.faults:
        sys.exit(f"Tests/Documents/run: there is no document {', '.join(sorted(unknown))}")
    if not check.faults:
        check.run()
    for document in check.documents:
        for block in document.unchecked:
            print(f"not checked: {block.place}: {block.directives['unchecked']}", flush=True)
    for note in check.notes:
        print(f"note: {note}", flush=True)
    for fault in check.faults:
        print(fault, file=sys.stderr)
    if check.faults:
        sys.exit(f"Tests/Documents/run: {len(check.faults)} faults")
    total = sum((document.ways for document in check.documents), Counter())
    print(f"All of it holds: {sum(total.values())} blocks of {sum(1 for each in check.documents if each.blocks)} "
          f"documents; " + ", ".join(f"{count} {way}" for way, count in total.most_common()) + ".")


main()
