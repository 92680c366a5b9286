# shape: spiral
# expect: right
import matplotlib.pyplot as plt

x, y = [0], [0]
directions = [(1, 0), (0, 1), (-1, 0), (0, -1)]
for i in range(12):
    dx, dy = directions[i % 4]
    x.append(x[-1] + dx * step * (i + 1))
    y.append(y[-1] + dy * step * (i + 1))
plt.figure(figsize=(8, 8))
plt.plot(x, y, color='k', linewidth=2.5, solid_capstyle='round')
plt.gca().set_aspect('equal')
plt.grid(False)
plt.title('Spiral')
plt.xlabel('x'); plt.ylabel('y')
plt.show()
