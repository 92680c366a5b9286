"""Packages that not everybody needs, imported where they are first used."""

from __future__ import annotations

import importlib
import io
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image


def wanted(module: str, package: str, purpose: str) -> ModuleType:
    """The module; an ImportError that says what it is needed for, and how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"{purpose} needs {package}: pip install {package}") from error


def pillow_image(png: bytes) -> Image.Image:
    """A PNG file as Pillow's image."""
    wanted("PIL.Image", "pillow", "a picture as PIL.Image")
    from PIL import Image

    return Image.open(io.BytesIO(png))
