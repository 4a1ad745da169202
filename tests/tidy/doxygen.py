#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Doxygen has no complaint about the headers that applications and plug-ins use: each class and struct there is
documented, and no comment contradicts its declaration. Fields and functions may speak by their names."""

import pathlib
import re
import subprocess
import sys
import tempfile

INPUT = ["core/api", "core/node", "core/client", "core/base"]
OPTIONS = """
FILE_PATTERNS = *.h
RECURSIVE = YES
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
QUIET = YES
AUTOLINK_SUPPORT = NO
WARN_IF_UNDOCUMENTED = YES
WARN_IF_INCOMPLETE_DOC = NO
"""
# A specialisation of a template of the standard library has no scope that doxygen knows.
TOLERATED = re.compile(r"warning: (Member .* is not documented\.|.*std::hash)")


def complaints(inputs):
    with tempfile.TemporaryDirectory() as folder:
        options = OPTIONS + f"OUTPUT_DIRECTORY = {folder}\nINPUT = {' '.join(map(str, inputs))}\n"
        run = subprocess.run(["doxygen", "-"], input=options, capture_output=True, text=True, check=True)
    return [line for line in run.stderr.splitlines() if "warning:" in line and not TOLERATED.search(line)]


def selftest():
    """Both planted faults are found, and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        header = pathlib.Path(folder) / "a.h"
        header.write_text("/// Known.\nstruct Good { int a; };\nstruct Bare { int a; };\n"
                          "/// Adds.\n/// \\param b what\nvoid f(int a);\n", encoding="utf-8")
        found = complaints([header])
    return len(found) == 2 and "Bare" in found[0] and "'b'" in found[1] or found


def main():
    root = pathlib.Path(sys.argv[1])
    if (outcome := selftest()) is not True:
        print("planted faults were not found alone:", *outcome, sep="\n")
        return 1
    found = complaints(root / folder for folder in INPUT)
    print("\n".join([*found, f"doxygen: {len(found)} complaints"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
