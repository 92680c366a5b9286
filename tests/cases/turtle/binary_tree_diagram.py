import turtle


class Node:
    def __init__(self, key):
        self.key, self.left, self.right = key, None, None

    def insert(self, key):
        side = "left" if key < self.key else "right"
        child = getattr(self, side)
        if child is None:
            setattr(self, side, Node(key))
        else:
            child.insert(key)


def show(node, x, y, gap):
    for child, dx in ((node.left, -gap), (node.right, gap)):
        if child is not None:
            t.penup()
            t.goto(x, y)
            t.pendown()
            t.goto(x + dx, y - 60)
            show(child, x + dx, y - 60, gap / 2)
    t.penup()
    t.goto(x, y)
    t.dot(30, "light gray")
    t.goto(x, y - 8)
    t.write(node.key, align="center", font=("Arial", 10, "bold"))


t = turtle.Turtle(visible=False)
root = Node(50)
for key in (30, 70, 20, 40, 60, 80, 35, 65):
    root.insert(key)
show(root, 0, 120, 80)
