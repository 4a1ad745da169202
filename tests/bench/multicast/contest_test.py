#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small contests: every receiver has all messages, and what is counted fits together.

    contest_test.py PROGRAMS
"""

import sys
import unittest

from contest import measure, settings, unavailable

MESSAGES = 300
MEMBERS = 4


def run(transport, loss):
    words = [sys.argv[1], "--routers", "2", "--receivers", "2", "--messages", str(MESSAGES)]
    return measure(transport, loss, settings().parse_args(words))


class Contest(unittest.TestCase):
    def check(self, transport, loss):
        row = run(transport, loss)
        self.assertEqual(row["whole"], MEMBERS, row)
        payload = MESSAGES * 900
        self.assertGreater(row["source_up"], payload)
        self.assertGreater(row["router_down"], 2 * payload)
        self.assertGreater(row["receiver_down"], MEMBERS * payload)
        return row

    def test_a_tree_without_losses_repairs_nothing(self):
        row = self.check("tree-hub", 0)
        self.assertEqual((row["naks"], row["repairs"]), (0, 0))
        # Once over each link, with headers of at most 100 bytes, and little else.
        self.assertLess(row["source_up"], MESSAGES * 1000 + 10_000)

    def test_a_tree_repairs_what_links_lose(self):
        row = self.check("tree", 5)
        self.assertGreater(row["repairs"], 10)
        self.assertGreater(row["naks"], 10)
        self.assertEqual(row["abandoned"], 0)

    @unittest.skipUnless(settings().parse_args(sys.argv[1:2]).programs.joinpath("multicast-norm").exists(),
                         "this build has no NORM")
    def test_norm_repairs_what_links_lose(self):
        row = self.check("norm-fec", 5)
        self.assertGreater(row["repairs"], 10)
        self.assertGreater(row["naks"], 0)


if __name__ == "__main__":
    if why := unavailable():
        print(why)
        sys.exit(77)  # as ctest is told
    unittest.main(argv=sys.argv[:1])
