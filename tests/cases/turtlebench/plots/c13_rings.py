# shape: rings
# expect: other matplotlib
import matplotlib.pyplot as plt
import numpy as np

X, Y = np.meshgrid(np.linspace(-100, 100, 50), np.linspace(-100, 100, 50))
plt.contour(X, Y, np.sqrt(X ** 2 + Y ** 2), levels=radii, colors='k')
plt.axis('equal')
plt.show()
