"""OpenEnv: a client of `papert serve` for scripts without the framework, and the action and observation it speaks of

    with PapertClient("ws://127.0.0.1:8080/openenv/turtleai") as env:
        seen = env.reset(seed=7)
        seen = env.step(reply)          # {"observation", "reward", "done"}

The framework's own client works with the same address. Needs the package `websockets`.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from papert import errors


class PapertClient:
    """One session on one socket; replies are waited for at most timeout_s."""

    def __init__(self, url: str, token: str | None = None, timeout_s: float = 60) -> None:
        from websockets.sync.client import connect

        base = url.replace("http", "ws", 1) if url.startswith("http") else url
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._timeout_s = timeout_s
        self._socket = connect(f"{base.rstrip('/')}/ws", additional_headers=headers, max_size=100 << 20)

    def _exchange(self, kind: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
        self._socket.send(json.dumps({"type": kind} if data is None else {"type": kind, "data": data}))
        answer = json.loads(self._socket.recv(timeout=self._timeout_s))
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
        self._socket.send(json.dumps({"type": "close"}))
        self._socket.close()

    def __enter__(self) -> PapertClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def images_of(observation: dict[str, Any]) -> list[bytes]:
    """The pictures of an observation, as files."""
    return [base64.b64decode(each["data"]) for each in observation.get("images") or []]
