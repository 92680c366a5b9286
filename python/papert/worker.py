"""The engine as a child process, `papert worker`: a length of four bytes and a JSON object, each way."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import struct
import subprocess
import threading
import weakref
from typing import IO, cast

from . import errors
from .engines import Json
from .wire import WireEngine, read_answer


class WorkerEngine(WireEngine):
    """One child for this process, started at the first request and again after it ended, or after a fork."""

    def __init__(self, program: str | None = None) -> None:
        self._program = program
        self._child: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._requests = 0
        self._restarts = 0
        _engines.add(self)

    @property
    def spec(self) -> str:
        return f"worker:{self._program}" if self._program else "worker"

    def _forget(self) -> None:
        """A forked child has its parent's pipes: it must neither use nor end them."""
        self._lock = threading.Lock()
        child, self._child = self._child, None
        if child is not None:
            _close(child)
            child.returncode = 0  # the parent waits for it

    def _start(self) -> subprocess.Popen[bytes]:
        if self._child is not None and self._child.poll() is None:
            return self._child
        program = self._program or os.environ.get("PAPERT_PROGRAM") or shutil.which("papert")
        if program is None:
            raise errors.MachineError(
                "a worker is needed for this, and `papert` is not on the PATH; build it (script/run) and name it", "PAPERT_PROGRAM"
            )
        if self._child is not None:
            _close(self._child)
            self._restarts += 1
        self._child = subprocess.Popen([program, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        return self._child

    def ask(self, operation: str, body: Json) -> Json:
        frame = json.dumps({"op": operation, **body}).encode()
        with self._lock:
            self._requests += 1
            try:
                return read_answer(self._exchange(frame))
            except (BrokenPipeError, EOFError):
                pass  # it died; requests repeat safely
            try:
                return read_answer(self._exchange(frame))
            except (BrokenPipeError, EOFError):
                raise errors.MachineError("the worker ended twice without an answer", self.spec) from None

    def _exchange(self, frame: bytes) -> bytes:
        child = self._start()
        to, back = cast(IO[bytes], child.stdin), cast(IO[bytes], child.stdout)
        try:
            _write(to, struct.pack("<I", len(frame)) + frame)
            (size,) = struct.unpack("<I", _read(back, 4))
            return _read(back, size)
        except BaseException:
            # Half an exchange cannot be gone on with.
            child.kill()
            child.wait()
            raise

    def warm_up(self, jobs: int) -> None:
        """One program starts the worker and a jail; the others start as they are needed."""
        self.ask("run", {"code": ""})

    def shutdown(self) -> None:
        with self._lock:
            child, self._child = self._child, None
        if child is not None:
            cast(IO[bytes], child.stdin).close()  # it ends with its input
            child.wait()
            _close(child)

    def __del__(self) -> None:
        if getattr(self, "_child", None) is not None:
            self.shutdown()

    def stats(self) -> dict[str, int]:
        return {"requests": self._requests, "restarts": self._restarts}


def _close(child: subprocess.Popen[bytes]) -> None:
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            pipe.close()


#: Those of this process; they end with it, and a forked child forgets them.
_engines: weakref.WeakSet[WorkerEngine] = weakref.WeakSet()


def _end_all() -> None:
    for engine in list(_engines):
        engine.shutdown()


def _forget_all() -> None:
    for engine in list(_engines):
        engine._forget()


atexit.register(_end_all)
os.register_at_fork(after_in_child=_forget_all)


# Without buffers: what a fork copied of one must never reach the parent's pipe.
def _write(pipe: IO[bytes], data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[pipe.write(rest) :]


def _read(pipe: IO[bytes], size: int) -> bytes:
    parts: list[bytes] = []
    while size > 0:
        part = pipe.read(min(size, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
