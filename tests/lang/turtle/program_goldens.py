"""Whole programs against the drawings kept beside them.

    program_goldens.py drawings PAPERT
    program_goldens.py positions EXTENSION_FOLDER

`drawings` runs every tests/cases/turtle/NAME.py with papert and compares the drawing's text form with
NAME.scene, byte for byte. After a wanted change

    UPDATE_GOLDENS=1 program_goldens.py drawings PAPERT

writes the .scene files anew (and fails all the same): read the difference, look at the pictures.

`positions` does not trust those files. It runs every program twice, with CPython's own turtle module on
a tkinter without a display and with ours as an extension of the same interpreter: where every turtle
ends and looks, its pen, and every item on the canvas must be equal.
"""

import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest.mock

TESTS = pathlib.Path(__file__).resolve().parents[2]
CASES = TESTS / "cases" / "turtle"
COLOR_TABLE = TESTS.parent / "src" / "lang" / "turtle" / "module" / "tk_color_names.cc"
LEAST_PROGRAMS = 64
# What CPython 3.11 does not have; see docs/turtle.md.
NEWER_THAN_3_11 = {"teleport_tiles"}


def programs():
    found = sorted(CASES.glob("*.py"))
    if len(found) < LEAST_PROGRAMS:
        sys.exit(f"{len(found)} programs in {CASES}, at least {LEAST_PROGRAMS} expected")
    return found


def first_difference(expected, actual):
    """None, or the first line that is not the same, as a text."""
    if expected == actual:
        return None
    ours, theirs = actual.split("\n"), expected.split("\n")
    for number, (wanted, given) in enumerate(zip(theirs, ours), 1):
        if wanted != given:
            return f"line {number}\n    expected {wanted[:200]}\n    actual   {given[:200]}"
    return f"{len(ours) - 1} lines instead of {len(theirs) - 1}"


# Drawings ---------------------------------------------------------------------------------------


def draw(papert, program, folder):
    """The drawing as text, and what papert complained about."""
    out = pathlib.Path(folder) / "out.scene"
    out.unlink(missing_ok=True)
    run = subprocess.run([papert, "render", program, "-o", out], capture_output=True, text=True)
    complaint = run.stderr.strip() if run.returncode else ""
    return (out.read_text(encoding="utf-8") if out.exists() else ""), complaint


def check_drawings(papert):
    update = os.environ.get("UPDATE_GOLDENS") == "1"
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for program in programs():
            golden = program.with_suffix(".scene")
            actual, complaint = draw(papert, program, folder)
            if update and not complaint:
                golden.write_text(actual, encoding="utf-8")
            expected = golden.read_text(encoding="utf-8") if golden.exists() else ""
            trouble = complaint or first_difference(expected, actual)
            if not trouble and not actual:
                trouble = "it draws nothing"
            if trouble:
                failures += 1
                print(f"{program.name}: {trouble}")
    orphans = [path.name for path in CASES.glob("*.scene") if not path.with_suffix(".py").exists()]
    for name in orphans:
        print(f"{name}: there is no such program")
    print(f"{len(programs())} programs, {failures} not as expected")
    if update:
        print("the drawings were written anew: run again without UPDATE_GOLDENS")
    return 1 if failures or orphans or update else 0


# Positions --------------------------------------------------------------------------------------


def all_colors():
    """Tk's names; the stub knows a few."""
    table = re.findall(r'\{"(.+)", 0x(.{6})\}', COLOR_TABLE.read_text(encoding="utf-8"))
    return {name: tuple(bytes.fromhex(digits)) for name, digits in table}


def run(side, code, name):
    """Runs a program on one of the two modules, as papert does."""
    if re.search(r"^def draw\(", code, re.M) and not re.search(r"^(draw|main)\(", code, re.M):
        code += "\n\nimport turtle\ndraw(turtle.Turtle())\n"
    with contextlib.redirect_stdout(io.StringIO()), \
            unittest.mock.patch.dict(sys.modules, turtle=side.module), \
            unittest.mock.patch.object(time, "sleep", lambda seconds: None), \
            contextlib.suppress(SystemExit):
        exec(compile(code, name, "exec"), {"__name__": "__main__"})


def first_other_state(expected, actual):
    """None, or the first turtle that ends otherwise."""
    if len(expected) != len(actual):
        return f"{len(actual)} turtles, {len(expected)} expected"
    for number, (wanted, given) in enumerate(zip(expected, actual)):
        for part, other in zip(wanted, given):
            if part != other:
                return f"turtle {number} ends with {other}, {part} expected"
    return None


def check_positions(folder):
    import differential
    import stub_tkinter
    stub_tkinter.COLORS.update(all_colors())
    ours_module = differential.load_ours(folder)
    failures = compared = 0
    for program in programs():
        if program.stem in NEWER_THAN_3_11:
            continue
        sides = [differential.Side(module) for module in (differential.cpython, ours_module)]
        code = program.read_text(encoding="utf-8")
        states = []
        for side in sides:
            run(side, code, program.name)
            # A program may end the window.
            side.module.TurtleScreen._RUNNING = True
            side.turtles = list(side.screen.turtles())
            side.has_been_world = side.screen.mode() == "world"
            states.append([side.state(turtle) for turtle in side.turtles])
        trouble = first_other_state(*states) or differential.compare_pictures(*sides)
        compared += 1
        if trouble:
            failures += 1
            print(f"{program.name}: {trouble}")
    print(f"{compared} programs against CPython's module, {failures} not as expected")
    return 1 if failures else 0


def main():
    mode, argument = sys.argv[1:]
    return {"drawings": check_drawings, "positions": check_positions}[mode](argument)


if __name__ == "__main__":
    sys.exit(main())
