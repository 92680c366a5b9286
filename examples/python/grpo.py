"""GRPO on a tiny random model, from the first weight to the last: no trainer, no download, a CPU is enough.

The model writes programs of the shape language one symbol at a time, as tokens of a small grammar; Papert's engine
scores them, and the advantage of a program over its group is what is learnt from. It shows how the pieces fit
together (tasks from seeds, a batch scored at once, rewards that may be None); it is not a way to solve the benchmark.

    python3 examples/python/grpo.py [--steps 200] [--engine native|worker|http://host:port]
"""

from __future__ import annotations

import argparse
import math

import papert

try:
    import torch
    from torch import nn
except ImportError as error:
    raise SystemExit(f"this example trains with PyTorch ({error}): apt-get install python3-torch, or pip install torch")

GROUP = 16  # programs for one task; their mean is what each is compared with
TASKS = 4  # tasks of one step
CANVAS = 512
BINS = 16  # values of a coordinate
SHAPES = ("filled_circle", "filled_square", "circle", "square")
# One program: kind, centre x, centre y, size, pen.
SIZES = (len(SHAPES), BINS, BINS, BINS, 4)


class Writer(nn.Module):
    """Picks the symbols of a program in turn, each knowing the task and the symbols before it."""

    def __init__(self, tasks: int, width: int = 32) -> None:
        super().__init__()
        self.task = nn.Embedding(tasks, width)
        self.symbol = nn.Embedding(sum(SIZES), width)
        self.cell = nn.GRUCell(width, width)
        self.heads = nn.ModuleList(nn.Linear(width, size) for size in SIZES)

    def forward(self, tasks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Programs, and the logarithm of how likely each was."""
        state = torch.tanh(self.task(tasks))
        symbols, logs, offset = [], torch.zeros(len(tasks)), 0
        for head, size in zip(self.heads, SIZES):
            choice = torch.distributions.Categorical(logits=head(state))
            symbol = choice.sample()
            logs = logs + choice.log_prob(symbol)
            state = self.cell(self.symbol(symbol + offset), state)
            symbols.append(symbol)
            offset += size
        return torch.stack(symbols, dim=1), logs


def program(symbols: list[int]) -> str:
    """The text that is scored."""
    kind, x, y, size, pen = symbols
    step = CANVAS // BINS
    place = f"cx={x * step + step // 2}, cy={y * step + step // 2}"
    extent = f"radius={8 + 8 * size}" if SHAPES[kind].endswith("circle") else f"size={16 + 16 * size}"
    stroke = "" if SHAPES[kind].startswith("filled") else f", stroke={1 + pen}"
    return f"{SHAPES[kind]}({place}, {extent}{stroke})"


def advantages(rewards: list[float | None]) -> torch.Tensor:
    """How much better than its group each was; 0 for what could not be scored, which the mean leaves out, too."""
    out = torch.zeros(len(rewards))
    for begin in range(0, len(rewards), GROUP):
        known = [each for each in rewards[begin : begin + GROUP] if each is not None]
        if len(known) < 2:
            continue
        mean = sum(known) / len(known)
        spread = math.sqrt(sum((each - mean) ** 2 for each in known) / len(known))
        for place in range(begin, begin + GROUP):
            value = rewards[place]
            if value is not None:
                out[place] = (value - mean) / (spread + 1e-4)
    return out


def train(steps: int, seed: int = 0) -> list[float]:
    """The mean reward of every step."""
    torch.manual_seed(seed)
    tasks = papert.suite("shapecode").mint(seed=1_000_000, count=TASKS, tiers=["easy"])
    reward = papert.Reward("shaped")
    writer = Writer(len(tasks))
    optimizer = torch.optim.Adam(writer.parameters(), lr=0.02)
    places = torch.arange(len(tasks)).repeat_interleave(GROUP)
    ids = [tasks[int(place)].id for place in places]
    means = []
    for step in range(steps):
        symbols, logs = writer(places)
        replies = [program(each) for each in symbols.tolist()]
        rewards = reward.of(tasks.score_batch(ids, replies))
        loss = -(advantages(rewards) * logs).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        known = [each for each in rewards if each is not None]
        means.append(sum(known) / max(len(known), 1))
        if step % 20 == 0 or step == steps - 1:
            print(f"step {step:4}: mean reward {means[-1]:.3f}, {len(rewards) - len(known)} not scored", flush=True)
    return means


def main() -> None:
    parser = argparse.ArgumentParser(description="GRPO on a tiny random model")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--engine", help="native, worker or http://host:port")
    options = parser.parse_args()
    if options.engine:
        papert.use_engine(options.engine)
    means = train(options.steps)
    tenth = max(len(means) // 10, 1)
    first, last = sum(means[:tenth]) / tenth, sum(means[-tenth:]) / tenth
    print(f"mean reward of the first tenth {first:.3f}, of the last {last:.3f}")
    if any(math.isnan(each) for each in means) or last <= first:
        raise SystemExit("the reward did not rise")


if __name__ == "__main__":
    main()
