#!/usr/bin/env python3
"""The commands of the documents: those in blocks marked sh are run, all others have verbs and flags that exist.

    commands_test.py PAPERT flags              every `papert VERB --flag` anywhere in the documents
    commands_test.py PAPERT references         docs/http.md has the addresses of the servers, docs/formats.md the numbers of the formats
    commands_test.py PAPERT run PAGE           the blocks of docs/PAGE.md, one after the other, in an empty folder
    commands_test.py PAPERT pages              the names of pages that have such blocks

A block that needs what a test has not says so after sh: cluster, endpoint, gpu, data, root, build, container, slow.
Those are checked for their flags alone.
One marked 'sh server' is started, must print something, and goes on until the page ends. A command in a block that is not marked is an error,
so none is forgotten; what only shows how a command is written is marked text.
"""

import importlib.machinery
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
pages = importlib.machinery.SourceFileLoader("write_docs_pages", str(ROOT / "script/write-docs-pages")).load_module()
NEEDS = {"cluster", "endpoint", "gpu", "data", "root", "build", "container", "slow"}
COMMAND = re.compile(r"(?:\w+=\S+ )*(?:papert|script/|bench/|docs/recipes/|python3? |v/bin/|pip |cmake |ctest |mypy\b|sbatch |podman |docker |curl |"
                     r"source |man |systemctl |tar |for |J=|\./)")


def documents():
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]


def blocks(text):
    """(words after the fence, lines) of every fenced block, and ([], lines) of indented ones."""
    fence, info, lines, indented = None, [], [], []
    for line in text.split("\n"):
        mark = re.match(r"^(`{3,})(.*)$", line)
        if fence:
            if mark and mark[1] == fence and not mark[2]:
                yield info, lines
                fence = None
            else:
                lines.append(line)
        elif mark:
            fence, info, lines = mark[1], mark[2].split(), []
        elif line.startswith("    ") and line.strip():
            indented.append(line.strip())
        elif indented and line.strip():
            yield [], indented
            indented = []
    if indented:
        yield [], indented


def runnable(page):
    """(whether it is a server, lines) of every block that is run."""
    return [(info == ["sh", "server"], lines) for info, lines in blocks(page.read_text()) if info in (["sh"], ["sh", "server"])]


def check_words(page):
    known = {"sh", "python", "json", "text", "yaml", "html", "diff", "cmake", "cpp", "ini"}
    problems = []
    for info, lines in blocks(page.read_text()):
        if info and (info[0] not in known or not (set(info[1:]) <= NEEDS or info == ["sh", "server"])):
            problems.append(f"a block is marked {' '.join(info)!r}")
        for line in lines if not info else []:
            if COMMAND.match(line.removeprefix("$ ")):
                problems.append(f"a command in a block that is not marked: {line}")
    return [f"{page.relative_to(ROOT)}: {problem}" for problem in problems]


class Flags:
    """What each verb knows, by its help."""

    def __init__(self, papert):
        self.papert, self.known = papert, {}
        self.top = self.of(())

    def of(self, words):
        if words not in self.known:
            text = pages.help_of(self.papert, *words)
            self.known[words] = (set(re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*", text)), pages.verbs_in(text))
        return self.known[words]

    def problem(self, command):
        """None, or what is wrong with `papert ...`; what follows a pipe or two blanks is another command or a remark."""
        command = re.sub(r"'[^']*'|\"[^\"]*\"", "QUOTED", command)
        command = re.split(r"\s{2,}|\s[|>&;]|\s#", command)[0].replace("[", " ").replace("]", " ").replace("\\", " ")
        words = command.split()[1:]
        verbs = ()
        while words and re.fullmatch(r"[a-z][a-z-]*", words[0]) and words[0] in self.of(verbs)[1]:
            verbs = (*verbs, words.pop(0))
        if not verbs:
            if words[:1] == ["help"]:
                return None
            if words and re.fullmatch(r"[a-z][a-z-]*", words[0]):
                return f"there is no verb {words[0]!r}"
            return None
        for word in words:
            flag = re.match(r"--?[A-Za-z][\w-]*", word)
            if flag and flag[0] not in self.of(verbs)[0]:
                return f"papert {' '.join(verbs)} has no {flag[0]}"
        return None


def check_flags(papert):
    flags, problems, seen = Flags(papert), [], 0
    for page in documents():
        problems += check_words(page)
        for info, lines in blocks(page.read_text()):
            if info and info[0] not in ("sh", "text"):
                continue
            for line in lines:
                match = re.match(r"^(?:\$ )?(papert .*)", line.strip())
                if match:
                    seen += 1
                    wrong = flags.problem(match[1])
                    if wrong:
                        problems.append(f"{page.relative_to(ROOT)}: {match[1]}: {wrong}")
    for problem in problems:
        print(problem)
    print(f"{seen} commands in {len(documents())} documents")
    return 1 if problems or seen < 100 else 0


def addresses_of_program():
    """(method, path) of every route in the servers' tables, names in it as {}."""
    found = set()
    for table in ("src/serve/routes.cc", "src/serve/app/routes.cc"):
        routes = re.findall(r'^\s*\{"(GET|POST)", "(/[^"]*)", k', (ROOT / table).read_text(), re.M)
        size = re.search(r"std::array<Route, (\d+)>", (ROOT / table).read_text())
        if not size or int(size[1]) != len(routes):
            raise SystemExit(f"{table}: {len(routes)} routes were found, not those of its table")
        found |= {(method, path.replace("*", "{}")) for method, path in routes}
    return found


def check_references(papert):
    listed = set()
    for methods, path in re.findall(r"^\| `?((?:GET|POST)(?:`, `POST)?) (/[^`]*)` \|", (ROOT / "docs/http.md").read_text(), re.M):
        listed |= {(method, re.sub(r"/[A-Z][A-Z0-9]*(?=/|$)", "/{}", path)) for method in re.findall(r"[A-Z]+", methods)}
    known = addresses_of_program()
    problems = [f"docs/http.md: {method} {path} is not listed" for method, path in sorted(known - listed)]
    problems += [f"docs/http.md: there is no {method} {path}" for method, path in sorted(listed - known)]
    text = subprocess.run([papert, "--version", "--json"], check=True, capture_output=True, text=True).stdout
    formats = json.loads(text)["formats"]
    said = dict(re.findall(r"^\| `([^`]+)` \| (\d+) \|", (ROOT / "docs/formats.md").read_text(), re.M))
    for name in sorted({*formats, *said}):
        if said.get(name) != str(formats.get(name)):
            problems.append(f"docs/formats.md: {name} has the number {said.get(name)}, in the program {formats.get(name)}")
    for problem in problems:
        print(problem)
    print(f"{len(known)} addresses, {len(formats)} formats")
    return 1 if problems else 0


def run_page(papert, name):
    page = ROOT / "docs" / f"{name}.md"
    parts = runnable(page)
    if not parts:
        print(f"{page}: no block is marked sh")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "bin").mkdir()
        (place / "bin/papert").symlink_to(pathlib.Path(papert).resolve())
        (place / "here").mkdir()
        environment = {**os.environ, "PATH": f"{place}/bin:{os.environ['PATH']}", "PAPERT_LOG_DIR": "runs",
                       "PAPERT_CHECKOUT": str(ROOT)}
        servers = []
        try:
            for number, (serves, lines) in enumerate(parts, 1):
                log = place / f"{number}.log"
                with log.open("wb") as out:
                    process = subprocess.Popen(["bash", "-euo", "pipefail", "-c", "\n".join(lines)], cwd=place / "here", env=environment,
                                               stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
                if serves:
                    servers.append(process)
                    until = time.monotonic() + 60
                    while process.poll() is None and log.stat().st_size == 0 and time.monotonic() < until:
                        time.sleep(0.05)
                    works = process.poll() is None and log.stat().st_size > 0
                else:
                    works = process.wait() == 0
                if not works:
                    print(f"{page}: block {number} ended with {process.poll()}:\n" + "\n".join(lines))
                    print(log.read_text(errors="replace")[-8000:])
                    return 1
        finally:
            for process in servers:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGTERM)
                process.wait()
    print(f"{len(parts)} blocks of {name}.md work")
    return 0


def main():
    papert, what, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
    if what == "flags":
        return check_flags(papert)
    if what == "references":
        return check_references(papert)
    if what == "run":
        return run_page(papert, *rest)
    print("\n".join(page.stem for page in sorted((ROOT / "docs").glob("*.md")) if runnable(page)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
