"""A string that rewrites itself, then a walk along it."""
import turtle


def rewrite(axiom, rules, times):
    for _ in range(times):
        axiom = "".join(rules.get(symbol, symbol) for symbol in axiom)
    return axiom


path = rewrite("A", {"A": "A-B--B+A++AA+B-", "B": "+A-BB--B-A++A+B"}, 3)
actions = {
    "A": lambda: turtle.forward(10),
    "B": lambda: turtle.forward(10),
    "+": lambda: turtle.left(60),
    "-": lambda: turtle.right(60),
}
turtle.tracer(False)
turtle.pencolor("dark violet")
for symbol in path:
    actions[symbol]()
turtle.update()
