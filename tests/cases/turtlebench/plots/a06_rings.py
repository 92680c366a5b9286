# shape: rings
# expect: right
import matplotlib.pyplot as plt

def draw_circles(radii):
    fig, ax = plt.subplots()
    for r in radii:
        circle = plt.Circle((0, 0), r, color='black', fill=False)
        ax.add_artist(circle)
    limit = max(radii) + 5
    ax.set(xlim=(-limit, limit), ylim=(-limit, limit), aspect='equal')
    ax.set_xticks([])
    ax.set_yticks([])
    for spine in ax.spines.values():
        spine.set_visible(False)
    plt.show()

draw_circles(radii)
