"""Many clients at once, and attackers, against a real `papert serve --reward`, and attackers against the web application.

    load_test.py PAPERT [rewards] [sessions] [attacks] [pages]      PAPERT_FULL=1: with the counts of a release (docs/serve.md)

rewards: aiohttp, each reward a request of its own, endless programs among them; each answer must be its own request's.
sessions: OpenEnv over websockets, with garbage between the messages.
attacks: floods, slow and broken requests from those who have no token; the server must stay small and answer others.
pages: the same against the web application and its playground, whose programs are hostile, too.
Verdicts and counts are checked, times are reported. Exit code 77: a client is not installed.
"""

import asyncio
import contextlib
import json
import os
import pathlib
import random
import resource
import socket
import struct
import subprocess
import sys
import threading
import time

from clients_test import SOURCE, Server, ids_of, ref  # exits with 77 where a client is missing

import aiohttp
import requests
import websockets

FULL = os.environ.get("PAPERT_FULL") == "1"
ENDLESS = "```python\nwhile True:\n    pass\n```"
WRONG = "circle(cx=256, cy=256, radius=9, stroke=3)"


def scaled(few, full):
    return full if FULL else few


def milliseconds(seconds):
    return f"{1000 * seconds:,.0f} ms"


def at(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


async def check_rewards(server):
    count, connections, loops = scaled(400, 20_000), scaled(64, 512), scaled(2, 20)
    suites = {name: ids_of(server, name) for name in ("xlogo", "shapecode", "turtleai")}
    right = {}
    for name in ("xlogo", "shapecode"):
        for task in suites[name]:
            # The server shows no references: a program of our own process does.
            right[name, task] = server.references[name][task]
    chosen = random.Random(7)
    endless = set(chosen.sample(range(count), loops))
    wanted, bodies = [], []
    for number in range(count):
        if number in endless:
            name, task, text, reward = "turtleai", suites["turtleai"][0], ENDLESS, 0.0
        else:
            name = chosen.choice(("xlogo", "shapecode"))
            task = chosen.choice(suites[name])
            good = chosen.random() < 0.5
            text, reward = (right[name, task], 1.0) if good else ("nothing of the kind", 0.0)
        bodies.append({"query": [f"prompt {text}</s>"], "prompts": ["prompt "], "labels": [ref(name, task)]})
        wanted.append(reward)
    url = f"{server.url}/t/{server.token}/get_reward"
    times = [0.0] * count

    gate = asyncio.Semaphore(connections)

    async def one(session, number):
        async with gate:
            began = time.monotonic()
            async with session.post(url, json=bodies[number]) as response:
                assert response.status == 200, await response.text()
                answer = await response.json()
            times[number] = time.monotonic() - began
        assert answer["extra_logs"]["scored"] == [1.0], answer
        return answer["rewards"]

    began = time.monotonic()
    connector = aiohttp.TCPConnector(limit=connections)
    async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(600)) as session:
        answers = await asyncio.gather(*(one(session, number) for number in range(count)))
    assert answers == [[reward] for reward in wanted], "a reward is another request's"
    took = time.monotonic() - began
    print(f"rewards: {count:,} over {connections} connections, {loops} endless loops among them: all answered, each with its "
          f"own reward, in {took:.0f} s ({count / took:,.0f}/s); slowest answer {milliseconds(max(times))}, of the loops "
          f"{milliseconds(max(times[i] for i in endless))}", flush=True)


async def check_sessions(server):
    sessions = scaled(20, 500)
    address = f"{server.url}/t/{server.token}/openenv/shapecode/ws?max_turns=2".replace("http://", "ws://")
    times = []

    async def say(client, text):
        began = time.monotonic()
        await client.send(text)
        answer = await asyncio.wait_for(client.recv(), 120)
        times.append(time.monotonic() - began)
        return json.loads(answer)

    async def one(number):
        async with websockets.connect(address, open_timeout=120) as client:
            begun = await say(client, '{"type":"reset","data":{"seed":%d}}' % (7 + number % 5))
            assert begun["type"] == "observation", begun
            for garbage, code in (("{", "INVALID_JSON"), ("[" * 10_000, "INVALID_JSON"), ('{"type":"fly"}', "UNKNOWN_TYPE"),
                                  ('{"type":"step","data":{"reply":7}}', "VALIDATION_ERROR"),
                                  (b"\xff\x00\xfe", "INVALID_JSON")):
                answer = await say(client, garbage)
                assert (answer["type"], answer["data"]["code"]) == ("error", code), answer
            first = await say(client, '{"type":"step","data":{"reply":"%s"}}' % WRONG)
            assert first["data"]["observation"]["drawing"]["mime"] == "image/png", first
            last = await say(client, '{"type":"step","data":{"reply":"nothing"}}')
            assert last["data"]["done"] and last["data"]["reward"] == 0.0, last

    await asyncio.gather(*(one(number) for number in range(sessions)))
    print(f"sessions: {sessions} at once by websockets {websockets.__version__}, {len(times):,} answers; half within "
          f"{milliseconds(at(times, 0.5))}, 99 % within {milliseconds(at(times, 0.99))}", flush=True)


class Others:
    """Somebody with a token who asks all the while: this body of this path."""

    def __init__(self, server, path, body):
        self.times, self.stop = [], threading.Event()

        def ask():
            with requests.Session() as session:
                while not self.stop.wait(0.02):
                    began = time.monotonic()
                    answer = session.post(server.url + path, json=body, headers=server.headers, timeout=60)
                    assert answer.status_code == 200, (answer.status_code, answer.headers, answer.text)
                    self.times.append(time.monotonic() - began)
        self.thread = threading.Thread(target=self._guard, args=(ask,))
        self.failed = None

    def _guard(self, ask):
        try:
            ask()
        except Exception as error:  # told by the main thread
            self.failed = error

    def wait_for(self, count):
        """Until so many more were answered, however busy the machine is."""
        until = len(self.times) + count
        while len(self.times) < until and self.thread.is_alive():
            time.sleep(0.01)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()
        if self.failed:
            raise self.failed


def resident_bytes(pid):
    return int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()


class Attack:
    """`path`: what runs programs, and so wants the token."""

    def __init__(self, server, path):
        self.path = path
        host = server.url.removeprefix("http://")
        self.address = (host.split(":")[0], int(host.split(":")[1]))
        self.head = f"Host: {host}\r\nAuthorization: Bearer {server.token}\r\nContent-Type: application/json\r\n"
        self.host = host

    def connect(self):
        return socket.create_connection(self.address, timeout=30)

    def status(self, request, body=b""):
        """The status of the answer; 0: the connection was cut."""
        with contextlib.suppress(OSError), self.connect() as connection:
            connection.sendall(request.encode() + body)
            answer = connection.recv(64)
            return int(answer.split()[1]) if answer.startswith(b"HTTP/1.1 ") else 0
        return 0

    def flood(self, begin, piece, most):
        """How many bytes were taken before the connection was cut."""
        sent = 0
        with contextlib.suppress(OSError), self.connect() as connection:
            connection.sendall(begin.encode())
            while sent < most:
                connection.sendall(piece)
                sent += len(piece)
        return sent

    def requests(self):
        """Every one of them must be turned away."""
        post = f"POST {self.path} HTTP/1.1\r\n"
        mine = f"Host: {self.host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
        yield "wrong host", self.status(post + mine.replace(self.host, "evil.example") + "\r\n", b"{}"), (403, 421)
        yield "missing token", self.status(post + mine + "\r\n", b"{}"), (401,)
        yield "foreign origin", self.status(post + self.head + "Origin: http://evil.example\r\nContent-Length: 2\r\n\r\n",
                                            b"{}"), (403,)
        yield "a path upwards", self.status("GET /..%2f..%2fetc/passwd HTTP/1.1\r\n" + self.head + "\r\n"), (400, 404)
        yield "body of 9 MB", self.status(post + self.head + f"Content-Length: {9 << 20}\r\n\r\n", b" " * (9 << 20)), (413, 0)
        deep = b"[" * 10_000
        yield "depth 10,000", self.status(post + self.head + f"Content-Length: {len(deep)}\r\n\r\n", deep), (400,)
        form = self.head.replace("application/json", "application/x-www-form-urlencoded")
        yield "a form", self.status(post + form + "Content-Length: 2\r\n\r\n", b"{}"), (415,)
        upgrade = ("GET /openenv/xlogo/ws HTTP/1.1\r\n" + self.head + "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n")
        yield "foreign socket", self.status(upgrade + "Origin: http://evil.example\r\n\r\n"), (403,)


async def large_message(server, most):
    """Bytes of one message that were taken before the connection was cut."""
    address = f"{server.url}/t/{server.token}/openenv/xlogo/ws".replace("http://", "ws://")
    sent = 0

    async def pieces():
        nonlocal sent
        while sent < most:
            yield "x" * (1 << 20)
            sent += 1 << 20

    with contextlib.suppress(websockets.ConnectionClosed, OSError):
        async with websockets.connect(address) as client:
            await client.send(pieces())
            await asyncio.wait_for(client.recv(), 30)
    return sent


def check_attacks(server, name, path, body, sockets):
    """`path` and `body`: what others ask meanwhile. `sockets`: whether the server has any."""
    attack, many, flood = Attack(server, path), scaled(1500, 10_000), 200 << 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, many + 1000), hard))
    assert requests.post(server.url + path, json=body, headers=server.headers, timeout=60).status_code == 200
    with Others(server, path, body) as others:
        time.sleep(0.5)
        before = resident_bytes(server.process.pid)
        largest = before
        for what, status, allowed in attack.requests():
            assert status in allowed, (what, status)
        piece = b"a" * (1 << 16)
        for begin, part in (("GET / HTTP/1.1\r\nX: ", piece), ("GET / HTTP/1.1\r\n", b"X-A: b\r\n" * 8192)):
            assert attack.flood(begin, part, flood) < flood
            largest = max(largest, resident_bytes(server.process.pid))
        assert not sockets or asyncio.run(large_message(server, flood)) < flood
        largest = max(largest, resident_bytes(server.process.pid))
        held = []
        for number in range(many):
            try:
                connection = attack.connect()
                if number % 3 == 1:
                    connection.sendall(b"GET /healthz HTTP/1.1\r\nHo")  # and never more
                if number % 3 == 2:
                    connection.sendall(f"POST {path} HTTP/1.1\r\nHost: {attack.host}".encode() +
                                       b"\r\nContent-Type: application/json\r\nContent-Length: 8000000\r\n\r\n{")
                held.append(connection)
            except OSError as error:
                assert error.errno != 24, "too few descriptors for this check: raise ulimit -n"
            if number % 100 == 0:
                largest = max(largest, resident_bytes(server.process.pid))
        largest = max(largest, resident_bytes(server.process.pid))
        others.wait_for(20)  # while all of these are held
        for connection in held:
            connection.close()
    grown = largest - before
    assert grown < 20 << 20, f"the server grew by {grown >> 20} MB"
    print(f"{name}: {len(held):,} idle and slow connections, floods of {flood >> 20} MB, broken requests: none got through; the "
          f"server grew by {grown / (1 << 20):.1f} MB; {len(others.times)} requests of others meanwhile, half within "
          f"{milliseconds(at(others.times, 0.5))}, 99 % within {milliseconds(at(others.times, 0.99))}, slowest "
          f"{milliseconds(max(others.times))}", flush=True)


def check_reward_attacks(server):
    item = {"suite": "xlogo", "src": SOURCE, "id": ids_of(server, "xlogo")[0], "text": "nothing"}
    check_attacks(server, "attacks", "/api/v1/reward", {"items": [item]}, sockets=True)


HOSTILE = (
    "while True: pass",
    "import os\nwhile True: os.fork()",
    "import socket\nsocket.create_connection(('127.0.0.1', 7676))",
    "open('/etc/passwd').read()",
    "x = []\nwhile True: x.append('y' * 10 ** 6)",
    "while True: print('x' * 10 ** 5)",
    "import ctypes\nctypes.string_at(0)",
    "def f(): f()\nf()",
    "x = 9 ** 9 ** 9",
    "import turtle\nfor i in range(10 ** 9): turtle.forward(i)",
)


def run_program(server, code, session="x"):
    return requests.post(f"{server.url}/api/v1/run", json={"lang": "turtle", "code": code}, timeout=60,
                         headers={**server.headers, "X-Papert-Session": session})


def check_programs(server):
    """Hostile programs: each ends in a result."""
    for code in HOSTILE:
        answer = run_program(server, code)
        assert answer.status_code == 200 and answer.json()["outcome"] != "ok", (code, answer.text[:300])
        assert "root:" not in answer.text
    print(f"programs: {len(HOSTILE)} hostile ones ended", flush=True)


def check_flood(server):
    """`server` runs one program a second, so that also a slow machine is asked for more than it may."""
    statuses = []

    def flood(number):
        statuses.extend(run_program(server, HOSTILE[0], f"{number}").status_code for _ in range(scaled(5, 50)))
    threads = [threading.Thread(target=flood, args=(number,)) for number in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(statuses) <= {200, 429} and 429 in statuses, statuses
    time.sleep(1.1)
    assert run_program(server, "import turtle\nturtle.forward(9)").json()["outcome"] == "ok"
    print(f"programs: of a flood of {len(statuses)} endless ones {statuses.count(200)} were ended and "
          f"{statuses.count(429)} told to wait", flush=True)


def check_pages(papert):
    with Server(papert, "--jobs", "2", "--log-dir", "/nonexistent/runs", pages=True) as server:
        check_programs(server)
    with Server(papert, "--jobs", "2", "--rate", "1", "--log-dir", "/nonexistent/runs", pages=True) as server:
        check_flood(server)
    with Server(papert, "--jobs", "2", "--rate", "1000", "--log-dir", "/nonexistent/runs", pages=True) as server:
        body = {"lang": "shapes", "code": "circle(cx=9, cy=9, radius=5, stroke=1)"}
        check_attacks(server, "pages", "/api/v1/run", body, sockets=False)


def references(papert):
    """Replies that are right, from a worker of our own."""
    with subprocess.Popen([papert, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        def ask(**request):
            body = json.dumps(request).encode()
            worker.stdin.write(struct.pack("<I", len(body)) + body)
            worker.stdin.flush()
            return json.loads(worker.stdout.read(struct.unpack("<I", worker.stdout.read(4))[0]))
        found = {}
        for suite in ("xlogo", "shapecode"):
            tasks = ask(op="tasks", suite=suite, src=SOURCE)["tasks"]
            found[suite] = {task["id"]: ask(op="task", suite=suite, src=SOURCE, id=task["id"], prompt=False,
                                            reference=True)["reference"] for task in tasks}
        worker.stdin.close()
    return found


def main():
    papert, checks = sys.argv[1], sys.argv[2:] or ["rewards", "sessions", "attacks", "pages"]
    with Server(papert, "--jobs", "2") as server:
        if "rewards" in checks:
            server.references = references(papert)
            asyncio.run(check_rewards(server))
        if "sessions" in checks:
            asyncio.run(check_sessions(server))
        if "attacks" in checks:
            check_reward_attacks(server)
    if "pages" in checks:
        check_pages(papert)
    print("all well")


if __name__ == "__main__":
    main()
