#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether clang-format (first argument) would change any C++ file of the tree. Prints what it would change."""

import concurrent.futures
import os
import pathlib
import subprocess
import sys

from source import Tree

FILES_PER_CALL = 16


def would_change(formatter, root, paths):
    """What clang-format says of `paths`; empty if it would leave them alone."""
    result = subprocess.run([formatter, "--dry-run", "-Werror", *paths], cwd=root, capture_output=True, text=True,
                            check=False)
    return result.stderr if result.returncode else ""


def main():
    formatter = sys.argv[1]
    root = pathlib.Path(__file__).parents[2]
    paths = [source.path for source in Tree.read(root).sources if source.is_cpp]
    groups = [paths[first:first + FILES_PER_CALL] for first in range(0, len(paths), FILES_PER_CALL)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(lambda group: would_change(formatter, root, group), groups))
    print("".join(answers), end="")
    bad = sum(1 for answer in answers if answer)
    print(f"format: {len(paths)} files, {'clean' if not bad else 'run scripts/format'}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
