# shape: circle
# expect: wrong
import matplotlib.pyplot as plt
# limits do not hold what add_artist adds
fig, ax = plt.subplots()
ax.add_artist(plt.Circle((0, 0), radius, fill=False))
ax.axis('equal')
plt.show()
