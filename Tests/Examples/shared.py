"""Whether the long example in C has the parts of Examples/Features/provider.h that it needs, byte for byte.

A part begins with its headline and ends before the next one. With --renew they are written. Tests/Examples/run calls it.
"""

import re
import sys
from pathlib import Path

SOURCE, EXAMPLE = Path("Examples/Features/provider.h"), Path("Plugins/ExampleProviderC/kitty.c")
SHARED = ("Texts", "What a host passes", "The entry")


def part(name):
    """The pattern of a part."""
    return re.compile(rf"^/\* ---- {name} ----.*?(?=^/\* ---- |^#endif|\Z)", re.S | re.M)


def main():
    source, example = SOURCE.read_text(), EXAMPLE.read_text()
    renewed = example
    for name in SHARED:
        text = part(name).search(source)[0].rstrip() + "\n"
        renewed, count = part(name).subn(lambda found: text + "\n" * (found.end() < len(found.string)), renewed)
        if count != 1:
            sys.exit(f'{EXAMPLE} has {count} parts "{name}", not one')
        if renewed != example and "--renew" not in sys.argv:
            sys.exit(f'the part "{name}" of {EXAMPLE} is another than that of {SOURCE}')
    EXAMPLE.write_text(renewed)


main()
