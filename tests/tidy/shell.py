#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether shellcheck (first argument) is content with every shell script of the tree."""

import pathlib
import subprocess
import sys

from source import Tree


def main():
    root = pathlib.Path(__file__).parents[2]
    scripts = [source.path for source in Tree.read(root).sources if source.is_shell or source.suffix == ".sh"]
    result = subprocess.run([sys.argv[1], "--external-sources", *scripts], cwd=root, check=False)
    print(f"shell: {len(scripts)} scripts")
    return result.returncode if scripts else 1


if __name__ == "__main__":
    sys.exit(main())
