"""The module's own manners, and the wheel it comes in."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import unittest

import papert
from support import python

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Libraries(unittest.TestCase):
    def test_none_that_clash_with_others(self) -> None:
        """Other libraries of the process bring their own versions of these."""
        from papert import _core

        assert _core.__file__ is not None
        libraries = subprocess.run(["ldd", _core.__file__], check=True, text=True, capture_output=True).stdout
        self.assertIn("libopencv_imgproc", libraries)
        for name in ("protobuf", "TK[A-Z]", "curl", "opencv_dnn", "z3", "python3"):
            self.assertIsNone(re.search(rf"\blib{name}", libraries), f"{name} in {libraries}")

    def test_nothing_of_ours_is_visible(self) -> None:
        from papert import _core

        assert _core.__file__ is not None
        names = subprocess.run(["nm", "-D", "--defined-only", _core.__file__], check=True, text=True,
                               capture_output=True).stdout.split("\n")  # fmt: skip
        ours = [line for line in names if "papert" in line]
        self.assertEqual(ours, [])
        self.assertTrue(any(line.endswith(" PyInit__core") for line in names))


class Imports(unittest.TestCase):
    def test_need_neither_numpy_nor_pillow(self) -> None:
        code = """
            import sys
            import papert
            tasks = papert.suite("shapecode").mint(seed=7)
            tasks.score(tasks.ids[0], tasks[0].reference)
            assert not {"numpy", "PIL", "torch", "datasets"} & set(sys.modules)
            sys.modules["PIL"] = sys.modules["PIL.Image"] = None
            try:
                tasks[0].prompt.pil()
            except ImportError as error:
                print(error)
        """
        done = python(code)
        self.assertEqual(done.stdout, "a picture as PIL.Image needs pillow: pip install pillow\n", done.stderr)

    def test_name_every_engine_where_there_is_none(self) -> None:
        code = """
            import sys
            sys.modules["papert._core"] = None
            import papert
            try:
                papert.suites()
            except ImportError as error:
                print(error)
        """
        done = python(code, env={**os.environ, "PATH": "/nowhere", "PAPERT_ENGINE": ""})
        for name in ("module", "worker", "http://"):
            self.assertIn(name, done.stdout, done.stderr)

    def test_are_refused_in_other_interpreters(self) -> None:
        code = """
            import _xxsubinterpreters as interpreters, sys
            other = interpreters.create(isolated=False)
            script = "import sys; sys.path[:] = %r\\ntry:\\n    import papert._core\\nexcept ImportError as error:\\n    print(error)"
            interpreters.run_string(other, script % sys.path)
        """
        self.assertIn("main interpreter only", python(code).stdout)


class Types(unittest.TestCase):
    def test_are_strict(self) -> None:
        done = subprocess.run(["mypy"], cwd=ROOT, text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_the_stub_names_what_the_module_has(self) -> None:
        from papert import _core

        stub = (ROOT / "python/papert/_core.pyi").read_text()
        said = set(re.findall(r"^(?:class|def) (\w+)", stub, re.MULTILINE))
        self.assertEqual(said, {name for name in vars(_core) if not name.startswith("_")})


class Wheels(unittest.TestCase):
    def test_names_are_sorted_and_times_fixed(self) -> None:
        sys.path.insert(0, str(ROOT / "python/build_backend"))
        import papert_build  # type: ignore[import-not-found]
        import tempfile
        import zipfile

        files = {"papert/b.py": (b"b", False), "papert/_bin/run": (b"#!", True), "papert/a.py": (b"a", False)}
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            name = papert_build.write_wheel(one, files)
            again = papert_build.write_wheel(two, dict(reversed(files.items())))
            self.assertEqual(name, again)
            self.assertEqual(pathlib.Path(one, name).read_bytes(), pathlib.Path(two, name).read_bytes())
            with zipfile.ZipFile(pathlib.Path(one, name)) as wheel:
                names = wheel.namelist()
                self.assertEqual(names, sorted(names))
                self.assertEqual(wheel.getinfo("papert/_bin/run").external_attr >> 16, 0o100755)
                record = next(each for each in names if each.endswith("/RECORD"))
                self.assertEqual(len(wheel.read(record).splitlines()), len(names))

    def test_a_source_archive_is_the_same_every_time(self) -> None:
        sys.path.insert(0, str(ROOT / "python/build_backend"))
        import papert_build
        import tarfile
        import tempfile

        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            name = papert_build.build_sdist(one)
            papert_build.build_sdist(two)
            self.assertEqual(pathlib.Path(one, name).read_bytes(), pathlib.Path(two, name).read_bytes())
            with tarfile.open(pathlib.Path(one, name)) as archive:
                names = archive.getnames()
            for part in ("PKG-INFO", "pyproject.toml", "src/python/module.cc", "python/papert/py.typed"):
                self.assertTrue(f"{name.removesuffix('.tar.gz')}/{part}" in names, part)


if __name__ == "__main__":
    unittest.main()
