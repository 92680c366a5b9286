#include "base/html.h"

#include "base/text.h"

namespace papert {

std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char c : sanitise_utf8(text)) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace papert
