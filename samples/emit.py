#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Emits an event from Python, through ctypes and nothing else.

    emit.py [-v] [COUNT]

Watch it with:

    uet record --register 'py_greeting u32 number; __rel_loc char[] whom' \\
        -- python3 emit.py
    uet report

(uet registers it first, since Python's own file has no events in it.)
"""
import ctypes
import ctypes.util
import os
import struct
import sys


class Segment(ctypes.Structure):
    """struct iovec"""
    _fields_ = [("base", ctypes.c_char_p), ("size", ctypes.c_size_t)]


uet = ctypes.CDLL(os.environ.get("LIBUET") or "libuet.so.0")
uet.uet_event_new.argtypes = [ctypes.c_char_p, ctypes.c_uint,
                              ctypes.POINTER(ctypes.c_void_p)]
uet.uet_event_enabled.argtypes = [ctypes.c_void_p]
uet.uet_event_enabled.restype = ctypes.c_bool
uet.uet_event_write.argtypes = [ctypes.c_void_p, ctypes.POINTER(Segment),
                                ctypes.c_int]
uet.uet_event_free.argtypes = [ctypes.c_void_p]
uet.uet_event_state.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
uet.uet_strerror_detail.argtypes = [ctypes.c_void_p, ctypes.c_char_p,
                                    ctypes.c_size_t]
REGISTERED = 1


class Greeting:
    """An event with a number and a string."""

    def __init__(self):
        self.event = ctypes.c_void_p()
        error = uet.uet_event_new(
            b"py_greeting u32 number; __rel_loc char[] whom", 0,
            ctypes.byref(self.event))
        if error:
            raise OSError(-error, os.strerror(-error))

    def emit(self, number, whom):
        """Nothing is put together unless somebody listens."""
        if not uet.uet_event_enabled(self.event):
            return
        text = whom.encode() + b"\0"
        # The location word: length above, offset from its end below.
        payload = struct.pack("=II", number, len(text) << 16) + text
        segments = (Segment * 2)(Segment(), Segment(payload, len(payload)))
        uet.uet_event_write(self.event, segments, 2)

    def why_not(self):
        """What is wrong, in words; None when it is registered."""
        if uet.uet_event_state(self.event, None) == REGISTERED:
            return None
        text = ctypes.create_string_buffer(256)
        uet.uet_strerror_detail(self.event, text, len(text))
        return text.value.decode()

    def close(self):
        uet.uet_event_free(self.event)


def main():
    greeting = Greeting()
    if "-v" in sys.argv and greeting.why_not():
        print(greeting.why_not(), file=sys.stderr)
    for number in range(int(sys.argv[-1]) if sys.argv[-1].isdigit() else 3):
        greeting.emit(number, "world")
    greeting.close()


if __name__ == "__main__":
    main()
