#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Style, ceilings and include direction of the whole tree. Prints one line a fault; exit status 1 if there is any."""

import argparse
import pathlib
import sys

import checks_classes
import checks_code
import checks_interfaces
import checks_text
import checks_ui
from source import Tree

CHECKS = (checks_text.CHECKS + checks_code.CHECKS + checks_classes.CHECKS + checks_interfaces.CHECKS
          + checks_ui.CHECKS)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).parents[2])
    parser.add_argument("--list", action="store_true", help="name the checks and leave")
    parser.add_argument("paths", nargs="*", help="tell only of these files or folders")
    arguments = parser.parse_args()
    if arguments.list:
        for check in CHECKS:
            print(f"{check.__name__}: {check.__doc__}")
        return 0
    tree = Tree.read(arguments.root)
    faults = 0
    for check in CHECKS:
        for path, line, message in check(tree):
            if not arguments.paths or any(path == p or path.startswith(p.rstrip("/") + "/") for p in arguments.paths):
                print(f"{path}:{line}: {check.__name__}: {message}")
                faults += 1
    print(f"tidy: {len(CHECKS)} checks, {len(tree.sources)} files, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
