#include "report/grades.h"

#include <fmt/format.h>

#include "base/base64.h"
#include "base/text.h"
#include "raster/paint_scene.h"
#include "raster/png.h"
#include "report/escape.h"

namespace papert::report {
namespace {

constexpr std::string_view kStyle = R"(
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1a1c20; background: #fff; }
h1 { font: 700 1.8rem Georgia, serif; }
article { display: grid; grid-template-columns: 10rem 10rem 1fr; gap: 1rem; align-items: start; padding: 1rem 0; border-top: 1px solid #d5d8dd; }
img { width: 100%; border: 1px solid #d5d8dd; image-rendering: pixelated; background: #fff; }
figure { margin: 0; } figcaption { font-size: .8rem; color: #5b6470; }
h2 { font-size: 1rem; margin: 0 0 .3rem; } p { margin: .2rem 0; overflow-wrap: anywhere; }
.yes { color: #0a6b3d; } .no { color: #a3341f; }
@media (prefers-color-scheme: dark) { body { color: #e8eaed; background: #16181c; } .yes { color: #63c793; } .no { color: #f08a73; } }
@media (max-width: 40rem) { article { grid-template-columns: 1fr 1fr; } article > div { grid-column: 1 / -1; } }
)";

/// A cell: quoted where needed, and never a formula.
std::string cell(const std::string& text) {
  std::string value = text;
  if (!value.empty() &&
      std::string_view("=+-@\t\r").find(value.front()) != std::string_view::npos) {
    value.insert(value.begin(), '\'');
  }
  if (value.find_first_of(",\"\r\n") == std::string::npos) return value;
  std::string quoted = "\"";
  for (const char c : value) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string figure(const scene::Scene& scene, std::string_view caption) {
  const std::string png = raster::encode_png(raster::paint_canonical(scene), {.compact = true});
  return fmt::format(
      "<figure><img alt=\"{0}\" "
      "src=\"data:image/png;base64,{1}\"><figcaption>{0}</figcaption></figure>",
      escaped(caption), base64(png));
}

}  // namespace

std::string grades_csv(const std::vector<Grade>& grades) {
  std::string text = "file,passed,similarity,status,line,reason\r\n";
  for (const Grade& grade : grades) {
    text += fmt::format("{},{},{:.4f},{},{},{}\r\n", cell(grade.name), grade.passed ? "yes" : "no",
                        grade.similarity, grade.status,
                        grade.line > 0 ? std::to_string(grade.line) : "", cell(grade.reason));
  }
  return text;
}

std::string grades_html(const std::string& reference_name, const scene::Scene& reference,
                        const std::vector<Grade>& grades) {
  std::size_t passed = 0;
  for (const Grade& grade : grades) passed += grade.passed ? 1 : 0;
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>Grades</title><style>{}</style>\n"
      "<h1>Grades</h1><p>{} of {} programs draw what {} draws.</p>\n",
      kStyle, passed, grades.size(), escaped(reference_name));
  const std::string target = figure(reference, "reference");
  for (const Grade& grade : grades) {
    html += fmt::format(
        "<article>{}{}<div><h2>{}</h2><p class=\"{}\">{}, similarity {:.4f}</p><p>{}{}</p></div>"
        "</article>\n",
        target, figure(grade.drawing, "drawn"), escaped(grade.name), grade.passed ? "yes" : "no",
        grade.passed ? "passed" : "not passed", grade.similarity,
        grade.line > 0 ? fmt::format("line {}: ", grade.line) : "", escaped(grade.reason));
  }
  return html + "</html>\n";
}

}  // namespace papert::report
