"""The clients that trainers use, aiohttp, requests and websockets, against a real `papert serve --reward`.

    clients_test.py PAPERT

Exit code 77: one of the clients is not installed.
"""

import asyncio
import base64
import json
import subprocess
import sys
import threading

try:
    import aiohttp
    import requests
    import websockets
except ImportError as missing:
    print(f"skipped: {missing} (script/setup test installs python3-aiohttp, -requests and -websockets)")
    sys.exit(77)

SOURCE = {"mint": {"seed": 7, "count": 4}}


class Server:
    """`papert serve --reward`, or with pages=True the web application."""

    def __init__(self, papert, *flags, pages=False):
        kind = [] if pages else ["--reward"]
        self.process = subprocess.Popen(
            [papert, "serve", *kind, "--port", "0", "--json", *flags],
            stdout=subprocess.PIPE, text=True)
        self.ready = json.loads(self.process.stdout.readline())
        self.url = self.ready["url"]
        self.token = self.ready["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        assert self.process.wait(60) == 0


def ref(suite, task):
    return json.dumps({"v": 1, "suite": suite, "modes": {}, "id": task, "src": SOURCE})


def ids_of(server, suite):
    answer = requests.post(f"{server.url}/api/v1/tasks", headers=server.headers, timeout=60,
                           json={"suite": suite, "src": SOURCE})
    assert answer.status_code == 200, answer.text
    return [task["id"] for task in answer.json()["tasks"]]


def check_with_requests(server):
    task = ids_of(server, "shapecode")[0]
    item = {"suite": "shapecode", "src": SOURCE, "id": task, "text": "not a program"}
    body = {"items": [item, item]}
    session = requests.Session()
    session.headers.update(server.headers)
    scores = session.post(f"{server.url}/api/v1/score", json=body, timeout=60)
    assert scores.status_code == 200, scores.text
    assert [line["id"] for line in scores.json()["scores"]] == [task, task]
    rewards = session.post(f"{server.url}/api/v1/reward", json=body, timeout=60).json()
    assert rewards["rewards"] == [0.0, 0.0], rewards
    assert requests.post(f"{server.url}/api/v1/reward", json=body, timeout=60).status_code == 401
    assert session.post(f"{server.url}/api/v1/reward", data=body, timeout=60).status_code == 415
    assert session.get(f"{server.url}/api/v1/info", timeout=60).status_code == 200
    large = session.post(f"{server.url}/api/v1/reward", data=b" " * (9 << 20), timeout=60,
                         headers={"Content-Type": "application/json"})
    assert large.status_code == 413, large.status_code
    chunked = session.post(f"{server.url}/api/v1/score", data=iter([json.dumps(body).encode()]),
                           timeout=60, headers={"Content-Type": "application/json"})
    assert chunked.json() == scores.json()


def check_run_code(server):
    """As SandboxFusion's client asks."""
    url = f"{server.url}/t/{server.token}/run_code"
    program = "import turtle\nturtle.forward(100)\nprint('done')\n"
    body = {"code": program, "language": "python", "run_timeout": 10, "compile_timeout": 10,
            "files": {}, "stdin": "", "fetch_files": ["drawing.png", "scene.json", "other"]}
    answer = requests.post(url, json=body, timeout=60)
    assert answer.status_code == 200, answer.text
    result = answer.json()
    assert result["status"] == "Success", result
    assert result["run_result"]["stdout"] == "done\n"
    assert result["run_result"]["return_code"] == 0
    assert base64.b64decode(result["files"]["drawing.png"]).startswith(b"\x89PNG")
    assert sorted(result["files"]) == ["drawing.png", "scene.json"]
    failed = requests.post(url, json={**body, "code": "1/0", "fetch_files": []}, timeout=60).json()
    assert failed["status"] == "Failed", failed
    assert failed["run_result"]["status"] == "Error"
    endless = {**body, "code": "while True: pass", "run_timeout": 1, "fetch_files": []}
    late = requests.post(url, json=endless, timeout=60).json()
    assert late["run_result"]["status"] == "TimeLimitExceeded", late
    files = requests.post(url, json={**body, "files": {"a": "YQ=="}}, timeout=60).json()
    assert files["status"] == "SandboxError", files
    assert requests.post(url, json={**body, "language": "cobol"}, timeout=60).status_code == 422


async def check_with_aiohttp(server, connections=64, rewards=1000):
    """As OpenRLHF asks: one sample a request, a new connection for each, many at once."""
    ids = ids_of(server, "xlogo")
    url = f"{server.url}/t/{server.token}/get_reward"
    gate = asyncio.Semaphore(connections)

    async def one(number):
        text = f"reply {number}"
        body = {"query": [f"prompt {text}</s>"], "prompts": ["prompt "],
                "labels": [ref("xlogo", ids[number % len(ids)])]}
        async with gate, aiohttp.ClientSession() as session:
            async with session.post(url, json=body,
                                    timeout=aiohttp.ClientTimeout(180)) as response:
                assert response.status == 200, await response.text()
                return await response.json()

    answers = await asyncio.gather(*(one(number) for number in range(rewards)))
    assert len(answers) == rewards
    for answer in answers:
        assert answer["rewards"] == [0.0] and answer["scores"] == [0.0], answer
        assert set(answer["extra_logs"]) == {"right", "runnable", "scored", "verdict"}
        assert answer["extra_logs"]["scored"] == [1.0]
    async with aiohttp.ClientSession() as session:
        empty = {"query": [], "prompts": [], "labels": []}
        async with session.post(url, json=empty) as response:
            assert (await response.json())["rewards"] == []


async def check_openenv(server, sessions=20):
    """As OpenEnv's client asks: a socket is a session."""
    address = f"{server.url}/t/{server.token}/openenv/turtleai/ws?max_turns=2"
    address = address.replace("http://", "ws://")

    async def say(socket, kind, data):
        await socket.send(json.dumps({"type": kind, "data": data}))
        return json.loads(await asyncio.wait_for(socket.recv(), 60))

    async def one(number):
        async with websockets.connect(address) as socket:
            begun = await say(socket, "reset", {"seed": 7, "episode_id": str(number)})
            assert begun["type"] == "observation", begun
            assert begun["data"]["reward"] is None and not begun["data"]["done"]
            assert begun["data"]["observation"]["prompt"]
            program = "```python\nimport turtle\nturtle.forward(100)\n```"
            first = (await say(socket, "step", {"reply": program}))["data"]
            assert first["reward"] == 0.0 and not first["done"], first
            assert base64.b64decode(first["observation"]["drawing"]["data"]).startswith(b"\x89PNG")
            assert (await say(socket, "step", {"tool": 1}))["data"]["code"] == "VALIDATION_ERROR"
            second = (await say(socket, "step", {"reply": "nothing"}))["data"]
            assert second["done"], second
            state = (await say(socket, "state", {}))["data"]
            assert state["episode_id"] == str(number) and state["step_count"] == 2, state
            await socket.send(json.dumps({"type": "close"}))

    await asyncio.gather(*(one(number) for number in range(sessions)))


def check_slow_programs_do_not_stop_others(server):
    task = ids_of(server, "turtleai")[0]
    url = f"{server.url}/api/v1/reward"
    endless = {"suite": "turtleai", "src": SOURCE, "id": task,
               "text": "```python\nwhile True: pass\n```"}
    slow = threading.Thread(target=lambda: requests.post(
        url, json={"items": [endless], "deadline_ms": 5000}, headers=server.headers, timeout=120))
    slow.start()
    quick = {"suite": "xlogo", "src": SOURCE, "id": ids_of(server, "xlogo")[0], "text": "nothing"}
    for _ in range(20):
        answer = requests.post(url, json={"items": [quick]}, headers=server.headers, timeout=60)
        assert answer.status_code == 200, answer.text
    slow.join()


def main():
    papert = sys.argv[1]
    with Server(papert, "--jobs", "2") as server:
        assert requests.get(f"{server.url}/readyz", timeout=60).status_code == 200
        check_with_requests(server)
        check_run_code(server)
        asyncio.run(check_with_aiohttp(server))
        asyncio.run(check_openenv(server))
        check_slow_programs_do_not_stop_others(server)
        metrics = requests.get(f"{server.url}/metrics", timeout=60).text
        assert 'papert_requests_total{route="/get_reward",status="200"} 1001' in metrics, metrics
    print("all well")


if __name__ == "__main__":
    main()
