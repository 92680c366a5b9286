#!/usr/bin/env python3
"""Containerfile without a container engine: every path, script, package, verb and flag that it names exists.

    container_test.py PAPERT
"""

import fnmatch
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
problems = []


def check(right, problem):
    if not right:
        problems.append(problem)


def instructions(text):
    """(word, rest) of each, lines that are continued joined, comments left out."""
    joined = re.sub(r"\\\n\s*", " ", "\n".join(line for line in text.split("\n") if not line.startswith("#")))
    return [tuple(line.split(None, 1)) for line in joined.split("\n") if line.strip()]


def known_packages():
    arrays = re.findall(r"^(\w+)_packages=\((.*?)\)", (ROOT / "script/setup").read_text(), re.S | re.M)
    return {name: set(words.split()) for name, words in arrays}


def stages(steps):
    found = []
    for word, rest in steps:
        if word == "FROM":
            found.append((rest, []))
        else:
            found[-1][1].append((word, rest))
    return found


def check_copies(steps, names):
    for word, rest in steps:
        if word != "COPY":
            continue
        words = rest.split()
        stage = next((each[len("--from="):] for each in words if each.startswith("--from=")), None)
        check(stage is None or stage in names, f"COPY from a stage that there is not: {rest}")
        for source in [] if stage else words[:-1]:
            check((ROOT / source).exists(), f"COPY of what is not there: {source}")


def check_build(steps):
    known = known_packages()
    for word, rest in steps:
        if word != "RUN":
            continue
        script, *words = rest.split()
        check(os.access(ROOT / script, os.X_OK), f"RUN of what cannot be run: {script}")
        for part in words if script == "script/setup" else []:
            check(part in known, f"script/setup has no part '{part}'")


def check_runtime(steps):
    known = set().union(*known_packages().values())
    package = (ROOT / "cmake/PapertPackage.cmake").read_text()
    check("CPACK_DEBIAN_PAPERT_PACKAGE_NAME papert)" in package, "the Debian package has another name")
    check("CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON" in package, "the Debian package does not name its libraries")
    check("build/release/*.deb" in (ROOT / "script/package").read_text(), "script/package leaves its packages elsewhere")
    text = "\n".join(rest for _, rest in steps)
    check("/src/build/release/papert_*.deb" in text, "the package that script/package makes is not taken")
    installed = re.findall(r"apt-get install ([^&]*)", text)
    check(len(installed) == 1, "one apt-get install is expected")
    for name in " ".join(installed).split():
        if name.startswith("-"):
            continue
        if name.startswith("/"):
            check(fnmatch.fnmatch("/tmp/papert_0.2.0_amd64.deb", name), f"not the package: {name}")
            check(not fnmatch.fnmatch("/tmp/python3-papert_0.2.0_amd64.deb", name), f"more than the package: {name}")
            continue
        check(name in known, f"script/setup does not know the package {name}")
        check(not name.endswith("-dev"), f"not needed to run: {name}")
    words = [word for word, _ in steps]
    user = dict(steps).get("USER", "root")
    check(user not in ("root", "0"), "it runs as root")
    check(re.search(rf"useradd [^&\n]*\b{user}$", text, re.M), f"nobody makes the user {user}")
    check(words.index("USER") > max(i for i, word in enumerate(words) if word == "RUN"), "USER comes before RUN")


def check_program(papert, text, steps):
    entry = dict(steps)["ENTRYPOINT"]
    check(entry == '["papert"]', f"another program is started: {entry}")
    cli = (ROOT / "apps/cli/CMakeLists.txt").read_text()
    check("install(TARGETS papert RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT papert)" in cli,
          "papert is not installed on the PATH")
    used = re.sub(r"\\\n#\s*", " ", text)
    for verb, flags in re.findall(r"\bpapert\s+(serve|doctor)([^\n]*)", used):
        shown = subprocess.run([papert, verb, "--help"], capture_output=True, text=True)
        check(shown.returncode == 0, f"papert {verb} --help fails")
        for flag in re.findall(r"--[a-z-]+", flags):
            check(re.search(rf"{flag}\b", shown.stdout), f"papert {verb} has no {flag}")


def check_ignored():
    """What is not copied is nothing that is built from."""
    patterns = [line for line in (ROOT / ".dockerignore").read_text().split("\n") if line and not line.startswith("#")]
    tracked = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True)
    for path in tracked.stdout.split("\n"):
        for pattern in patterns:
            top = pattern.lstrip("/")
            check(not (path == top or path.startswith(top + "/")), f".dockerignore leaves out {path}")


def main(papert):
    text = (ROOT / "Containerfile").read_text()
    steps = instructions(text)
    parts = stages(steps)
    check(len(parts) == 2, "two stages are expected")
    names = {rest.split()[-1] for rest, _ in parts if " AS " in rest}
    for rest, _ in parts:
        check("debian:bookworm" in rest, f"not Debian 12: {rest}")
    check_copies(steps, names)
    check_build(parts[0][1])
    check_runtime(parts[1][1])
    check_program(papert, text, parts[1][1])
    check_ignored()
    for problem in problems:
        print(f"Containerfile: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
