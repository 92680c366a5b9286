// The arguments of write(), and how far the text reaches.
#pragma once

#include "lang/turtle/module/python_support.h"

namespace papert::lang::turtle {

/// `align` and `font` may be null for the defaults. A font is (family, size, style...) or text such
/// as "Arial 16 bold". AttributeError or KeyError for what is not an alignment.
bool read_text(PyObject* text, PyObject* align, PyObject* font, TextItem& out);

/// The x coordinate where write(move=True) takes the turtle: there is no font here, so a character
/// is taken to be half as wide as the font is high. A position out of reach counts as 0.
double text_end(const TextItem& item, double x_scale);

}  // namespace papert::lang::turtle
