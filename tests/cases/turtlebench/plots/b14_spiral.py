# shape: spiral
# expect: right
import numpy as np
import matplotlib.pyplot as plt
lengths = step * np.arange(1, 13)
turns = np.arange(12) * np.pi / 2
dx = lengths * np.cos(turns)
dy = lengths * np.sin(turns)
x = np.concatenate(([0], np.cumsum(dx)))
y = np.concatenate(([0], np.cumsum(dy)))
plt.plot(x, y, '-', color='k')
plt.gca().set_aspect('equal')
plt.show()
