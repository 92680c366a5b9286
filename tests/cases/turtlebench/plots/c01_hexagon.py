# shape: hexagon
# expect: right
import numpy as np
import matplotlib.pyplot as plt
z = side * np.exp(1j * np.pi / 3 * np.arange(7))
plt.plot(z.real, z.imag, 'k')
plt.axis('equal')
plt.show()
