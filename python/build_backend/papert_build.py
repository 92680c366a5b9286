"""Builds the package `papert` (PEP 517, PEP 660) with nothing but the standard library and CMake.

The module and the jailed interpreter are built in build/python, which is kept, so the second install is quick. That
folder then holds the package as it is installed (src/python/CMakeLists.txt); a wheel is a copy of it with names in
order and fixed times, so the same sources give the same bytes, and an editable install is a path to it.
"""

import base64
import gzip
import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "python"
PACKAGE = BUILD / "python"
EPOCH = (1980, 1, 1, 0, 0, 0)
# What a Python process must not load, and what only the command line needs.
LEFT_OUT = ["CLI", "TESTS", "BENCH", "CAD", "EMBEDDINGS", "SMT"]


def get_requires_for_build_wheel(config_settings=None):
    # The packaged pybind11 knows Python up to 3.11.
    return ["pybind11>=2.13"] if sys.version_info >= (3, 12) else []


get_requires_for_build_editable = get_requires_for_build_wheel


def project():
    fields = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    fields["version"] = re.search(r"project\(papert VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    return fields


def build():
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DPAPERT_PYTHON=ON", "-DPAPERT_UNITY=ON", "-DPAPERT_PCH=ON",
               f"-DPython_EXECUTABLE={sys.executable}", *(f"-DPAPERT_{name}=OFF" for name in LEFT_OUT)]
    if sys.version_info >= (3, 12):
        import pybind11
        options.append(f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
    configure = ["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "--log-level=WARNING", *options]
    try:
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", BUILD, "--target", "papert_core", "papert_zygote"], check=True)
    except FileNotFoundError as error:
        raise SystemExit(f"papert: {error.filename} is missing; script/setup python installs what a build needs")
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"papert: the build failed (exit code {error.returncode}); its messages stand above. "
                         "script/setup python installs what a build needs")


def metadata(fields):
    lines = ["Metadata-Version: 2.1", "Name: papert", f"Version: {fields['version']}",
             f"Summary: {fields['description']}", f"Requires-Python: {fields['requires-python']}",
             *(f"Classifier: {each}" for each in fields["classifiers"])]
    for extra, packages in fields["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {package}; extra == '{extra}'" for package in packages]
    lines += ["Description-Content-Type: text/markdown", "", (ROOT / fields["readme"]).read_text()]
    return "\n".join(lines)


def entry_points(fields):
    groups = fields.get("entry-points", {})
    return "\n".join(f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in sorted(points.items()))
                     for group, points in sorted(groups.items()))


def write_wheel(folder, files):
    """`files`: name in the wheel -> (bytes, whether it is a program)."""
    fields = project()
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
    info = f"papert-{fields['version']}.dist-info"
    wheel = f"Wheel-Version: 1.0\nGenerator: papert_build\nRoot-Is-Purelib: false\nTag: {tag}\n"
    files = dict(files)
    for name, text in {"METADATA": metadata(fields), "WHEEL": wheel, "entry_points.txt": entry_points(fields),
                       "LICENSE": (ROOT / "LICENSE").read_text()}.items():
        if text:
            files[f"{info}/{name}"] = (text.encode(), False)
    record = ""
    for name, (data, _) in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = (f"{record}{info}/RECORD,,\n".encode(), False)
    target = pathlib.Path(folder) / f"papert-{fields['version']}-{tag}.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (data, program) in sorted(files.items()):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = (0o100755 if program else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return target.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build()
    files = {}
    for folder, _, names in os.walk(PACKAGE, followlinks=True):
        for name in names:
            path = pathlib.Path(folder, name)
            # A link to a file that is no longer there is left from an earlier build.
            if path.exists() and path.suffix != ".pyc":
                files[path.relative_to(PACKAGE).as_posix()] = (path.read_bytes(), os.access(path, os.X_OK))
    return write_wheel(wheel_directory, files)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    build()
    return write_wheel(wheel_directory, {"__editable__.papert.pth": (f"{PACKAGE}\n".encode(), False)})


def source_files():
    try:
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, capture_output=True).stdout
        return sorted(name for name in listed.decode().split("\0") if name and (ROOT / name).is_file())
    except (FileNotFoundError, subprocess.CalledProcessError):  # an unpacked sdist
        return sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file()
                      and path.relative_to(ROOT).parts[0] != "build" and "__pycache__" not in path.parts)


def build_sdist(sdist_directory, config_settings=None):
    fields = project()
    name = f"papert-{fields['version']}"
    files = {each: (ROOT / each).read_bytes() for each in source_files()}
    files["PKG-INFO"] = metadata(fields).encode()
    target = pathlib.Path(sdist_directory) / f"{name}.tar.gz"
    with open(target, "wb") as raw, gzip.GzipFile("", "wb", mtime=0, fileobj=raw) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for each, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"{name}/{each}")
            entry.size = len(data)
            entry.mode = 0o755 if os.access(ROOT / each, os.X_OK) else 0o644
            archive.addfile(entry, io.BytesIO(data))
    return target.name
