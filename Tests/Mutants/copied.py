"""A copy of the tree in .build/mutants, which is built in whole the first time, for changes that must not stay."""
import shutil, subprocess


def copied_tree(root):
    tree = root / ".build/mutants"
    tree.mkdir(parents=True, exist_ok=True)
    names = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=root, capture_output=True, text=True)
    for name in filter(None, names.stdout.split("\0")):
        source, copy = root / name, tree / name
        if source.is_file() and (not copy.exists() or copy.read_bytes() != source.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)
    return tree
