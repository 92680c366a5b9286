"""What can go wrong with a request. What a judged program did is never an exception: it is a verdict."""

from __future__ import annotations


class PapertError(Exception):
    """`message` says what to do about it; `where` names the file or item, and may be empty."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message, where)
        self.message = message
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


class UsageError(PapertError, ValueError):
    """Something was asked for that cannot be: a name, a value, a combination."""


class BadDataError(PapertError, ValueError):
    """An input file or line is not what it should be."""


class NotFoundError(PapertError, LookupError):
    """A file or an entry does not exist."""


class MachineError(PapertError, OSError):
    """The system refused to read or write, or an engine cannot be reached."""


class LimitError(PapertError, ValueError):
    """Input is larger than a documented limit."""


class CancelledError(PapertError):
    """The work was interrupted."""


class InternalError(PapertError, RuntimeError):
    """A fault of Papert's own."""


class Unscored(PapertError):
    """Nothing was learnt about a reply, and the caller asked to be told so (Reward(unscored="raise"))."""


_BY_CODE: dict[str, type[PapertError]] = {
    "usage": UsageError,
    "bad_data": BadDataError,
    "not_found": NotFoundError,
    "io": MachineError,
    "limit": LimitError,
    "cancelled": CancelledError,
    "internal": InternalError,
}


def error_of(code: str, message: str, where: str = "") -> PapertError:
    """The exception for an error of the wire form."""
    return _BY_CODE.get(code, InternalError)(message, where)
