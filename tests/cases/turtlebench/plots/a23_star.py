# shape: star
# expect: right
import matplotlib.pyplot as plt
import math

def get_star_points(r):
    points = []
    for i in range(5):
        angle = math.radians(90 + i * 144)
        points.append((r * math.cos(angle), r * math.sin(angle)))
    points.append(points[0])
    return points

if __name__ == "__main__":
    xs, ys = zip(*get_star_points(radius))
    fig, ax = plt.subplots(1, 1, figsize=(6, 6))
    ax.plot(xs, ys, color="#000000", linestyle="solid", linewidth=5.0)
    ax.axis("equal")
    ax.axis("off")
    fig.tight_layout()
    plt.show()
