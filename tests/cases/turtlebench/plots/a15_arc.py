# shape: arc
# expect: right
import numpy as np, matplotlib.pyplot as plt
th = np.linspace(-np.pi/2, 0, 100)
plt.plot(radius*np.cos(th), radius*np.sin(th), 'k', lw=3)
plt.axis('equal')
plt.axis('off')
plt.show()
