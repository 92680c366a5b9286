# A small matplotlib: programs plot lines and patches, and the figure they show becomes a drawing on
# the turtle's canvas. Only what draws is here. A call that is not ends the program as one of
# another language, under its name, and so does the program that catches that and goes on.
#
#     _begin()   before the program: libraries that are not here are named when they are imported
#     _end()     behind it: paints the figure that was never shown
import builtins
import sys


class OtherLanguage(BaseException):
    """The program needs what is not drawn here. No `except Exception` catches it."""


_missing = []


def _unknown(where, name):
    """Ends the program: it used something that is not here."""
    if name.startswith("__"):
        raise AttributeError(name)
    _missing.append(("%s.%s" % (where, name))[:100])
    raise OtherLanguage(_missing[0])


def _check_known():
    if _missing:
        raise OtherLanguage(_missing[0])


def _namespace(name, **values):
    """A module of these values, in which every other name is unknown."""
    module = type(sys)(name)
    vars(module).update(values, __getattr__=lambda other: _unknown(name, other))
    sys.modules[name] = module
    parent, _, leaf = name.rpartition(".")
    setattr(sys.modules[parent], leaf, module)
    return module


class _Inert:
    """What has no part in the drawing, such as ticks: takes every call and gives itself."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *args, **kwargs):
        return self

    def __getitem__(self, key):
        return self

    def __setitem__(self, key, value):
        pass

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0

    def values(self):
        return ()

    def items(self):
        return ()

    keys = values


_inert = _Inert()


class RcParams(dict):
    """Settings: only the size of new figures has an effect."""

    def __missing__(self, key):
        return _inert

    def update(self, *args, **kwargs):
        dict.update(self, *args, **kwargs)


rcParams = RcParams({"figure.figsize": (6.4, 4.8), "figure.dpi": 100.0})
rcParamsDefault = dict(rcParams)
__version__ = "3.8.0"


def use(backend=None, *ignored, **options):
    """There is one backend."""


def rc(group, **kwargs):
    """Settings of a group."""
    rcParams.update({"%s.%s" % (group, key): value for key, value in kwargs.items()})


def rcdefaults():
    """The settings as they were."""
    rcParams.clear()
    rcParams.update(rcParamsDefault)


def get_backend():
    """Its name."""
    return "agg"


def __getattr__(name):
    return _unknown("matplotlib", name)


def _begin():
    plain_import, own = builtins.__import__, sys.stdlib_module_names

    def is_own(name):
        return not isinstance(name, str) or name.partition(".")[0] in own

    def import_module(name, scope=None, *arguments, **options):
        try:
            return plain_import(name, scope, *arguments, **options)
        except ImportError:
            # Python's own modules try others that need not be there: copy does.
            if is_own(name) or scope and is_own(scope.get("__name__", "")):
                raise
        _unknown("import", name)

    def leave(code=None):
        _end()
        raise SystemExit(code)

    builtins.__import__ = import_module
    sys.exit = builtins.exit = builtins.quit = leave


def _end():
    _check_known()
    sys.modules["matplotlib.pyplot"]._paint_last()
