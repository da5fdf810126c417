"""The header of the next minor version, rehearsed: every kind of growth that a minor version may have, and no other.

Usage: next.py INCLUDE CRATE FOLDER

Writes FOLDER/draft, which is INCLUDE with a draft in the header for drafts, and FOLDER/next, in which the draft is stable,
every struct with a size has a new last member, and there are a new effect, kind, name, event, purpose, status and
question. FOLDER/crate is the source of the crate for Rust with the same members, kind and name. It prints the number of the
next minor version, and fails when the header is not what it expects.
"""

import pathlib
import re
import shutil
import sys

MEMBERS = {
    "ack_fault": "ack_str hint; /* Since 1.N: what to do about it */",
    "ack_form": "uint64_t checksum; /* Since 1.N: of the records; 0 = none */",
    "ack_description": "/* Since 1.N. [serial] Names the description for logs. */\n"
                       "  ack_status (*name)(const struct ack_description *self, ack_str name);",
    "ack_session": "int64_t since; /* Since 1.N: when the user has signed in; 0 = not said */",
    "ack_traits": "ack_str region; /* Since 1.N: a country, or empty */",
    "ack_context": "int64_t asked_at; /* Since 1.N: when the question was asked */",
    "ack_configuration": "int64_t hold; /* Since 1.N: 0 to 60 000 ms, preset to 5 */",
    "ack_action": "int64_t acted_at; /* Since 1.N: when the user did it */",
    "ack_effect": "ack_str detail; /* Since 1.N: of \"message\": more of it */",
    "ack_reply": "/* Since 1.N. [serial] Tells the user how far the answer is. */\n"
                 "  ack_status (*progress)(const struct ack_reply *self, uint32_t percent);",
    "ack_failure": "ack_str link; /* Since 1.N: where more is said */",
    "ack_asset": "/* Since 1.N. [serial] Says what the bytes show. */\n"
                 "  ack_status (*describe)(const struct ack_asset *self, ack_str text);",
    "ack_host": "/* Since 1.N. [any-thread] Says a text to the user. */\n"
                "  ack_status (*announce)(const struct ack_host *self, ack_str text);",
    "ack_host_info": "int64_t renewal_limit; /* Since 1.N: in ms */",
    "ack_sockets": "/* Since 1.N. [any-thread] The socket's peer. */\n"
                   "  int32_t (*peer)(const ack_host *self, int32_t socket);",
    "ack_resolver": "/* Since 1.N. [any-thread] Forgets what was resolved. */\n"
                    "  int32_t (*forget)(const ack_host *self);",
    "ack_creation": "ack_str place; /* Since 1.N: where the user is, or empty */",
    "ack_provider": "/* Since 1.N. Optional: sums an interface up in one line. A question. */\n"
                    "  ack_status (*summary)(ack_instance *self, const ack_context *context, const ack_summary *out);",
    "ack_credential_request": "ack_str scope; /* Since 1.N: what it is for, or empty */",
    "ack_credential": "/* Since 1.N. [serial] Says what the credential allows. */\n"
                      "  ack_status (*limit)(const struct ack_credential *self, ack_str scope);",
    "ack_credentials": "/* Since 1.N. [serial] Takes a credential back. */\n"
                       "  ack_status (*revoke)(ack_instance *instance, ack_str secret);",
    "ack_query": "ack_str host_build; /* Since 1.N: for logs */",
    "ack_answer": "ack_str channel; /* Since 1.N: such as \"beta\", or empty */",
}

RATING, TONE = "rating", "tone"

SUMMARY = """/* Since 1.N. Receives a summary. */
typedef struct ack_summary {
  uint32_t struct_size; /* Since 1.N */
  uint32_t reserved0;   /* Since 1.N */
  void *ctx;            /* Since 1.N: the host's own */

  /* Since 1.N. [serial] Gives the line, once. */
  ack_status (*give)(const struct ack_summary *self, ack_str line);
} ack_summary;
"""

BADGES = """/* SINCE"ack.badge/1": a number beside the name of the app. */
typedef struct ack_badges {
  uint32_t struct_size; /* SINCE*/
  uint32_t reserved0;   /* SINCE*/
  /* SINCE[any-thread] Shows the number. */
  ack_status (*show)(const ack_host *self, uint64_t number);
} ack_badges;
"""


class Text:
    def __init__(self, path, minor):
        self.path, self.minor, self.text = path, minor, path.read_text()

    def replace(self, old, new):
        if self.text.count(old) != 1:
            sys.exit(f"next.py: {self.path.name} has {self.text.count(old)} times, and not once: {old.strip()}")
        self.text = self.text.replace(old, new)

    def later(self, text):
        return f"#if ACK_TARGET_MINOR >= {self.minor}\n{text.replace('1.N', f'1.{self.minor}').rstrip()}\n#endif\n"

    def before(self, anchor, text):
        self.replace(anchor, text + anchor)

    def after_line(self, beginning, text):
        line = re.search(rf"^{re.escape(beginning)}.*\n", self.text, re.M)
        self.replace(line[0] if line else beginning, (line[0] if line else beginning) + text)

    def append(self, group, entry):
        """Appends to a list of the preprocessor."""
        name = f"ACK_{group}_1_{self.minor}"
        self.before(f"#define ACK_{group}(X) \\\n",
                    f"/* Since 1.{self.minor}. */\n#if ACK_TARGET_MINOR >= {self.minor}\n#define {name}(X) {entry}\n"
                    f"#else\n#define {name}(X)\n#endif\n")
        whole = re.search(rf"^#define ACK_{group}\(X\)(?:[^\n]*\\\n)*[^\n]*\n", self.text, re.M)[0]
        self.replace(whole, whole.rstrip("\n") + f" \\\n  {name}(X)\n")

    def last(self, group):
        whole = re.search(rf"^#define ACK_{group}\(X\)(?:[^\n]*\\\n)*[^\n]*\n", self.text, re.M)[0]
        return max(map(int, re.findall(r"X\((\d+),", whole)))

    def write(self):
        self.path.write_text(self.text)


def grow(header):
    sized = re.findall(r"^typedef struct (\w+) \{\n  uint32_t struct_size;", header.text, re.M)
    if sorted(sized) != sorted(MEMBERS):
        sys.exit(f"next.py: these structs have a size, or a new member, and not both: {set(sized) ^ set(MEMBERS)}")
    header.replace(f"#define ACK_ABI_MINOR {header.minor - 1}u", f"#define ACK_ABI_MINOR {header.minor}u")
    for name, member in MEMBERS.items():
        header.before(f"}} {name};\n", header.later("  " + member))
    header.before("/* The provider's functions. Owned by", header.later(SUMMARY) + "\n")
    header.append("KINDS", f'X({header.last("KINDS") + 1}, {RATING.upper()}, "{RATING}")')
    # So many that the new one has the bit of "label" in two words of 64, where a builder notes what was set.
    tone, last = int(re.search(r"X\((\d+), LABEL,", header.text)[1]) + 128, header.last("NAMES")
    spare = " ".join(f'X({number}, SPARE{number}, "spare{number}")' for number in range(last + 1, tone))
    header.append("NAMES", f'{spare} X({tone}, {TONE.upper()}, "{TONE}")')
    header.append("WORDS", 'X(DID_RESUME, "did-resume")')
    header.after_line("#define ACK_EFFECT_MESSAGE", header.later(
        '#define ACK_EFFECT_BADGE "badge" /* Since 1.N: shows a number */'))
    header.after_line("#define ACK_MISUSE", header.later("#define ACK_BUSY (-6) /* Since 1.N: another user has it */"))
    header.after_line("#define ACK_PURPOSE_SIGN_UP", header.later(
        "#define ACK_PURPOSE_INVITE 8 /* Since 1.N: the user brings another one */\n"
        "#define ACK_PURPOSE_LAST ACK_PURPOSE_INVITE\n#else\n#define ACK_PURPOSE_LAST ACK_PURPOSE_SIGN_UP"))
    header.replace("context->purpose <= ACK_PURPOSE_SIGN_UP", "context->purpose <= ACK_PURPOSE_LAST")
    return tone


def grow_rust(sys_rs, tone):
    """The same in the declarations in Rust; what a new function takes is not declared."""
    for name, member in MEMBERS.items():
        struct = "".join(part.capitalize() for part in name.split("_")[1:])
        member = re.sub(r"/\*.*?\*/", "", member, flags=re.S).strip()
        function = re.search(r"\(\*(\w+)\)", member)
        kind, field = ("Option<unsafe extern \"C\" fn()>", function[1]) if function else member.rstrip(";").split()
        kind = {"ack_str": "Str", "int64_t": "i64", "uint64_t": "u64"}.get(kind, kind)
        whole = re.search(rf"^pub struct {struct} {{\n.*?^}}\n", sys_rs.text, re.M | re.S)[0]
        sys_rs.replace(whole, whole[:-2] + f"    pub {field}: {kind},\n}}\n")
    for last, new in (("screen_changed", "summary"), ("credential", "revoke")):
        sys_rs.replace(f"        {last}: None,\n", f"        {last}: None,\n        {new}: None,\n")
    sys_rs.replace(f"pub const MINOR: u32 = {sys_rs.minor - 1};", f"pub const MINOR: u32 = {sys_rs.minor};")
    for group, new in (("KINDS", [RATING]), ("NAMES", [TONE])):
        count = int(re.search(rf"pub const {group}: \[&str; (\d+)\]", sys_rs.text)[1])
        spare = [f"spare{number}" for number in range(count, tone)] if group == "NAMES" else []
        whole = re.search(rf"pub const {group}: .*?\n\];", sys_rs.text, re.S)[0]
        texts = ", ".join(f'"{text}"' for text in spare + new)
        sys_rs.replace(whole, whole[:-2].replace(f"; {count}]", f"; {count + len(spare) + 1}]") + f"    {texts},\n];")


def main(include, crate, folder):
    include, folder = pathlib.Path(include), pathlib.Path(folder)
    text = (include / "appcontroller_provider.h").read_text()
    minor = int(re.search(r"#define ACK_ABI_MINOR (\d+)u", text)[1]) + 1
    for name in ("draft", "next"):
        shutil.copytree(include, folder / name)
    draft = Text(folder / "draft/appcontroller_unstable.h", minor)
    draft.replace("/* There is no draft at present. */\n", re.sub(r" +/\* SINCE\*/|SINCE", "", BADGES))
    draft.write()
    header = Text(folder / "next/appcontroller_provider.h", minor)
    tone = grow(header)
    stable = BADGES.replace("SINCE*/", "Since 1.N */").replace("SINCE", "Since 1.N. ")
    header.before("/* The parameters of an instance. Borrowed", header.later(stable) + "\n")
    header.write()
    shutil.copytree(crate, folder / "crate")
    sys_rs = Text(folder / "crate/sys.rs", minor)
    grow_rust(sys_rs, tone)
    sys_rs.write()
    print(minor)


if __name__ == "__main__":
    main(*sys.argv[1:])
