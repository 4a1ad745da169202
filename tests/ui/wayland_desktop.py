#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program in a Wayland session of its own: wayland_desktop.py PROGRAM [ARGUMENT…].

The session is a bus, sway without a screen, PipeWire and the desktop's portal, which shares the only screen without a
question. The program's environment says more: PLENUM_OUTPUT names the screen, PLENUM_PID_PIPEWIRE and PLENUM_PID_PORTAL
are the processes that a test may kill. Ends with the program's status, or as skipped where something is missing."""

import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "integration"))
from support import SKIPPED, World  # noqa: E402

OUTPUT, WIDTH, HEIGHT = "HEADLESS-1", 1280, 720
PORTALS = pathlib.Path("/usr/libexec")
PORTAL, BACKEND = PORTALS / "xdg-desktop-portal", PORTALS / "xdg-desktop-portal-wlr"
# sway refuses to run as root. In a user namespace the same user has another number.
AS_PERSON = ["unshare", "--user", "--map-user=1000", "--map-group=1000"] if os.geteuid() == 0 else []
SWAY_CONFIG = f"""output {OUTPUT} resolution {WIDTH}x{HEIGHT}
output {OUTPUT} bg #803000 solid_color
xwayland disable
"""
PORTAL_CONFIG = f"""[screencast]
output_name={OUTPUT}
max_fps=30
chooser_type=none
"""


def missing():
    """What this machine lacks."""
    wanted = ("dbus-daemon", "gdbus", "gst-inspect-1.0", "pipewire", "sway", "swaybg", "swaymsg", "unshare",
              "wireplumber", PORTAL, BACKEND)
    programs = [name for name in wanted if not shutil.which(name)]
    if programs:
        return [str(name) for name in programs]
    if subprocess.run(["gst-inspect-1.0", "pipewiresrc"], stdout=subprocess.DEVNULL, check=False).returncode:
        programs.append("pipewiresrc")
    if AS_PERSON and subprocess.run([*AS_PERSON, "true"], check=False).returncode:
        programs.append("user namespaces")
    return programs


def complete(environment):
    return {**os.environ, **{name: str(value) for name, value in environment.items()}}


def wait_for(holds, what):
    until = time.monotonic() + 15
    while not holds():
        if time.monotonic() > until:
            raise AssertionError(f"{what} is not there")
        time.sleep(0.05)


class DoorWithCard:
    """A door to the compositor that also offers pictures in a graphics card's memory. The portal of Debian 12 shares
    nothing without that offer (emersion/xdg-desktop-portal-wlr, issue 289), though it takes shared memory then."""

    # zwlr_screencopy_frame_v1: the event `buffer` of format, width, height and stride.
    BUFFER = re.compile(b"(....)" + struct.pack("=I", 24 << 16) + b"...." +
                        re.escape(struct.pack("=III", WIDTH, HEIGHT, 4 * WIDTH)), re.DOTALL)
    # Its event `linux_dmabuf` of format (XR24), width and height.
    OFFER = struct.pack("=I4sII", 20 << 16 | 5, b"XR24", WIDTH, HEIGHT)

    def __init__(self, path, compositor):
        self.compositor = str(compositor)
        self.door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.door.bind(str(path))
        self.door.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            program, _ = self.door.accept()
            compositor = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            compositor.connect(self.compositor)
            for ends in ((program, compositor), (compositor, program)):
                threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source, target):
        while True:
            data, descriptors, _, _ = socket.recv_fds(source, 1 << 16, 64)
            if not data:
                target.shutdown(socket.SHUT_WR)
                return
            data = self.BUFFER.sub(lambda event: event[0] + event[1] + self.OFFER, data)
            sent = socket.send_fds(target, [data], descriptors)
            target.sendall(data[sent:])
            for descriptor in descriptors:
                os.close(descriptor)


class Session(World):
    """The processes of the session; `open` gives the environment of its programs."""

    def start_in(self, environment, command, **options):
        options.setdefault("stdout", subprocess.DEVNULL)
        return self.start(["env", *(f"{name}={value}" for name, value in environment.items()), *command],
                          stderr=self.log, **options)

    def open(self):
        home = self.folder
        self.log = open(home / "log", "w", encoding="utf-8")
        environment = {"XDG_RUNTIME_DIR": home, "HOME": home, "XDG_CONFIG_HOME": home / "config",
                       "XDG_CACHE_HOME": home / "cache", "XDG_DATA_HOME": home / "data",
                       "XDG_CURRENT_DESKTOP": "sway", "XDG_SESSION_TYPE": "wayland"}
        portal_config = home / "config" / "xdg-desktop-portal-wlr" / "config"
        portal_config.parent.mkdir(parents=True)
        portal_config.write_text(PORTAL_CONFIG, encoding="utf-8")
        # The bus starts the portal again after a test has killed it.
        door = {"WAYLAND_DISPLAY": "wayland-door"}
        bus = self.start_in(environment | door, stdout=subprocess.PIPE, command=[
            "dbus-daemon", "--session", "--nofork", "--nosyslog", "--print-address=1"])
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        environment |= self.start_sway(environment)
        pipewire = self.start_in(environment, ["pipewire"])
        wait_for((home / "pipewire-0").exists, "PipeWire")
        self.start_in(environment, ["wireplumber"])
        DoorWithCard(home / door["WAYLAND_DISPLAY"], home / environment["WAYLAND_DISPLAY"])
        backend = self.start_in(environment | door, [BACKEND])
        wait_for(lambda: self.is_on_bus(environment, "org.freedesktop.impl.portal.desktop.wlr"), "wlr's portal")
        self.start_in(environment, [PORTAL])
        wait_for(lambda: self.is_on_bus(environment, "org.freedesktop.portal.Desktop"), "the portal")
        return environment | {"PLENUM_OUTPUT": OUTPUT, "PLENUM_PID_PIPEWIRE": pipewire.pid,
                              "PLENUM_PID_PORTAL": backend.pid}

    def start_sway(self, environment):
        home = self.folder
        config = home / "sway"
        config.write_text(SWAY_CONFIG, encoding="utf-8")
        headless = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
        self.start_in(environment | headless, [*AS_PERSON, "sway", "-c", config])
        wait_for(lambda: (home / "wayland-1").exists() and list(home.glob("sway-ipc.*")), "sway")
        return {"WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": next(home.glob("sway-ipc.*"))}

    @staticmethod
    def is_on_bus(environment, name):
        answer = subprocess.run(["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/",
                                 "--method", "org.freedesktop.DBus.NameHasOwner", name],
                                env=complete(environment), capture_output=True, text=True, check=False)
        return "true" in answer.stdout


def main():
    absent = missing()
    if absent:
        print("skipped: missing:", ", ".join(absent))
        sys.exit(SKIPPED)
    with Session() as session:
        try:
            environment = session.open()
        except AssertionError:
            print((session.folder / "log").read_text(encoding="utf-8"))
            raise
        status = subprocess.run(sys.argv[1:], env=complete(environment), check=False).returncode
        if status:
            print((session.folder / "log").read_text(encoding="utf-8"))
    sys.exit(status)


if __name__ == "__main__":
    main()
