# shape: square
# expect: crashed
import matplotlib.pyplot as plt
plt.plot([0, side, side, 0, 0], [0, 0, side, side], 'k')
plt.show()
