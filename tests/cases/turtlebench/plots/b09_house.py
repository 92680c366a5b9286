# shape: house
# expect: right
import matplotlib.pyplot as plt

# The body of the house
plt.hlines([0, side], 0, side, colors='black')
plt.vlines([0, side], 0, side, colors='black')
# The roof
height = side * 3 ** 0.5 / 2
plt.plot([0, side / 2, side], [side, side + height, side], 'k')
plt.axis('equal')
plt.xticks([]), plt.yticks([])
plt.show()
