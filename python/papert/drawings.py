"""Programs run and painted, without a task."""

from __future__ import annotations

import base64
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from . import errors
from .engines import Json, default_engine
from .optional import pillow_image, wanted

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray
    from PIL import Image


@dataclass(frozen=True)
class Limits:
    """What a program may use; more is the outcome step_limit, memory_limit or output_limit. These are the most."""

    cpu_ms: int = 10_000
    steps: int = 20_000_000
    memory_bytes: int = 256 << 20
    output_bytes: int = 1 << 20


@dataclass(frozen=True)
class Drawing:
    """What a program did. outcome: "ok", "exception", "syntax_error", "step_limit", ..."""

    outcome: str
    reason: str
    line: int
    printed: str
    scene: tuple[str, ...]  # a line for each item that was drawn
    steps: int = 0
    exception: str = ""  # its type
    cpu_seconds: float = field(default=0.0, compare=False)
    replay: Json | None = field(default=None, compare=False)  # with trace=True: step by step (docs/replay.md)

    @property
    def ok(self) -> bool:
        return self.outcome == "ok"


class Picture:
    """A picture of `height` x `width` pixels; Pillow and NumPy are imported when they are asked for."""

    def __init__(self, png: bytes) -> None:
        self.png = png

    def numpy(self) -> NDArray[uint8]:
        """height x width x channels. With the native engine the array looks at the engine's pixels, without a copy."""
        np = wanted("numpy", "numpy", "a picture as an array")
        try:
            from . import _core
        except ImportError:
            pixels = np.asarray(self.pil())
            return pixels if pixels.ndim == 3 else pixels[:, :, None]  # type: ignore[no-any-return]
        return np.asarray(_core.decode_png(self.png))  # type: ignore[no-any-return]

    def pil(self) -> Image.Image:
        return pillow_image(self.png)

    def __array__(self, dtype: Any = None) -> NDArray[Any]:
        pixels = self.numpy()
        return pixels if dtype is None else pixels.astype(dtype)

    def _repr_png_(self) -> bytes:
        return self.png

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and self.png == other.png

    def __hash__(self) -> int:
        return hash(self.png)


def run(code: str, lang: str = "turtle", limits: Limits | None = None, trace: bool = False) -> Drawing:
    """Runs a program and tells what it did and drew. What goes wrong in it is the outcome, never an exception.

    With trace, Drawing.replay tells how the drawing came about; None where that is too much to tell."""
    body: Json = {"lang": lang, "code": code}
    if trace:
        body["trace"] = True
    if limits is not None:
        body["limits"] = asdict(limits)
    facts = default_engine().ask("run", body)
    return Drawing(
        outcome=facts["status"],
        reason=facts["reason"],
        line=facts["line"],
        printed=facts["printed"],
        scene=tuple(facts["items"]),
        steps=facts["steps"],
        exception=facts["exception"],
        cpu_seconds=facts["cpu_seconds"],
        replay=facts.get("replay"),
    )


def render(code: str, lang: str = "turtle", size: tuple[int, int] | None = None, view: str = "fit") -> Picture:
    """The picture of what a program draws until it ends, however it ends. view, of turtle drawings: fit, tk, canonical."""
    body: Json = {"lang": lang, "code": code, "view": view}
    if size is not None:
        body["size"] = list(size)
    answer = default_engine().ask("render", body)
    return Picture(base64.b64decode(answer["png"]))
