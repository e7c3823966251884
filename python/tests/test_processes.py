"""Fork, threads and sub-interpreters."""

import os
import threading
import unittest

import irilex

GOOD, BAD = "http://u@é.example:80/p?q#f", "http://é.example/ "
PROGRAM = f"""
import irilex
assert irilex.valid({GOOD!r}) and not irilex.valid({BAD!r})
assert irilex.parse({GOOD!r}).host == "é.example"
assert irilex.valid("xn--bcher-kva.example", "hostname")
"""


def work(n=2000):
    for _ in range(n):
        assert irilex.valid(GOOD) and not irilex.valid(BAD)
        assert irilex.parse(GOOD).host == "é.example"


class Processes(unittest.TestCase):
    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_fork(self):
        """A child that is forked while other threads validate can validate."""
        stop = threading.Event()

        def busy():
            while not stop.is_set():
                work(10)

        threads = [threading.Thread(target=busy) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(20):
                child = os.fork()
                if child == 0:
                    try:
                        work(100)
                        os._exit(0)
                    finally:
                        os._exit(1)
                self.assertEqual(os.waitpid(child, 0)[1], 0)
        finally:
            stop.set()
            for thread in threads:
                thread.join()

    def test_threads(self):
        failures = []

        def run():
            try:
                work()
            except BaseException as e:
                failures.append(e)

        threads = [threading.Thread(target=run) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_interpreters(self):
        """Sub-interpreters import the package, each with its own GIL from Python 3.12."""
        try:
            import _interpreters as interpreters  # from 3.13
        except ModuleNotFoundError:
            import _xxsubinterpreters as interpreters
        for _ in range(3):
            one = interpreters.create()
            failure = interpreters.run_string(one, PROGRAM)
            interpreters.destroy(one)
            self.assertIsNone(failure)
        work(10)


if __name__ == "__main__":
    unittest.main()
