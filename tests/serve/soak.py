"""Programs without end against both servers: what they hold must not grow.

    soak.py PAPERT [PROGRAMS] [CLIENTS]      default: 20000 programs, 4 clients at once

Half of the programs go to the playground (all five languages, broken and endless ones among them, some against tasks), half
are replies to `papert serve --reward`; a tenth as many pages are asked for. Memory and descriptors are noted twenty times; after
the first fifth, memory may grow by 5 %, and at the end there must be as many descriptors as then. Exit code 77: a client is
not installed.
"""

import itertools
import os
import pathlib
import sys
import threading
import time

from clients_test import SOURCE, Server, ids_of  # exits with 77 where a client is missing

import requests

NOTES = 20
SHAPES = "circle(cx=256, cy=256, radius={0}, stroke=2)"
PLAY = (
    {"lang": "turtle", "code": "import turtle\nfor i in range(4):\n    turtle.forward({0})\n    turtle.left(90)\n"},
    {"lang": "shapes", "code": SHAPES},
    {"lang": "xlogo", "code": "repeat 4 [fd fd rt] ; {0}"},
    {"lang": "svg", "code": "<svg viewBox='0 0 400 400'><circle cx='200' cy='200' r='{0}'/></svg>"},
    {"lang": "cad", "code": "Circle(center=(0,0), dir=(1,0), radius={0}, clockwise=False)"},
    {"lang": "turtle", "code": "import turtle\nturtle.forwrd({0})"},
    {"lang": "svg", "code": "<svg><{0}"},
    {"lang": "turtle", "code": "import turtle\nturtle.circle({0})\nprint('x' * {0})"},
)
ENDLESS = {"lang": "turtle", "code": "while True: pass  # {0}"}


class Held:
    """What a process holds, noted now and then."""

    def __init__(self, name, server):
        self.name, self.pid, self.notes = name, server.process.pid, []

    def note(self):
        folder = pathlib.Path(f"/proc/{self.pid}")
        resident = int((folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        self.notes.append((resident, len(list((folder / "fd").iterdir()))))

    def check(self):
        early, late = self.notes[NOTES // 5], self.notes[-1]
        grown = late[0] / early[0] - 1
        print(f"{self.name}: {early[0] / 2**20:.1f} MB resident after a fifth, {late[0] / 2**20:.1f} MB at the end ({100 * grown:+.1f} %), "
              f"most {max(each[0] for each in self.notes) / 2**20:.1f} MB; {early[1]} descriptors, then {late[1]}", flush=True)
        assert grown < 0.05, self.notes
        assert late[1] <= early[1], self.notes


def play_bodies(server):
    """Programs one after the other, each different, with a task now and then and seldom an endless one."""
    tasks = []
    for suite, lang in (("shapecode", "shapes"), ("turtleai", "turtle")):
        query = f"suite={suite}&seed=7&count=1"
        rows = requests.get(f"{server.url}/api/v1/tasks?{query}", headers=server.headers, timeout=60).json()["rows"]
        one = requests.get(f"{server.url}/api/v1/tasks/one?{query}&id={rows[0]['id']}", headers=server.headers, timeout=60).json()
        tasks.append((lang, one["ref"]))
    for number in itertools.count():
        form = ENDLESS if number % 1000 == 999 else PLAY[number % len(PLAY)]
        body = {**form, "code": form["code"].replace("{0}", str(20 + number % 180))}
        lang, ref = tasks[number // 10 % len(tasks)]
        if number % 10 == 9 and lang == form["lang"]:
            body["task"] = ref
        yield "/api/v1/run", body


def reward_bodies(server):
    ids = {suite: ids_of(server, suite) for suite in ("shapecode", "xlogo", "turtleai")}
    replies = {"shapecode": SHAPES, "xlogo": "def run():\n    move_forward()  # {0}", "turtleai": PLAY[0]["code"]}
    for number in itertools.count():
        suite = list(ids)[number % len(ids)]
        text = replies[suite].replace("{0}", str(20 + number % 180))
        item = {"suite": suite, "src": SOURCE, "id": ids[suite][number % len(ids[suite])], "text": text}
        yield "/api/v1/reward", {"items": [item]}


def drive(server, bodies, count, clients, paths, held):
    lock, done, failed = threading.Lock(), itertools.count(1), []

    def work():
        with requests.Session() as session:
            session.headers.update(server.headers)
            while not failed:
                with lock:
                    number = next(done)
                    if number > count:
                        return
                    path, body = next(bodies)
                    if number % max(1, count // NOTES) == 0:
                        held.note()
                answer = session.post(server.url + path, json=body, timeout=120)
                if answer.status_code != 200:
                    failed.append((answer.status_code, answer.text[:300], body))
                if number % 10 == 0:
                    page = session.get(server.url + paths[number // 10 % len(paths)], timeout=120)
                    if page.status_code != 200:
                        failed.append((page.status_code, page.url))

    threads = [threading.Thread(target=work) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed[0]
    time.sleep(1)
    held.note()


def soak(papert, name, bodies, count, clients, paths, *flags, **kind):
    with Server(papert, *flags, **kind) as server:
        held, began = Held(name, server), time.monotonic()
        drive(server, bodies(server), count, clients, paths, held)
        took = time.monotonic() - began
        print(f"{name}: {count:,} programs and {count // 10:,} pages in {took:.0f} s ({count / took:.0f}/s)", flush=True)
        held.check()


def main():
    papert = sys.argv[1]
    programs = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    clients = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    soak(papert, "playground", play_bodies, programs // 2, clients, ["/", "/api/v1/runs", "/metrics", "/api/v1/info"],
         "--rate", "1000000", "--log-dir", "/nonexistent/runs", pages=True)
    soak(papert, "rewards", reward_bodies, programs // 2, clients, ["/healthz", "/metrics", "/api/v1/info"])
    print("all well")


if __name__ == "__main__":
    main()
