# SPDX-License-Identifier: Apache-2.0
"""The files that tidy reads, and C++ text with comments and literals blanked out."""

import functools
import pathlib
import re
import subprocess

TEXT_SUFFIXES = {".h", ".cpp", ".qml", ".py", ".cmake", ".txt", ".md", ".toml", ".json", ".sh", ".js", ".ts", ".qrc",
                 ".html", ".svg", ".yml", ".service", ".conf"}
CPP_SUFFIXES = {".h", ".cpp"}

# A number comes first, so that the ' of 1'000 opens no character literal.
TOKEN = re.compile(
    r"(?P<number>(?<!\w)\d(?:'?\w|(?<=[eEpP])[+-]|\.)*)"
    r"|(?P<comment>//[^\n]*|/\*.*?\*/)"
    r'|(?P<raw>R"(?P<mark>[^()\s\\]{0,16})\(.*?\)(?P=mark)")'
    r'|(?P<text>"(?:\\.|[^"\\\n])*")'
    r"|(?P<char>'(?:\\.|[^'\\\n])+')",
    re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", re.MULTILINE)


def blank(text):
    """As many lines as `text`, and nothing on them."""
    return re.sub(r"[^\n]", " ", text)


def _mask(text, kinds):
    def replace(match):
        if match.lastgroup == "number" or not any(match.group(kind) for kind in kinds):
            return match.group()
        whole = match.group()
        if match.group("comment"):
            return blank(whole)
        return whole[0] + blank(whole[1:-1]) + whole[-1]
    return TOKEN.sub(replace, text)


class Source:
    """One file. `path` is relative to the root of the tree, with forward slashes."""

    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.suffix = pathlib.PurePosixPath(path).suffix
        self.folder = str(pathlib.PurePosixPath(path).parent)
        self.lines = text.split("\n")

    @property
    def is_cpp(self):
        return self.suffix in CPP_SUFFIXES

    @property
    def is_shell(self):
        return re.match(r"#!.*\b(ba)?sh\b", self.lines[0]) is not None

    @property
    def is_python(self):
        return self.suffix == ".py" or re.match(r"#!.*\bpython", self.lines[0]) is not None

    @functools.cached_property
    def uncommented(self):
        """C++ with its comments blanked; string literals stay, since includes need them."""
        return _mask(self.text, ("comment",))

    @functools.cached_property
    def code(self):
        """C++ with comments, strings and character literals blanked."""
        return _mask(self.text, ("comment", "raw", "text", "char"))

    @functools.cached_property
    def statements(self):
        """`code` without preprocessor lines."""
        return DIRECTIVE.sub(lambda match: blank(match.group()), self.code)

    def line_at(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def in_folder(self, folders):
        return any(self.path == folder or self.path.startswith(folder + "/") for folder in folders)


class Tree:
    """All files that belong to the project: tracked ones and new ones, not what git ignores."""

    def __init__(self, sources, paths):
        self.sources = sources
        self.paths = set(paths)

    @classmethod
    def read(cls, root):
        root = pathlib.Path(root)
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root,
                                capture_output=True, check=True, text=True).stdout
        paths = sorted({path for path in listed.split("\0") if path and (root / path).is_file()})
        sources = [Source(path, text) for path in paths if (text := _read_text(root / path)) is not None]
        return cls(sources, paths)

    @classmethod
    def of(cls, files):
        """From a dictionary path → text; for the self-test."""
        return cls([Source(path, text) for path, text in files.items()], files)


def _read_text(path):
    """The text of a file that people write, or None for what is data."""
    if path.suffix and path.suffix not in TEXT_SUFFIXES:
        return None
    if not path.suffix and path.name not in ("LICENSE",):
        with path.open("rb") as opened:
            if opened.read(2) != b"#!":
                return None
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None
