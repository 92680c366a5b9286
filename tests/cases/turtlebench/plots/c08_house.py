# shape: house
# expect: right
import matplotlib.pyplot as plt
roof_height = (side ** 2 - (side / 2) ** 2) ** 0.5
segments = [((0, 0), (side, 0)), ((side, 0), (side, side)), ((side, side), (0, side)),
            ((0, side), (0, 0)), ((0, side), (side / 2, side + roof_height)),
            ((side / 2, side + roof_height), (side, side))]
for start, end in segments:
    plt.plot(*zip(start, end), color='black', linewidth=5)
ax = plt.gca()
ax.set_aspect('equal')
[spine.set_visible(False) for spine in ax.spines.values()]
ax.set_xticks([]); ax.set_yticks([])
plt.tight_layout()
plt.savefig("house.png", bbox_inches="tight", pad_inches=0)
plt.close()
