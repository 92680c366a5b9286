# shape: circle
# expect: right
import matplotlib.pyplot as plt
# the same with a patch that counts: the level axis gives way
fig, ax = plt.subplots()
ax.add_patch(plt.Circle((0, 0), radius, fill=False))
ax.set_xlim(-1.1 * radius, 1.1 * radius)
ax.set_ylim(-1.1 * radius, 1.1 * radius)
ax.set_aspect('equal', adjustable='datalim')
plt.show()
