# SPDX-License-Identifier: Apache-2.0
"""Checks on C++: direction of includes, third-party headers, what core must not use."""

import pathlib
import re
import tomllib

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)
GENERATED = re.compile(r"^generated/|\.moc$|^moc_")
RULES = tomllib.loads((pathlib.Path(__file__).parent / "direction.toml").read_text(encoding="utf-8"))


def _includes(source):
    """(line, name, whether in quotes) of each include."""
    for match in INCLUDE.finditer(source.uncommented):
        yield source.line_at(match.start(match.lastindex)), match.group(match.lastindex), match.lastindex == 1


def _cpp(tree):
    return (source for source in tree.sources if source.is_cpp)


def _within(path, places):
    return any(path == place or path.startswith(place + "/") for place in places)


def direction(tree):
    """Includes of our own files go only the way that direction.toml allows."""
    for source in _cpp(tree):
        folders = [folder for folder in RULES["may_include"] if _within(source.path, [folder])]
        if not folders:
            yield source.path, 1, "its folder is not in direction.toml"
            continue
        own = max(folders, key=len)
        for line, name, quoted in _includes(source):
            if quoted and not GENERATED.search(name) and not _within(name, [own, *RULES["may_include"][own]]):
                yield source.path, line, f"{own} must not include {name}"


def include_from_root(tree):
    """An include in quotes names a file of the tree from its root; one in angle brackets names none of ours."""
    for source in _cpp(tree):
        for line, name, quoted in _includes(source):
            if quoted and name not in tree.paths and not GENERATED.search(name):
                yield source.path, line, f'"{name}" is no path from the root of the tree'
            if not quoted and name in tree.paths:
                yield source.path, line, f"our own <{name}> belongs in quotes"


def third_party(tree):
    """Libraries are included only where direction.toml lets them in."""
    for source in _cpp(tree):
        for line, name, _ in _includes(source):
            for rule in RULES["third_party"]:
                if re.search(rule["header"], name) and not _within(source.path, rule["folders"]):
                    yield source.path, line, f"<{name}>: {rule['name']} only in {', '.join(rule['folders'])}"


def forbidden(tree):
    """Clocks, threads, entropy, files, unportable randomness and the like stay out of core."""
    for source in _cpp(tree):
        for rule in RULES["forbidden"]:
            places = [place for group in rule["within"] for place in RULES["groups"][group]]
            if not _within(source.path, places) or _within(source.path, rule.get("except", [])):
                continue
            for match in re.finditer(rule["pattern"], source.code, re.MULTILINE):
                found = " ".join(match.group().split())
                yield source.path, source.line_at(match.start()), f"{rule['name']}: {found} ({rule['why']})"


UNORDERED = re.compile(r"\bstd::unordered_\w+<(?:[^<>;]|<(?:[^<>;]|<[^<>;]*>)*>)*>\s*&?\s*(\w+)\s*[;{=,)]")


def unordered_iteration(tree):
    """No loop over an unordered container in core: its order differs between libraries."""
    by_path = {source.path: source for source in tree.sources}
    for source in _cpp(tree):
        if not _within(source.path, RULES["groups"]["pure"] + RULES["groups"]["simulated"]):
            continue
        header = by_path.get(re.sub(r"\.cpp$", ".h", source.path))
        names = {match.group(1) for text in (source, header) if text for match in UNORDERED.finditer(text.code)}
        for name in sorted(names):
            loop = rf"\bfor\s*\([^;()]*:\s*(?:this->)?{name}\s*\)|\b{name}\.c?begin\(\)|\bstd::erase_if\({name}\b"
            for match in re.finditer(loop, source.code):
                yield source.path, source.line_at(match.start()), f"iteration over the unordered {name}"


ENUM = re.compile(r"\benum\s+(?:class|struct)\s+(\w+)[^{;]*\{\s*(\w+)\s*(?:=\s*([^,}\s]+))?")


def enum_zero(tree):
    """Zero is no valid value of an enum class: what was never set must not look like a choice."""
    for source in _cpp(tree):
        if not _within(source.path, ["core", "media", "ui", "app"]):
            continue
        for match in ENUM.finditer(source.statements):
            if match.group(3) is None or re.fullmatch(r"0[xX]?0*[uU]?", match.group(3)):
                yield source.path, source.line_at(match.start()), f"{match.group(1)}::{match.group(2)} is zero"


SLEEP = re.compile(r"\b(sleep_for|sleep_until|usleep|nanosleep|QThread::m?sleep|QTest::qSleep|QTest::qWait)\s*\("
                   r"|(?<![\w:.])sleep\s*\(")


def sleeps(tree):
    """No C++ test waits by sleeping: it waits for an event, or for virtual time."""
    for source in _cpp(tree):
        if _within(source.path, ["tests"]) and not _within(source.path, ["tests/netem", "tests/bench", "tests/tidy"]):
            for match in SLEEP.finditer(source.code):
                yield source.path, source.line_at(match.start()), f"{match.group().strip()}: sleeps in a test"


CHECKS = [direction, include_from_root, third_party, forbidden, unordered_iteration, enum_zero, sleeps]
