"""The three engines answer alike, byte by byte, and as the command line does."""

from __future__ import annotations

import json
import os
import pathlib
import pickle
import subprocess
import tempfile
import threading
import unittest

import papert
from papert import errors
from support import scaled

PROGRAM = os.environ.get("PAPERT_PROGRAM", "papert")
SUITES = ("sgp", "shapecode", "turtleai", "turtlebench", "xlogo")
COUNT = scaled(2, 300)


def replies_of(tasks: papert.TaskSet) -> list[tuple[str, str]]:
    """Right ones, another task's, and what no suite can read."""
    pairs = []
    for place, task in enumerate(tasks):
        for reply in (task.reference, tasks[place - 1].reference, "Nothing. \u2603 \ud83d", ""):
            pairs.append((task.id, reply))
    return pairs


class Alike(unittest.TestCase):
    worker: papert.Engine

    @classmethod
    def setUpClass(cls) -> None:
        cls.worker = papert.connect(f"worker:{PROGRAM}")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.worker.shutdown()

    def lines(self, engine: papert.Engine, name: str) -> list[str]:
        tasks = papert.suite(name, engine=engine).mint(seed=7, count=COUNT)
        pairs = replies_of(tasks)
        return [score.line for score in tasks.score_batch([each for each, _ in pairs], [text for _, text in pairs])]

    def command_line(self, name: str) -> list[str]:
        tasks = papert.suite(name).mint(seed=7, count=COUNT)
        with tempfile.TemporaryDirectory() as folder:
            answers = pathlib.Path(folder, "answers.jsonl")
            answers.write_text("".join(json.dumps({"id": each, "text": text}) + "\n" for each, text in replies_of(tasks)))
            command = [PROGRAM, "score", name, "--mint", "7", "--count", str(COUNT), "--answers", str(answers)]
            done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
        return done.stdout.splitlines()

    def test_scores(self) -> None:
        for name in SUITES:
            with self.subTest(name):
                native = self.lines(papert.connect("native"), name)
                self.assertEqual(native, self.lines(self.worker, name))
                self.assertEqual(native, self.command_line(name))

    def test_rewards(self) -> None:
        reward = papert.Reward("shaped")
        for name in SUITES:
            with self.subTest(name):
                values = []
                for engine in (papert.connect("native"), self.worker):
                    tasks = papert.suite(name, engine=engine).mint(seed=7, count=2)
                    pairs = replies_of(tasks)
                    scores = tasks.score_batch([each for each, _ in pairs], [text for _, text in pairs])
                    values.append(reward.of(scores))
                self.assertEqual(*values)

    def test_tasks(self) -> None:
        for name in SUITES:
            native = papert.suite(name, engine=papert.connect("native"))
            other = papert.suite(name, engine=self.worker)
            self.assertEqual((native.modes, native.metrics, native.tiers), (other.modes, other.metrics, other.tiers))
            for one, two in zip(native.mint(seed=3), other.mint(seed=3), strict=True):
                self.assertEqual((one.ref, one.tags, one.prompt, one.reference), (two.ref, two.tags, two.prompt, two.reference))

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

    def test_none_is_an_error(self) -> None:
        with self.assertRaises((errors.MachineError, FileNotFoundError)):
            papert.connect("worker:/nowhere/papert").ask("info", {})


class Servers(unittest.TestCase):
    def test_none_is_an_error(self) -> None:
        with self.assertRaisesRegex(errors.MachineError, "3 tries"):
            papert.connect("http://127.0.0.1:9").ask("info", {})
        with self.assertRaises(errors.UsageError):
            papert.connect("http://")
        with self.assertRaises(errors.UsageError):
            papert.connect("telnet")


if __name__ == "__main__":
    unittest.main()
