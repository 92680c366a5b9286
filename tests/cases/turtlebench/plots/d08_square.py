# shape: square
# expect: right
import copy
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
line, = ax.plot([], [], 'k')
corners = [[0, 0], [side, 0], [side, side], [0, side]]
path = copy.deepcopy(corners) + [corners[0]]
line.set_data(*zip(*path))
ax.relim()
ax.autoscale_view()
ax.set_aspect('equal')
plt.show()
