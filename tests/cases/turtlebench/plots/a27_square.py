# shape: square
# expect: right
import math

import matplotlib.pyplot as plt
import numpy as np


def same(array, values):
    values = np.array(values)
    assert np.shape(array) == values.shape and np.allclose(array, values), (array, values)


# Made
same(np.zeros((2, 3)), [[0, 0, 0], [0, 0, 0]])
same(np.arange(1, 2, 0.25), [1, 1.25, 1.5, 1.75])
same(np.linspace(0, 1, 5, endpoint=False), [0, 0.2, 0.4, 0.6, 0.8])
same(np.eye(2), [[1, 0], [0, 1]])
same(np.full(2, 7), [7, 7])
assert np.linspace(0, 1).size == 50 and np.linspace(3, 4, 1)[0] == 3
# Arithmetic
a = np.array([[1, 2], [3, 4]])
same(a + [10, 20], [[11, 22], [13, 24]])
same(2 ** a - a / 2, [[1.5, 3], [6.5, 14]])
same([1, 2] * a, [[1, 4], [3, 8]])
same(a @ a, [[7, 10], [15, 22]])
same(a.dot([1, 1]), [3, 7])
same(np.array([[1], [2]]) + np.array([10, 20, 30]), [[11, 21, 31], [12, 22, 32]])
same(-a // 2 % 3, [[2, 2], [1, 1]])
assert math.isinf((np.array([1.0]) / 0)[0]) and math.isnan(np.sqrt(-1.0))
# Parts
same(a[:, 0], [1, 3])
same(a[::-1], [[3, 4], [1, 2]])
same(a[:, 1][[1, 0, 1]], [4, 2, 4])
same(a[[1, 0, 1], 1], [4, 2, 4])
same(a[[1, 0], [0, 1]], [3, 2])
same(a[a > 2], [3, 4])
same(a.T, [[1, 3], [2, 4]])
same(a[:, None].shape, [2, 1, 2])
b = a.copy()
b[0] = 9
b[:, 1] += 1
b[b == 3] = 0
same(b, [[9, 10], [0, 5]])
same(a, [[1, 2], [3, 4]])
# Joined
same(np.vstack([a, [5, 6]]), [[1, 2], [3, 4], [5, 6]])
same(np.hstack([[1], [2, 3]]), [1, 2, 3])
same(np.column_stack(([1, 2], [3, 4])), [[1, 3], [2, 4]])
same(np.append(a, [[5, 6]], axis=0), [[1, 2], [3, 4], [5, 6]])
same(np.roll([1, 2, 3], 1), [3, 1, 2])
same(np.repeat([1, 2], 2), [1, 1, 2, 2])
same(np.tile([1, 2], (2, 1)), [[1, 2], [1, 2]])
same(np.outer([1, 2], [3, 4]), [[3, 4], [6, 8]])
same(np.cumsum([1, 2, 3]), [1, 3, 6])
same(np.diff([1, 4, 9]), [3, 5])
same(np.r_[0, 2:4], [0, 2, 3])
# Figures
assert a.sum() == 10 and np.max(a) == 4 and a.mean() == 2.5 and np.argmin([3, 1, 2]) == 1
same(np.sum(a, axis=0), [4, 6])
same(np.where(a > 2, a, 0), [[0, 0], [3, 4]])
same(np.exp(1j * np.pi * np.arange(2)).real, [1, -1])
same(np.hypot([3, 5], [4, 12]), [5, 13])
assert np.linalg.norm([3, 4]) == 5 and math.isclose(np.deg2rad(180), np.pi)
x, y = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]).T * side
plt.plot(x, y, "k")
plt.axis("equal")
