# shape: square
# expect: wrong
import matplotlib.pyplot as plt
# limits hold the line as it was when it was plotted
line, = plt.plot([0, 1], [0, 1], 'k')
line.set_data([0, side, side, 0, 0], [0, 0, side, side, 0])
plt.axis('equal')
plt.show()
