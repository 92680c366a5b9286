def draw(t):
    t.circle(80)
