# SPDX-License-Identifier: Apache-2.0
"""Sizes of classes, as universal-ctags sees them."""

import collections
import json
import pathlib
import re
import subprocess
import tempfile
import tomllib

FUNCTIONS_MAX = 30
DATA_MAX = 15
FILES_MAX = 2
FOLDERS = ("core/", "media/", "ui/", "app/", "plugins/")
# Classes that were larger when the ceilings came. Their sizes only shrink, and lines go.
RATCHET = pathlib.Path(__file__).parent / "class_sizes.toml"
ACCESSOR = re.compile(r"\b(?:READ|WRITE|RESET)\s+(\w+)")


class ClassSize:
    def __init__(self):
        self.functions = set()
        self.data = set()
        self.files = set()
        self.place = None

    @property
    def numbers(self):
        return len(self.functions), len(self.data), len(self.files)


def sizes(tree):
    """Class by name. Accessors of Qt properties do not count."""
    sources = {source.path: source for source in tree.sources if source.is_cpp and source.path.startswith(FOLDERS)}
    classes = collections.defaultdict(ClassSize)
    with tempfile.TemporaryDirectory() as folder:
        for path, source in sources.items():
            copy = pathlib.Path(folder) / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(source.text, encoding="utf-8")
        tags = subprocess.run(
            ["ctags", "-L", "-", "-f", "-", "--languages=C++", "--langmap=C++:.h.cpp", "--kinds-C++=pmf",
             "--fields=+sKFn", "--output-format=json"],
            cwd=folder, input="\n".join(sources), capture_output=True, text=True, check=True).stdout
    accessors = {path: set(ACCESSOR.findall(source.text)) for path, source in sources.items()}
    for line in tags.splitlines():
        tag = json.loads(line)
        name = tag.get("scope")
        if not name or tag.get("scopeKind") not in ("class", "struct"):
            continue
        size, path = classes[name], tag["path"]
        in_header = path.endswith(".h")
        if tag["kind"] == "member":
            size.data.add(tag["name"])
        elif tag["kind"] == "prototype" or in_header:
            if tag["name"] not in accessors[path]:
                size.functions.add((tag["name"], tag["line"]))
        if in_header or size.place is None:
            size.place = (path, tag["line"])
        if tag["kind"] == "function" and not in_header:
            size.files.add(path)
    return {name: size for name, size in classes.items() if size.functions}


def class_sizes(tree, ratchet=None):
    """No class has more functions, data members or source files than the ceilings, or than the ratchet allows it."""
    if ratchet is None:
        ratchet = tomllib.loads(RATCHET.read_text(encoding="utf-8"))
    found = sizes(tree)
    ceilings = (FUNCTIONS_MAX, DATA_MAX, FILES_MAX)
    for name, size in sorted(found.items()):
        allowed = tuple(ratchet.get(name, ceilings))
        too_large = [i for i in range(3) if size.numbers[i] > max(allowed[i], ceilings[i])]
        if too_large:
            yield (*size.place, f"{name} has {size.numbers} functions, data members and source files; "
                   f"ceilings {ceilings}")
        elif name in ratchet and any(size.numbers[i] < allowed[i] for i in range(3)):
            yield (*size.place, f"{name} shrank to {size.numbers}: lower its line in {RATCHET.name}, or take it out")
    if any(source.path == "core/CMakeLists.txt" for source in tree.sources):
        for name in sorted(ratchet.keys() - found.keys()):
            yield f"tests/tidy/{RATCHET.name}", 1, f"{name} is no class any more: take it out"


CHECKS = [class_sizes]
