"""Programs that try to get out, to hang or to cheat, as replies through every adapter.

Whatever they do, a reward is a number from 0 to 1 or None, no reply of theirs is right, and keys stay the same. In the daily
tests every program goes through one adapter, in turn; with PAPERT_FULL=1 through all of them.

PAPERT_HOSTILE names the program that lists them (tests/sandbox/list_hostile.cc).
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
import unittest
from collections.abc import Callable
from typing import Any

import papert
from doubles import frameworks, trl, verl
from doubles import inspect_ai as inspect_double
from doubles import lm_eval as lm_eval_double
from doubles import nemo_gym as nemo_gym_double
from doubles import openrlhf as openrlhf_double
from doubles import skyrl as skyrl_double
from doubles import verifiers as verifiers_double
from papert.adapters import lm_eval, lmms_eval, nemo_gym, openrlhf, reasoning_gym, skyrl, verifiers
from papert.adapters import trl as trl_adapter
from papert.adapters import verl as verl_adapter
from support import FULL

Found = list[tuple[float | None, tuple[str, ...]]]  # the reward and the keys beside it
TASK = papert.suite("turtleai").mint(seed=7, tiers=["easy"])[0]
ROW: dict[str, Any] = TASK._tasks.rows("verl")[0]


def programs() -> list[str]:
    done = subprocess.run([os.environ["PAPERT_HOSTILE"]], text=True, capture_output=True, check=True)
    return [json.loads(line)["source"] for line in done.stdout.splitlines()]


def columns(found: dict[str, list[float]]) -> Found:
    return [(score, tuple(found)) for score in found["score"]]


def by_verl(replies: list[str]) -> Found:
    return columns(verl.reward_loop(verl_adapter.compute_score, [ROW] * len(replies), replies, policy="shaped"))


def by_verl_async(replies: list[str]) -> Found:
    return columns(verl.reward_loop(verl_adapter.compute_score_async, [ROW] * len(replies), replies))


def by_verl_prime(replies: list[str]) -> Found:
    return [(each, ()) for each in verl.prime_manager(verl_adapter.compute_score_float, [ROW] * len(replies), replies)]


def by_trl(replies: list[str]) -> Found:
    given: Found = []
    reward = trl_adapter.reward("shaped")

    def watched(**batch: Any) -> list[float | None]:
        rewards = reward(**batch)
        given.extend((each, ()) for each in rewards)
        return rewards

    trl.step(watched, [{"prompt": "p", "papert": TASK.ref}] * len(replies), replies, {})
    return given


def by_trl_tools(replies: list[str]) -> Found:
    environment = trl_adapter.PapertEnv.with_options(max_turns=2, policy="shaped", pictures=True)
    return [(trl.rollout(environment, {"papert": TASK.ref}, [code_of(reply)] * 2)[1], ()) for reply in replies]


def code_of(reply: str) -> str:
    return reply.removeprefix("```python\n").removesuffix("\n```")


def by_openrlhf(replies: list[str]) -> Found:
    with frameworks.installed(torch={"tensor": openrlhf_double.tensor}):
        found = openrlhf_double.rewards(openrlhf.reward_func, [("p" + reply, "p", TASK.ref) for reply in replies])
    return [(each, ()) for each in found]


def by_openrlhf_agent(replies: list[str]) -> Found:
    mark = openrlhf.RefineAgent.image_mark
    with frameworks.installed(torch={"tensor": openrlhf_double.tensor}):
        found = [openrlhf_double.rollout(openrlhf.RefineAgent, mark, TASK.ref, [each] * 2, mark) for each in replies]
    return [(each["reward"], ()) for each in found]


def by_verifiers(replies: list[str]) -> Found:
    functions = verifiers.reward_functions("shaped")
    rubric = verifiers_double.Rubric(funcs=functions, weights=[1.0] + [0.0] * (len(functions) - 1))
    row = verifiers.row(TASK)
    found = [rubric.score([{"role": "assistant", "content": reply}], row["info"]) for reply in replies]
    return [(None if raised else reward, ()) for reward, raised in found]


def by_verifiers_v1(replies: list[str]) -> Found:
    names = ("TaskData", "TasksetConfig", "Task", "Taskset", "reward", "metric")
    with frameworks.installed(verifiers__v1={name: getattr(verifiers_double, name) for name in names}):
        from papert.adapters import verifiers_v1

        config = verifiers_v1.PapertConfig(suite="turtleai", seed=7, count=1, policy="shaped")
        task = next(iter(verifiers_v1.PapertTaskset(config).load()))
        found = [verifiers_double.score(task, reply) for reply in replies]
    sys.modules.pop("papert.adapters.verifiers_v1", None)
    return [(rewards["correct"], tuple(metrics)) for rewards, metrics in found]


def by_skyrl(replies: list[str]) -> Found:
    row = {"reward_spec": {"ground_truth": TASK.ref}, "max_turns": 2}
    with frameworks.installed(skyrl_gym__envs__base_text_env={"BaseTextEnv": skyrl_double.BaseTextEnv}):
        return [(skyrl_double.rollout(skyrl.PapertEnv, row, [reply] * 2)[0], ()) for reply in replies]


def by_reasoning_gym(replies: list[str]) -> Found:
    entries = [reasoning_gym.item(suite, 1, 0) for suite in reasoning_gym.TEXT_SUITES]
    return [(reasoning_gym.score_answer(reply, entry), ()) for reply in replies for entry in entries]


def by_nemo_gym(replies: list[str]) -> Found:
    base = {name: getattr(nemo_gym_double, name) for name in ("BaseVerifyRequest", "BaseVerifyResponse", "SimpleResourcesServer")}
    bodies = [nemo_gym_double.body(reply, {"papert": TASK.ref}) for reply in replies]
    with frameworks.installed(nemo_gym__base_resources_server=base, pydantic={"ConfigDict": dict}):
        answers = nemo_gym_double.verify(nemo_gym.resources_server()(), bodies)
    return [(answer["reward"], tuple(sorted(answer))) for answer in answers]


def by_inspect(replies: list[str]) -> Found:
    with frameworks.installed(**inspect_double.MODULES):
        from papert.adapters import inspect_ai as adapter

        task = adapter.task("turtleai", mint=7, count=1)
        found = [inspect_double.evaluate(task, [reply])[0] for reply in replies]
    return [(means.get("score"), adapter.VALUES) for means in found]


def by_lm_eval(replies: list[str]) -> Found:
    doc = {"papert": TASK.ref}
    means = [lm_eval_double.means(lm_eval.process_results, [doc], [reply], lm_eval.METRICS) for reply in replies]
    return [(each["shaped"], tuple(each)) for each in means]


def by_lmms_eval(replies: list[str]) -> Found:
    means = [lm_eval_double.means(lmms_eval.process_results, [ROW], [reply], lmms_eval.METRICS) for reply in replies]
    return [(each["shaped"], tuple(each)) for each in means]


WAYS: list[Callable[[list[str]], Found]] = [
    by_verl, by_verl_async, by_verl_prime, by_trl, by_trl_tools, by_openrlhf, by_openrlhf_agent, by_verifiers,
    by_verifiers_v1, by_skyrl, by_reasoning_gym, by_nemo_gym, by_inspect, by_lm_eval, by_lmms_eval,
]  # fmt: skip


class Hostile(unittest.TestCase):
    def test_every_adapter(self) -> None:
        replies = [f"```python\n{program}\n```" for program in programs()]
        self.assertGreater(len(replies), 60)
        began = time.monotonic()
        for place, way in enumerate(WAYS):
            mine = replies if FULL else replies[place :: len(WAYS)]
            with self.subTest(way.__name__):
                start = time.monotonic()
                found = way(mine)
                self.assertGreaterEqual(len(found), len(mine))
                for reward, _ in found:
                    if reward is not None:
                        self.assertTrue(math.isfinite(reward) and 0.0 <= reward < 1.0, reward)
                self.assertEqual(len({keys for _, keys in found}), 1)
                took = time.monotonic() - start
                print(f"{way.__name__}: {len(found)} replies in {took:.1f} s", file=sys.stderr, flush=True)
        print(f"all: {time.monotonic() - began:.0f} s", file=sys.stderr)

    def test_deadlines(self) -> None:
        """A batch with a deadline has a verdict for each reply; what was running then is not excused."""
        replies = [f"```python\n{program}\n```" for program in programs()]
        deadline_s = 5.0
        began = time.monotonic()
        scores = papert.score_refs([TASK.ref] * len(replies), replies, deadline_s=deadline_s)
        late = time.monotonic() - began - deadline_s
        self.assertEqual(len(scores), len(replies))
        for score in scores:
            self.assertNotEqual(score.verdict, "right")
            self.assertIn(papert.Reward("success")(score), (0.0, None))
        print(f"a batch with a deadline of {deadline_s:.0f} s ended {1000 * late:.0f} ms after it", file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
