# shape: square
# expect: wrong
import matplotlib.pyplot as plt
# no equal aspect: the square is shown as a rectangle
plt.plot([0, side, side, 0, 0], [0, 0, side, side, 0], 'k')
plt.show()
