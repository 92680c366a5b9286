# shape: disc
# expect: right
import numpy as np
import matplotlib.pyplot as plt
a = np.linspace(0, 2 * np.pi, 100)
plt.fill(radius * np.cos(a), radius * np.sin(a), 'k')
plt.axis('equal')
plt.show()
