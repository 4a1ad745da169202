# SPDX-License-Identifier: Apache-2.0
"""Checks on the text of files: ceilings, headings, white space, words."""

import ast
import pathlib
import re

from functions import UnbalancedBraces, functions

FILE_LINES_MAX = 500
FUNCTION_LINES_MAX = 70
LINE_COLUMNS_MAX = 120
QML_LINES_MAX = 300

CODE_SUFFIXES = {".h", ".cpp", ".qml", ".py", ".cmake", ".js", ".sh"}
# Data and legal text keep the shape they came in.
UNTOUCHED = re.compile(r"(^|/)(LICENSE|.*\.svg|.*\.ts)$|^tests/(vectors|fuzz/corpus)/.*\.(txt|json|toml)$")
SPDX = "SPDX-License-Identifier: Apache-2.0"


def is_code(source):
    return source.suffix in CODE_SUFFIXES or source.path.endswith("CMakeLists.txt") or not source.suffix \
        and source.lines[0].startswith("#!")


def line_count(source):
    return len(source.text.splitlines())


def file_lines(tree):
    """No file of code is longer than the ceiling; QML has a lower one."""
    for source in tree.sources:
        ceiling = QML_LINES_MAX if source.suffix == ".qml" else FILE_LINES_MAX
        if is_code(source) and line_count(source) > ceiling:
            yield source.path, 1, f"{line_count(source)} lines, ceiling {ceiling}"


def function_lines(tree):
    """No function is longer than the ceiling, from its signature to its closing brace."""
    for source in tree.sources:
        for name, first, count in _functions(source):
            if count > FUNCTION_LINES_MAX:
                yield source.path, first, f"function {name} has {count} lines, ceiling {FUNCTION_LINES_MAX}"


def _functions(source):
    if source.is_cpp:
        try:
            for function in functions(source.statements):
                yield function.name, function.first, function.lines
        except UnbalancedBraces:
            pass
    elif source.is_python:
        for node in ast.walk(ast.parse(source.text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name, node.lineno, node.end_lineno - node.lineno + 1


def braces(tree):
    """Braces match in each C++ file, or else its functions could not be measured."""
    for source in tree.sources:
        if source.is_cpp:
            try:
                functions(source.statements)
            except UnbalancedBraces as problem:
                yield source.path, problem.args[0], "braces do not match; an #if within braces?"


def line_columns(tree):
    """No line of code is wider than the ceiling."""
    for source in tree.sources:
        if not is_code(source):
            continue
        for number, line in enumerate(source.lines, 1):
            if len(line) > LINE_COLUMNS_MAX:
                yield source.path, number, f"{len(line)} columns, ceiling {LINE_COLUMNS_MAX}"


def spdx(tree):
    """Each file of code begins with the licence line (after #! where there is one)."""
    for source in tree.sources:
        first = source.lines[1:2] if source.lines[0].startswith("#!") else source.lines[:1]
        if (is_code(source) or source.suffix == ".toml") and not any(SPDX in line for line in first):
            yield source.path, 1, f"first line lacks {SPDX}"


def pragma_once(tree):
    """Each header has `#pragma once`, and no include guard."""
    for source in tree.sources:
        if source.suffix != ".h":
            continue
        if not re.search(r"^#pragma once$", source.text, re.MULTILINE):
            yield source.path, 1, "no #pragma once"
        guard = re.search(r"^#ifndef (\w+)\s+#define \1\b", source.text, re.MULTILINE)
        if guard:
            yield source.path, source.line_at(guard.start()), "include guard; #pragma once does it"


def white_space(tree):
    """No tabs, no space at a line's end, no carriage return, one newline at the end."""
    for source in tree.sources:
        if UNTOUCHED.search(source.path):
            continue
        for number, line in enumerate(source.lines, 1):
            if "\t" in line or "\r" in line:
                yield source.path, number, "tab or carriage return"
            if line != line.rstrip():
                yield source.path, number, "space at the end of the line"
        if source.text and (not source.text.endswith("\n") or source.text.endswith("\n\n")):
            yield source.path, len(source.lines), "file must end with one newline"


# Put together here, so that these lines do not find themselves.
UNFINISHED = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]) + r")\b")


def unfinished(tree):
    """No word that says a thing is left for later."""
    for source in tree.sources:
        for number, line in enumerate(source.lines, 1):
            match = UNFINISHED.search(line)
            if match and not UNTOUCHED.search(source.path):
                yield source.path, number, f"{match.group(1)}: finish it, or say in docs/status.md what is missing"


MACHINE_PATH = re.compile(r"(?<![\w.$}{/~-])/(work|home|root|Users|mnt/\w+)/[\w.]")
REGISTRY = re.compile(r"(?i)https?://[^\s/\"']*(artifactory|nexus|registry|mirror|pypi|npmjs|proxy\.golang|crates\.io|"
                      r"deb\.debian)|(--(extra-)?index" + r"-url\b|PIP_INDEX" + r"_URL|--trusted" + r"-host)")


def machine_paths(tree):
    """No path of one person's machine and no address of a package registry."""
    for source in tree.sources:
        for number, line in enumerate(source.lines, 1):
            if MACHINE_PATH.search(line) or REGISTRY.search(line):
                yield source.path, number, "path of one machine, or address of a registry"


SKIP = re.compile(r"\bGTEST_SKIP\s*\(\s*\)\s*(?:<<\s*\S|;|$)?|\bQSKIP\s*\(\s*(\"?)|\bDIS" + r"ABLED_\w+")


def switched_off(tree):
    """A test that is skipped says why: GTEST_SKIP() << "reason", QSKIP("reason"); none is switched off by its name."""
    for source in tree.sources:
        if not source.is_cpp:
            continue
        for match in SKIP.finditer(source.uncommented):
            word = match.group()
            if word.startswith("DIS"):
                reason = False
            elif word.startswith("QSKIP"):
                reason = word.endswith('"')
            else:
                reason = "<<" in word
            if not reason:
                yield source.path, source.line_at(match.start()), "test skipped without a stated reason"


# Folders whose README speaks for those below.
README_COVERS = ("tests/unit", "docs", "scripts", "ui/qml/screens")


def readmes(tree):
    """Each folder with sources has a README.md: what belongs there, what it may use."""
    folders = {source.folder for source in tree.sources if is_code(source) and source.suffix != ".cmake"
               and not source.path.endswith("CMakeLists.txt")}
    for folder in sorted(folder for folder in folders if not folder.startswith(".")):
        parents = [str(parent) for parent in pathlib.PurePosixPath(folder).parents]
        covering = [parent for parent in parents if parent in README_COVERS]
        if not any(f"{place}/README.md" in tree.paths for place in [folder, *covering]):
            yield folder, 1, "no README.md"


COLOUR = re.compile(r'"#[0-9a-fA-F]{3,8}"|\bcolor:\s*"|\bQt\.(?:rgba|hsla|hsva)\(')


def theme_colours(tree):
    """Colours stand in the theme alone, where a test looks at their contrast."""
    for source in tree.sources:
        if source.suffix != ".qml" or source.path.endswith("/Theme.qml"):
            continue
        for number, line in enumerate(source.lines, 1):
            if COLOUR.search(line) and '"transparent"' not in line:
                yield source.path, number, "a colour outside Theme.qml"


QML_ELEMENT = re.compile(r"( *)(?:[\w.]+: )?([A-Z]\w*) \{$")


def repeater_in_layout(tree):
    """Layouts of Qt 6.4 go on using items that were taken out, so what comes and goes stands in a positioner."""
    for source in tree.sources:
        if source.suffix != ".qml":
            continue
        around = []
        for number, line in enumerate(source.lines, 1):
            element = QML_ELEMENT.match(line)
            if not element:
                continue
            indent, name = len(element[1]), element[2]
            around = [each for each in around if each[0] < indent]
            if name == "Repeater" and around and around[-1][1].endswith("Layout"):
                yield source.path, number, f"a Repeater in a {around[-1][1]}: use Column, Row, Grid or Flow"
            around.append((indent, name))


CHECKS = [file_lines, function_lines, braces, line_columns, spdx, pragma_once, white_space, unfinished, machine_paths,
          switched_off, readmes, theme_colours, repeater_in_layout]
