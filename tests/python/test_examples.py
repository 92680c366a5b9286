"""The examples run as the documents say."""

from __future__ import annotations

import importlib.util
import pathlib
import subprocess
import sys
import unittest

from support import Server, scaled

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "python"


def run(name: str, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, FOLDER / name, *args], text=True, capture_output=True, timeout=500)


class Examples(unittest.TestCase):
    def test_score_batch(self) -> None:
        done = run("score_batch.py")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertIn("right      reward 1.0 shaped 1.00", lines[0])
        self.assertIn("step_limit", lines[2])
        self.assertIn("right", lines[-1])

    def test_walk_through(self) -> None:
        done = run("walk_through.py")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the reference is right, the other reply no_answer", done.stdout)

    def test_trl_dataset(self) -> None:
        done = run("trl_dataset.py")
        self.assertEqual(done.returncode, 0, done.stderr)
        rewards = done.stdout.splitlines()[-1]
        self.assertTrue(rewards.startswith("[1.0, ") and rewards.endswith(", 0.0]"), rewards)

    def test_grpo(self) -> None:
        if importlib.util.find_spec("torch") is None:
            done = run("grpo.py")
            self.assertEqual(done.returncode, 1)
            self.assertIn("python3-torch", done.stderr)
            self.skipTest("PyTorch is not here: apt-get install python3-torch")
        steps = str(scaled(60, 200))
        server = Server()
        try:
            for engine in ("native", server.address):
                done = run("grpo.py", "--steps", steps, "--engine", engine)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                kind = engine.partition(":")[0]
                print(f"{steps} steps, {kind}: {done.stdout.splitlines()[-1]}", file=sys.stderr)
        finally:
            self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    unittest.main()
