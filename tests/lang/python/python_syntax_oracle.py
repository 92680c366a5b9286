"""A second reading of the shape language, on top of Python's own ast module.

Reads lines {"text": ...} on standard input; prints for each {"ok": canonical text} or
{"error": name}, or {"skip": reason} where Python gave up for want of stack or memory.
"""

import ast
import json
import sys
import warnings

EXTENT = {"filled_circle": "radius", "circle": "radius", "filled_square": "size", "square": "size"}
OUTLINED = ("circle", "square")
CANVAS = 512


class Rejected(Exception):
    pass


def literal(node):
    negative = False
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.UAdd, ast.USub)):
        negative = isinstance(node.op, ast.USub)
        node = node.operand
    if not isinstance(node, ast.Constant) or type(node.value) is not int:
        raise Rejected("non_literal_argument")
    return -node.value if negative else node.value


def read_arguments(call):
    if call.args:
        raise Rejected("positional_arguments")
    values = {}
    for keyword in call.keywords:
        if keyword.arg is None:
            raise Rejected("invalid_keyword_argument")
        if keyword.arg in values:
            raise Rejected("duplicate_argument")
        values[keyword.arg] = literal(keyword.value)
    return values


def check_ranges(name, values):
    extent = values[EXTENT[name]]
    for label, low, high in (("cx", 0, CANVAS - 1), ("cy", 0, CANVAS - 1), (EXTENT[name], 1, CANVAS)):
        if not low <= values[label] <= high:
            raise Rejected("out_of_range")
    if name in OUTLINED:
        widest = extent if EXTENT[name] == "radius" else max(1, (extent + 1) // 2)
        if not 1 <= values["stroke"] <= widest:
            raise Rejected("invalid_stroke")


def read_statement(node):
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        raise Rejected("top_level_only")
    call = node.value
    if not isinstance(call.func, ast.Name):
        raise Rejected("invalid_function")
    name = call.func.id
    if name not in EXTENT:
        raise Rejected("unsupported_function")
    values = read_arguments(call)
    wanted = ["cx", "cy", EXTENT[name]] + (["stroke"] if name in OUTLINED else [])
    if any(label not in wanted for label in values):
        raise Rejected("unexpected_argument")
    if any(label not in values for label in wanted):
        raise Rejected("missing_argument")
    check_ranges(name, values)
    return f"{name}({', '.join(f'{label}={values[label]}' for label in wanted)})"


def judge(text):
    try:
        if not text.strip():
            raise Rejected("empty_program")
        if "\0" in text:
            raise Rejected("syntax_error")
        tree = ast.parse(text)
        return {"ok": "\n".join(read_statement(node) for node in tree.body)}
    except Rejected as rejected:
        return {"error": str(rejected)}
    except SyntaxError:
        return {"error": "syntax_error"}
    except (RecursionError, MemoryError) as error:
        return {"skip": type(error).__name__}


def main():
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        print(json.dumps(judge(json.loads(line)["text"])))


if __name__ == "__main__":
    main()
