# shape: hexagon
# expect: right
import matplotlib.pyplot as plt
import numpy as np
angles = np.linspace(0, 2*np.pi, 7)
plt.fill(side*np.cos(angles), side*np.sin(angles), edgecolor='black', fill=False)
plt.gca().set_aspect('equal')
plt.show()
