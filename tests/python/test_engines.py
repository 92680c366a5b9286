"""The three engines answer alike, byte by byte, and as the command line does."""

from __future__ import annotations

import http.server
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
from typing import Any
from unittest import mock

import papert
from papert import errors, wire
from support import Server, python, scaled

PROGRAM = os.environ.get("PAPERT_PROGRAM", "papert")
SUITES = ("sgp", "shapecode", "turtleai", "turtlebench", "xlogo")
#: Tasks of a seed range; four replies to each. In a full run about 10,000 replies over all suites.
COUNTS = {
    name: scaled(2, many)
    for name, many in {"sgp": 500, "shapecode": 170, "turtleai": 170, "turtlebench": 170, "xlogo": 500}.items()
}


def replies_of(tasks: papert.TaskSet) -> list[tuple[str, str]]:
    """Right ones, another task's, and what no suite can read."""
    pairs = []
    for place, task in enumerate(tasks):
        for reply in (task.reference, tasks[place - 1].reference, "Nothing. \u2603 \ud83d", ""):
            pairs.append((task.id, reply))
    return pairs


class Alike(unittest.TestCase):
    worker: papert.Engine
    server: Server
    http: papert.Engine

    @classmethod
    def setUpClass(cls) -> None:
        cls.worker = papert.connect(f"worker:{PROGRAM}")
        cls.server = Server()
        cls.http = papert.connect(cls.server.address)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.worker.shutdown()
        cls.http.shutdown()
        assert cls.server.stop() == 0

    def lines(self, engine: papert.Engine, name: str, pairs: list[tuple[str, str]]) -> list[str]:
        tasks = papert.suite(name, engine=engine).mint(seed=7, count=COUNTS[name])
        return [score.line for score in tasks.score_batch([each for each, _ in pairs], [text for _, text in pairs])]

    def command_line(self, name: str, pairs: list[tuple[str, str]]) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            answers = pathlib.Path(folder, "answers.jsonl")
            answers.write_text("".join(json.dumps({"id": each, "text": text}) + "\n" for each, text in pairs))
            command = [PROGRAM, "score", name, "--mint", "7", "--count", str(COUNTS[name]), "--answers", str(answers)]
            done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
        return done.stdout.splitlines()

    def test_scores(self) -> None:
        """The same bytes in this process, from a worker, from a server and from the command line."""
        count = 0
        for name in SUITES:
            with self.subTest(name):
                pairs = replies_of(papert.suite(name).mint(seed=7, count=COUNTS[name]))  # a server shows no references
                native = self.lines(papert.connect("native"), name, pairs)
                self.assertEqual(len(native), len(pairs))
                self.assertEqual(native, self.lines(self.worker, name, pairs))
                self.assertEqual(native, self.lines(self.http, name, pairs))
                self.assertEqual(native, self.command_line(name, pairs))
                count += len(pairs)
        print(f"{count:,} replies, each with one line of bytes through four doors", file=sys.stderr)

    def test_rewards(self) -> None:
        reward = papert.Reward("shaped")
        for name in SUITES:
            with self.subTest(name):
                values = []
                pairs = replies_of(papert.suite(name).mint(seed=7, count=2))
                for engine in (papert.connect("native"), self.worker, self.http):
                    tasks = papert.suite(name, engine=engine).mint(seed=7, count=2)
                    scores = tasks.score_batch([each for each, _ in pairs], [text for _, text in pairs])
                    values.append(reward.of(scores))
                self.assertEqual(values[0], values[1])
                self.assertEqual(values[0], values[2])

    def test_feedback(self) -> None:
        tasks = papert.suite("turtleai", engine=papert.connect("native")).mint(seed=7, count=1)
        reply = "```python\nfrom turtle import *\nforward(7)\n```"
        own = tasks[0].feedback(reply)
        self.assertIn("not right", own.text)
        self.assertEqual(len(own.images), 1)
        for engine in (self.worker, self.http):
            self.assertEqual(papert.suite("turtleai", engine=engine).mint(seed=7, count=1)[0].feedback(reply), own)
        self.assertEqual(tasks[0].feedback(tasks[0].reference), papert.Prompt(""))
        self.assertEqual(papert.feedback_ref(tasks[0].ref, reply, picture=False).images, ())

    def test_tasks(self) -> None:
        for name in SUITES:
            native = papert.suite(name, engine=papert.connect("native"))
            other = papert.suite(name, engine=self.worker)
            self.assertEqual((native.modes, native.metrics, native.tiers), (other.modes, other.metrics, other.tiers))
            for one, two in zip(native.mint(seed=3), other.mint(seed=3), strict=True):
                self.assertEqual((one.ref, one.tags, one.prompt, one.reference), (two.ref, two.tags, two.prompt, two.reference))

    def test_a_server_shows_prompts_and_no_references(self) -> None:
        for name in SUITES:
            own = papert.suite(name, engine=papert.connect("native")).mint(seed=3)[0]
            task = papert.suite(name, engine=self.http).mint(seed=3)[0]
            self.assertEqual((task.ref, task.prompt), (own.ref, own.prompt))
            with self.assertRaisesRegex(errors.UsageError, "not shown"):
                _ = task.reference

    def test_long_batches(self) -> None:
        """More than one request holds, and a reply that none holds."""
        tasks = papert.suite("xlogo", engine=papert.connect("native")).mint(seed=7, count=2)
        replies = [f"{place} " + "\u2603" * 20_000 for place in range(100)] + ["x" * (9 << 20), tasks[0].reference]
        ids = [tasks.ids[0]] * len(replies)
        own = tasks.score_batch(ids, replies)
        self.assertEqual([score.verdict for score in own[-2:]], ["truncated", "right"])
        for engine in (self.worker, self.http):
            scores = papert.suite("xlogo", engine=engine).mint(seed=7, count=2).score_batch(ids, replies)
            self.assertEqual([score.verdict for score in scores], [score.verdict for score in own])
            self.assertEqual(scores[:100], own[:100])

    def test_programs_and_pictures(self) -> None:
        code = "from turtle import *\nforward(100)\nprint(1)"
        own = papert.run(code), papert.render(code, size=(64, 64))
        papert.use_engine(self.worker)
        try:
            self.assertEqual((papert.run(code), papert.render(code, size=(64, 64))), own)
        finally:
            papert.use_engine(None)

    def test_what_the_module_leaves_out_a_worker_does(self) -> None:
        tasks = papert.suite("sgp", engine=papert.connect("native")).mint(seed=7, count=20)
        solids = [task for task in tasks if task.tags["category"] in ("openings", "plate", "raised parts", "stairs")]
        self.assertTrue(solids, {task.tags["category"] for task in tasks})
        self.assertEqual(tasks.score(solids[0].id, solids[0].reference).verdict, "right")
        self.assertEqual(papert.score_ref(solids[-1].ref, solids[-1].reference).verdict, "right")

    def test_errors(self) -> None:
        for engine in (papert.connect("native"), self.worker):
            suite = papert.suite("shapecode", engine=engine)
            with self.assertRaisesRegex(errors.UsageError, "harder"):
                suite.mint(seed=7, tiers=["harder"])
            with self.assertRaises(errors.NotFoundError):
                suite.mint(seed=7).score("nothing", "")


class Recorder(wire.WireEngine):
    """Answers every reply alike and keeps what was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def ask(self, operation: str, body: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(body)
        lines = [json.dumps({"verdict": "wrong", "text": item["text"]}) for item in body["items"]]
        return {"scores": lines, "rewards": [0.0] * len(lines)}


class Requests(unittest.TestCase):
    def test_hold_no_more_than_a_server_reads(self) -> None:
        engine = Recorder()
        replies = [str(place) * 1000 for place in range(5000)] + ["\U0001f422" * 50_000] * 40 + ["\x01" * (20 << 20), ""]
        scores = engine.score_refs(["{}"] * len(replies), replies, papert.Scoring())
        for body in engine.asked:
            self.assertLessEqual(len(body["items"]), wire.ITEMS)
            self.assertLess(len(json.dumps(body)), 8 << 20)
        sent = [item["text"] for body in engine.asked for item in body["items"]]
        self.assertEqual((sent[:-2], sent[-1]), (replies[:-2], ""))
        self.assertGreater(len(sent[-2]), papert.Scoring().max_reply_bytes)
        self.assertEqual(len(scores), len(replies))

    def test_share_one_deadline(self) -> None:
        engine = Recorder()
        with mock.patch("papert.wire.time.monotonic", side_effect=[5.0, 15.0, 25.0, 135.0]):
            engine.score_refs(["{}"] * 9000, ["x"] * 9000, papert.Scoring(deadline_s=100.0))
        self.assertEqual([body["deadline_ms"] for body in engine.asked], [90_000, 80_000, 1])
        for seconds, least, most in ((0.0, 1, 1), (-5.0, 1, 1), (float("inf"), 86_400_000, 86_400_000)):
            engine.asked.clear()
            engine.score_refs(["{}"], ["x"], papert.Scoring(deadline_s=seconds))
            self.assertTrue(least <= engine.asked[0]["deadline_ms"] <= most, engine.asked[0]["deadline_ms"])


class Workers(unittest.TestCase):
    def setUp(self) -> None:
        self.engine = papert.connect(f"worker:{PROGRAM}")
        self.tasks = papert.suite("xlogo", engine=self.engine).mint(seed=7, count=3)

    def tearDown(self) -> None:
        self.engine.shutdown()

    def verdict(self) -> str:
        return self.tasks.score(self.tasks.ids[0], self.tasks[0].reference).verdict

    def test_one_that_died_is_started_again(self) -> None:
        self.assertEqual(self.verdict(), "right")
        child = self.engine._child  # type: ignore[attr-defined]
        child.kill()
        child.wait()
        self.assertEqual(self.verdict(), "right")

    def test_threads_and_forks(self) -> None:
        found: list[str] = []
        threads = [threading.Thread(target=lambda: found.append(self.verdict())) for _ in range(8)]
        for thread in threads:
            thread.start()
        pid = os.fork()
        if pid == 0:
            os._exit(0 if self.verdict() == "right" else 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)
        for thread in threads:
            thread.join()
        self.assertEqual(found, ["right"] * 8)
        self.assertEqual(self.verdict(), "right")

    def test_pickles_name_their_engine(self) -> None:
        again = pickle.loads(pickle.dumps(self.tasks))
        self.assertEqual(again, self.tasks)
        self.assertEqual(again.score(again.ids[0], "").verdict, "no_answer")
        again._engine.shutdown()

    def test_nothing_is_left_open(self) -> None:
        """Neither where it is shut down, nor replaced, nor forgotten, nor at the end of the process."""
        code = """
            import gc, os, signal, sys, papert
            engine = papert.connect("worker")
            engine.ask("info", {})
            engine._child.kill()
            engine._child.wait()
            engine.ask("info", {})
            engine.shutdown()
            engine.ask("info", {})
            forgotten = papert.connect("worker")
            forgotten.ask("info", {})
            del forgotten
            gc.collect()
            papert.use_engine("worker")
            print(papert.run("print(1)").printed)
        """
        done = python(code, env={**os.environ, "PYTHONWARNINGS": "always", "PAPERT_PROGRAM": PROGRAM})
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "1\n\n", ""))

    def test_none_is_an_error(self) -> None:
        with self.assertRaises((errors.MachineError, FileNotFoundError)):
            papert.connect("worker:/nowhere/papert").ask("info", {})


class Servers(unittest.TestCase):
    def test_one_that_is_busy_is_asked_again(self) -> None:
        statuses = [503, 504, 200, 429, 502, 503]

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                status = statuses.pop(0)
                self.send_response(status)
                self.send_header("Retry-After", "0")
                self.end_headers()
                self.wfile.write(b'{"verdict":"right"}' if status == 200 else b"<html>")

            def log_message(self, *_: Any) -> None: ...

        with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            engine = papert.connect(f"http://a-secret-token@127.0.0.1:{server.server_port}")
            self.assertEqual(engine.ask("feedback", {}), {"verdict": "right"})
            with self.assertRaisesRegex(errors.MachineError, "3 tries: the server is busy") as caught:
                engine.ask("feedback", {})
            self.assertNotIn("secret", str(caught.exception))
            self.assertIn(str(server.server_port), str(caught.exception))
            server.shutdown()

    def test_none_is_an_error(self) -> None:
        with self.assertRaisesRegex(errors.MachineError, "3 tries"):
            papert.connect("http://127.0.0.1:9").ask("info", {})
        with self.assertRaises(errors.UsageError):
            papert.connect("http://")
        with self.assertRaises(errors.UsageError):
            papert.connect("telnet")


if __name__ == "__main__":
    unittest.main()
