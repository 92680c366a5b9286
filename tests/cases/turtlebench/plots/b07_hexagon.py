# shape: hexagon
# expect: right
import matplotlib.pyplot as plt
import cmath

z = 0
heading = 1
xs, ys = [0], [0]
for _ in range(6):
    z += side * heading
    heading *= cmath.exp(1j * cmath.pi / 3)
    xs.append(z.real)
    ys.append(z.imag)
plt.plot(xs, ys, 'k')
plt.axis('square')
plt.show()
