"""Whether examples/training/tiny does what it says.

    tiny_test.py PAPERT parts       what becomes of prompts and programs; exit code 77 where numpy or Pillow is missing
    tiny_test.py PAPERT training    a few steps of training and the replies, through papert; 77 where PyTorch is missing
"""
import contextlib
import importlib.util
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import types

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "training" / "tiny"
PAPERT, PART = sys.argv[1:]

try:
    import numpy  # noqa: F401
    import PIL  # noqa: F401
except ImportError as error:
    print(f"skipped: {error} (apt-get install python3-numpy python3-pil)")
    sys.exit(77)
if PART == "training":
    try:
        import torch
    except ImportError:
        print("skipped: PyTorch is missing (apt-get install python3-torch)")
        sys.exit(77)
else:  # the parts need nothing of it but names
    nn = types.ModuleType("torch.nn")
    nn.Module, nn.functional = object, types.ModuleType("torch.nn.functional")
    sys.modules.update({"torch": types.ModuleType("torch"), "torch.nn": nn, "torch.nn.functional": nn.functional})
    sys.modules["torch"].nn = nn
    sys.modules["torch"].no_grad = lambda: lambda function: function


def load(name):
    spec = importlib.util.spec_from_file_location("tiny_" + name, FOLDER / (name + ".py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def papert(*words):
    return subprocess.run([PAPERT, *map(str, words)], check=True, stdout=subprocess.PIPE, text=True).stdout


def scored(suite, data, replies, file):
    """How many of the replies papert finds right."""
    file.write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in replies))
    papert("score", suite, "--data", data, "--answers", file, "--out", file.with_suffix(".scores"))
    scores = [json.loads(line) for line in file.with_suffix(".scores").read_text().splitlines()]
    assert len(scores) == len(replies), f"{len(scores)} scores of {len(replies)} replies"
    return sum(score["success"] for score in scores)


def export(folder, suite, count, *more):
    """A data folder, its export, and the lines of that."""
    data, out = folder / suite, folder / (suite + "-export")
    papert("mint", suite, "--seed", 70000000, "--count", count, "--out", data, "--display", "none")
    papert("export", data, "--suite", suite, "--format", "messages", "--out", out, "--display", "none", *more)
    return data, out, [json.loads(line) for line in (out / "train.jsonl").read_text().splitlines()]


def check_xlogo(folder):
    xlogo = load("xlogo")
    prompt = """The rules.

Your task

The world is a grid with 3 columns (x = 0 to 2) and 3 rows (y = 0 to 2). Cell (0,0) is the top left one; x grows to the right.
The turtle starts at (1,1) and faces north (up).
Forbidden cells: (0,0) to (2,0). Every other cell may be entered.
There are no walls.
There are no items.
The picture to draw: a red line from (1,1) to (1,2).

Task: Draw the picture. Use at most 7 commands.

The program:
"""
    program = "def run():\n    setpc('red')\n    for _ in range(2):\n        move_backward()\n        for _ in range(2):\n" \
              "            turn_right()\n    turn_left()"
    words = "Draw picture most 7 commands 3 columns 3 rows (1,1) north Forbidden cells (0,0) to (2,0)" \
            " picture to draw red (1,1) (1,2)"
    assert xlogo.prompt_words(prompt) == words.split(), xlogo.prompt_words(prompt)
    plan = "setpc('red') (1,2) east south (1,1) west north west"
    assert xlogo.plan_words(prompt, program) == plan.split(), xlogo.plan_words(prompt, program)

    data, _, lines = export(folder, "xlogo", 60, "--mode", "prompting=train")
    read = [xlogo.read_line(json.dumps(line)) for line in lines]
    words = ["<pad>", "<begin>", "<end>"] + sorted({word for _, *texts in read for word in "\n".join(texts).split("\n")})
    index = {word: at for at, word in enumerate(words)}
    replies = []
    for name, _, plan, program in read:
        tokens = xlogo.encode(index, plan) + [xlogo.BEGIN] + xlogo.encode(index, program)
        replies.append((name, xlogo.decode(words, tokens)))
    assert xlogo.decode(words, xlogo.encode(index, read[0][2])) == "\n", "a plan alone is no program"
    right = scored("xlogo", data, replies, folder / "xlogo.jsonl")
    assert right == len(replies) > 50, f"xlogo: {right} of {len(replies)} references are right as tokens"


def check_pictures(folder):
    pictures = load("pictures")
    data, _, lines = export(folder, "shapecode", 20)
    programs = [line["messages"][-1]["content"] for line in lines]
    shapes = pictures.Shapes(programs)
    assert max(max(shapes.tokens(program)) for program in programs) < shapes.SIZE
    replies = [(line["id"], shapes.program(shapes.tokens(program))) for line, program in zip(lines, programs)]
    right = scored("shapecode", data, replies, folder / "shapecode.jsonl")
    assert right == len(replies) == 60, f"shapecode: {right} of {len(replies)} references are right as tokens"
    whole = shapes.tokens("filled_square(cx=5, cy=6, size=1)\ncircle(cx=9, cy=8, radius=7, stroke=2)")
    assert shapes.program(whole[:-3]).count("\n") == 0, "a call that is cut off is left out"
    text = "def draw(t):\n    t.forward(12.5 * 4)\n\n\n    t.color(\"light green\")  # x_1\n"
    words = pictures.Text([text])
    assert words.program(words.tokens(text)) == text, words.program(words.tokens(text))


def check_training(folder):
    for name, suite, count, more, options in (
            ("xlogo", "xlogo", 16, ("--mode", "prompting=train"),
             "--batch 16 --samples 320 --width 32 --layers 1 --heads 2 --longest 128"),
            ("pictures", "shapecode", 4, ("--tier", "easy"), "--batch 4 --samples 32 --width 64 --layers 2 --side 64")):
        data, out, lines = export(folder, suite, count, *more)
        replies, source = folder / "replies.jsonl", out / "train.jsonl" if name == "xlogo" else out
        sys.argv = [name, "--train", str(source), "--test", str(source), "--replies", str(replies)] + options.split()
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            load(name).main()
        losses = [float(line.split()[3]) for line in said.getvalue().splitlines() if line.startswith("step")]
        assert losses[-1] < losses[0], f"{name} does not learn: {losses}"
        answers = [json.loads(line) for line in replies.read_text().splitlines()]
        assert [answer["id"] for answer in answers] == [line["id"] for line in lines], "other ids than were asked"
        scored(suite, data, [(answer["id"], answer["text"]) for answer in answers], folder / "again.jsonl")
        print(f"{name}: loss {losses[0]} to {losses[-1]}, {len(answers)} replies")


for path in FOLDER.glob("*.py"):
    lines = path.read_text().splitlines()
    assert len(lines) < 250 and max(map(len, lines)) <= 123, f"{path.name} has {len(lines)} lines, {max(map(len, lines))} columns"
with tempfile.TemporaryDirectory() as name:
    if PART == "training":
        torch.set_num_threads(1)
        check_training(pathlib.Path(name))
    else:
        check_xlogo(pathlib.Path(name))
        check_pictures(pathlib.Path(name))
print("done")
