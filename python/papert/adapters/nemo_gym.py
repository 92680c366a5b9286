"""NeMo-Gym: papert.adapters.nemo_gym.resources_server() gives a PapertResourcesServer for its command line

Rows have the task's reference under "papert". POST /verify answers the body with `reward` and numbers beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import papert

from .shared import Unscored, figures

_unscored = Unscored()


def reply_in(response: Mapping[str, Any]) -> str:
    """The last text of the assistant in a response of the Responses API."""
    said = [
        "".join(str(part.get("text", "")) for part in each.get("content") or [] if part.get("type") == "output_text")
        for each in response.get("output") or []
        if each.get("type") == "message" and each.get("role") == "assistant"
    ]
    return next((text for text in reversed(said) if text), "")


def verify(body: Mapping[str, Any], policy: str = "success") -> dict[str, Any]:
    """The body with its reward; what was not scored is 0 with `scored` 0."""
    score = papert.score_ref(body["papert"], reply_in(body["response"]))
    _unscored.note(score)
    row = figures(score, papert.Reward(policy)(score))  # type: ignore[arg-type]
    return {**body, "reward": row.pop("score"), **row}


def resources_server() -> Any:
    """The class, made of the framework's own."""
    import asyncio

    from nemo_gym.base_resources_server import BaseVerifyRequest, BaseVerifyResponse, SimpleResourcesServer
    from pydantic import ConfigDict

    class PapertVerifyRequest(BaseVerifyRequest):  # type: ignore[misc]
        model_config = ConfigDict(extra="allow")
        papert: str

    class PapertVerifyResponse(BaseVerifyResponse):  # type: ignore[misc]
        model_config = ConfigDict(extra="allow")

    class PapertResourcesServer(SimpleResourcesServer):  # type: ignore[misc]
        async def verify(self, body: PapertVerifyRequest) -> PapertVerifyResponse:
            answer = await asyncio.to_thread(verify, body.model_dump())
            return PapertVerifyResponse(**answer)

    return PapertResourcesServer
