"""Breaks copies of what is kept, of the header and of the hosts; each has to be found."""
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

from check import HEADERS, HOST, build_host, check, require_unchanged, root, unpack
from play import Broken, numbered

# Of the header: what a later one must not do, a regular expression, what comes in its place, and what the host in C, which
# fills some structs by position, has then instead of what.
HEADER = {
    "a member is inserted in the middle of the context": (
        r"( *uint64_t sequence; .*\n)( *uint64_t revision; )", r"\1uint64_t early;\n\2", "h->sequence, revision", "h->sequence, 0, revision"),
    "two members of an action are swapped": (
        r"(ack_str name; .*\n)( *ack_str node_id; .*\n)", r"\2\1", "0, name, id, values.items", "0, id, name, values.items"),
    "a function is inserted in the middle of the host": (
        r"(ack_status \(\*wake\))", r"ack_status (*early)(const struct ack_host *self);\n\1", "host_invalidate, host_wake",
        "host_invalidate, NULL, host_wake"),
    "a function of the host is removed": (
        r"ack_status \(\*request_tick\).*\n", "", "host_wake, host_tick, host_log", "host_wake, host_log"),
    "a member is inserted at the beginning of the session": (r"(ack_str subject; +/\* the user: stable)", r"ack_str early;\n\1"),
    "a member is inserted in the middle of an effect": (r"(ack_str text;  +/\* by kind; at most)", r"ack_str early;\n\1"),
    "two members of an effect are swapped": (r"(ack_str target; .*\n)( *ack_str text; .*\n)", r"\2\1"),
    "two members of a node are swapped": (r"( *uint32_t text;  .*\n)( *uint32_t first_value; .*\n)", r"\2\1"),
    "two members of a form are swapped": (r"( *uint32_t node_count;\n)( *uint32_t value_count;\n)", r"\2\1"),
    "a function is inserted in the middle of the provider": (r"( *void \(\*tick\))", r"void (*early)(void);\n\1"),
    "a member of the failure is removed": (r"int64_t retry_after; .*\n", "#define retry_after category\n"),
    "two functions of the provider are swapped": (
        r"(void \(\*cancel\)\(.*\n)((?:.*\n)*?)( *void \(\*notify\)\(.*\n)", r"\3\2\1"),
    "a member of the configuration is wider": (r"int32_t style;  ( *)/\* ACK_STYLE", r"int64_t style;  \1/* ACK_STYLE"),
    "the numbers of two names are swapped": (r'X\(60, STYLE, "style"\)(\s*\\?\s*)X\(61, TEXT, "text"\)',
                                             r'X(60, TEXT, "text")\1X(61, STYLE, "style")'),
    "the numbers of two kinds are swapped": (r'X\(18, BUTTON, "button"\)(\s*\\?\s*)X\(19, LINK, "link"\)',
                                             r'X(18, LINK, "link")\1X(19, BUTTON, "button")'),
    "a name is spelt differently": (r'X\(65, URL, "url"\)', 'X(65, URL, "uri")'),
    "a status has another number": (r"(#define ACK_PENDING) 1 ", r"\1 2 "),
    "a state has another number": (r"(#define ACK_LOGGED_IN) 2\n", r"\1 4\n"),
    "an effect has another name": (r'(#define ACK_EFFECT_MESSAGE) "message"', r'\1 "notice"'),
    "the tags of values are swapped": (r"(#define ACK_VALUE_BOOL) 1 ((?:.*\n)+?#define ACK_VALUE_INT) 2 ", r"\1 2 \2 1 "),
    "the magic number is another": (r"0x314B4341u", "0x324B4341u"),
    "the type of the note is another": (r"0x41434B01u", "0x41434B02u"),
}


def expect_broken(what, function, *arguments):
    try:
        function(*arguments)
    except Broken:
        return 1
    raise Broken(f"nothing finds that {what}")


def each(function, lists):
    """The sum of a function's results for each list of arguments, on all cores."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(pool.map(lambda arguments: function(*arguments), lists))


def break_headers(version, library, folder):
    original, source = (HEADERS / "appcontroller_provider.h").read_text("utf-8"), HOST.read_text("utf-8")

    def broken(number, what, pattern, replacement, before="", after=""):
        text = re.sub(pattern, replacement, original, count=1)
        if text == original:
            raise Broken(f"broken.py cannot break the header so that {what}: correct its pattern")
        if before not in source:
            raise Broken(f"{HOST} has no {before!r} any more: correct it in broken.py")
        tree = folder / f"tree-{number}"  # a source of the host includes the header by its place in the tree
        headers, sources = tree / HEADERS.relative_to(root), tree / HOST.parent.relative_to(root)
        shutil.copytree(HEADERS, headers)
        shutil.copytree(HOST.parent, sources)
        (headers / "appcontroller_provider.h").write_text(text, "utf-8")
        (sources / HOST.name).write_text(source.replace(before, after, 1), "utf-8")
        build_host(library.parent.name, tree / "host", headers, ["-w"], sources / HOST.name)
        # A host that is wired wrongly may wait for what never comes.
        host = ["env", "HOST_PATIENCE=1", tree / "host"]
        return expect_broken(what, check, "c", library, version, ("the host in C", host))

    return each(broken, [(number, what, *change) for number, (what, change) in enumerate(HEADER.items())])


def break_files(version, folder):
    def copied(name, change):
        copy = folder / "files" / name / version.name
        shutil.copytree(version, copy)
        change(copy)
        return expect_broken(name, unpack, copy, folder / "files" / name / "unpacked")

    def flip(copy):
        path = sorted(copy.glob("*/*.xz"))[0]
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)

    def drop_line(copy):
        lines = (copy / "c.txt").read_text("utf-8").splitlines(True)
        (copy / "c.txt").write_text("".join(lines[:20] + lines[21:]), "utf-8")

    def of_the_same_name(copy):
        first, second = sorted(copy.glob("*/c.so.xz"))
        first.write_bytes(second.read_bytes())

    return sum(copied(name, change) for name, change in {
        "a byte of a library is changed": flip,
        "a library is another architecture's": of_the_same_name,
        "a library is gone": lambda copy: sorted(copy.glob("*/*.xz"))[0].unlink(),
        "a library has no digest": lambda copy: (copy / "x86_64/more.so.xz").write_bytes(b""),
        "a line of a transcript is dropped": drop_line,
        "an operation is dropped": lambda copy: (copy / "script").write_text("show logged-out\n", "utf-8"),
    }.items())


def break_transcripts(version, library, hosts):
    """Transcripts that are wrong in one line, whose digests somebody has renewed."""
    text, changes = (version / "c.txt").read_text("utf-8"), []
    for what, was, now in (("a label is another", '"Shelf 2"', '"Shelf 3"'), ("a property is gone", '|     url: "https', None),
                           ("an effect is another", "effect leave pop", "effect leave dismiss"),
                           ("a failure is another's", "failure later", "failure provider"),
                           ("a reason is another", "| it is jammed", "| it is locked"),
                           ("a subject is another", "state logged-in ann", "state logged-in bob"),
                           ("an outcome is another", "= unsupported", "= done")):
        lines = text.splitlines()
        at = next(number for number, line in enumerate(lines) if was in line)
        lines[at:at + 1] = [lines[at].replace(was, now)] if now else []
        changes += [(f"{what}, with {host[0]}", check, "c", library, version, host, numbered("\n".join(lines))) for host in hosts]
    return each(expect_broken, changes)


def break_history(version, folder):
    """A tag has a version; then its library changes together with the digest."""
    checkout = folder / "checkout"
    kept = checkout / "Tests/Kept" / version.name
    shutil.copytree(version, kept)

    def git(*words):
        subprocess.run(["git", "-C", checkout, "-c", "user.name=kept", "-c", "user.email=kept@example.com", *words], check=True,
                       capture_output=True)
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "Keep it")
    git("tag", "1.0.0")
    (kept.parent / "9.0").mkdir()
    (kept.parent / "9.0/script").write_text("show logged-out\n", "utf-8")
    require_unchanged(checkout)  # an append
    with open(kept / "SHA256SUMS", "a", encoding="utf-8") as file:
        file.write("\n")
    found = expect_broken("a digest is changed that a tag has", require_unchanged, checkout)
    git("checkout", "--quiet", ".")
    git("rm", "--quiet", kept / "c.txt")
    return found + expect_broken("a transcript is removed that a tag has", require_unchanged, checkout)
