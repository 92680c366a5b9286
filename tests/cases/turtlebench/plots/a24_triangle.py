# shape: triangle
# expect: right
import matplotlib.pyplot as plt
import numpy as np

def rotate(p, deg):
    a = np.radians(deg)
    R = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    return R @ p

pos = np.array([0.0, 0.0])
d = np.array([1.0, 0.0])
path = [pos.copy()]
for _ in range(3):
    pos = pos + side * d
    path.append(pos.copy())
    d = rotate(d, 120)
path = np.array(path)
plt.plot(path[:, 0], path[:, 1], 'k-', linewidth=3)
plt.axis('equal')
plt.show()
