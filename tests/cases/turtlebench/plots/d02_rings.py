# shape: rings
# expect: right
import matplotlib.pyplot as plt
# there are no data yet, so the limits stay
fig, ax = plt.subplots()
ax.set_xlim(-150, 150)
ax.set_ylim(-150, 150)
ax.axis('equal')
for r in radii:
    ax.add_artist(plt.Circle((0, 0), r, fill=False, edgecolor='black', linewidth=2))
plt.show()
