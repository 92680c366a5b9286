"""The engine as a server, `papert serve --reward`: requests by HTTP, over connections that stay open."""

from __future__ import annotations

import http.client
import json
import os
import threading
import time
import urllib.parse
import weakref

from . import errors
from .engines import Json
from .wire import WireEngine, read_answer

TRIES = 3
BUSY = (429, 502, 503, 504)  # of a server, or of what stands in front of it
LONGEST_WAIT_S = 30.0


class HttpEngine(WireEngine):
    """`address` may hold a token, http://token@host:port; else PAPERT_TOKEN is sent where it is set."""

    def __init__(self, address: str, timeout_s: float = 330.0) -> None:
        self._address = address
        url = urllib.parse.urlsplit(address)
        if not url.hostname:
            raise errors.UsageError("this is not the address of a server: give http://host:port", address)
        self._shown = url._replace(netloc=url.netloc.rpartition("@")[2]).geturl()  # errors are logged, tokens must not be
        self._secure = url.scheme == "https"
        self._host = url.hostname
        self._port = url.port or (443 if self._secure else 80)
        self._path = url.path.rstrip("/")
        self._token = url.username or os.environ.get("PAPERT_TOKEN", "")
        self._timeout_s = timeout_s
        self._connections = threading.local()
        self._opened: weakref.WeakSet[http.client.HTTPConnection] = weakref.WeakSet()  # of all threads
        self._requests = 0
        self._retries = 0

    @property
    def spec(self) -> str:
        return self._address

    def _connection(self) -> http.client.HTTPConnection:
        """One per thread and process."""
        local = self._connections
        if getattr(local, "owner", None) != os.getpid():
            kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
            local.connection = kind(self._host, self._port, timeout=self._timeout_s)
            self._opened.add(local.connection)
            local.owner = os.getpid()
        connection: http.client.HTTPConnection = local.connection
        return connection

    def ask(self, operation: str, body: Json) -> Json:
        self._requests += 1
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        method, data = ("GET", None) if operation == "info" else ("POST", json.dumps(body).encode())
        problem = ""
        for attempt in range(TRIES):
            self._retries += attempt > 0
            connection = self._connection()
            try:
                connection.request(method, f"{self._path}/api/v1/{operation}", data, headers)
                response = connection.getresponse()
                answer = response.read()
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                problem = str(error) or type(error).__name__
                continue
            if response.status not in BUSY:
                return read_answer(answer)
            problem = f"the server is busy ({response.status})"
            if attempt + 1 < TRIES:
                time.sleep(_wait_s(response.getheader("Retry-After"), attempt))
        raise errors.MachineError(f"no answer after {TRIES} tries: {problem}", self._shown)

    def warm_up(self, jobs: int) -> None:
        """A server warms itself."""

    def shutdown(self) -> None:
        for connection in list(self._opened):
            connection.close()
        self._connections = threading.local()

    def __del__(self) -> None:
        if hasattr(self, "_opened"):
            self.shutdown()

    def stats(self) -> dict[str, int]:
        return {"requests": self._requests, "retries": self._retries}


def _wait_s(told: str | None, attempt: int) -> float:
    try:
        seconds = float(told or "")
    except ValueError:
        seconds = 0.2 * 2**attempt
    return min(max(seconds, 0.0), LONGEST_WAIT_S)
