"""What a change of the Swift libraries breaks, as the toolchain's API digester understands it.

Usage: modules.py PACKAGE                                            prints the libraries' modules
       modules.py OLD_PACKAGE OLD_MODULES NEW_PACKAGE NEW_MODULES    prints a line for each break

A package is a checkout, and the modules are the folder of its compiled ones. The libraries are the old package's products
that leave the kind of linking to who uses them; what is `package` is nobody else's.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile

TOOLCHAIN = os.path.dirname(os.path.realpath(shutil.which("swiftc")))
DIGESTER = os.path.join(TOOLCHAIN, "swift-api-digester")


def run(*command):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def libraries(package):
    """The modules of the package's libraries."""
    manifest = json.loads(run("swift", "package", "--package-path", package, "dump-package"))
    automatic = (product for product in manifest["products"] if product["type"] == {"library": ["automatic"]})
    return [target for product in automatic for target in product["targets"]]


def public(node):
    """A node of the digester's tree without what is not public."""
    for key in ("children", "accessors"):
        if key in node:
            node[key] = [public(child) for child in node[key] if not child.get("isInternal")]
    return node


def dump(module, package, modules, work):
    """Has the digester write down a module, and strikes out what is not public."""
    file = os.path.join(tempfile.mkdtemp(dir=work), f"{module}.json")
    headers = [f"-I{package}/Sources/{name}/include" for name in ("CSystem", "CProviderABI")]
    target = f"{platform.machine()}-unknown-linux-gnu"
    said = run(DIGESTER, "-dump-sdk", "-module", module, "-target", target, f"-I{modules}", *headers, "-o", file)
    with open(file) as text:
        tree = json.load(text)
    tree["ABIRoot"] = public(tree["ABIRoot"])
    # A module that it cannot find has nothing in it.
    if not tree["ABIRoot"].get("children"):
        sys.exit(f"the digester finds nothing public in {module}, in {modules}\n{said}")
    with open(file, "w") as text:
        json.dump(tree, text)
    return file


def breaks(old_package, old_modules, new_package, new_modules):
    still_there = libraries(new_package)
    with tempfile.TemporaryDirectory() as work:
        for module in libraries(old_package):
            if module not in still_there:
                yield f"{module} is no library any more"
                continue
            old = dump(module, old_package, old_modules, work)
            new = dump(module, new_package, new_modules, work)
            said = run(DIGESTER, "-diagnose-sdk", "-input-paths", old, "-input-paths", new)
            for line in said.splitlines():
                if line and not line.startswith("/*"):
                    yield f"{module}: {line}"


if __name__ == "__main__":
    for line in libraries(sys.argv[1]) if len(sys.argv) == 2 else breaks(*sys.argv[1:5]):
        print(line)
