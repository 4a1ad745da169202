# SPDX-License-Identifier: Apache-2.0
"""Whoever read the relay's log is gone: it goes on, and ends in order when it is told to.

    closed_pipe_test.py PROGRAMS
"""

import signal
import subprocess
import time

from relay_operator import Operator
from support import World, main, programs


def test():
    with World() as world:
        operator = Operator(world)
        operator.process = world.start([programs() / "plenumd", "--config", operator.file], stderr=subprocess.PIPE)
        assert operator.process.stdout.readline(), "it did not come up"
        operator.process.stderr.close()
        operator.process.stdout.close()
        for _ in range(3):
            operator.send(signal.SIGHUP)
            time.sleep(0.1)
            assert operator.metrics()["plenum_relay_sessions"] == 0
        assert operator.process.poll() is None, f"it ended with {operator.process.returncode}"
        operator.stop()


main(test)
