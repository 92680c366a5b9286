// The modules `matplotlib` and `numpy` for the embedded CPython: the part of them that drawing
// programs need, written in Python (pyplot/), painting with the module turtle. Who may import them
// is for the jail to say; nothing of them is loaded for programs that may not.
//
//     import matplotlib.pyplot as plt
//     plt.plot([0, 1], [0, 1])          # matplotlib._end() paints what was not shown
#pragma once

extern "C" struct _object* PyInit_matplotlib();  // NOLINT: the name and type CPython wants
extern "C" struct _object* PyInit_numpy();       // NOLINT
