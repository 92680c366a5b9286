"""A small transformer that learns from nothing to direct the turtle of xlogo tasks (README.md has the commands).

What all prompts say, the rules of the world, tells it nothing: of a prompt stay cells, numbers and the words that differ,
the task first. A line of a program is one token. Before the program it writes its plan: where the turtle is after every
command, which the program of a training line tells. Plan and program count in the loss; replies are decoded greedily.
"""
import argparse
import array
import json
import math
import multiprocessing
import re
import time

import torch
import torch.nn.functional as functional
from torch import nn

PAD, BEGIN, END = 0, 1, 2  # BEGIN stands before the plan and before the program
WORD = re.compile(r"\(\d+,\d+\)|\d+|[A-Za-z_]+")
REDUNDANT = re.compile(r" \([xy] = [^)]*\)| \((up|right|down|left)\)|Cell [^.]*\.|Every [^.]*\.|There are no [^.]*\.")
LINE = re.compile(r"line from (\S+) to")
SILENT = set("The world is a an the grid with turtle starts at and faces of each between this in order stepping on letter"
             " Use".split())
FACES = ["north", "east", "south", "west"]
START = re.compile(r"starts at \((\d+),(\d+)\) and faces (\w+)")


def prompt_words(prompt):
    """The words of a prompt that say something about its task."""
    world, _, task = prompt.partition("Your task\n")[2].partition("\nTask: ")
    text = LINE.sub(r"\1", REDUNDANT.sub("", task.partition("The program:")[0] + "\n" + world))
    return [word for word in WORD.findall(text) if word not in SILENT]


def commands(lines):
    """What lines of a program execute one after the other, loops run out."""
    at, depths = 0, [len(line) - len(line.lstrip()) for line in lines]
    while at < len(lines):
        after = next((end for end in range(at + 1, len(lines)) if depths[end] <= depths[at]), len(lines))
        loop = re.search(r"range\((\d+)\)", lines[at])
        yield from list(commands(lines[at + 1 : after])) * int(loop[1]) if loop else [lines[at].strip()]
        at = after


def plan_words(prompt, program):
    """The cell after a move, the direction after a turn, the call itself where it sets the pen."""
    x, y, faces = START.search(prompt).groups()
    x, y, faces, words = int(x), int(y), FACES.index(faces), []
    for command in commands(program.split("\n")[1:]):
        if command.startswith("turn"):
            faces = (faces + (1 if "right" in command else 3)) % 4
        elif command.startswith("move"):
            step = 1 if "forward" in command else -1
            x, y = x + step * (0, 1, 0, -1)[faces], y + step * (-1, 0, 1, 0)[faces]
        words.append(FACES[faces] if "turn" in command else f"({x},{y})" if "move" in command else command)
    return words


def read_line(line):
    """(id, prompt, plan, program) of a line of an export or of prompts of `papert datagen loop`, newlines between."""
    example = json.loads(line)
    messages = example.get("messages", [{"content": example.get("prompt")}, {"content": ""}])
    prompt, program = messages[0]["content"], messages[-1]["content"].rstrip()
    return example.get("id", ""), "\n".join(prompt_words(prompt)), "\n".join(plan_words(prompt, program)), program


def read(paths):
    with multiprocessing.Pool() as pool:
        return [line for path in paths for line in pool.imap(read_line, open(path, encoding="utf-8"), 500)]


def encode(index, text):
    return [index[word] for word in text.split("\n") if word in index]


def decode(words, tokens):
    """The program that was written, without the plan."""
    after = tokens[tokens.index(BEGIN) + 1 :] if BEGIN in tokens else []
    return "\n".join(words[token] for token in after if token > END) + "\n"


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.project, self.out = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)
        self.widen, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x, cosine, sine):
        batch, length, width = x.shape
        parts = self.project(self.before(x)).view(batch, length, 3, self.heads, -1)
        q, k, v = (part.transpose(1, 2) for part in parts.unbind(2))
        q, k = (torch.cat((a * cosine - b * sine, a * sine + b * cosine), dim=-1).to(v.dtype)  # rotary positions
                for a, b in (part.chunk(2, dim=-1) for part in (q, k)))
        if hasattr(functional, "scaled_dot_product_attention"):
            seen = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        else:  # PyTorch 1.13, as Debian 12 has it
            future = torch.ones(length, length, dtype=torch.bool, device=x.device).triu(1)
            seen = (q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])).masked_fill(future, float("-inf")).softmax(-1) @ v
        x = x + self.out(seen.transpose(1, 2).reshape(batch, length, width))
        return x + self.narrow(functional.gelu(self.widen(self.between(x))))


class Transformer(nn.Module):
    def __init__(self, words, width, layers, heads, longest):
        super().__init__()
        self.shape = (words, width, layers, heads, longest)
        self.words, self.last = nn.Embedding(words, width), nn.LayerNorm(width)
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        nn.init.normal_(self.words.weight, std=0.02)
        half = width // heads // 2
        angles = torch.arange(longest)[:, None] * 10000.0 ** (-torch.arange(half) / half)
        self.register_buffer("cosine", angles.cos(), persistent=False)
        self.register_buffer("sine", angles.sin(), persistent=False)

    def forward(self, tokens):
        x = self.words(tokens)
        for block in self.blocks:
            x = block(x, self.cosine[: tokens.shape[1]], self.sine[: tokens.shape[1]])
        return self.last(x) @ self.words.weight.T


class Lines:
    """All lines behind one another on the device; a batch has lines of about one length, an epoch every line once."""

    def __init__(self, lines, index, plan, longest, device):
        flat, begins, lengths = array.array("h"), [0], []
        for _, prompt, steps, program in lines:
            asked = encode(index, prompt) + [BEGIN]
            line = asked + (encode(index, steps) if plan else []) + [BEGIN] + encode(index, program) + [END]
            if len(line) <= longest:
                flat.extend(line)
                begins.append(len(flat))
                lengths.append(len(asked))
        self.flat = torch.frombuffer(flat, dtype=torch.int16).to(device)
        self.begins, self.prompts = torch.tensor(begins, device=device), torch.tensor(lengths, device=device)

    def batches(self, size):
        while True:
            for part in torch.randperm(len(self.prompts), device=self.flat.device).split(16 * size):
                part = part[(self.begins[part + 1] - self.begins[part]).argsort()]
                for rows in sorted(part.split(size), key=lambda rows: float(torch.rand(()))):
                    yield self.batch(rows)

    def batch(self, rows):
        """Tokens and what is to follow each; -100 where nothing is to be learnt."""
        begins, lengths = self.begins[rows], self.begins[rows + 1] - self.begins[rows]
        places = torch.arange(int(lengths.max()), device=rows.device)
        tokens = self.flat[(begins[:, None] + places).clamp(max=len(self.flat) - 1)].long()
        inside = places < lengths[:, None]
        follow = tokens.masked_fill(~inside | (places < self.prompts[rows, None]), -100)
        return tokens.masked_fill(~inside, PAD)[:, :-1], follow[:, 1:]


def train(model, optimizer, lines, options):
    """--samples lines; where they are one epoch of several, the learning rate falls over all of them."""
    steps = max(1, options.samples // options.batch)
    done, total = options.epoch * steps, options.epochs * steps
    network = torch.compile(model, dynamic=True) if options.compile else model
    kind, begun = lines.flat.device.type, time.time()
    for step, (tokens, follow) in zip(range(steps), lines.batches(options.batch)):
        part = min(1, (done + step + 1) / (total / 20)) * (0.5 + 0.5 * math.cos(math.pi * (done + step) / total))
        optimizer.param_groups[0]["lr"] = options.rate * part
        with torch.autocast(kind, dtype=torch.bfloat16, enabled=kind == "cuda"):
            loss = functional.cross_entropy(network(tokens).flatten(0, 1).float(), follow.flatten(), ignore_index=-100)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 200 == 0 or step + 1 == steps:
            print(f"step {step + 1}/{steps}  loss {loss.item():.4f}  {time.time() - begun:.0f} s", flush=True)


@torch.no_grad()
def answer(model, prompts, device):
    """Greedy replies, 256 at a time. What stands behind a row's end is never seen from before it."""
    longest, replies = model.shape[-1], []
    for group in (prompts[at : at + 256] for at in range(0, len(prompts), 256)):
        ends = torch.tensor([len(prompt) for prompt in group], device=device)
        tokens = torch.full((len(group), longest), PAD, device=device)
        for row, prompt in enumerate(group):
            tokens[row, : len(prompt)] = torch.tensor(prompt, device=device)
        rows, going = torch.arange(len(group), device=device), torch.ones(len(group), dtype=torch.bool, device=device)
        while going.any() and int(ends.max()) < longest:
            with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
                best = model(tokens[:, : int(ends.max())])[rows, ends - 1].argmax(-1)
            going &= best != END
            tokens[rows[going], ends[going]] = best[going]
            ends += going
        replies += [tokens[row, len(prompt) : ends[row]].tolist() for row, prompt in enumerate(group)]
    return replies


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", nargs="+", default=[], metavar="FILE", help="lines of exports in the messages format")
    parser.add_argument("--test", nargs="+", default=[], metavar="FILE", help="the same, or prompts, to answer")
    parser.add_argument("--replies", nargs="+", default=[], metavar="FILE", help="one for each --test, for papert score")
    for name, text in (("save", "the model that was trained"), ("model", "go on from what --save wrote")):
        parser.add_argument("--" + name, metavar="FILE", help=text)
    parser.add_argument("--samples", type=int, default=8_000_000, help="lines to learn from, repeated; 0: each once")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at its highest [0.001]")
    for name, default in dict(batch=1024, longest=320, width=384, layers=8, heads=6, epoch=0, epochs=1, seed=0).items():
        parser.add_argument("--" + name, type=int, default=default, help=f"[{default}]")
    parser.add_argument("--no-plan", action="store_true", help="the program alone")
    parser.add_argument("--compile", action="store_true", help="a minute to begin with, then faster on a GPU")
    options = parser.parse_args()
    if len(options.test) != len(options.replies) or not (options.train or options.model):
        parser.error("--train or --model is needed, and as many --replies as --test")
    return options


def main():
    options = parse()
    torch.manual_seed(options.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    lines = read(options.train)
    saved = torch.load(options.model, map_location=device) if options.model else None
    found = sorted({word for _, *texts in lines for text in texts for word in text.split("\n")})
    words = saved["words"] if saved else ["<pad>", "<begin>", "<end>"] + found
    index = {word: at for at, word in enumerate(words)}
    shape = saved["shape"] if saved else (len(words), options.width, options.layers, options.heads, options.longest)
    model = Transformer(*shape).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, betas=(0.9, 0.98), weight_decay=0.01)
    if saved:
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
    if lines:
        count = sum(parameter.numel() for parameter in model.parameters())
        held = Lines(lines, index, not options.no_plan, shape[-1], device)
        print(f"{len(held.prompts):,} of {len(lines):,} lines, {len(held.flat) / len(held.prompts):.0f} tokens each, "
              f"{shape[0]} words, {count / 1e6:.1f} M parameters, {device}", flush=True)
        options.samples = options.samples or len(lines)
        train(model, optimizer, held, options)
    if options.save:
        state = dict(model=model.state_dict(), optimizer=optimizer.state_dict())
        torch.save(dict(words=words, shape=shape, **state), options.save)
    for path, replies in zip(options.test, options.replies):
        test = read([path])
        given = answer(model, [(encode(index, prompt) + [BEGIN])[-shape[-1] :] for _, prompt, *_ in test], device)
        with open(replies, "w", encoding="utf-8") as file:
            for (name, *_), tokens in zip(test, given):
                file.write(json.dumps({"id": name, "text": decode(words, tokens)}) + "\n")


if __name__ == "__main__":
    main()
