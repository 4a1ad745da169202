#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tells ctest how a stage of scripts/test went: stage.py FOLDER NAME prints its log and exits with its status."""

import pathlib
import sys

SKIPPED = 77


def main():
    folder, name = pathlib.Path(sys.argv[1]), sys.argv[2]
    status = folder / f"{name}.status"
    if not status.is_file():
        print(f"stage {name} has not run; scripts/test runs it before ctest")
        return SKIPPED
    print((folder / f"{name}.log").read_text(encoding="utf-8", errors="replace"), end="")
    return 0 if status.read_text(encoding="utf-8").strip() == "0" else 1


if __name__ == "__main__":
    sys.exit(main())
