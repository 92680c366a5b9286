# shape: row
# expect: right
import matplotlib.pyplot as plt
import numpy as np
t = np.linspace(0, 2*np.pi, 400)
X = radius*np.cos(t)[:, None] + 2*radius*np.arange(3)[None, :]
Y = np.tile(radius*np.sin(t)[:, None], (1, 3))
plt.plot(X, Y, 'k')
plt.axis('equal')
plt.show()
