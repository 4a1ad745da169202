# SPDX-License-Identifier: Apache-2.0
"""Parameters of public functions, as universal-ctags sees them."""

import json
import pathlib
import re
import subprocess
import tempfile

FOLDERS = ("core/", "media/", "app/", "plugins/", "ui/port/")
# Containers, cursors and generators are about bare numbers.
ABOUT_NUMBERS = ("core/base/random.h", "core/base/ring.h", "core/base/intervals.h", "core/wire/cursor.h",
                 "core/base/address.h")
# Aim: 50.
BARE_PER_MILLE_MAX = 65
BARE = re.compile(
    r"(const )?(std::)?(u?int(8|16|32|64)?(_t)?|size_t|ptrdiff_t|double|float|unsigned( int| long)?|long( long)?|short"
    r"|q(u?int64|real|sizetype))( const)?( ?&)?( \w+)?( ?=.*)?")


def parameters(signature):
    """The parameters of "(int a,std::map<A,B> b)", one by one."""
    depth, each, found = 0, "", []
    for letter in signature[signature.index("(") + 1:signature.rindex(")")]:
        depth += (letter in "<({[") - (letter in ">)}]")
        if letter == "," and depth == 0:
            found.append(each.strip())
            each = ""
        else:
            each += letter
    return [parameter for parameter in [*found, each.strip()] if parameter not in ("", "void")]


def public_functions(tree):
    """(path, line, signature) of each function that a header offers to others."""
    headers = {source.path: source.text for source in tree.sources
               if source.suffix == ".h" and source.path.startswith(FOLDERS) and source.path not in ABOUT_NUMBERS}
    with tempfile.TemporaryDirectory() as folder:
        for path, text in headers.items():
            copy = pathlib.Path(folder) / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")
        tags = subprocess.run(
            ["ctags", "-L", "-", "-f", "-", "--languages=C++", "--langmap=C++:.h", "--kinds-C++=pf", "--fields=+KnSa",
             "--output-format=json"],
            cwd=folder, input="\n".join(headers), capture_output=True, text=True, check=True).stdout
    for tag in map(json.loads, tags.splitlines()):
        if "signature" in tag and tag.get("access") not in ("private", "protected"):
            yield tag["path"], tag["line"], tag["signature"]


def bare_numbers(tree):
    """Few parameters of public functions are bare numbers: time, size, rate, index and sequence number are types."""
    bare, count = [], 0
    for path, line, signature in public_functions(tree):
        for parameter in parameters(signature):
            count += 1
            if BARE.fullmatch(parameter):
                bare.append((path, line, parameter))
    if len(bare) * 1000 > count * BARE_PER_MILLE_MAX:
        message = f"{len(bare)} of {count} parameters are bare numbers, ceiling {BARE_PER_MILLE_MAX} in 1000"
        yield from ((path, line, f"{parameter}: {message}") for path, line, parameter in bare)


CHECKS = [bare_numbers]
