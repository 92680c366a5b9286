# shape: arc
# expect: right
import numpy as np
import matplotlib.pyplot as plt
x = np.linspace(0, radius, 500)
y = radius - np.sqrt(radius ** 2 - x ** 2)
plt.plot(x, y, 'black')
plt.axis('equal')
plt.show()
