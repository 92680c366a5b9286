"""The package in processes that fork, thread and handle signals. Every result is compared with its own program's."""

from __future__ import annotations

import asyncio
import concurrent.futures
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest

import papert
from support import foreign, gone_within, is_own, program, python, scaled, zygotes

EACH = scaled(30, 400)  # programs of one process or thread; in a full run more than 100,000 over all tests
PROCESSES = scaled(8, 64)
THREADS = scaled(16, 64)


def numbers(lot: int, count: int = EACH) -> range:
    """Numbers that no other lot has."""
    return range(1 + lot * count, 1 + (lot + 1) * count)


def foreign_of(lot: int) -> list[int]:
    return foreign(numbers(lot))


class Child:
    """A forked process that runs the programs of a lot; its exit code says whether all results were its own."""

    def __init__(self, lot: int, ending: str = "_exit") -> None:
        self.pid = os.fork()
        if self.pid == 0:
            code = 1
            try:
                code = 0 if not foreign_of(lot) else 3
            finally:
                if ending == "kill":
                    os.kill(os.getpid(), signal.SIGKILL)
                os._exit(code)

    def wait(self) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


class Forks(unittest.TestCase):
    def test_before_the_first_program(self) -> None:
        code = """
            import os, sys
            sys.path.insert(0, sys.argv[1])
            import papert
            from test_processes import Child, foreign_of
            children = [Child(lot) for lot in (1, 2)]
            own = foreign_of(0)
            sys.exit(0 if not own and [child.wait() for child in children] == [0, 0] else 1)
        """
        done = python(code, os.path.dirname(__file__))
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_after_the_first_program(self) -> None:
        self.assertEqual(foreign(range(1, 2)), [])
        children = [Child(lot) for lot in range(1, 4)]
        self.assertEqual(foreign_of(0), [])
        self.assertEqual([child.wait() for child in children], [0, 0, 0])
        self.assertEqual(foreign_of(0), [])

    def test_while_another_thread_runs_programs(self) -> None:
        wrong: list[int] = []
        thread = threading.Thread(target=lambda: wrong.extend(foreign(numbers(0, 4 * EACH))))
        thread.start()
        children = []
        for lot in range(10, 10 + PROCESSES):
            children.append(Child(lot))
            time.sleep(0.01)
        self.assertEqual([child.wait() for child in children], [0] * PROCESSES)
        thread.join()
        self.assertEqual(wrong, [])

    def test_a_set_is_opened_again_in_the_child(self) -> None:
        tasks = papert.suite("turtleai").mint(seed=7, count=2)
        replies = [task.reference for task in tasks]
        before = tasks.score_batch(tasks.ids, replies)
        pid = os.fork()
        if pid == 0:
            os._exit(0 if tasks.score_batch(tasks.ids, replies) == before else 1)
        self.assertEqual(tasks.score_batch(tasks.ids, replies), before)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)

    def test_however_the_child_ends(self) -> None:
        self.assertEqual(foreign(range(1, 2)), [])
        for ending, code in (("_exit", 0), ("kill", -signal.SIGKILL)):
            child = Child(1, ending)
            self.assertEqual(child.wait(), code)
            self.assertEqual(foreign_of(0), [])


class Pools(unittest.TestCase):
    def pool(self, method: str, processes: int) -> None:
        context = multiprocessing.get_context(method)
        with concurrent.futures.ProcessPoolExecutor(processes, mp_context=context) as pool:
            for wrong in pool.map(foreign_of, range(processes)):
                self.assertEqual(wrong, [])

    def test_fork(self) -> None:
        self.assertEqual(foreign(range(1, 2)), [])
        self.pool("fork", PROCESSES)

    def test_spawn(self) -> None:
        self.pool("spawn", 2)

    def test_forkserver(self) -> None:
        self.pool("forkserver", 3)

    def test_daemons(self) -> None:
        context = multiprocessing.get_context("fork")
        results = context.SimpleQueue()
        lots = range(3)
        daemons = [context.Process(target=_put, args=(results, lot), daemon=True) for lot in lots]
        for daemon in daemons:
            daemon.start()
        self.assertEqual([results.get() for _ in lots], [[]] * 3)
        for daemon in daemons:
            daemon.join()


def _put(results: multiprocessing.SimpleQueue[list[int]], lot: int) -> None:
    results.put(foreign_of(lot))


class Threads(unittest.TestCase):
    def test_many(self) -> None:
        with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
            self.assertEqual(list(pool.map(foreign_of, range(THREADS))), [[]] * THREADS)
        self.assertLessEqual(len(zygotes(os.getpid())), int(os.environ.get("PAPERT_JOBS", "8")))

    def test_an_event_loop(self) -> None:
        async def work() -> list[list[int]]:
            return await asyncio.gather(*(asyncio.to_thread(foreign_of, lot) for lot in range(THREADS)))

        self.assertEqual(asyncio.run(work()), [[]] * THREADS)

    def test_the_interpreter_lock_is_let_go(self) -> None:
        tasks = papert.suite("turtleai").mint(seed=7, tiers=["easy"])
        loop = "```python\nwhile True:\n    pass\n```"
        ticks = 0
        thread = threading.Thread(target=lambda: tasks.score_batch(tasks.ids, [loop], deadline_s=0.5))
        thread.start()
        while thread.is_alive():
            ticks += 1
            time.sleep(0.001)
        self.assertGreater(ticks, 20)


class Hosts(unittest.TestCase):
    """Processes with habits."""

    def test_child_signals_ignored(self) -> None:
        done = _host("signal.signal(signal.SIGCHLD, signal.SIG_IGN)")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_stranger_waits_for_all_children(self) -> None:
        code = """
            def wait():
                while True:
                    try:
                        os.waitpid(-1, 0)
                    except ChildProcessError:
                        time.sleep(0.001)
            threading.Thread(target=wait, daemon=True).start()
        """
        done = _host(textwrap.dedent(code))
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_few_descriptors(self) -> None:
        done = _host("resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_beside_much_memory(self) -> None:
        done = _host(f"ballast = bytearray({scaled(256, 4096)} << 20); ballast[::4096] = b'x' * (len(ballast) // 4096)")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_killed(self) -> None:
        """Nothing is left of a host that was killed, nor does a sibling keep its interpreters alive."""
        for sibling in (False, True):
            with self.subTest(sibling=sibling):
                code = f"""
                    import os, sys, time
                    import papert
                    papert.run("pass")
                    if {sibling} and os.fork() == 0:
                        time.sleep(20)
                        os._exit(0)
                    print("ready", flush=True)
                    time.sleep(60)
                """
                host = subprocess.Popen(
                    [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, start_new_session=True
                )
                assert host.stdout is not None
                self.assertEqual(host.stdout.readline(), b"ready\n")
                jails = zygotes(host.pid)
                self.assertGreater(len(jails), 0)
                host.kill()
                host.wait()
                self.assertTrue(gone_within(jails, 2.0), jails)
                host.stdout.close()
                if sibling:
                    os.killpg(host.pid, signal.SIGKILL)

    def test_no_jail_is_left_at_the_end(self) -> None:
        code = "import os, papert, support; papert.run('pass'); print(*support.zygotes(os.getpid()))"
        done = python(code, cwd=os.path.dirname(__file__))
        jails = [int(each) for each in done.stdout.split()]
        self.assertGreater(len(jails), 0, done.stderr)
        self.assertTrue(gone_within(jails, 2.0))

    def test_shutdown_ends_the_jails(self) -> None:
        papert.warm_up(1)
        jails = zygotes(os.getpid())
        self.assertGreater(len(jails), 0)
        papert.shutdown()
        self.assertTrue(gone_within(jails, 2.0))
        self.assertTrue(is_own(5, papert.run(program(5))))

    def test_counters(self) -> None:
        before = papert.stats()["programs"]
        self.assertEqual(foreign(range(1, 6)), [])
        self.assertEqual(papert.stats()["programs"], before + 5)


def _host(habit: str) -> subprocess.CompletedProcess[str]:
    code = "import os, resource, signal, sys, threading, time\n" + habit + "\n"
    code += "import test_processes\nsys.exit(0 if test_processes.foreign_of(0) == [] else 1)\n"
    return python(code, cwd=os.path.dirname(__file__))


class Interrupts(unittest.TestCase):
    def test_end_a_batch_at_once(self) -> None:
        code = """
            import papert, time
            tasks = papert.suite("turtleai").mint(seed=7, tiers=["easy"])
            loop = "```python\\nwhile True:\\n    pass\\n```"
            print("ready", flush=True)
            try:
                tasks.score_batch(tasks.ids * 1000, [loop] * 1000)
            except KeyboardInterrupt:
                print(tasks.score(tasks.ids[0], tasks[0].reference).verdict)
        """
        host = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
        assert host.stdout is not None
        self.assertEqual(host.stdout.readline(), "ready\n")
        time.sleep(0.5)
        host.send_signal(signal.SIGINT)
        out, _ = host.communicate(timeout=60)  # a thousand programs would take hours
        self.assertEqual((out, host.returncode), ("right\n", 0))


class Memory(unittest.TestCase):
    def test_stays_flat(self) -> None:
        tasks = papert.suite("xlogo").mint(seed=3, count=100)
        ids = tasks.ids * scaled(5, 50)
        replies = [tasks[each].reference for each in ids]

        def rounds(count: int) -> int:
            for _ in range(count):
                tasks.score_batch(ids, replies, jobs=1)
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * resource.getpagesize()

        before = rounds(10)
        after = rounds(scaled(40, 1_000_000 // len(ids)))
        self.assertLess(after, before * 1.05)


if __name__ == "__main__":
    unittest.main()
