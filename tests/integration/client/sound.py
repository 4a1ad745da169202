# SPDX-License-Identifier: Apache-2.0
"""Sound cards without hardware: a PulseAudio server of the test's own with null sinks, played into and recorded from by
this process, so that all times are of one clock."""

import ctypes
import os
import pathlib
import subprocess
import threading
import time

import numpy

RATE = 48_000
CHUNK = RATE // 200  # 5 ms


class _Format(ctypes.Structure):
    _fields_ = [("format", ctypes.c_int), ("rate", ctypes.c_uint32), ("channels", ctypes.c_uint8)]


class _Buffering(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("maxlength", "tlength", "prebuf", "minreq", "fragsize")]


_PLAYBACK, _RECORD, _S16LE, _DEFAULT = 1, 2, 3, 0xFFFFFFFF


def _pulse():
    library = ctypes.CDLL("libpulse-simple.so.0")
    library.pa_simple_new.restype = ctypes.c_void_p
    library.pa_simple_new.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p,
                                      ctypes.POINTER(_Format), ctypes.c_void_p, ctypes.POINTER(_Buffering),
                                      ctypes.POINTER(ctypes.c_int)]
    for call in ("pa_simple_read", "pa_simple_write"):
        getattr(library, call).argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t,
                                           ctypes.POINTER(ctypes.c_int)]
    library.pa_simple_drain.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
    library.pa_simple_free.argtypes = [ctypes.c_void_p]
    return library


class Server:
    """A private PulseAudio with a null sink for each name; `folder` holds its files. To be closed."""

    def __init__(self, folder, names, start):
        folder = pathlib.Path(folder)
        socket = folder / "pulse.socket"
        script = folder / "pulse.pa"
        lines = [f"load-module module-null-sink sink_name={name} rate={RATE} channels=1 format=s16le" for name in names]
        lines.append(f"load-module module-native-protocol-unix auth-anonymous=1 socket={socket}")
        script.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.address = f"unix:{socket}"
        self.environment = {"PULSE_SERVER": self.address, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
        self.process = start(["env", *(f"{name}={value}" for name, value in self.environment.items()
                                       if name != "PULSE_SERVER"),
                              "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                              f"--file={script}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._wait_ready(names)

    def _wait_ready(self, names):
        for _ in range(100):
            found = subprocess.run(["pactl", "-s", self.address, "list", "short", "sinks"], capture_output=True,
                                   text=True, check=False, env={**os.environ, **self.environment})
            if found.returncode == 0 and all(name in found.stdout for name in names):
                return
            time.sleep(0.1)
        raise AssertionError("PulseAudio does not start")

    def card(self, microphone, loudspeaker):
        """The environment in which one sink's monitor is a program's microphone and another is its loudspeaker."""
        return {**self.environment, "PULSE_SOURCE": f"{microphone}.monitor", "PULSE_SINK": loudspeaker}


class _Stream:
    def __init__(self, server, direction, device, buffering):
        self.library = _pulse()
        error = ctypes.c_int(0)
        form = _Format(_S16LE, RATE, 1)
        self.handle = self.library.pa_simple_new(server.address.encode(), b"plenum test", direction, device.encode(),
                                                 b"test", ctypes.byref(form), None, ctypes.byref(buffering),
                                                 ctypes.byref(error))
        if not self.handle:
            raise AssertionError(f"PulseAudio refuses {device}: error {error.value}")


class Recorder(_Stream):
    """Records a sink's monitor from its making until `stop`, and knows when each sample came."""

    def __init__(self, server, sink):
        super().__init__(server, _RECORD, f"{sink}.monitor",
                         _Buffering(_DEFAULT, _DEFAULT, _DEFAULT, _DEFAULT, 2 * CHUNK))
        self.chunks, self.times, self.stopping = [], [], False
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        buffer = (ctypes.c_int16 * CHUNK)()
        while not self.stopping:
            if self.library.pa_simple_read(self.handle, buffer, 2 * CHUNK, None) < 0:
                return
            self.times.append(time.monotonic())
            self.chunks.append(numpy.frombuffer(buffer, dtype="<i2").astype(numpy.float64) / 32768)

    def stop(self):
        """Samples, and when the first of them would have come had none been held up: the least any came late."""
        self.stopping = True
        self.thread.join(5)
        ends = (numpy.arange(len(self.times)) + 1) * CHUNK / RATE
        started = numpy.min(numpy.array(self.times) - ends) if self.times else 0.0
        return Recording(numpy.concatenate(self.chunks) if self.chunks else numpy.zeros(0), started)


class Recording:
    def __init__(self, samples, started_at):
        self.samples, self.started_at = samples, started_at

    def between(self, begin, end):
        """The samples that came in this span of the monotonic clock, and when the first did."""
        first = max(0, int((begin - self.started_at) * RATE))
        last = max(first, min(len(self.samples), int((end - self.started_at) * RATE)))
        return self.samples[first:last], self.started_at + first / RATE


def play(server, sink, samples):
    """Plays samples into a sink. Says when each began to be written: the time of the first one."""
    stream = _Stream(server, _PLAYBACK, sink, _Buffering(_DEFAULT, 2 * RATE // 50, 2 * CHUNK, 2 * CHUNK, _DEFAULT))
    raw = numpy.clip(samples * 32767, -32768, 32767).astype("<i2").tobytes()
    began = time.monotonic()
    for at in range(0, len(raw), 2 * CHUNK):
        piece = raw[at:at + 2 * CHUNK]
        stream.library.pa_simple_write(stream.handle, piece, len(piece), None)
    stream.library.pa_simple_drain(stream.handle, None)
    stream.library.pa_simple_free(stream.handle)
    return began


def align(said, heard):
    """Where in `heard` the sound `said` is found best: (offset in samples, normalised correlation there). What is
    shorter than `said`, of a recording that was held up, is like nothing."""
    if len(heard) < len(said) or not len(said):
        return 0, 0.0
    size = 1 << (len(said) + len(heard)).bit_length()
    product = numpy.fft.rfft(heard, size) * numpy.conj(numpy.fft.rfft(said, size))
    correlation = numpy.fft.irfft(product, size)[:len(heard) - len(said) + 1]
    energy = numpy.concatenate([[0.0], numpy.cumsum(heard ** 2)])
    windows = energy[len(said):len(said) + len(correlation)] - energy[:len(correlation)]
    scale = numpy.sqrt(numpy.maximum(windows, 1e-12) * max(float(numpy.sum(said ** 2)), 1e-12))
    score = correlation / scale
    # Where almost nothing is heard, noise divided by little is no likeness.
    score[windows < 1e-4 * numpy.max(windows, initial=0.0)] = 0
    best = int(numpy.argmax(numpy.abs(score)))
    return best, float(abs(score[best]))
