"""NeMo-Gym: a resources server whose verify() is given a typed body and answers with a typed one."""

from __future__ import annotations

import asyncio
from typing import Any


class Model:
    """Stands for pydantic's: keeps every field, those that are named and others."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    def model_dump(self) -> dict[str, Any]:
        return dict(self.__dict__)


class BaseVerifyRequest(Model):
    pass


class BaseVerifyResponse(Model):
    pass


class SimpleResourcesServer:
    pass


def body(text: str, row: dict[str, Any]) -> dict[str, Any]:
    """A row with the response of a model that thought before it spoke."""
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}
    return {"responses_create_params": {"input": []}, "response": {"output": [{"type": "reasoning"}, said]}, **row}


def verify(server: Any, bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All at once, as its server would; every answer is the body with a reward and numbers of the same names."""

    async def all_of_them() -> list[Any]:
        return await asyncio.gather(*(server.verify(BaseVerifyRequest(**each)) for each in bodies))

    answers = [answer.model_dump() for answer in asyncio.run(all_of_them())]
    for given, answer in zip(bodies, answers, strict=True):
        assert all(answer[key] == value for key, value in given.items())
        assert isinstance(answer["reward"], float)
    assert len({tuple(sorted(answer)) for answer in answers}) == 1
    return answers
