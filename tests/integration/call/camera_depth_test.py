#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two cameras that were calibrated from still pictures measure depth, and another member watches the scene. The same
points come out of the recording."""

import json
import pathlib
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import support

EXAMPLES = pathlib.Path("/usr/share/doc/opencv-doc/examples/data")
NAMES = ("left", "right")
NUMBERS = ("01", "02", "03", "05", "06", "08")


def points_of(ply):
    """Points of a binary PLY file, as (x, y, z)."""
    head, body = ply.read_bytes().split(b"end_header\n", 1)
    count = int(head.split(b"element vertex ")[1].split()[0])
    assert head.startswith(b"ply\nformat binary_little_endian") and len(body) == 15 * count
    return [struct.unpack_from("<fff", body, 15 * i) for i in range(count)]


def check_points(ply, points_least):
    points = points_of(ply)
    assert len(points) >= points_least, f"{len(points)} points"
    depths = sorted(z for _, _, z in points)
    assert 0.2 < depths[len(depths) // 20] and depths[-len(depths) // 20] < 3.1, "within the range"
    return len(points)


def calibrate(programs, calibration, *source):
    """The report, which is good."""
    arguments = [programs / "plenum-cli", "calibrate", "--columns", "9", "--rows", "6", "--square-mm", "25", "--output",
                 calibration, *source]
    done = subprocess.run([str(each) for each in arguments], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert 0.05 < report["error_px"] < 1, report["error_px"]
    assert {camera["name"] for camera in report["cameras"]} == set(NAMES)
    assert 0.05 < report["cameras"][1]["from_reference_m"] < 0.12, "8 cm between the cameras"
    return report


def until(process, wanted):
    """The first line of figures that is wanted, from here on."""
    for line in process.stdout:
        if wanted(json.loads(line)):
            return json.loads(line)
    raise AssertionError("the receiver ended: " + process.stderr.read())


def test():
    with support.World() as world:
        programs = support.programs()
        stills = world.folder / "stills"
        stills.mkdir()
        for name in NAMES:
            for number in NUMBERS:
                (stills / f"{name}{number}.jpg").symlink_to(EXAMPLES / f"{name}{number}.jpg")
        calibration = world.folder / "studio.json"
        report = calibrate(programs, calibration, *(word for name in NAMES
                                                    for word in ("--camera", f"{name}={stills / name}")))
        assert len(report["errors"]) == len(NAMES) * len(NUMBERS) and not report["unseen"]

        address = f"127.0.0.1:{support.free_port()}"
        world.relay(address)
        link = world.create(address)
        cli = programs / "plenum-cli"
        recording = world.folder / "studio.ensembles"
        clouds = {name: world.folder / f"{name}.ply" for name in ("own", "seen", "played")}
        viewer = world.start([cli, "scene", "--link", link, "--scenes", "3", "--ply", clouds["seen"]])
        receiver = world.start([cli, "ensembles", "--link", link, "--calibration", calibration, "--near", "0.25",
                                "--far", "3", "--share-scene", "--ply", clouds["own"], "--rate", "5", "--record",
                                recording, "--weight", "left=2"])
        def camera(name, *words):
            return world.start([cli, "camera", "--link", link, "--name", name, "--source", f"stills:{stills / name}",
                                "--codec", "jpeg", "--quality", "90", *words])

        cameras = {name: camera(name) for name in NAMES}

        out, err = viewer.communicate(timeout=30)
        assert viewer.returncode == 0, err
        seen = json.loads(out.splitlines()[-1])
        assert seen["scenes"] >= 3 and seen["refused"] == 0, seen
        check_points(clouds["seen"], 3000)
        rival = world.start([cli, "ensembles", "--link", link])
        out, err = rival.communicate(timeout=20)
        assert rival.returncode == 1 and "Capture receives a cluster of this name" in err, err
        receiver.send_signal(2)
        out, err = receiver.communicate(timeout=20)
        assert receiver.returncode == 0, err
        lines = [json.loads(line) for line in out.splitlines()]
        assert lines[-1]["shared_bytes"] > 0 and lines[-1]["complete"] > 3, lines[-1]
        told = {each["name"]: each for line in lines if line["event"] == "cluster" for each in line["cameras"]}
        assert told["left"]["weight"] == 2 and told["left"]["calibrated"] and told["right"]["calibrated"]
        wrong = [line for line in lines if line.get("state") in ("moved", "moved_or_partner", "wrong_size")]
        assert not wrong, wrong
        check_points(clouds["own"], 5000)
        # The name is free again, and the cameras are still there. One comes back with smaller pictures.
        successor = world.start([cli, "ensembles", "--link", link, "--calibration", calibration])
        until(successor, lambda line: line.get("complete", 0) > 0)
        cameras["right"].send_signal(2)
        cameras["right"].wait(timeout=10)
        camera("right", "--width", "320", "--height", "240")
        told = until(successor, lambda line: line.get("name") == "right" and line["state"] == "wrong_size")
        assert "another size" in told["because"], told
        successor.send_signal(2)
        out, err = successor.communicate(timeout=20)
        assert successor.returncode == 0, err
        calibrate(programs, world.folder / "recorded.json", "--recording", recording, "--every", "1")

        replay = world.start([cli, "ensembles", "--replay", recording, "--calibration", calibration, "--near", "0.25",
                              "--far", "3", "--ply", clouds["played"]])
        out, err = replay.communicate(timeout=60)
        assert replay.returncode == 0, err
        check_points(clouds["played"], 5000)


support.main(test)
