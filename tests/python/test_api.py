"""The package as a user meets it."""

from __future__ import annotations

import json
import math
import pickle
import unittest

import papert
from papert import errors

SUITES = ("sgp", "shapecode", "turtleai", "turtlebench", "xlogo")


def mint(name: str, seed: int, count: int) -> papert.TaskSet:
    """Questions about solids need a worker, which test_engines has."""
    return papert.suite(name).mint(seed=seed, count=count, modes={"family": "illusion"} if name == "sgp" else {})


def wrong(tasks: papert.TaskSet, place: int) -> str:
    """Another task's answer."""
    return tasks[(place + 1) % len(tasks)].reference


class Suites(unittest.TestCase):
    def test_all_are_there(self) -> None:
        self.assertEqual(tuple(each.name for each in papert.suites()), SUITES)
        for each in papert.suites():
            self.assertGreater(len(each.metrics), 0)
            self.assertTrue(all(mode.values for mode in each.modes))

    def test_an_unknown_one_is_named(self) -> None:
        with self.assertRaisesRegex(errors.UsageError, "xlgoo"):
            papert.suite("xlgoo")

    def test_the_same_seed_gives_the_same_tasks(self) -> None:
        for name in SUITES:
            with self.subTest(name):
                first, second = mint(name, 7, 2), mint(name, 7, 2)
                self.assertEqual(first, second)
                self.assertGreater(len(first), 0)
                self.assertEqual(first.ids, second.ids)
                self.assertEqual(first[0].prompt, second[0].prompt)

    def test_tiers_choose(self) -> None:
        hard = papert.suite("shapecode").mint(seed=7, count=3, tiers=["hard"])
        self.assertEqual([task.tags["tier"] for task in hard], ["hard"] * 3)
        with self.assertRaises(errors.UsageError):
            papert.suite("shapecode").mint(seed=7, tiers=["harder"])


class Tasks(unittest.TestCase):
    def test_are_found_by_number_and_id(self) -> None:
        tasks = papert.suite("xlogo").mint(seed=1, count=3)
        self.assertIs(tasks[tasks.ids[1]], tasks[1])
        self.assertIs(tasks[-1], tasks[len(tasks) - 1])
        self.assertEqual([task.id for task in tasks], tasks.ids)
        self.assertIn(tasks.ids[0], tasks)
        self.assertNotIn("nothing", tasks)
        with self.assertRaises(errors.NotFoundError):
            tasks["nothing"]
        with self.assertRaises(IndexError):
            tasks[len(tasks)]

    def test_prompts_have_text_and_pictures(self) -> None:
        task = papert.suite("turtleai").mint(seed=7, tiers=["easy"])[0]
        self.assertGreater(len(task.prompt.text), 100)
        self.assertTrue(task.prompt.images[0].startswith(b"\x89PNG"))
        self.assertEqual(task.prompt.pil()[0].size, (512, 512))

    def test_modes_change_the_prompt(self) -> None:
        suite = papert.suite("turtleai")
        plain = suite.mint(seed=7, tiers=["easy"])[0].prompt.text
        steps = suite.mint(seed=7, tiers=["easy"], modes={"prompting": "steps"})[0].prompt.text
        self.assertNotEqual(plain, steps)
        with self.assertRaisesRegex(errors.UsageError, "promting"):
            suite.mint(seed=7, modes={"promting": "steps"})


class Scores(unittest.TestCase):
    def test_references_are_right_and_others_wrong(self) -> None:
        for name in SUITES:
            with self.subTest(name):
                tasks = mint(name, 7, 3)
                for place, task in enumerate(tasks):
                    score = tasks.score(task.id, task.reference)
                    self.assertEqual((score.verdict, score.success, score.reward), ("right", True, 1.0))
                    self.assertEqual(json.loads(score.line)["id"], task.id)
                    if wrong(tasks, place) != task.reference:
                        self.assertIn(tasks.score(task.id, wrong(tasks, place)).verdict, ("wrong", "crashed", "right"))

    def test_fields_agree_with_the_line(self) -> None:
        tasks = papert.suite("shapecode").mint(seed=7, count=5)
        for place, task in enumerate(tasks):
            score = tasks.score(task.id, wrong(tasks, place))
            line = json.loads(score.line)
            self.assertEqual(score.verdict, line["verdict"])
            self.assertEqual(score.success, line["success"])
            self.assertEqual(score.metrics, line["metrics"])
            self.assertEqual(score.detail, line["detail"])
            self.assertEqual((score.answer, score.rule), (line["answer"], line["rule"]))

    def test_a_batch_keeps_the_order(self) -> None:
        tasks = papert.suite("xlogo").mint(seed=3, count=20)
        ids = tasks.ids * 5
        replies = [tasks[each].reference if place % 3 else "" for place, each in enumerate(ids)]
        for jobs in (1, 4, None):
            verdicts = [score.verdict for score in tasks.score_batch(ids, replies, jobs=jobs)]
            self.assertEqual(verdicts, ["right" if place % 3 else "no_answer" for place in range(len(ids))])

    def test_any_text_gets_a_verdict(self) -> None:
        tasks = papert.suite("turtleai").mint(seed=7, tiers=["easy"])
        for reply in ("", "\0", "\ud83d", "\udfff\ud83d\ude00", "```python\n" + "(" * 5000, "é" * 1000, "x" * 70_000):
            score = tasks.score(tasks.ids[0], reply)
            self.assertIn(score.verdict, papert.VERDICTS)
            self.assertIn(score.reward, (0.0, None))
        self.assertEqual(tasks.score(tasks.ids[0], "x" * 70_000).verdict, "truncated")

    def test_what_is_not_text_is_refused(self) -> None:
        tasks = papert.suite("xlogo").mint(seed=3)
        with self.assertRaises(TypeError):
            tasks.score(tasks.ids[0], None)  # type: ignore[arg-type]
        with self.assertRaises(errors.NotFoundError):
            tasks.score("nothing", "")
        with self.assertRaises(ValueError):
            tasks.score_batch(tasks.ids, [])
        with self.assertRaises(errors.UsageError):
            tasks.score(tasks.ids[0], "", extract="kindly")

    def test_a_deadline_excuses_only_what_never_began(self) -> None:
        tasks = papert.suite("turtleai").mint(seed=7, tiers=["easy"])
        loop = "```python\nimport turtle\nwhile True:\n    pass\n```"
        scores = tasks.score_batch([tasks.ids[0]] * 4, [loop] * 4, jobs=1, deadline_s=0.3)
        self.assertEqual(scores[0].verdict, "step_limit")
        self.assertEqual(scores[-1].verdict, "host_slow")
        self.assertIsNone(scores[-1].success)
        self.assertIsNone(scores[-1].reward)

    def test_equal_scores_are_equal(self) -> None:
        tasks = papert.suite("xlogo").mint(seed=3, count=2)
        first, again, other = tasks.score_batch([tasks.ids[0]] * 3, [tasks[0].reference] * 2 + [""])
        self.assertEqual(first, again)
        self.assertEqual(hash(first), hash(again))
        self.assertNotEqual(first, other)


class References(unittest.TestCase):
    def test_any_process_can_score_by_them(self) -> None:
        for name in SUITES:
            with self.subTest(name):
                tasks = mint(name, 9, 2)
                refs = [task.ref for task in tasks]
                replies = [task.reference for task in tasks]
                self.assertEqual(papert.score_refs(refs, replies), tasks.score_batch(tasks.ids, replies))
                self.assertEqual(papert.score_ref(tasks[0].inline_ref(), replies[0]).verdict, "right")

    def test_a_broken_one_is_an_error(self) -> None:
        for text in ("", "{}", "not json", '{"v":1,"suite":"xlogo","id":"a","src":{"mint":{"seed":"x"}}}'):
            with self.assertRaises(errors.PapertError):
                papert.score_ref(text, "")


class Rewards(unittest.TestCase):
    def test_are_between_0_and_1(self) -> None:
        for name in SUITES:
            with self.subTest(name):
                tasks = mint(name, 7, 3)
                replies = [wrong(tasks, place) for place in range(len(tasks))]
                for policy in ("success", "shaped"):
                    reward = papert.Reward(policy)  # type: ignore[arg-type]
                    for value in reward.of(tasks.score_batch(tasks.ids, replies)):
                        assert value is not None
                        self.assertTrue(0.0 <= value <= 1.0)
                    self.assertEqual(reward.of(tasks.score_batch(tasks.ids, [task.reference for task in tasks])),
                                     [1.0] * len(tasks))  # fmt: skip

    def test_a_function_is_clamped(self) -> None:
        tasks = papert.suite("xlogo").mint(seed=3)
        score = tasks.score(tasks.ids[0], "")
        self.assertEqual(papert.Reward(lambda _: 7.0)(score), 1.0)
        self.assertEqual(papert.Reward(lambda _: -1.0)(score), 0.0)
        self.assertIsNone(papert.Reward(lambda _: None)(score))
        with self.assertRaises(errors.UsageError):
            papert.Reward(lambda _: math.nan)(score)

    def test_what_taught_nothing(self) -> None:
        tasks = papert.suite("turtleai").mint(seed=7, tiers=["easy"])
        score = tasks.score_batch(tasks.ids, [tasks[0].reference], deadline_s=0)[0]
        self.assertEqual(score.verdict, "host_slow")
        self.assertIsNone(papert.Reward("shaped")(score))
        self.assertEqual(papert.Reward("shaped", unscored="zero")(score), 0.0)
        with self.assertRaises(errors.Unscored):
            papert.Reward(unscored="raise")(score)

    def test_unknown_names_are_refused(self) -> None:
        with self.assertRaises(errors.UsageError):
            papert.Reward("generous")  # type: ignore[arg-type]
        with self.assertRaises(errors.UsageError):
            papert.Reward(unscored="one")  # type: ignore[arg-type]


class Pickles(unittest.TestCase):
    def test_go_by_the_source(self) -> None:
        suite = papert.suite("shapecode")
        tasks = suite.mint(seed=7, count=5, tiers=["easy"])
        tasks.score(tasks.ids[0], "")
        values = [suite, tasks, tasks[2], tasks.rows(format="verl"), papert.Reward("shaped", unscored="zero"),
                  tasks.score(tasks.ids[0], tasks[1].reference)]  # fmt: skip
        for value in values:
            text = pickle.dumps(value)
            self.assertLess(len(text), 4000)
            again = pickle.loads(text)
            self.assertEqual(again, value)
            self.assertEqual(hash(again), hash(value))
        again = pickle.loads(pickle.dumps(tasks))
        self.assertEqual(again.score_batch(again.ids, [""] * 5), tasks.score_batch(tasks.ids, [""] * 5))

    def test_a_score_keeps_its_rewards(self) -> None:
        tasks = papert.suite("shapecode").mint(seed=7, count=5)
        for place, task in enumerate(tasks):
            score = tasks.score(task.id, wrong(tasks, place))
            again = pickle.loads(pickle.dumps(score))
            for policy in ("success", "shaped"):
                reward = papert.Reward(policy)  # type: ignore[arg-type]
                self.assertEqual(reward(again), reward(score))
            self.assertEqual(again.metrics, score.metrics)


class Rows(unittest.TestCase):
    def test_have_what_trainers_read(self) -> None:
        tasks = papert.suite("turtleai").mint(seed=7, count=2, tiers=["easy"])
        trl = tasks.rows(format="trl")
        self.assertEqual(len(trl), 2)
        self.assertEqual(list(trl[0]), ["prompt", "images", "papert"])
        self.assertEqual(trl[0]["images"][0].size, (512, 512))
        verl = tasks.rows(format="verl")[1]
        self.assertTrue(verl["prompt"][0]["content"].startswith("<image>"))
        self.assertEqual(verl["extra_info"]["id"], tasks.ids[1])
        self.assertEqual(papert.score_ref(verl["extra_info"]["ref"], tasks[1].reference).verdict, "right")
        self.assertEqual(len(list(tasks.rows(format="messages"))), 2)
        self.assertEqual(trl[-1]["papert"], tasks[-1].ref)
        with self.assertRaises(IndexError):
            trl[2]
        with self.assertRaises(errors.UsageError):
            tasks.rows(format="openrlhf")[0]
        with self.assertRaises(errors.UsageError):
            tasks.rows(format="csv")

    def test_text_is_enough_for_openrlhf(self) -> None:
        tasks = mint("sgp", 7, 1)
        self.assertEqual(list(tasks.rows(format="openrlhf")[0]), ["input", "papert"])


class Drawings(unittest.TestCase):
    def test_run_tells_what_happened(self) -> None:
        drawing = papert.run("from turtle import *\nforward(100)\nprint('there')")
        self.assertEqual((drawing.outcome, drawing.printed), ("ok", "there\n"))
        self.assertEqual(drawing.scene, ("stroke width=1 #000000 0,0 100,0",))
        failed = papert.run("from turtle import *\nforward(10)\n1/0")
        self.assertEqual((failed.outcome, failed.line), ("exception", 3))
        self.assertFalse(failed.ok)

    def test_run_tells_it_step_by_step(self) -> None:
        code = "from turtle import *\nforward(100)\nleft(90)"
        self.assertIsNone(papert.run(code).replay)
        drawing = papert.run(code, trace=True)
        self.assertEqual(drawing, papert.run(code))
        replay = drawing.replay
        assert replay is not None
        self.assertEqual((replay["frames"], [step[0] for step in replay["steps"]]), (3, [2, 3]))
        self.assertEqual(replay["items"][0]["points"], [0.0, 0.0, 100.0, 0.0])

    def test_limits_end_a_program(self) -> None:
        loop = "while True: pass"
        self.assertEqual(papert.run(loop, limits=papert.Limits(steps=1000)).outcome, "step_limit")

    def test_pictures_are_arrays(self) -> None:
        code = "from turtle import *\ncolor('red')\nwidth(5)\nforward(100)"
        picture = papert.render(code, size=(200, 100))
        pixels = picture.numpy()
        self.assertEqual((pixels.shape, pixels.dtype.name), ((100, 200, 3), "uint8"))
        self.assertEqual(tuple(pixels[50, 100]), (255, 0, 0))
        self.assertEqual(picture.pil().size, (200, 100))
        self.assertEqual(picture, papert.render(code, size=(200, 100)))
        self.assertEqual(papert.render(code, view="canonical").numpy().shape, (320, 320, 3))

    def test_other_languages(self) -> None:
        tasks = papert.suite("shapecode").mint(seed=7, tiers=["easy"])
        self.assertGreater(papert.render(tasks[0].reference, lang="shapes").numpy().size, 1000)
        svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="5"/></svg>'
        self.assertGreater(papert.render(svg, lang="svg").numpy().size, 1000)
        with self.assertRaises(errors.UsageError):
            papert.render("", lang="cobol")


if __name__ == "__main__":
    unittest.main()
