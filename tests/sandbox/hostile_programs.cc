#include "hostile_programs.h"

#define OS "import sys\nos = sys.modules['os']\n"
#define BUILTIN(name) \
  "import sys\nm = sys.modules['_frozen_importlib'].BuiltinImporter.load_module('" name "')\n"

namespace papert::sandbox {
namespace {

constexpr Status kOk = Status::kOk;
constexpr Status kException = Status::kException;
constexpr Status kForbidden = Status::kForbidden;
constexpr Status kStepLimit = Status::kStepLimit;
constexpr Status kMemoryLimit = Status::kMemoryLimit;
constexpr Status kKilled = Status::kKilled;

constexpr HostileProgram kPrograms[] = {
    // Files
    {"read a file", "open('/etc/passwd')", kForbidden, "PermissionError"},
    {"write a file", "open('/tmp/papert-was-here', 'w')", kForbidden, "PermissionError"},
    {"read own memory", "open('/proc/self/mem', 'rb')", kForbidden, "PermissionError"},
    {"read the parent's memory", "open('/proc/1/mem', 'rb')", kForbidden, "PermissionError"},
    {"list the root", OS "os.listdir('/')", kForbidden, "PermissionError"},
    {"stat", OS "os.stat('/etc/passwd')", kForbidden, "PermissionError"},
    {"unlink", OS "os.unlink('/etc/passwd')", kForbidden, "PermissionError"},
    {"change folder", OS "os.chdir('/tmp')", kForbidden, "PermissionError"},
    {"make a folder", OS "os.mkdir('/tmp/papert-was-here')", kForbidden, "PermissionError"},
    {"memfd", OS "os.memfd_create('x')", kForbidden, "PermissionError"},
    {"make a pipe", OS "os.pipe()", kForbidden, "PermissionError"},
    {"duplicate a descriptor", OS "os.dup(0)", kForbidden, "PermissionError"},
    {"write to standard output", OS "os.write(1, b'x')", kForbidden, "PermissionError"},
    {"write to the control socket", OS "os.write(3, b'x')", kException, "OSError"},
    {"write to any descriptor",
     OS
     "n = 0\nfor fd in range(2000):\n  try:\n    n += os.write(fd, b'x')\n  except OSError: pass\n"
     "assert n == 0",
     kOk},
    {"read from any descriptor",
     OS "for fd in range(2000):\n  try:\n    os.read(fd, 1)\n    raise SystemError\n"
        "  except OSError: pass\n",
     kOk},
    // Network and other processes
    {"socket", BUILTIN("_socket") "m.socket()", kForbidden, "PermissionError"},
    {"exec", OS "os.execv('/bin/sh', ['sh'])", kForbidden, "PermissionError"},
    {"os.system", OS "assert os.system('true') != 0", kOk},
    {"spawn", OS "os.posix_spawn('/bin/true', ['true'], {})", kForbidden, "PermissionError"},
    {"kill the parent", OS "os.kill(1, 9)", kForbidden, "PermissionError"},
    {"kill everybody", OS "os.kill(-1, 9)", kForbidden, "PermissionError"},
    {"become root", OS "os.setuid(0)", kForbidden, "PermissionError"},
    {"chroot", OS "os.chroot('/')", kForbidden, "PermissionError"},
    {"mount namespace", OS "os.setns(0)", kException, "AttributeError"},
    {"fork", OS "os.fork()", kForbidden, "PermissionError"},
    {"fork bomb", OS "while True:\n  try:\n    os.fork()\n  except OSError: pass", kStepLimit},
    {"thread", "import sys\nsys.modules['_thread'].start_new_thread(print, ())", kException,
     "RuntimeError"},
    {"signal handler", BUILTIN("_signal") "m.signal(10, lambda *a: None)", kForbidden,
     "PermissionError"},
    // pidfd_send_signal by the names a process has for itself (PIDFD_SELF); 19 is SIGSTOP.
    {"stop itself", "import turtle\nassert turtle.raw(424, -10000, 19, 0, 0) == -1", kOk},
    {"stop all its threads", "import turtle\nassert turtle.raw(424, -20000, 19, 0, 0) == -1", kOk},
    {"stop itself in the low half",
     "import turtle\nassert turtle.raw(424, 0x7ffffffffffd8f0, 19, 0, 0) == -1", kOk},
    {"stop whoever has a descriptor",
     "import turtle\nfor fd in range(100): assert turtle.raw(424, fd, 19, 0, 0) == -1", kOk},
    {"kill whoever has a descriptor",
     "import turtle\nfor fd in range(100): assert turtle.raw(424, fd, 9, 0, 0) == -9", kOk},
    {"timer", BUILTIN("_signal") "m.setitimer(0, 0.1)", kException, "itimer_error"},
    {"scheduling", OS "os.sched_setaffinity(0, {0})", kForbidden, "PermissionError"},
    {"poll forever", BUILTIN("select") "m.poll().poll()", kForbidden, "PermissionError"},
    {"select forever", BUILTIN("select") "m.select([], [], [])", kForbidden, "PermissionError"},
    // Memory
    {"one huge string", "'x' * 10**10", kMemoryLimit, "MemoryError"},
    {"one huge byte array", "bytearray(1 << 40)", kMemoryLimit, "MemoryError"},
    {"growing list", "x = [0]\nwhile True: x += x", kMemoryLimit, "MemoryError"},
    {"many small objects", "x = []\nwhile True: x.append([None] * 1000)", kMemoryLimit,
     "MemoryError"},
    {"growing string", "x = 'ab'\nwhile True: x = x + x", kMemoryLimit, "MemoryError"},
    {"big integer", "x = 1 << (1 << 33)", kMemoryLimit, "MemoryError"},
    {"swallowed MemoryError",
     "while True:\n  try:\n    x = bytearray(1 << 40)\n  except MemoryError: pass", kStepLimit},
    // Time
    {"empty loop", "while True: pass", kStepLimit},
    {"empty loop on two lines", "while True:\n  pass", kStepLimit},
    {"loop that catches everything",
     "while True:\n  try:\n    while True: x = 1\n  except BaseException: pass", kStepLimit},
    {"endless comprehension", "[0 for _ in iter(int, 1) if False]", kStepLimit},
    {"endless recursion of generators", "def g():\n  while True: yield 1\nfor x in g(): pass",
     kStepLimit},
    {"sum of a range", "sum(range(10**12))", kStepLimit},
    {"power tower", "9**9**9", kStepLimit},
    {"int to text", "import sys\nsys.set_int_max_str_digits(0)\nstr(1 << 20_000_000)", kStepLimit},
    {"int to text, limited", "str(1 << 20_000_000)", kException, "ValueError"},
    {"regular expression", "import re\nre.match(r'(a+)+$', 'a' * 60 + 'b')", kStepLimit},
    {"hash collisions", "{i * (2**61 - 1): 0 for i in range(60000)}", kStepLimit},
    {"endless iterator in C", "import itertools\nfor _ in itertools.repeat(0): pass", kStepLimit},
    {"deque of an endless iterator",
     "import itertools, collections\ncollections.deque(itertools.repeat(0), 0)", kStepLimit},
    {"sleep", "import time\ntime.sleep(3600)", kOk},
    {"many sleeps", "import time\nfor _ in range(1000): time.sleep(1e6)", kOk},
    {"negative sleep", "import time\ntime.sleep(-1)", kException, "ValueError"},
    {"wait for a moment", "import time\ne = time.time() + 5\nwhile time.time() < e: pass", kOk},
    {"lock forever",
     "import sys\nl = sys.modules['_thread'].allocate_lock()\nl.acquire()\nl.acquire()", kKilled},
    {"read standard input", "input()", kException, "EOFError"},
    // Stack
    {"recursion", "def f(): f()\nf()", kException, "RecursionError"},
    {"recursion without limit", "import sys\nsys.setrecursionlimit(10**9)\ndef f(): f()\nf()",
     kStepLimit},
    {"recursion in C", "x = iter([])\nfor _ in range(10**6): x = map(abs, x)\nnext(x)", kKilled},
    {"recursion in C, limited", "x = []\nfor _ in range(10**5): x = [x]\nrepr(x)", kException,
     "RecursionError"},
    // Crashes
    {"invalid bytecode",
     "def f(): pass\nf.__code__ = f.__code__.replace(co_code=b'\\x64\\xff' * 200)\nf()", kKilled},
    {"abort", OS "os.abort()", kKilled},
    // Modules and objects
    {"ctypes", "import ctypes", kForbidden, "ImportError"},
    {"import os", "import os", kForbidden, "ImportError"},
    {"from os import", "from os import system", kForbidden, "ImportError"},
    {"import in exec", "exec('import socket')", kForbidden, "ImportError"},
    {"call of __import__", "__import__('subprocess')", kForbidden, "ImportError"},
    {"submodule of a refused one", "import os.path", kForbidden, "ImportError"},
    {"missing name in an allowed module", "from math import no_such_thing", kException,
     "ImportError"},
    {"missing submodule of an allowed one", "import json.no_such_thing", kException,
     "ModuleNotFoundError"},
    {"refused import that is caught", "try:\n  import numpy\nexcept ImportError: pass", kOk},
    {"import function broken", "__builtins__.__import__ = None\nimport math", kException,
     "TypeError"},
    {"the way through __subclasses__",
     "c = [c for c in object.__subclasses__() if c.__name__ == '_wrap_close'][0]\n"
     "assert c.__init__.__globals__['system']('true') != 0",
     kOk},
    {"patched modules",
     "import math, random, sys\nmath.sqrt = random.random = None\nsys.modules.clear()", kOk},
    {"no standard output", "import sys\nsys.stdout = None\nprint(1)\ndel sys.stdout", kOk},
    {"debugger", "breakpoint()", kOk},
    {"entropy", OS "os.urandom(8)", kForbidden, "PermissionError"},
    // Ends
    {"sys.exit", "import sys\nsys.exit(3)", kOk},
    {"exit", "exit()", kOk},
    {"os._exit", OS "os._exit(3)", kOk},
    {"raise a bare BaseException", "raise BaseException('x')", kException, "BaseException"},
    {"KeyboardInterrupt", "raise KeyboardInterrupt", kException, "KeyboardInterrupt"},
    {"exception whose text loops",
     "class E(Exception):\n  def __str__(self):\n    while True: pass\nraise E", kStepLimit},
    {"exception whose text raises", "class E(Exception):\n  def __str__(self): raise E\nraise E",
     kException, "E"},
    {"exception group", "raise ExceptionGroup('g', [ValueError(1)])", kException, "ExceptionGroup"},
    {"loop in a destructor", "class D:\n  def __del__(self):\n    while True: pass\nd = D()\ndel d",
     kStepLimit},
    // Output
    {"print flood", "while True: print('x' * 1000)", Status::kOutputLimit},
    {"one huge print", "print('x' * 2_000_000)", Status::kOutputLimit},
    {"error output flood", "import sys\nwhile True: sys.stderr.write('x' * 1000)",
     Status::kOutputLimit},
    {"lone surrogates", "print('\\ud800')", kOk},
    // Records
    {"record flood in one call", "import turtle\nturtle.flood(20_000_000)", Status::kRecordLimit},
    {"record flood without end", "import turtle\nwhile True: turtle.flood(10_000_000)",
     Status::kRecordLimit},
    {"drawing that is not a drawing", "import turtle\nturtle.invalid()", kException,
     "InvalidDrawing"},
    // Against counting
    {"settrace", "import sys\nsys.settrace(None)\nwhile True: pass", kStepLimit},
    {"settrace of its own", "import sys\nsys.settrace(lambda *a: None)\nwhile True: x = 1",
     kStepLimit},
    {"settrace brought back",
     BUILTIN("sys") "m.settrace(None)\nsys.settrace(None)\nwhile True: x = 1", kStepLimit},
    {"work in a profile function",
     "import sys\ndef p(*a):\n  while True: x = 1\nsys.setprofile(p)\nlen('')\nassert "
     "sys.getprofile() is None",
     kOk},
    {"work in an audit hook",
     "import sys\ndef h(*a):\n  while True: x = 1\nsys.addaudithook(h)\nsys.audit('x')", kOk},
    {"call_tracing", "import sys\ndef f():\n  while True: x = 1\nsys.call_tracing(f, ())",
     kStepLimit},
    {"frame without lines",
     "import sys\nf = sys._getframe()\nf.f_trace_lines = False\nf.f_trace = None\n"
     "assert f.f_trace_lines\nwhile True: x = 1",
     kStepLimit},
    {"descriptor of the frame type",
     "import sys\nt = type(sys._getframe())\nt.__dict__['f_trace_lines'].__set__(sys._getframe(), "
     "False)\n"
     "while True: x = 1",
     kStepLimit},
    {"code without a line table",
     "def f():\n  while True: x = 1\nf.__code__ = f.__code__.replace(co_linetable=b'')\nf()",
     kStepLimit},
    {"an exception whose handler lies before it",
     "def f():\n    x = 0\n    return x\n"
     "f.__code__ = f.__code__.replace(co_code=bytes([151, 0, 100, 0, 125, 0, 100, 0, 1, 0, 124, 0, "
     "100, 1, 122, 0, 0, 0, 125, 0, 124, 0, 100, 2, 107, 0, 0, 0, 0, 0, 114, 2, 100, 3, 130, 1, "
     "124, 0, 83, 0]), co_consts=(0, 1, 30000000, ValueError), "
     "co_linetable=bytes([232, 0, 255, 255, 250]), co_exceptiontable=bytes([144, 2, 4, 0]), "
     "co_stacksize=8, co_nlocals=1, co_varnames=('x',))\nf()",
     kStepLimit},
    {"code without lines from a tree",
     "t = compile('while True:\\n  x = 1', '', 'exec', 0x400)\n"
     "def strip(n):\n  for a in ('lineno', 'end_lineno', 'col_offset', 'end_col_offset'):\n"
     "    if hasattr(n, a): setattr(n, a, -1)\n"
     "  for f in n._fields:\n    v = getattr(n, f)\n"
     "    for c in v if isinstance(v, list) else [v]:\n      if hasattr(c, '_fields'): strip(c)\n"
     "strip(t)\nexec(compile(t, '', 'exec'))",
     kStepLimit},
    {"loop in eval", "eval('[0 for _ in iter(int, 1)]')", kStepLimit},
    {"recursion of lambdas",
     "import sys\nf = lambda: [f() for _ in range(9)] and 0 if 1 else 0\n"
     "sys.setrecursionlimit(100)\n"
     "while True:\n  try: f()\n  except RecursionError: pass",
     kStepLimit},
};

}  // namespace

std::span<const HostileProgram> hostile_programs() { return kPrograms; }

}  // namespace papert::sandbox
