# shape: triangle
# expect: right
import matplotlib.pyplot as plt
import numpy as np
A = np.array([0, 0]); B = np.array([side, 0]); C = np.array([side / 2, side * np.sin(np.pi / 3)])
for P, Q in [(A, B), (B, C), (C, A)]:
    t = np.linspace(0, 1, 50)[:, np.newaxis]
    L = P + t * (Q - P)
    plt.plot(L[:, 0], L[:, 1], c='k')
plt.axis('equal')
plt.axis('off')
plt.show()
