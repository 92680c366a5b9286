"""CPython's own tests of its turtle module, run against ours.

    cpython_tests.py EXTENSION_FOLDER

Needs the distribution's test suite (libpython3.11-testsuite); without it exits with 77. Left out:
TurtleConfigTest, which reads turtle.cfg files; there are none in a jail.
"""

import sys
import unittest

sys.path.insert(0, sys.argv[1])
import _papert_turtle  # noqa: E402: from the folder just named

sys.modules["turtle"] = _papert_turtle
try:
    from test import test_turtle
except ImportError as error:
    print(error)
    sys.exit(77)

LEFT_OUT = {"TurtleConfigTest"}

suite = unittest.TestSuite()
for name, case in sorted(vars(test_turtle).items()):
    if isinstance(case, type) and issubclass(case, unittest.TestCase) and name not in LEFT_OUT:
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
result = unittest.TextTestRunner(stream=sys.stdout).run(suite)
sys.exit(0 if result.wasSuccessful() and result.testsRun >= 28 else 1)
