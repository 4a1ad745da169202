# SPDX-License-Identifier: Apache-2.0
"""A display of the test's own, and a client on it."""

import ctypes
import json
import os
import pathlib
import subprocess
import tempfile
import time
import zlib

import support

# Long enough for every animation (ui/qml/Theme.qml) on a busy machine.
SETTLE_S = 1.0
# Shorter than a cursor takes to blink. What a key begins is on the screen before.
STILL_S = 0.3
# Between two reports of a client.
REPORT_MS = 250
# As X11 has them in masks; which key is Mod1 and Mod2 is a custom.
CAPS_LOCK, CONTROL, ALT, NUM_LOCK = 1 << 1, 1 << 2, 1 << 3, 1 << 4


def wait_until(true, seconds, words):
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            raise AssertionError(words)
        time.sleep(0.05)


class Display:
    def __init__(self, world, size="1440x900"):
        number = world.folder / "display"
        memory = pathlib.Path(tempfile.mkdtemp(dir=world.folder))
        with open(number, "w", encoding="utf-8") as out:
            world.start(["Xvfb", "-displayfd", str(out.fileno()), "-screen", "0", size + "x24", "-nolisten", "tcp",
                         "-fbdir", str(memory)],
                        pass_fds=(out.fileno(),), stderr=subprocess.DEVNULL)
        wait_until(lambda: number.read_text(encoding="utf-8").strip(), 15, "no display")
        self.name = ":" + number.read_text(encoding="utf-8").strip()
        self._pixels = memory / "Xvfb_screen0"

    def settle(self):
        """Until nothing has moved for a moment, or for SETTLE_S where something always does."""
        now = time.monotonic()
        until, moved, shown = now + SETTLE_S, now, None
        while now < min(until, moved + STILL_S):
            pixels = zlib.crc32(self._pixels.read_bytes())
            if pixels != shown:
                moved, shown = time.monotonic(), pixels
            time.sleep(0.05)
            now = time.monotonic()

    def do(self, *words):
        """xdotool WORDS: what it printed."""
        environment = {**os.environ, "DISPLAY": self.name}
        return subprocess.run(["xdotool", *(str(word) for word in words)], env=environment, capture_output=True,
                              text=True, check=True).stdout

    def window(self, pid):
        """The window of a process, once it is shown."""
        found = []

        def look():
            environment = {**os.environ, "DISPLAY": self.name}
            lines = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(pid)], env=environment,
                                   capture_output=True, text=True, check=False).stdout.split()
            found[:] = lines[-1:]
            return found

        wait_until(look, 20, "no window")
        return found[0]

    def picture(self, window, path):
        environment = {**os.environ, "DISPLAY": self.name}
        subprocess.run(["import", "-window", window, str(path)], env=environment, check=True)


class HeldKey:
    """A key that another program has for itself, whichever window has the keyboard, with and without Caps and Num Lock;
    by Xlib (XGrabKey(3))."""

    def __init__(self, display, name, modifiers):
        self._xlib = ctypes.CDLL("libX11.so.6")
        for function in ("XOpenDisplay", "XDefaultRootWindow", "XStringToKeysym"):
            getattr(self._xlib, function).restype = ctypes.c_void_p
        self._connection = ctypes.c_void_p(self._xlib.XOpenDisplay(display.name.encode()))
        root = ctypes.c_void_p(self._xlib.XDefaultRootWindow(self._connection))
        symbol = ctypes.c_void_p(self._xlib.XStringToKeysym(name.encode()))
        code = self._xlib.XKeysymToKeycode(self._connection, symbol) & 0xff
        for locks in (0, CAPS_LOCK, NUM_LOCK, CAPS_LOCK | NUM_LOCK):
            self._xlib.XGrabKey(self._connection, code, modifiers | locks, root, False, 1, 1)
        self._xlib.XSync(self._connection, False)

    def close(self):
        self._xlib.XCloseDisplay(self._connection)


class Client:
    """A client by itself in a conference; `cards` is the environment of its sound cards."""

    def __init__(self, world, display, name, *words, cards=None):
        folder = world.folder / name
        self.name = name
        self.report_file = world.folder / f"{name}.json"
        self.link_file = world.folder / f"{name}.link"
        # A bus of the session would be started for this client alone, with services that outlive it.
        environment = {"DISPLAY": display.name, "XDG_RUNTIME_DIR": str(world.folder),
                       "DBUS_SESSION_BUS_ADDRESS": "disabled:", **(cards or {})}
        self.process = world.start(
            ["env", *(f"{key}={value}" for key, value in environment.items()), support.programs() / "plenum",
             *words, "--name", name, "--config-dir", folder, "--report", self.report_file,
             "--report-interval", REPORT_MS, "--link-file", self.link_file], stdout=subprocess.DEVNULL)

    def link(self):
        wait_until(lambda: self.link_file.exists() or self._ended(), 20, f"{self.name} has no link")
        return self.link_file.read_text(encoding="utf-8").strip()

    def report(self):
        return json.loads(self.report_file.read_text(encoding="utf-8"))

    def wait_report(self, wanted, seconds, words):
        """The first report for which `wanted` is true."""
        last = []

        def look():
            self._ended()
            if self.report_file.exists():
                last[:] = [self.report()]
            return last and wanted(last[0])

        wait_until(look, seconds, f"{self.name}: {words}")
        return last[0]

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def quit(self):
        self.process.terminate()
        _, err = self.process.communicate(timeout=20)
        if self.process.returncode:
            raise AssertionError(f"{self.name} ended with status {self.process.returncode}: {err}")

    def _ended(self):
        if self.process.poll() is not None:
            raise AssertionError(f"{self.name} ended with status {self.process.returncode}: "
                                 + self.process.stderr.read())


class Screen:
    """A client's window, to be pressed and pictured."""

    def __init__(self, display, client, pictures):
        self.display, self.client, self.pictures = display, client, pictures
        self.window = display.window(client.process.pid)

    def focus(self):
        # Without a window manager the newest window lies on top.
        self.display.do("windowraise", self.window)
        self.display.do("windowmove", "--sync", self.window, 0, 0)
        self.display.do("windowfocus", "--sync", self.window)
        self.display.settle()

    def keys(self, *names):
        self.display.do("key", "--delay", "80", *names)
        self.display.settle()

    def click(self, across, down):
        self.display.do("mousemove", across, down, "click", 1)
        self.display.settle()

    def save(self, name):
        self.display.settle()
        self.display.picture(self.window, self.pictures / f"{name}.png")

    def wait(self, wanted, words):
        return self.client.wait_report(wanted, 30, words)
