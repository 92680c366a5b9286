# shape: circle
# expect: other matplotlib
import matplotlib.pyplot as plt
import numpy as np
fig, ax = plt.subplots(subplot_kw={'projection': 'polar'})
ax.plot(np.linspace(0, 2 * np.pi, 100), np.full(100, radius))
plt.show()
