# shape: star
# expect: right
import numpy as np
from matplotlib import pyplot as plt
phi = np.deg2rad(90 + 72 * np.arange(5))
P = np.c_[np.cos(phi), np.sin(phi)] * radius
order = [0, 2, 4, 1, 3, 0]
plt.plot(P[order, 0], P[order, 1], color='black')
plt.gca().set_aspect('equal')
plt.show()
