"""A small network that learns from nothing to write the program of a picture.

    papert export shapecode --mint 1000000 --count 100000 --tier easy --format messages --out easy
    papert export FROZEN --suite shapecode --format messages --allow-evaluation --out frozen
    python3 pictures.py --train easy --test frozen --replies replies.jsonl
    papert score shapecode --data FROZEN --answers replies.jsonl --summary

Convolutions make 32 x 32 features of a picture, a transformer looks at them and writes tokens. Of shapecode a shape is
its kind, the places of its left, upper and right edge, and its stroke: an edge can be seen in one place, a centre cannot.
A place is two tokens, which sixteen pixels and which of them. Shapes are sorted by place, since their order shows in no
picture. Any other suite's programs (turtleai: --text --color --side 128) are words, numbers and signs.
"""
import argparse
import concurrent.futures
import itertools
import json
import math
import pathlib
import re
import time

import numpy
import torch
import torch.nn.functional as functional
from PIL import Image
from torch import nn

PAD, BEGIN, END = 0, 1, 2


class Shapes:
    """Programs of shapecode as tokens: kind, left, top, right and, of an outline, the stroke."""
    KINDS = ["filled_circle", "circle", "filled_square", "square"]
    HIGH, LOW, STROKE, SIZE = 7, 7 + 96, 7 + 96 + 16, 7 + 96 + 16 + 257  # where the tokens of each sort begin

    def __init__(self, programs):
        self.longest = max(len(self.tokens(program)) for program in programs)

    def place(self, pixel):
        return [self.HIGH + (pixel + 512) // 16, self.LOW + pixel % 16]

    def tokens(self, program):
        shapes = []
        for kind, arguments in re.findall(r"(\w+)\((.*?)\)", program):
            value = {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", arguments)}
            extent = 2 * value["radius"] if "radius" in value else value["size"] - 1
            before = (extent + 1) // 2  # from the first pixel to the centre
            left, top = value["cx"] - before, value["cy"] - before
            shapes.append((top, left, extent, self.KINDS.index(kind), value.get("stroke")))
        tokens = []
        for top, left, extent, kind, stroke in sorted(shapes, key=lambda shape: shape[:4]):
            tokens += [3 + kind] + self.place(left) + self.place(top) + self.place(left + extent)
            tokens += [self.STROKE + min(stroke, 256)] if stroke else []
        return tokens + [END]

    def program(self, tokens):
        """The calls that were decoded; one that is not whole is left out."""
        lines = []
        for at in (at for at, token in enumerate(tokens) if 3 <= token < self.HIGH):
            kind, edges, rest = self.KINDS[tokens[at] - 3], tokens[at + 1 : at + 7], tokens[at + 7 : at + 8]
            if len(edges) < 6 or not all(self.HIGH <= edge < self.STROKE for edge in edges):
                continue
            places = zip(edges[::2], edges[1::2])
            left, top, right = (16 * (high - self.HIGH) - 512 + low - self.LOW for high, low in places)
            if "circle" in kind:
                name, extent = "radius", max(1, (right - left + 1) // 2)
                cx, cy = left + extent, top + extent
            else:
                name, extent = "size", max(1, right - left + 1)
                cx, cy = left + extent // 2, top + extent // 2
            most = extent if name == "radius" else (extent + 1) // 2
            stroke = min(most, max(1, rest[0] - self.STROKE)) if rest else 1
            outline = "" if kind.startswith("filled") else f", stroke={stroke}"
            cx, cy = min(511, max(0, cx)), min(511, max(0, cy))
            lines.append(f"{kind}(cx={cx}, cy={cy}, {name}={min(512, extent)}{outline})")
        return "\n".join(lines)


class Text:
    """Programs as words, numbers, signs and beginnings of lines."""
    WORD = re.compile(r"\n *| ?[A-Za-z_]+| ?\d+|[^\w\n]")

    def __init__(self, programs):
        words = {word for text in programs for word in self.WORD.findall(text)}
        self.words = ["<pad>", "<begin>", "<end>"] + sorted(words)
        self.index = {word: at for at, word in enumerate(self.words)}
        self.SIZE = len(self.words)
        self.longest = max(len(self.tokens(program)) for program in programs)

    def tokens(self, program):
        return [self.index[word] for word in self.WORD.findall(program) if word in self.index] + [END]

    def program(self, tokens):
        return "".join(self.words[token] for token in tokens if token > END)


class Painter(nn.Module):
    def __init__(self, words, longest, channels, side, width, layers):
        super().__init__()
        stages = max(2, int(math.log2(side // 32)))  # each halves the picture
        sizes = [channels] + [max(32, width >> (stages - 1 - stage)) for stage in range(stages)]
        self.see = nn.Sequential(*(layer for before, after in zip(sizes, sizes[1:]) for layer in (
            nn.Conv2d(before, after, 3, 2, 1, bias=False), nn.BatchNorm2d(after), nn.GELU())))
        self.rows = nn.Parameter(0.02 * torch.randn(32, 1, width))
        self.columns = nn.Parameter(0.02 * torch.randn(1, 32, width))
        form = dict(dim_feedforward=4 * width, dropout=0.0, activation="gelu", batch_first=True, norm_first=True)
        look = nn.TransformerEncoderLayer(width, width // 64, **form)
        self.look = nn.TransformerEncoder(look, layers // 2, nn.LayerNorm(width), enable_nested_tensor=False)
        write = nn.TransformerDecoderLayer(width, width // 64, **form)
        self.write = nn.TransformerDecoder(write, layers, nn.LayerNorm(width))
        self.words = nn.Embedding(words, width)
        self.places = nn.Parameter(0.02 * torch.randn(longest + 1, width))
        nn.init.normal_(self.words.weight, std=0.02)

    def memory(self, pictures):
        seen = self.see(1 - pictures / 255).permute(0, 2, 3, 1)  # ink is 1, paper 0
        rows, columns = seen.shape[1:3]
        return self.look((seen + self.rows[:rows] + self.columns[:, :columns]).flatten(1, 2))

    def follow(self, memory, tokens):
        length = tokens.shape[1]
        future = torch.full((length, length), float("-inf"), device=tokens.device).triu(1)
        x = self.write(self.words(tokens) + self.places[:length], memory, tgt_mask=future)
        return x @ self.words.weight.T

    def forward(self, pictures, tokens):
        return self.follow(self.memory(pictures), tokens)


def read(folder, options):
    """Ids, pictures (N x channels x side x side bytes) and programs of an export in the messages format."""
    lines = [json.loads(line) for line in open(folder / "train.jsonl", encoding="utf-8")]
    lines = [line for line in lines if line["images"]]
    pictures = numpy.empty((len(lines), 3 if options.color else 1, options.side, options.side), dtype=numpy.uint8)

    def load(at):
        image = Image.open(folder / lines[at]["images"][-1]).convert("RGB" if options.color else "L")
        if image.size != (options.side, options.side):
            image = image.resize((options.side, options.side), Image.BOX)
        pictures[at] = numpy.atleast_3d(numpy.asarray(image)).transpose(2, 0, 1)

    with concurrent.futures.ThreadPoolExecutor() as threads:
        list(threads.map(load, range(len(lines))))
    return [line["id"] for line in lines], torch.from_numpy(pictures), [line["messages"][-1]["content"] for line in lines]


def batches(count, size, device):
    """Rows of batches; every line once in an epoch."""
    while True:
        yield from (rows for rows in torch.randperm(count, device=device).split(size) if len(rows) == min(size, count))


def train(model, pictures, tokens, options):
    device = pictures.device
    steps = max(1, options.samples // min(options.batch, len(tokens)))
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, betas=(0.9, 0.98), weight_decay=0.01)
    network, begun = torch.compile(model) if options.compile else model, time.time()
    begin = torch.full((min(options.batch, len(tokens)), 1), BEGIN, device=device)
    for step, rows in zip(range(steps), batches(len(tokens), options.batch, device)):
        part = min(1, (step + 1) / (steps / 20)) * (0.5 + 0.5 * math.cos(math.pi * step / steps))
        optimizer.param_groups[0]["lr"] = options.rate * part
        target = tokens[rows].long()
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
            guess = network(pictures[rows].float(), torch.cat((begin, target[:, :-1]), dim=1))
            loss = functional.cross_entropy(guess.flatten(0, 1).float(), target.flatten(), ignore_index=PAD)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 200 == 0 or step + 1 == steps:
            print(f"step {step + 1}/{steps}  loss {loss.item():.4f}  {time.time() - begun:.0f} s", flush=True)


@torch.no_grad()
def answer(model, pictures, longest, device):
    """Greedy replies, 64 at a time."""
    replies = []
    for group in pictures.split(64):
        tokens = torch.full((len(group), 1), BEGIN, device=device)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
            memory = model.memory(group.to(device).float())
            for _ in range(longest):
                best = model.follow(memory, tokens)[:, -1].argmax(-1, keepdim=True)
                tokens = torch.cat((tokens, best), dim=1)
        replies += [row[: row.index(END)] if END in row else row for row in tokens[:, 1:].tolist()]
    return replies


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", nargs="+", required=True, metavar="DIR", help="exports in the messages format")
    parser.add_argument("--test", nargs="+", default=[], metavar="DIR", help="exports whose pictures are answered")
    parser.add_argument("--replies", nargs="+", default=[], metavar="FILE", help="one for each --test, for papert score")
    parser.add_argument("--samples", type=int, default=1_000_000, help="pictures to learn from, repeated [1000000]")
    parser.add_argument("--side", type=int, default=512, help="to which pictures are brought: 128, 256 or 512 [512]")
    parser.add_argument("--rate", type=float, default=6e-4, help="of learning, at its highest [0.0006]")
    for name, default in dict(batch=256, width=256, layers=4, seed=0).items():
        parser.add_argument("--" + name, type=int, default=default, help=f"[{default}]")
    parser.add_argument("--text", action="store_true", help="programs of any suite, word for word")
    parser.add_argument("--color", action="store_true", help="look at colours")
    parser.add_argument("--compile", action="store_true", help="a minute to begin with, then faster on a GPU")
    options = parser.parse_args()
    if len(options.test) != len(options.replies):
        parser.error("as many --replies as --test are needed")
    return options


def main():
    options = parse()
    torch.manual_seed(options.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    _, parts, texts = zip(*(read(pathlib.Path(path), options) for path in options.train))
    programs = list(itertools.chain(*texts))
    language = (Text if options.text else Shapes)(programs)
    pictures = torch.cat(parts).to(device) if len(parts) > 1 else parts[0].to(device)
    rows = [language.tokens(program) for program in programs]
    tokens = torch.tensor([row + [PAD] * (language.longest - len(row)) for row in rows], dtype=torch.int16, device=device)
    sizes = (pictures.shape[1], options.side, options.width, options.layers)
    model = Painter(language.SIZE, language.longest, *sizes).to(device)
    count = sum(parameter.numel() for parameter in model.parameters())
    print(f"{len(programs):,} pictures, {language.SIZE} words, at most {language.longest} tokens, "
          f"{count / 1e6:.1f} M parameters, {device}", flush=True)
    train(model, pictures, tokens, options)
    model.eval()
    for path, replies in zip(options.test, options.replies):
        names, asked, _ = read(pathlib.Path(path), options)
        with open(replies, "w", encoding="utf-8") as file:
            for name, reply in zip(names, answer(model, asked, language.longest, device)):
                file.write(json.dumps({"id": name, "text": language.program(reply)}) + "\n")
        print(f"{replies}: {len(names)} replies", flush=True)


if __name__ == "__main__":
    main()
