"""What the tests of the Python package share.

PAPERT_FULL=1 runs them with the counts of the documents (docs/python.md, "Checks"): hundreds of thousands of programs.
"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import textwrap
import time

import papert

FULL = os.environ.get("PAPERT_FULL") == "1"


def scaled(few: int, full: int) -> int:
    """How often: a few in the daily tests, many in a full run."""
    return full if FULL else few


def program(number: int) -> str:
    """A program whose drawing nobody else's equals."""
    return f"from turtle import *\nforward({number})\n"


def is_own(number: int, drawing: papert.Drawing) -> bool:
    return drawing.outcome == "ok" and drawing.scene == (f"stroke width=1 #000000 0,0 {number},0",)


def foreign(numbers: range) -> list[int]:
    """Runs the programs of these numbers; those whose result was not their own."""
    return [number for number in numbers if not is_own(number, papert.run(program(number)))]


def zygotes(of: int | None = None) -> list[int]:
    """Processes that are jailed interpreters; only the children of one process where it is given."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            name = (folder / "comm").read_text().strip()
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
        if name == "papert-zygote" and (of is None or parent == of):
            found.append(int(folder.name))
    return found


def alive(pids: list[int]) -> list[int]:
    """Those that still run; one that has ended and waits for its parent does not."""
    running = []
    for pid in pids:
        try:
            stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if stat.rsplit(")", 1)[1].split()[0] != "Z":
            running.append(pid)
    return running


def gone_within(pids: list[int], seconds: float) -> bool:
    """Waits until all of them have ended."""
    end = time.monotonic() + seconds
    while alive(pids):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def python(code: str, *args: str, **more: object) -> subprocess.CompletedProcess[str]:
    """Runs a script in a process of its own."""
    text = textwrap.dedent(code)
    return subprocess.run(
        [sys.executable, "-c", text, *args], text=True, capture_output=True, timeout=300, **more  # type: ignore[call-overload]
    )


class Server:
    """`papert serve --reward` on a free port; its address holds the token, as connect() takes it."""

    def __init__(self) -> None:
        command = [os.environ.get("PAPERT_PROGRAM", "papert"), "serve", "--reward", "--port", "0", "--json"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        ready = json.loads(self._process.stdout.readline())
        self.url = ready["url"]
        self.token = ready["token"]
        self.address = self.url.replace("http://", f"http://{self.token}@")

    def stop(self) -> int:
        """Its exit code."""
        self._process.terminate()
        self._process.communicate(timeout=60)
        return self._process.returncode
