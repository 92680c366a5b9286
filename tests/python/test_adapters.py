"""Every adapter against a double of its caller: right, wrong, empty and hostile replies; constant keys, numbers in [0, 1]."""

from __future__ import annotations

import asyncio
import inspect
import itertools
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest import mock

import papert
from doubles import frameworks, trl, verl
from doubles import inspect_ai as inspect_double
from doubles import lm_eval as lm_eval_double
from doubles import nemo_gym as nemo_gym_double
from doubles import openrlhf as openrlhf_double
from doubles import reasoning_gym as reasoning_gym_double
from doubles import skyrl as skyrl_double
from doubles import verifiers as verifiers_double
from papert.adapters import (
    judging,
    lm_eval,
    lmms_eval,
    nemo_gym,
    openrlhf,
    reasoning_gym,
    shared,
    skyrl,
    verifiers,
)
from papert.adapters import trl as trl_adapter
from papert.adapters import verl as verl_adapter

TASKS = papert.suite("shapecode").mint(seed=7, count=2)
WRONG = "circle(cx=256, cy=256, radius=9, stroke=3)"
HOSTILE = [
    "", " ", "\x00", "\ud7ff" * 10, "```\n" * 1000, "circle(" * 5000, "circle(cx=1e999, cy=0, radius=1, stroke=1)",
    "circle(cx=256, cy=256, radius=9, stroke=3)\n" * 2000, "<think>" * 100, '{"verdict": "right"}', "I refuse.",
]  # fmt: skip


def right(place: int) -> str:
    return TASKS[place].reference


class Shared(unittest.TestCase):
    def test_figures_have_the_same_keys_whatever_came(self) -> None:
        for reply in [right(0), WRONG, *HOSTILE]:
            score = TASKS[0].score(reply)
            for policy in ("success", "shaped"):
                row = shared.figures(score, papert.Reward(policy)(score))
                self.assertEqual(tuple(row), shared.FIGURES)
                self.assertTrue(all(isinstance(value, float) for value in row.values()))
                self.assertTrue(0 <= row["score"] <= 1)

    def test_an_explanation_never_says_what_would_be_right(self) -> None:
        tasks = papert.suite("sgp").mint(seed=3, count=2)
        for letter in "ABCD":
            score = tasks[0].score(f"Answer: {letter}")
            if not score.success:
                self.assertEqual(shared.explanation(score), "The answer is not right (wrong).")
        self.assertNotIn(right(0), shared.explanation(TASKS[0].score(WRONG)))

    def test_the_last_text_of_the_assistant_counts(self) -> None:
        parts = [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]
        said = [{"role": "assistant", "content": "x"}, {"role": "tool", "content": "t"}, {"role": "assistant", "content": parts}]
        self.assertEqual(shared.last_reply(said), "ab")
        self.assertEqual(shared.last_reply("plain"), "plain")
        self.assertEqual(shared.last_reply([]), "")

    def test_no_adapter_is_long_or_imports_its_framework(self) -> None:
        folder = pathlib.Path(inspect.getfile(shared)).parent
        for path in folder.glob("*.py"):
            text = path.read_text()
            self.assertLess(len(text.splitlines()), 120, path.name)
            if path.name == "inspect_registry.py":  # which Inspect itself imports
                continue
            for framework in ("torch", "verifiers", "inspect_ai", "datasets", "skyrl_gym", "reasoning_gym", "nemo_gym", "websockets"):
                self.assertNotRegex(text, rf"(?m)^(import|from) {framework}\b", path.name)


class Verl(unittest.TestCase):
    def test_all_managers(self) -> None:
        rows = [TASKS.rows("verl")[place % len(TASKS)] for place in range(len(HOSTILE) + 2)]
        replies = [right(0), WRONG, *HOSTILE]
        columns = verl.reward_loop(verl_adapter.compute_score, rows, replies)
        self.assertEqual(tuple(columns), shared.FIGURES)
        self.assertEqual(columns["score"], [1.0] + [0.0] * (len(replies) - 1))
        self.assertEqual(verl.reward_loop(verl_adapter.compute_score_async, rows, replies), columns)
        self.assertEqual(verl.batch_manager(verl_adapter.compute_score_batch, rows, replies), columns["score"])
        self.assertEqual(verl.prime_manager(verl_adapter.compute_score_float, rows, replies), columns["score"])
        shaped = verl.reward_loop(verl_adapter.compute_score, rows, replies, policy="shaped", reward_router_address="x")
        self.assertEqual(shaped["score"][0], 1.0)
        self.assertGreater(shaped["score"][1], 0.0)
        self.assertLess(shaped["score"][1], 1.0)

    def test_every_manager_takes_the_settings(self) -> None:
        row = TASKS.rows("verl")[0]
        given = (row["data_source"], WRONG, "", row["extra_info"])
        settings = {"policy": "shaped", "extract": "lenient", "deadline_s": 60.0, "reward_router_address": "x"}
        shaped = verl_adapter.compute_score(*given, **settings)
        self.assertGreater(shaped["score"], 0.0)
        self.assertEqual(verl_adapter.compute_score_float(*given, **settings), shaped["score"])
        self.assertEqual(verl_adapter.compute_score(*given, deadline_s=0.0)["scored"], 0.0)

    def test_a_row_without_a_reference_is_named(self) -> None:
        with self.assertRaisesRegex(papert.errors.UsageError, "ref"):
            verl_adapter.compute_score("papert/x", "reply", "truth", {})


class Trl(unittest.TestCase):
    def test_a_group_and_its_logs(self) -> None:
        reward = trl_adapter.reward("success")
        rows = [{"prompt": [{"role": "user", "content": "p"}], "papert": TASKS[0].ref}] * 4
        logged: dict[str, list[float]] = {}
        advantages = trl.step(reward, rows, [right(0), WRONG, "", "x"], logged)
        self.assertEqual(advantages, [0.75, -0.25, -0.25, -0.25])
        self.assertEqual(len(logged), len(papert.VERDICTS))
        self.assertEqual(logged["papert_success/right"], [0.25])

    def test_what_was_not_scored_is_none(self) -> None:
        late = papert.score_refs([TASKS[0].ref], [right(0)], deadline_s=0.0)[0]
        self.assertIn(papert.Reward("success")(late), (None, 1.0))
        if late.success is None:
            self.assertIsNone(papert.Reward("shaped")(late))

    def test_it_pickles_by_its_settings(self) -> None:
        reward = trl_adapter.reward("shaped", name="mine")
        again = pickle.loads(pickle.dumps(reward))
        self.assertEqual(again, reward)
        self.assertEqual(again.__name__, "mine")

    def test_the_environment_shows_the_own_drawing_and_lets_it_try_again(self) -> None:
        row = {"prompt": "p", "papert": TASKS[0].ref, "images": TASKS[0].prompt.pil()}
        said, reward = trl.rollout(trl_adapter.PapertEnv, row, [WRONG, right(0), WRONG])
        picture, words = said[0]
        self.assertEqual(picture["image"].convert("L").tobytes(), papert.render(WRONG, "shapes").pil().convert("L").tobytes())
        self.assertIn("not right", words["text"])
        self.assertIn("Tries left: 2.", words["text"])
        self.assertIn("is right", said[1])
        self.assertEqual(said[2], "The task is over.")
        self.assertEqual(reward, 1.0)
        self.assertEqual(trl.rollout(trl_adapter.PapertEnv.with_options(max_turns=1), row, [WRONG, right(0)])[1], 0.0)
        self.assertEqual(trl.rollout(trl_adapter.PapertEnv, row, [])[1], 0.0)
        self.assertEqual(trl.rollout(trl_adapter.PapertEnv, row, [f"```\n{right(0)}\n```"])[1], 1.0)

    def test_a_model_that_was_asked_in_words_is_shown_nothing(self) -> None:
        row = {"prompt": "p", "papert": TASKS[0].ref}
        self.assertIsInstance(trl.rollout(trl_adapter.PapertEnv, row, [WRONG])[0][0], str)
        asked = trl_adapter.PapertEnv.with_options(pictures=True)
        self.assertEqual(len(trl.rollout(asked, row, [WRONG])[0][0]), 2)


class OpenRlhf(unittest.TestCase):
    def test_the_reply_is_what_follows_the_prompt(self) -> None:
        self.assertEqual(openrlhf.reply_in("ask<mark>answer<|im_end|>\n", "ask<mark>"), "answer")
        query = "<|im_start|>user\nask<|im_end|>\n<|im_start|>assistant\nanswer<|im_end|><|endoftext|>"
        self.assertEqual(openrlhf.reply_in(query, "another"), "answer")
        self.assertEqual(openrlhf.reply_in("bare", ""), "bare")

    def test_marks_are_those_of_the_server(self) -> None:
        text = (pathlib.Path(__file__).parents[2] / "src/serve/compat.cc").read_text()

        def listed(name: str) -> tuple[str, ...]:
            lines = text.split(f"{name} =", 1)[1].split("});", 1)[0].splitlines()[1:]
            return tuple(json.loads(line.strip().rstrip(",")) for line in lines if line.strip())

        self.assertEqual(listed("kTurnMarks"), openrlhf.ASSISTANT_MARKS)
        self.assertEqual(listed("kEndMarks"), openrlhf.END_MARKS)

    def test_lists_of_any_length(self) -> None:
        answer = openrlhf.rewards(["p" + right(0), "p" + WRONG], ["p", "p"], [TASKS[0].ref] * 2)
        self.assertEqual(answer["rewards"], [1.0, 0.0])
        self.assertEqual(tuple(answer["extra_logs"]), shared.FIGURES)
        empty = openrlhf.rewards([], [], [])
        self.assertEqual((empty["rewards"], empty["scores"]), ([], []))

    def test_a_reward_file(self) -> None:
        samples = [("p" + reply, "p", TASKS[0].ref) for reply in (right(0), WRONG, *HOSTILE)]
        with frameworks.installed(torch={"tensor": openrlhf_double.tensor}):
            found = openrlhf_double.rewards(openrlhf.reward_func, samples)
        self.assertEqual(found, [1.0] + [0.0] * (len(samples) - 1))

    def test_an_agent_that_sees_its_drawing(self) -> None:
        mark = openrlhf.RefineAgent.image_mark
        with frameworks.installed(torch={"tensor": openrlhf_double.tensor}):
            shown = openrlhf_double.rollout(openrlhf.RefineAgent, f"{mark}p", TASKS[0].ref, [WRONG, right(0), WRONG], mark)
            told = openrlhf_double.rollout(openrlhf.RefineAgent, "p", TASKS[0].ref, [WRONG, WRONG, WRONG, right(0)], mark)
        self.assertEqual((shown["reward"], shown["done"], len(shown["images"])), (1.0, True, 1))
        self.assertIn("not right", shown["text"])
        self.assertEqual((told["reward"], told["done"], told["images"]), (0.0, True, []))


class Judging(unittest.TestCase):
    def test_a_reply_that_many_ask_for_at_once_is_scored_once(self) -> None:
        ref, reply = TASKS[0].ref, f"{WRONG}  # asked for by many"
        with mock.patch.object(papert, "score_ref", wraps=papert.score_ref) as scored:
            with ThreadPoolExecutor(8) as pool:
                found = list(pool.map(lambda _: judging.judged(ref, reply), range(8)))
        self.assertEqual({score.verdict for score in found}, {"wrong"})
        self.assertEqual(scored.call_count, 1)


class Environments(unittest.TestCase):
    def test_skyrl(self) -> None:
        row = {"reward_spec": {"ground_truth": TASKS[0].ref}, "max_turns": 2}
        with frameworks.installed(skyrl_gym__envs__base_text_env={"BaseTextEnv": skyrl_double.BaseTextEnv}):
            self.assertIsInstance(skyrl.PapertEnv({}, row), skyrl_double.BaseTextEnv)
            reward, said = skyrl_double.rollout(skyrl.PapertEnv, row, [WRONG, right(0), WRONG])
            self.assertEqual(reward, 1.0)
            self.assertEqual([each["role"] for each in said], ["user", "assistant", "user", "assistant"])
            self.assertIn("not right", said[2]["content"])
            for reply in HOSTILE:
                shaped, _ = skyrl_double.rollout(skyrl.PapertEnv, row, [reply, reply], policy="shaped")
                self.assertTrue(0.0 <= shaped <= 1.0)

    def test_reasoning_gym(self) -> None:
        registry = reasoning_gym_double.Registry()
        members = {
            "ProceduralDataset": reasoning_gym_double.ProceduralDataset,
            "register_dataset": registry.register_dataset,
        }
        with frameworks.installed(reasoning_gym__factory=members):
            names = reasoning_gym.register()
            self.assertEqual(names, ["papert_xlogo", "papert_sgp"])
            for name in names:
                entries = list(itertools.islice(reasoning_gym_double.reseeding(registry, name, seed=1, chunk=3), 9))
                refs = [entry["metadata"]["ref"] for entry in entries]
                self.assertEqual(len(set(refs)), len(refs), "seeds that follow each other share no items")
                items = registry.create_dataset(name, seed=1, size=3)
                for entry in entries[:3]:
                    self.assertEqual(items.score_answer(entry["answer"], entry), 1.0)
                    self.assertEqual(items.score_answer(None, entry), 0.0)
                    for reply in HOSTILE:
                        self.assertTrue(0.0 <= items.score_answer(reply, entry) <= 1.0)
                with self.assertRaises(ValueError):
                    registry.create_dataset(name, seed=1, size=0)

    def test_nemo_gym(self) -> None:
        base = {
            "BaseVerifyRequest": nemo_gym_double.BaseVerifyRequest,
            "BaseVerifyResponse": nemo_gym_double.BaseVerifyResponse,
            "SimpleResourcesServer": nemo_gym_double.SimpleResourcesServer,
        }
        replies = [right(0), WRONG, *HOSTILE]
        bodies = [nemo_gym_double.body(reply, {"papert": TASKS[0].ref, "difficulty": 3}) for reply in replies]
        with frameworks.installed(nemo_gym__base_resources_server=base, pydantic={"ConfigDict": dict}):
            answers = nemo_gym_double.verify(nemo_gym.resources_server()(), bodies)
        self.assertEqual([answer["reward"] for answer in answers], [1.0] + [0.0] * (len(replies) - 1))
        self.assertEqual(nemo_gym.verify({**bodies[0], "response": {"output": []}})["reward"], 0.0)

    def test_verifiers(self) -> None:
        for multi_turn in (verifiers_double.OlderMultiTurnEnv, verifiers_double.NewerMultiTurnEnv):
            members: dict[str, Any] = {
                "Rubric": verifiers_double.Rubric,
                "SingleTurnEnv": verifiers_double.SingleTurnEnv,
                "MultiTurnEnv": multi_turn,
            }
            if multi_turn is verifiers_double.NewerMultiTurnEnv:
                members["stop"] = lambda function: function
            with frameworks.installed(verifiers=members, datasets={"Dataset": lm_eval_double.Dataset}):
                env = verifiers.load_environment("shapecode", seed=7, count=1)
                row = env.dataset[0]
                self.assertEqual(env.rollout(row, row["answer"]), (1.0, False))
                for reply in (WRONG, *HOSTILE):
                    self.assertEqual(env.rollout(row, reply), (0.0, False))
                self.assertEqual([each.__name__ for each in env.rubric.funcs[1:]], list(verifiers.MEASURED))
                refine = verifiers.load_environment("shapecode", seed=7, count=1, max_turns=3)
                messages = asyncio.run(refine.rollout(row, [WRONG, row["answer"], WRONG]))
                roles = [shared.field_of(each, "role") for each in messages]
                self.assertEqual(roles, ["user", "assistant", "user", "assistant"])
                said = shared.field_of(messages[2], "content")
                self.assertEqual([part["type"] for part in said], ["text", "image_url"])

    def test_verifiers_v1(self) -> None:
        names = ("TaskData", "TasksetConfig", "Task", "Taskset", "reward", "metric")
        members = {name: getattr(verifiers_double, name) for name in names}
        with frameworks.installed(verifiers__v1=members):
            from papert.adapters import verifiers_v1

            self.addCleanup(sys.modules.pop, "papert.adapters.verifiers_v1", None)
            tasks = list(verifiers_v1.PapertTaskset(verifiers_v1.PapertConfig(seed=7, count=2, policy="shaped")).load())
            self.assertEqual([task.key for task in tasks], TASKS.ids)
            self.assertTrue(asyncio.run(tasks[0].validate(runtime=None)))
            self.assertEqual(tasks[0].data.prompt[0]["content"][1]["type"], "image_url")
            keys = set()
            for reply in (right(0), WRONG, *HOSTILE):
                rewards, metrics = verifiers_double.score(tasks[0], reply)
                self.assertEqual(list(rewards), ["correct"])
                self.assertTrue(0.0 <= rewards["correct"] <= 1.0)
                keys.add(tuple(metrics))
            self.assertEqual(keys, {("right", "runnable", "similarity", "verdict")})
            endless = verifiers_v1.PapertStream(verifiers_v1.PapertConfig(seed=7))
            self.assertTrue(endless.INFINITE)
            several = list(itertools.islice(endless.load(), 8))
            self.assertEqual([task.data.idx for task in several], list(range(8)))
            self.assertEqual(len({task.key for task in several}), 8)


class Evaluations(unittest.TestCase):
    def test_lm_eval(self) -> None:
        with frameworks.installed(datasets={"Dataset": lm_eval_double.Dataset}):
            docs = lm_eval.load(metadata={"suite": "shapecode", "seed": 7, "count": 1, "other": 1})["test"]
        requests = lm_eval_double.lm_eval_requests(lm_eval.doc_to_image, docs)
        self.assertEqual(len(requests[0][1]), len(TASKS[0].prompt.images))
        replies = [docs[0]["reference"], WRONG, *HOSTILE]
        means = lm_eval_double.means(lm_eval.process_results, [docs[0]] * len(replies), replies, lm_eval.METRICS)
        self.assertEqual((means["success"], means["papert_unscored"]), (1 / len(replies), 0.0))

    def test_lmms_eval(self) -> None:
        rows = [TASKS.rows("verl")[0]]
        requests = lm_eval_double.lmms_eval_requests(lmms_eval, rows, {"pre_prompt": "a", "post_prompt": "z"})
        self.assertTrue(requests[0][0].startswith("a") and requests[0][0].endswith("z"))
        means = lm_eval_double.means(lmms_eval.process_results, rows * 2, [right(0), WRONG], lmms_eval.METRICS)
        self.assertEqual(means["success"], 0.5)

    def test_inspect(self) -> None:
        with frameworks.installed(**inspect_double.MODULES):
            from papert.adapters import inspect_ai as adapter
            from papert.adapters import inspect_registry

            self.addCleanup(sys.modules.pop, "papert.adapters.inspect_registry", None)
            names = [name for name in dir(inspect_registry) if not name.startswith("_")]
            self.assertTrue({each.name for each in papert.suites()} <= set(names))
            task = inspect_registry.shapecode(mint=7, count=1, policy="success")
            sample = task.dataset[0]
            self.assertTrue(sample.input[0].content[1].image.startswith("data:image/png;base64,"))
            means, unscored = inspect_double.evaluate(task, [sample.target, WRONG, *HOSTILE])
            self.assertEqual(tuple(means), adapter.VALUES)
            self.assertEqual(unscored, 0)
            self.assertEqual(means["right"], 1 / (len(HOSTILE) + 2))


class Exports(unittest.TestCase):
    def rows(self, suite: str, *flags: str) -> list[dict[str, Any]]:
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder, "out")
            command = [os.environ.get("PAPERT_PROGRAM", "papert"), "export", suite, "--mint", "1000007", "--count", "2"]
            subprocess.run([*command, *flags, "--out", str(out)], check=True, capture_output=True)
            lines = next(path for path in sorted(out.rglob("*.jsonl"))).read_text().splitlines()
        return [json.loads(line) for line in lines]

    def test_exported_rows_name_their_tasks(self) -> None:
        for row in self.rows("shapecode", "--format", "verl", "--jsonl"):
            truth = row["reward_model"]["ground_truth"]
            given = verl_adapter.compute_score(row["data_source"], truth, truth, row["extra_info"])
            self.assertEqual(given["score"], 1.0)
        for row in self.rows("shapecode", "--format", "trl", "--for", "rl"):
            self.assertEqual(trl_adapter.reward()(["p"], [row["ground_truth"]], papert=[row["papert"]]), [1.0])
        for row in self.rows("sgp", "--format", "openrlhf", "--for", "rl"):
            truth = f"Answer: {json.loads(row['label'])['ground_truth']}"
            self.assertEqual(openrlhf.rewards([truth], [""], [row["papert"]])["rewards"], [1.0])


def source_of(contract: dict) -> str:
    """A few lines that keep a contract."""
    if "call" in contract:
        return f"self.{contract['call']}({', '.join(key + '=None' for key in contract['keywords'])})"
    if "class" in contract:
        members = "".join(f"    {name} = None\n" for name in contract.get("has", []))
        return f"class Base:\n{members}    other = 1\n\nclass {contract['class']}(Base):\n    pass"
    if "function" in contract:
        return f"async def {contract['function']}({', '.join(contract.get('parameters', []))}): pass"
    return f"x = something.{contract['name']}" if "name" in contract else f"x = {contract['text']!r}"


class Contracts(unittest.TestCase):
    """script/check-contracts on sources made to keep every contract, and then to break each."""

    def setUp(self) -> None:
        self.contracts = json.loads((pathlib.Path(__file__).parent / "contracts.json").read_text())
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check(self) -> subprocess.CompletedProcess:
        script = pathlib.Path(__file__).parents[2] / "script/check-contracts"
        return subprocess.run([sys.executable, str(script)], env={**os.environ, "PAPERT_SNAPSHOTS": str(self.folder)},
                              capture_output=True, text=True, check=False)

    def write(self, name: str, rests_on: list) -> None:
        (self.folder / name / "deep").mkdir(parents=True, exist_ok=True)
        for old in (self.folder / name).rglob("*.py"):
            old.unlink()
        for number, each in enumerate(rests_on):
            (self.folder / name / "deep" / f"part{number}.py").write_text(source_of(each) + "\n")

    def test_every_framework_has_a_contract(self) -> None:
        self.assertEqual(self.contracts["format"], 2)
        for name, contract in self.contracts["frameworks"].items():
            self.assertTrue(contract["adapter"].startswith("papert.adapters."), name)
            self.assertTrue(contract["rests_on"], name)

    def test_what_is_kept_and_what_is_gone(self) -> None:
        for name, contract in self.contracts["frameworks"].items():
            self.write(name, contract["rests_on"])
        kept = self.check()
        self.assertEqual(kept.returncode, 0, kept.stdout)
        for name, contract in self.contracts["frameworks"].items():
            self.write(name, contract["rests_on"][1:])
        broken = self.check()
        self.assertEqual(broken.returncode, 1)
        for name, contract in self.contracts["frameworks"].items():
            self.assertIn(f"({contract['rests_on'][0]['why']})", broken.stdout, name)

    def test_documentation_and_broken_files_do_not_count(self) -> None:
        self.write("verl", [])
        (self.folder / "verl" / "doc.py").write_text('"""pkg:// and compute_score(data_source=1)"""\n')
        (self.folder / "verl" / "bad.py").write_text("def (:\n")
        told = self.check()
        self.assertEqual(told.returncode, 1)
        self.assertIn("pkg://", told.stdout)
        self.assertIn("bad.py", told.stderr)
        self.assertIn("trl: no sources", told.stdout)


if __name__ == "__main__":
    unittest.main()
