# shape: triangle
# expect: wrong
import matplotlib.pyplot as plt
# upside down
h = side * 3 ** 0.5 / 2
plt.plot([0, side, side / 2, 0], [0, 0, -h, 0], 'k')
plt.axis('equal')
plt.show()
