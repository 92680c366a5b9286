"""What shells offer must be what `papert --help` names: every verb and every flag, in bash, zsh and fish.

    completion_test.py PAPERT
"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import unittest

PAPERT = os.path.abspath(sys.argv.pop(1))


def papert(*words):
    return subprocess.run([PAPERT, *words], capture_output=True, text=True, check=True).stdout


def section(text, title):
    """The lines of a section of a help text, up to the empty one."""
    found = re.search(rf"^{title}:\n(.*?)(\n\n|\Z)", text, re.S | re.M)
    return found.group(1).splitlines() if found else []


def read_place(words):
    """(verbs, flags) that the help text of a verb names."""
    text = papert(*words, "--help")
    verbs = [line.split()[0] for line in section(text, "Subcommands")]
    flags = []
    for line in section(text, "Options"):
        named = re.match(r"  (-\S+)", line)
        if named:
            flags += [flag for flag in named.group(1).split(",") if flag.startswith("-")]
    return verbs, flags


def read_places():
    """All verbs, as the words that lead to them."""
    places = {}
    todo = [()]
    while todo:
        words = todo.pop()
        verbs, flags = read_place(words)
        places[words] = (verbs, flags)
        todo += [(*words, verb) for verb in verbs if verb != "help"]
    return places


PLACES = read_places()


class Bash:
    DRIVER = r"""
source "$1"
while IFS= read -r line; do
  COMP_WORDS=($line)
  [ "${line: -1}" = ' ' ] && COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _papert
  echo "${COMPREPLY[*]}"
done
"""

    def __init__(self, folder):
        self.script = os.path.join(folder, "papert.bash")
        with open(self.script, "w", encoding="utf-8") as file:
            file.write(papert("completion", "bash"))

    def offers(self, lines):
        done = subprocess.run(["bash", "--norc", "-c", self.DRIVER, "bash", self.script],
                              input="".join(line + "\n" for line in lines), capture_output=True, text=True, check=True)
        assert not done.stderr, done.stderr
        return [answer.split() for answer in done.stdout.splitlines()]


class Fish:
    def __init__(self, folder):
        self.script = os.path.join(folder, "papert.fish")
        with open(self.script, "w", encoding="utf-8") as file:
            file.write(papert("completion", "fish"))

    def offers(self, lines):
        asked = "\n".join(f"complete -C '{line}'; echo ===" for line in lines)
        done = subprocess.run(["fish", "--no-config", "-c", f"complete -e papert; source {self.script}\n{asked}"],
                              capture_output=True, text=True, check=True,
                              env={**os.environ, "HOME": os.path.dirname(self.script)})
        assert not done.stderr, done.stderr
        return [[row.split("\t")[0] for row in answer.splitlines()] for answer in done.stdout.split("===\n")[:-1]]


class Zsh:
    """Types into a terminal, as zsh has no other way to be asked."""

    START = ("unsetopt prompt_cr prompt_sp; PROMPT='@''@'; LISTMAX=100000; setopt no_beep; bindkey '^I' list-choices; "
             "autoload -Uz compinit; compinit -u -D; source {}; stty -echo; print\n")

    def __init__(self, folder):
        script = os.path.join(folder, "papert.zsh")
        with open(script, "w", encoding="utf-8") as file:
            file.write(papert("completion", "zsh"))
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.chdir(folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "TERM": "dumb", "COLUMNS": "250", "LINES": "4000"})
        self.read = b""
        self.send(self.START.format(script))

    def send(self, text):
        os.write(self.terminal, text.encode())

    def wait_for(self, word):
        """What was printed up to the word."""
        while word.encode() not in self.read:
            ready, _, _ = select.select([self.terminal], [], [], 60)
            assert ready, f"zsh says nothing more after {self.read[-300:]!r}"
            self.read += os.read(self.terminal, 65536)
        before, _, self.read = self.read.partition(word.encode())
        return before.decode(errors="replace")

    def offers(self, lines):
        answers = []
        for number, line in enumerate(lines):
            self.wait_for("@@")  # before it, keys go to the terminal instead of the line editor
            self.send(f"{line}\t\x15print -r -- NE''XT{number}.\n")
            text = self.wait_for(f"NEXT{number}.")
            answers.append(re.findall(r"(?<![\w-])(--?[A-Za-z0-9][A-Za-z0-9-]*|[a-z][a-z0-9]*)(?=\s)", text))
        return answers


class Completion(unittest.TestCase):
    def check(self, shell):
        with tempfile.TemporaryDirectory() as folder:
            asked = []
            wanted = []
            for words, (verbs, flags) in PLACES.items():
                typed = " ".join(["papert", *words])
                if verbs:
                    asked.append(typed + " ")
                    wanted.append(verbs)
                asked.append(typed + " -")
                wanted.append([flag for flag in flags if shell is Bash or flag.startswith("--")])
                if shell is not Bash:
                    asked[-1] += "-"
            self.assertGreater(len(asked), 35)
            for line, want, offered in zip(asked, wanted, shell(folder).offers(asked), strict=True):
                self.assertEqual(set(want) - set(offered), set(), f"{shell.__name__} does not offer at '{line}'")

    def test_bash(self):
        self.check(Bash)

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish(self):
        self.check(Fish)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh(self):
        self.check(Zsh)

    def test_values(self):
        with tempfile.TemporaryDirectory() as folder:
            offered = Bash(folder).offers([
                "papert eval sh", "papert eval --order ", "papert eval --order = i", "papert list m", "papert help ev",
                "papert eval shapecode --data ", "papert datagen tur", "papert synth --engine s"])
        self.assertEqual(offered, [["shapecode"], ["seed", "id"], ["id"], ["modes", "models"], ["eval"], [], ["turtle"],
                                   ["smt"]])


if __name__ == "__main__":
    unittest.main()
