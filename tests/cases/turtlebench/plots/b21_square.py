# shape: square
# expect: other matplotlib
import matplotlib.pyplot as plt
from matplotlib.animation import FuncAnimation
fig, ax = plt.subplots()
line, = ax.plot([], [])
anim = FuncAnimation(fig, lambda i: line, frames=10)
plt.show()
