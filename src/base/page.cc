#include "base/page.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "base/base64.h"
#include "base/embedded.h"
#include "base/html.h"
#include "base/sha256.h"

PAPERT_EMBEDDED(style_tokens);
PAPERT_EMBEDDED(style_base);
PAPERT_EMBEDDED(style_figures);

namespace papert {
namespace {

/// base.css names the tokens, which stand before it here.
std::string shared_style() {
  constexpr std::string_view kImport = "@import \"./tokens.css\";";
  std::string base(embedded(papert_embedded_style_base, papert_embedded_style_base_end));
  if (const std::size_t place = base.find(kImport); place != std::string::npos) {
    base.erase(place, kImport.size());
  }
  return std::string(embedded(papert_embedded_style_tokens, papert_embedded_style_tokens_end)) +
         base +
         std::string(embedded(papert_embedded_style_figures, papert_embedded_style_figures_end));
}

/// What a policy calls this script: base64 of its digest.
std::string script_source(std::string_view script) {
  const std::string hex = sha256_hex(script);
  std::string digest;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    unsigned byte = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
    digest += static_cast<char>(byte);
  }
  return fmt::format(" script-src 'sha256-{}';", base64(digest));
}

}  // namespace

std::string page_html(const Page& page) {
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';{} style-src "
      "'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:,\">\n"
      "<title>{}</title>\n<style>{}{}</style></head>\n<body><div id=\"page\">\n",
      page.script.empty() ? "" : script_source(page.script), html_escaped(page.title),
      shared_style(), page.style);
  html += page.body;
  html += "</div>";
  if (!page.script.empty()) html += "<script>" + page.script + "</script>";
  return html + "</body></html>\n";
}

}  // namespace papert
