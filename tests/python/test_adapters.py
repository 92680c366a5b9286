"""Every adapter against a double of its caller: right, wrong, empty and hostile replies; constant keys, numbers in [0, 1]."""

from __future__ import annotations

import asyncio
import inspect
import json
import pathlib
import pickle
import unittest
from typing import Any

import papert
from doubles import frameworks, trl, verl
from papert.adapters import (
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
            for framework in ("torch", "verifiers", "inspect_ai", "datasets", "skyrl_gym", "reasoning_gym", "nemo_gym"):
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

    def test_the_environment_lets_it_try_again(self) -> None:
        row = {"prompt": "p", "papert": TASKS[0].ref}
        said, reward = trl.rollout(trl_adapter.PapertEnv, row, [WRONG, right(0), WRONG])
        self.assertIn("not right", said[0])
        self.assertIn("is right", said[1])
        self.assertEqual(said[2], "The task is over.")
        self.assertEqual(reward, 1.0)
        self.assertEqual(trl.rollout(trl_adapter.PapertEnv.with_options(max_turns=1), row, [WRONG, right(0)])[1], 0.0)
        self.assertEqual(trl.rollout(trl_adapter.PapertEnv, row, [])[1], 0.0)


class OpenRlhf(unittest.TestCase):
    def test_the_reply_is_what_follows_the_prompt(self) -> None:
        self.assertEqual(openrlhf.reply_in("ask<mark>answer<|im_end|>\n", "ask<mark>"), "answer")
        query = "<|im_start|>user\nask<|im_end|>\n<|im_start|>assistant\nanswer<|im_end|><|endoftext|>"
        self.assertEqual(openrlhf.reply_in(query, "another"), "answer")
        self.assertEqual(openrlhf.reply_in("bare", ""), "bare")

    def test_lists_of_any_length(self) -> None:
        answer = openrlhf.rewards(["p" + right(0), "p" + WRONG], ["p", "p"], [TASKS[0].ref] * 2)
        self.assertEqual(answer["rewards"], [1.0, 0.0])
        self.assertEqual(tuple(answer["extra_logs"]), shared.FIGURES)
        empty = openrlhf.rewards([], [], [])
        self.assertEqual((empty["rewards"], empty["scores"]), ([], []))

    def test_tensors_and_the_agent(self) -> None:
        with frameworks.installed(torch={"tensor": lambda value: ("tensor", value)}):
            given = openrlhf.reward_func([right(0)], [""], [TASKS[0].ref], steps=3)
            self.assertEqual(given["rewards"], ("tensor", [1.0]))
            agent = openrlhf.RefineAgent()
            asyncio.run(agent.reset({"observation": "p", "label": TASKS[0].ref}))
            first = asyncio.run(agent.step({"observation_text": "p", "action_text": WRONG, "label": TASKS[0].ref}))
            self.assertFalse(first["done"])
            self.assertIn("not right", first["environment_feedback"])
            last = asyncio.run(agent.step({"observation_text": "p", "action_text": right(0), "label": TASKS[0].ref}))
            self.assertTrue(last["done"])
            self.assertEqual(last["rewards"], ("tensor", 1.0))


class Environments(unittest.TestCase):
    def test_skyrl(self) -> None:
        members = {"BaseTextEnv": frameworks.BaseTextEnv}
        with frameworks.installed(skyrl_gym__envs__base_text_env=members):
            extras = {"reward_spec": {"ground_truth": TASKS[0].ref}, "max_turns": 2}
            env = skyrl.PapertEnv({}, extras)
            self.assertIsInstance(env, frameworks.BaseTextEnv)
            first = env.step(WRONG)
            self.assertEqual((first["reward"], first["done"]), (0.0, False))
            self.assertIn("not right", first["observations"][0]["content"])
            last = env.step(right(0))
            self.assertEqual((last["reward"], last["done"], last["observations"]), (1.0, True, []))

    def test_reasoning_gym(self) -> None:
        known: dict[str, Any] = {}
        members = {
            "ProceduralDataset": frameworks.ProceduralDataset,
            "register_dataset": lambda name, dataset, config: known.update({name: (dataset, config)}),
        }
        with frameworks.installed(reasoning_gym__factory=members):
            self.assertEqual(reasoning_gym.register(), ["papert_xlogo", "papert_sgp"])
            for name, (dataset, config) in known.items():
                items = dataset(config(seed=1, size=3))
                entry = items[2]
                self.assertEqual(entry["metadata"]["source_dataset"], name)
                self.assertEqual(items.score_answer(entry["answer"], entry), 1.0)
                self.assertEqual(items.score_answer(None, entry), 0.0)
                later = dataset(config(seed=2, size=3))
                self.assertNotIn(later[0]["metadata"]["ref"], [items[i]["metadata"]["ref"] for i in range(3)])

    def test_nemo_gym(self) -> None:
        said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": right(0)}]}
        body = {"responses_create_params": {}, "response": {"output": [{"type": "reasoning"}, said]}, "papert": TASKS[0].ref}
        answer = nemo_gym.verify(body)
        self.assertEqual(answer["reward"], 1.0)
        self.assertEqual(answer["responses_create_params"], {})
        self.assertEqual(nemo_gym.verify({**body, "response": {"output": []}})["reward"], 0.0)

    def test_verifiers(self) -> None:
        rows: list[Any] = []
        dataset = type("Dataset", (), {"from_list": staticmethod(lambda given: rows.extend(given) or given)})
        members = {
            "Rubric": frameworks.Record,
            "SingleTurnEnv": frameworks.Record,
            "MultiTurnEnv": frameworks.MultiTurnEnv,
        }
        with frameworks.installed(verifiers=members, datasets={"Dataset": dataset}):
            env = verifiers.load_environment("shapecode", seed=7, count=1)
            correct = env.rubric.funcs[0]
            completion = [{"role": "assistant", "content": rows[0]["answer"]}]
            self.assertEqual(correct(completion=completion, info=rows[0]["info"], prompt=[], answer="", state={}), 1.0)
            self.assertEqual([each.__name__ for each in env.rubric.funcs[1:]], list(verifiers.MEASURED))
            self.assertEqual(sum(env.rubric.weights), 1.0)
            refine = verifiers.load_environment("shapecode", seed=7, count=1, max_turns=3)
            messages = asyncio.run(refine.rollout(rows[0], [WRONG, rows[0]["answer"], WRONG]))
            self.assertEqual([each["role"] for each in messages], ["user", "assistant", "user", "assistant"])


class Evaluations(unittest.TestCase):
    def test_lm_eval(self) -> None:
        docs = lm_eval.docs("shapecode", seed=7, count=1)
        self.assertEqual(docs[0]["text"].count("<image>"), len(docs[0]["images"]))
        for reply in (docs[0]["reference"], WRONG, ""):
            self.assertEqual(tuple(lm_eval.process_results(docs[0], [reply])), lm_eval.METRICS)
        self.assertEqual(lm_eval.process_results(docs[0], [docs[0]["reference"]])["success"], 1.0)

    def test_lmms_eval(self) -> None:
        row = TASKS.rows("verl")[0]
        self.assertNotIn("<image>", lmms_eval.doc_to_text(row, {"pre_prompt": "a", "post_prompt": "z"}))
        self.assertEqual(lmms_eval.process_results(row, [right(0)])["success"], 1.0)

    def test_inspect(self) -> None:
        def scorer(metrics: Any) -> Any:
            return lambda function: function

        record = frameworks.Record
        unscored = type("Score", (record,), {"unscored": classmethod(lambda cls, **fields: cls(value=None, **fields))})
        with frameworks.installed(
            inspect_ai={"Task": record},
            inspect_ai__dataset={"Sample": record},
            inspect_ai__model={"ChatMessageUser": record, "ContentImage": record, "ContentText": record},
            inspect_ai__scorer={"Score": unscored, "mean": record, "stderr": record, "scorer": scorer},
            inspect_ai__solver={"generate": record},
        ):
            from papert.adapters import inspect_ai as adapter

            task = adapter.task("shapecode", mint=7, count=1)
            sample = task.dataset[0]
            self.assertTrue(sample.input[0].content[1].image.startswith("data:image/png;base64,"))
            for reply, success in ((sample.target, 1.0), (WRONG, 0.0)):
                state = record(metadata=sample.metadata, output=record(completion=reply))
                given = asyncio.run(task.scorer(state, None))
                self.assertEqual(tuple(given.value), adapter.VALUES)
                self.assertEqual(given.value["right"], success)


class Contracts(unittest.TestCase):
    def test_every_framework_has_a_contract(self) -> None:
        contracts = json.loads((pathlib.Path(__file__).parent / "contracts.json").read_text())
        self.assertEqual(contracts["format"], 1)
        for name, contract in contracts["frameworks"].items():
            self.assertTrue(contract["adapter"].startswith("papert.adapters."), name)
            self.assertTrue(contract["rests_on"], name)


if __name__ == "__main__":
    unittest.main()
