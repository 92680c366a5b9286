# shape: rings
# expect: right
import matplotlib.pyplot as plt
import numpy as np
t = np.arange(0, 2 * np.pi + 0.01, 0.01)
for r in radii:
    plt.plot(r * np.sin(t), r * np.cos(t), 'b')
ax = plt.gca()
ax.set_aspect('equal', adjustable='datalim')
ax.get_xaxis().set_visible(False)
ax.get_yaxis().set_visible(False)
plt.box(False)
plt.show()
