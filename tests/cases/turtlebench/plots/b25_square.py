# shape: square
# expect: wrong
import matplotlib.pyplot as plt
fig, (left, right) = plt.subplots(1, 2)
for ax in (left, right):
    ax.plot([0, side, side, 0, 0], [0, 0, side, side, 0], 'k')
    ax.set_aspect('equal')
plt.show()
