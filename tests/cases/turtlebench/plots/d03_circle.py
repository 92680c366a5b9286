# shape: circle
# expect: wrong
import matplotlib.pyplot as plt
# without data that count the upright axis gives way and cuts the circle
fig, ax = plt.subplots()
ax.add_artist(plt.Circle((0, 0), radius, fill=False))
ax.set_xlim(-1.1 * radius, 1.1 * radius)
ax.set_ylim(-1.1 * radius, 1.1 * radius)
ax.set_aspect('equal', adjustable='datalim')
plt.show()
