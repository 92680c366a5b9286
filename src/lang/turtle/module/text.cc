#include "lang/turtle/module/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace papert::lang::turtle {

namespace {

constexpr double kFarthest = 1e9;

/// UTF-8; what cannot be encoded becomes a question mark.
bool utf8(PyObject* object, std::string& out) {
  const Ref text(PyObject_Str(object));
  const Ref bytes(text ? PyUnicode_AsEncodedString(text.get(), "utf-8", "replace") : nullptr);
  if (!bytes) return false;
  out.assign(PyBytes_AS_STRING(bytes.get()),
             static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.get())));
  return true;
}

bool read_align(PyObject* align, Align& out) {
  constexpr std::array<const char*, 3> kNames{"left", "center", "right"};
  const Ref lower(PyObject_CallMethod(align, "lower", nullptr));
  if (!lower) return false;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (PyUnicode_Check(lower.get()) &&
        PyUnicode_CompareWithASCIIString(lower.get(), kNames[i]) == 0) {
      out = static_cast<Align>(i);
      return true;
    }
  }
  PyErr_SetObject(PyExc_KeyError, lower.get());
  return false;
}

bool read_size(std::string_view word, double& size) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value))
    return false;
  size = value;
  return true;
}

/// "Arial 16 bold" or "{Times New Roman} 12".
void read_font_text(std::string_view font, TextItem& out) {
  const auto take_word = [&font] {
    const std::size_t start = std::min(font.find_first_not_of(' '), font.size());
    font.remove_prefix(start);
    const bool braced = font.starts_with('{');
    const std::size_t end = std::min(font.find(braced ? '}' : ' '), font.size());
    const std::string_view word = font.substr(braced ? 1 : 0, end - (braced ? 1 : 0));
    font.remove_prefix(std::min(end + 1, font.size()));
    return word;
  };
  out.family = take_word();
  const std::string_view second = take_word();
  std::string style;
  if (!read_size(second, out.size)) style = second;
  for (std::string_view word = take_word(); !word.empty(); word = take_word()) {
    if (!style.empty()) style += ' ';
    style += word;
  }
  if (!style.empty()) out.style = style;
}

bool read_font_parts(PyObject* parts, TextItem& out) {
  const Py_ssize_t count = PyTuple_GET_SIZE(parts);
  if (count > 0 && !utf8(PyTuple_GET_ITEM(parts, 0), out.family)) return false;
  std::string word;
  if (count > 1) {
    if (!utf8(PyTuple_GET_ITEM(parts, 1), word)) return false;
    read_size(word, out.size);
  }
  for (Py_ssize_t i = 2; i < count; ++i) {
    if (!utf8(PyTuple_GET_ITEM(parts, i), word)) return false;
    out.style = i == 2 ? word : out.style + ' ' + word;
  }
  return true;
}

bool read_font(PyObject* font, TextItem& out) {
  out.style = "normal";
  if (PyTuple_Check(font) || PyList_Check(font)) {
    const Ref parts(PySequence_Tuple(font));
    return parts && read_font_parts(parts.get(), out);
  }
  std::string text;
  if (!utf8(font, text)) return false;
  read_font_text(text, out);
  return true;
}

std::size_t longest_line(std::string_view text) {
  std::size_t longest = 0;
  std::size_t length = 0;
  for (const char c : text) {
    if (c == '\n') length = 0;
    if (c != '\n' && (static_cast<unsigned char>(c) & 0xc0) != 0x80) ++length;
    longest = std::max(longest, length);
  }
  return longest;
}

}  // namespace

bool read_text(PyObject* text, PyObject* align, PyObject* font, TextItem& out) {
  out.family = "Arial";
  out.style = "normal";
  return utf8(text, out.text) && (align == nullptr || read_align(align, out.align)) &&
         (font == nullptr || read_font(font, out));
}

double text_end(const TextItem& item, double x_scale) {
  const double x = item.position.x * x_scale - 1;
  // Positive sizes are points, of which three are four pixels; negative ones are pixels.
  const double height = item.size < 0 ? -item.size : item.size * 4 / 3;
  const double width = std::floor(static_cast<double>(longest_line(item.text)) * height / 2);
  double left = std::abs(x) < kFarthest ? std::floor(x + 0.5) : 0;
  if (item.align == Align::kCenter) left -= std::floor(width / 2);
  if (item.align == Align::kRight) left -= width;
  return left + width - 1;
}

}  // namespace papert::lang::turtle
