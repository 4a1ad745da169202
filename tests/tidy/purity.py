#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No clock, socket, thread, file or entropy in the pure libraries of core, as `nm --undefined-only` sees them.

    purity.py ARCHIVE…           each archive must ask for none of the symbols below
    purity.py --canary ARCHIVE   the archive breaks each rule once, and each must be caught
"""

import argparse
import pathlib
import re
import subprocess
import sys

# rule → what a mangled, undefined symbol must not match as a whole (a version such as @GLIBC_2.17 cut off).
RULES = {
    "clock": r"clock_(gettime|getres|settime|nanosleep)|gettimeofday|time|timespec_get|(local|gm)time(_r)?|ftime"
             r"|_ZNSt6chrono3_V21\d(steady|system|high_resolution)_clock3nowEv",
    "sleep": r"(u|nano)?sleep|timerfd_\w+|timer_create|alarm|setitimer|pause|sched_yield",
    "socket": r"socket(pair)?|bind|connect|accept4?|listen|send(to|msg|mmsg)?|recv(from|msg|mmsg)?|getaddrinfo|p?poll"
              r"|p?select|epoll_\w+|eventfd|io_uring_\w+|ioctl|fcntl(64)?|getifaddrs|if_nametoindex",
    "thread": r"pthread_\w+|thrd_\w+|mtx_\w+|cnd_\w+|sem_\w+|fork|clone3?|futex"
              r"|_ZNSt6thread\w+|_ZNSt18condition_variable\w+|_ZNSt22condition_variable_any\w+|_ZSt15get_once_\w+"
              r"|_ZSt11__once_call\w*|_ZSt20__throw_system_errori",
    "entropy": r"randombytes\w*|getrandom|getentropy|arc4random\w*|s?rand(om)?(_r)?|[dejlmn]rand48(_r)?"
               r"|crypto_\w*_keygen|crypto_(sign|box|kx)\w*(?<!_seed)_keypair|_ZNSt13random_device\w+",
    "file": r"f?(open|reopen|dopen)(at)?(64)?|creat(64)?|p?(read|write)v?(64)?|fread|mmap(64)?"
            r"|f?stat(at)?(64)?|unlink|rename|mkdir|opendir|(secure_)?getenv|setenv|system|popen|f?getc|f?scanf"
            r"|printf|puts|putchar|_ZNSt\w*basic_[io]?fstream\w+|_ZNSt13basic_filebuf\w+"
            r"|_ZNSt10filesystem\w+|_ZSt4(cout|cerr|clog)|_ZSt3cin",
}
COMPILED = {rule: re.compile(pattern) for rule, pattern in RULES.items()}
# glibc's fortified calls.
WRAPPED = re.compile(r"^(?:__)(\w+)_chk$")


def undefined(archive):
    """(object file, symbol) of each symbol that the archive asks others for."""
    listing = subprocess.run(["nm", "--undefined-only", "--format=posix", "-A", archive], capture_output=True,
                             check=True, text=True).stdout
    for line in listing.splitlines():
        place, symbol = line.split(": ", 1)
        yield place, WRAPPED.sub(r"\1", symbol.split()[0].split("@")[0])


def faults(archive):
    """(rule, object file, symbol) of each symbol that a pure library must not ask for."""
    for place, symbol in undefined(archive):
        for rule, pattern in COMPILED.items():
            if pattern.fullmatch(symbol):
                yield rule, place, symbol


def check(archives):
    count = 0
    missing = [archive for archive in archives if not pathlib.Path(archive).is_file()]
    if missing:
        print("not built: " + " ".join(missing))
        return 1
    for archive in archives:
        if not any(True for _ in undefined(archive)):
            print(f"{archive}: no undefined symbols at all; is it the right file?")
            count += 1
        for rule, place, symbol in faults(archive):
            print(f"{place}: {rule}: {symbol}")
            count += 1
    print(f"core_purity: {len(archives)} libraries, {len(RULES)} rules, {count} faults")
    return 1 if count or not archives else 0


def canary(archive):
    caught = {rule for rule, _, _ in faults(archive)}
    for rule in sorted(set(RULES) - caught):
        print(f"{archive}: the planted fault '{rule}' was not caught")
    print(f"canary: {len(caught)} of {len(RULES)} rules caught their fault")
    return 0 if caught == set(RULES) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--canary", action="store_true")
    parser.add_argument("archives", nargs="+")
    arguments = parser.parse_args()
    if arguments.canary:
        return canary(arguments.archives[0])
    return check(arguments.archives)


if __name__ == "__main__":
    sys.exit(main())
