"""OpenEnv: a client of `papert serve` for scripts without the framework, and the action and observation it speaks of

    with PapertClient("http://127.0.0.1:7676/t/TOKEN/openenv/turtleai") as env:
        seen = env.reset(seed=7)
        seen = env.step(reply)          # {"observation", "reward", "done"}

The framework's own client works with the same address. Needs the package `websockets`, of any version from 10 on.
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Coroutine
from typing import Any

from papert import errors
from papert.optional import wanted

MOST_BYTES = 100 << 20  # of one message


class PapertClient:
    """One session on one socket; replies are waited for at most timeout_s. One thread at a time."""

    def __init__(self, url: str, token: str | None = None, timeout_s: float = 60) -> None:
        base = url.replace("http", "ws", 1) if url.startswith("http") else url
        self._timeout_s = timeout_s
        # A loop of its own: versions before 11 have no other way.
        self._loop = asyncio.new_event_loop()
        try:
            self._socket = self._wait(_connect(f"{base.rstrip('/')}/ws", token))
        except BaseException:
            self._loop.close()
            raise

    def _wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self._loop.run_until_complete(asyncio.wait_for(work, self._timeout_s))

    def _exchange(self, kind: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
        self._wait(self._socket.send(json.dumps({"type": kind} if data is None else {"type": kind, "data": data})))
        answer = json.loads(self._wait(self._socket.recv()))
        if answer.get("type") == "error":
            raise errors.UsageError(str(answer["data"]["message"]), str(answer["data"]["code"]))
        return dict(answer["data"])

    def reset(self, seed: int | None = None, episode_id: str | None = None, **more: Any) -> dict[str, Any]:
        """Begins with a task: its prompt is in the observation."""
        given = {"seed": seed, "episode_id": episode_id, **more}
        return self._exchange("reset", {key: value for key, value in given.items() if value is not None})

    def step(self, reply: str) -> dict[str, Any]:
        """Answers; the reward is None where nothing was learnt."""
        return self._exchange("step", {"reply": reply})

    def state(self) -> dict[str, Any]:
        return self._exchange("state")

    def close(self) -> None:
        if self._loop.is_closed():
            return
        try:
            self._wait(self._socket.send(json.dumps({"type": "close"})))
            self._wait(self._socket.close())
        finally:
            self._loop.close()

    def __enter__(self) -> PapertClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


async def _connect(address: str, token: str | None) -> Any:
    websockets = wanted("websockets", "websockets", "a session")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    newer = int(str(websockets.__version__).partition(".")[0]) >= 14
    more = {"additional_headers" if newer else "extra_headers": headers}
    return await websockets.connect(address, max_size=MOST_BYTES, **more)


def images_of(observation: dict[str, Any]) -> list[bytes]:
    """The pictures of an observation, as files."""
    return [base64.b64decode(each["data"]) for each in observation.get("images") or []]
