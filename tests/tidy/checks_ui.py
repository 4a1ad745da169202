# SPDX-License-Identifier: Apache-2.0
"""Checks on the client's screens: what they must not know, and what must be tested."""

import pathlib
import re

STYLE_ID = re.compile(r'\bstyle_of<\w+>\(\s*"([a-z0-9-]+)"')
LITERAL = re.compile(r"\"([a-z0-9-]+)\"|'([a-z0-9-]+)'")


def floor_style_ids(tree):
    """No floor style is named in ui: styles describe themselves (plugins/floor)."""
    ids = {name for source in tree.sources if source.path.startswith("plugins/floor/")
           for name in STYLE_ID.findall(source.text)}
    for source in tree.sources:
        if not source.path.startswith("ui/") or source.suffix not in (".cpp", ".h", ".qml"):
            continue
        for number, line in enumerate(source.lines, 1):
            for match in LITERAL.finditer(line):
                if (match.group(1) or match.group(2)) in ids:
                    yield source.path, number, f"{match.group()} names a floor style"


def components_tested(tree):
    """Each component of ui/qml/components is named in a test of tests/ui."""
    tests = " ".join(source.text for source in tree.sources if source.path.startswith("tests/ui/"))
    named = set(re.findall(r"\w+", tests))
    for source in tree.sources:
        path = pathlib.PurePosixPath(source.path)
        if str(path.parent) == "ui/qml/components" and path.suffix == ".qml" and path.stem not in named:
            yield source.path, 1, f"no test in tests/ui names {path.stem}"


CHECKS = [floor_style_ids, components_tested]
