// HTML pages made here, in the design language of all pages: web/src/tokens.css names colours
// (light and dark), type and spacing, base.css and figures.css what text, tables and details look
// like. A page is one file that loads nothing.
#pragma once

#include <string>

namespace papert {

struct Page {
  std::string title;   // as text
  std::string style;   // rules of its own; colours are those of tokens.css
  std::string body;    // as HTML
  std::string script;  // runs at the end, and nothing else runs; often empty
};

[[nodiscard]] std::string page_html(const Page& page);

}  // namespace papert
