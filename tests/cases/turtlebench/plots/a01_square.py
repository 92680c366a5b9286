# shape: square
# expect: right
import matplotlib.pyplot as plt

x = [0, side, side, 0, 0]
y = [0, 0, side, side, 0]
plt.plot(x, y, 'k-')
plt.axis('equal')
plt.show()
