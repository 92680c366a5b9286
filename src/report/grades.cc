#include "report/grades.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/base64.h"
#include "base/html.h"
#include "base/page.h"
#include "base/text.h"
#include "raster/paint_scene.h"
#include "raster/png.h"
#include "raster/render.h"
#include "score/parts.h"

namespace papert::report {
namespace {

constexpr std::string_view kGradesStyle = R"(
main { padding-bottom: var(--space-5); }
.head { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: var(--space-4); align-items: start; margin: var(--space-4) 0; }
p { max-width: 60rem; margin: var(--space-1) 0; overflow-wrap: anywhere; }
figure { margin: 0; } figure img { display: block; width: 100%; border: 1px solid var(--rule); image-rendering: pixelated; background: white; }
figcaption { color: var(--soft); font-size: var(--small); }
th { text-align: left; } td:is(:first-child, :last-child) { overflow-wrap: anywhere; } td:first-child { min-width: 6rem; } td:last-child { min-width: 16rem; }
th button { padding: 0; border: 0; background: none; color: inherit; font: inherit; font-weight: 600; text-align: inherit; white-space: nowrap; cursor: pointer; }
th button::after { content: " \2195"; } th[aria-sort=ascending] button::after { content: " \2191"; } th[aria-sort=descending] button::after { content: " \2193"; }
article { display: grid; grid-template-columns: 13rem 13rem minmax(0, 1fr); gap: var(--space-3); align-items: start; margin-top: var(--space-3); padding: var(--space-4) 0; border-top: 1px solid var(--rule); }
article h2 { margin: 0 0 var(--space-1); font: 600 1rem/1.4 var(--sans); }
.yes { color: var(--good); } .no { color: var(--bad); }
pre { max-height: 22rem; margin: var(--space-1) 0; padding: var(--space-2); overflow: auto; background: var(--raised); font: var(--small)/1.4 var(--mono); tab-size: 4; }
pre .bad { display: inline-block; min-width: 100%; background: var(--bad-ground); }
.key { display: inline-block; margin-right: var(--space-3); } .key .swatch { margin-right: var(--space-1); border: 1px solid var(--axis); }
@media (max-width: 48rem) { article { grid-template-columns: 1fr 1fr; } article > div { grid-column: 1 / -1; } .head { grid-template-columns: minmax(0, 1fr); } .head figure { max-width: 16rem; } }
@media print { pre { max-height: none; } }
)";

constexpr std::string_view kScript = R"(
for (const button of document.querySelectorAll('th button')) button.onclick = () => {
  const head = button.parentElement, table = head.closest('table'), body = table.tBodies[0];
  const column = [...head.parentElement.children].indexOf(head);
  const down = head.getAttribute('aria-sort') === 'ascending';
  for (const other of head.parentElement.children) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const value = row => row.children[column].dataset.value ?? row.children[column].textContent;
  const order = new Intl.Collator(undefined, {numeric: true});
  const rows = [...body.rows].sort((a, b) => order.compare(value(a), value(b)));
  if (down) rows.reverse();
  body.append(...rows);
};
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

std::string figure(const raster::Image& image, std::string_view name, std::string_view caption) {
  const std::string png = raster::encode_png(image, {.compact = true});
  return fmt::format(
      "<figure><img alt=\"{}\" src=\"data:image/png;base64,{}\"><figcaption>{}</figcaption>"
      "</figure>",
      html_escaped(name), base64(png), html_escaped(caption));
}

std::string parts_text(const Grade& grade) {
  return grade.parts == 0 ? "" : fmt::format("{}/{}", grade.parts_there, grade.parts);
}

std::string legend() {
  const auto key = [](raster::Color color, std::string_view text) {
    return fmt::format(
        "<span class=\"key\"><span class=\"swatch\" "
        "style=\"background:#{:02x}{:02x}{:02x}\"></span>{}</span>",
        color.r, color.g, color.b, text);
  };
  return "<p class=\"note\">Difference: " + key(raster::kSharedColor, "in both") +
         key(raster::kMissingColor, "missing") + key(raster::kExtraColor, "extra") +
         key(score::kRecoloredColor, "another colour") + "</p>";
}

std::string code_html(const Grade& grade) {
  std::string html;
  int number = 0;
  const std::size_t end = grade.code.find_last_not_of("\r\n");
  for (const std::string_view line : split(std::string_view(grade.code).substr(0, end + 1), '\n')) {
    ++number;
    const bool bad = number == grade.line;
    html += fmt::format("{}{:>3}  {}{}\n", bad ? "<span class=\"bad\">" : "", number,
                        html_escaped(line), bad ? "</span>" : "");
  }
  return fmt::format("<details{}><summary>program</summary><pre tabindex=\"0\">{}</pre></details>",
                     grade.passed ? "" : " open", html);
}

std::string row_html(const Grade& grade, std::size_t index) {
  const auto yes = [](bool passed) {
    return passed ? R"(<td class="yes" data-value="1">yes</td>)"
                  : R"(<td class="no" data-value="0">no</td>)";
  };
  const double share =
      grade.parts == 0 ? 0
                       : static_cast<double>(grade.parts_there) / static_cast<double>(grade.parts);
  return fmt::format(
      "<tr><td><a href=\"#g{}\">{}</a></td>{}{}<td class=\"number\" data-value=\"{:.4f}\">{}</td>"
      "<td class=\"number\">{:.4f}</td><td>{}</td><td>{}</td></tr>\n",
      index, html_escaped(grade.name), yes(grade.passed), yes(grade.pixel_passed), share,
      parts_text(grade), grade.similarity, html_escaped(grade.status),
      html_escaped(short_reason(grade)));
}

std::string table_html(const std::vector<Grade>& grades) {
  std::string html = "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>";
  for (const std::string_view head :
       {"program", "passed", "pixel rule", "parts", "similarity", "ended", "reason"}) {
    const bool number = head == "parts" || head == "similarity";
    html += fmt::format("<th scope=\"col\"{}><button type=\"button\">{}</button></th>",
                        number ? " class=\"number\"" : "", head);
  }
  html += "</tr></thead><tbody>\n";
  for (std::size_t i = 0; i < grades.size(); ++i) html += row_html(grades[i], i);
  return html + "</tbody></table></div>\n";
}

/// "Not met: uses loop (it has none); at most 12 commands (it has 14)."
std::string unmet_text(const Grade& grade) {
  return grade.unmet.empty() ? "" : fmt::format("Not met: {}.", fmt::join(grade.unmet, "; "));
}

std::string grade_html(const Grade& grade, std::size_t index) {
  const std::string brief = short_reason(grade);
  const std::string place = grade.line > 0 ? fmt::format("line {}: ", grade.line) : "";
  const std::string parts =
      grade.parts == 0 ? "" : fmt::format(", {} of {} parts", grade.parts_there, grade.parts);
  std::string html = fmt::format("<article id=\"g{}\">{}", index,
                                 figure(raster::paint_canonical(grade.drawing), "drawn", "drawn"));
  html += grade.difference.width() > 0
              ? figure(grade.difference, "difference", "difference from the reference")
              : "<p class=\"note\">no drawing to compare</p>";
  html += fmt::format("<div><h2>{}</h2><p class=\"{}\">{}{}, similarity {:.4f}</p><p>{}{}</p>",
                      html_escaped(grade.name), grade.passed ? "yes" : "no",
                      grade.passed ? "passed" : "not passed", parts, grade.similarity, place,
                      html_escaped(brief));
  if (const std::string unmet = unmet_text(grade); !unmet.empty() && unmet != brief) {
    html += fmt::format("<p class=\"no\">{}</p>", html_escaped(unmet));
  }
  if (brief != grade.reason) {
    html += fmt::format("<details><summary>all of it</summary><p>{}</p></details>",
                        html_escaped(grade.reason));
  }
  return html + code_html(grade) + "</div></article>\n";
}

/// " Where it stands, how large it is and its background do not count."
std::string sentence(const std::vector<std::string_view>& things, std::string_view end) {
  std::string text = " ";
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (i > 0) text += i + 1 == things.size() ? " and " : ", ";
    text += things[i];
  }
  text[1] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[1])));
  return text + " " + std::string(end);
}

std::string rule_html(const GradesPage& page) {
  std::string text = page.rule == "pixel"
                         ? "A drawing passes by the published pixel rule: at most a small share of "
                           "the ink differs."
                         : "A drawing passes if a careful person would call it the same.";
  const auto add = [](std::vector<std::string_view>& to, std::string_view what) {
    to.push_back(what);
  };
  std::vector<std::string_view> free;
  std::vector<std::string_view> kept;
  add(page.keep.place ? kept : free, "where it stands");
  add(page.keep.size ? kept : free, "how large it is");
  add(page.keep.width ? kept : free, "how thick its lines are");
  add(free, "its background");
  text += sentence(free, free.size() == 1 ? "does not count." : "do not count.");
  if (!kept.empty()) text += sentence(kept, kept.size() == 1 ? "counts." : "count.");
  text += " ";
  text += page.rule == "pixel" ? ""
          : page.with_texts    ? "The reference has written text, so text counts. "
                               : "The reference has no written text, so text is not compared. ";
  return text +
         fmt::format(
             "Parts are the lines, areas and dots of the reference ({} in all) that "
             "are there. Both rules stand side by side in the table.",
             page.parts) +
         (page.required.empty()
              ? ""
              : fmt::format(" Required of the program: {}.", fmt::join(page.required, "; ")));
}

}  // namespace

std::string short_reason(const Grade& grade) {
  if (!grade.hint.empty()) return grade.hint;
  const std::string reason = grade.draws && !grade.unmet.empty() ? unmet_text(grade) : grade.reason;
  if (reason.size() <= kLongestReason) return reason;
  constexpr std::string_view kMore = " ...";
  std::string_view head = std::string_view(reason).substr(0, kLongestReason - kMore.size());
  // Places have commas of their own: "(0, 0)".
  const std::size_t part = head.rfind("; ");
  const std::size_t item = head.rfind("), ");
  std::size_t cut = part == std::string_view::npos ? 0 : part;
  if (item != std::string_view::npos) cut = std::max(cut, item + 1);
  if (cut > kLongestReason / 3) head = head.substr(0, cut);
  while (!head.empty() && (static_cast<unsigned char>(head.back()) & 0xC0U) == 0x80U) {
    head.remove_suffix(1);
  }
  if (!head.empty() && (static_cast<unsigned char>(head.back()) & 0x80U) != 0) {
    head.remove_suffix(1);
  }
  return std::string(head) + std::string(kMore);
}

std::string grades_csv(const std::vector<Grade>& grades, RequirementColumn column) {
  const bool with_unmet = column == RequirementColumn::kUnmet;
  std::string text = fmt::format("file,passed,pixel,parts,similarity,status,line,{}reason\r\n",
                                 with_unmet ? "unmet," : "");
  for (const Grade& grade : grades) {
    // Spreadsheets take 3/4 for a date.
    const std::string parts = grade.parts == 0 ? "" : "'" + parts_text(grade);
    const std::string unmet = fmt::format("{}", fmt::join(grade.unmet, "; "));
    text += fmt::format("{},{},{},{},{:.4f},{},{},{}{}\r\n", cell(grade.name),
                        grade.passed ? "yes" : "no", grade.pixel_passed ? "yes" : "no", parts,
                        grade.similarity, grade.status,
                        grade.line > 0 ? std::to_string(grade.line) : "",
                        with_unmet ? cell(unmet) + "," : "", cell(short_reason(grade)));
  }
  return text;
}

std::string grades_html(const GradesPage& page, const std::vector<Grade>& grades) {
  const auto passed =
      std::count_if(grades.begin(), grades.end(), [](const Grade& grade) { return grade.passed; });
  const std::string_view what = page.required.empty() ? "" : " and meet what is required";
  std::string html = fmt::format(
      "<header><h1>Grades</h1></header>\n<main>\n<div class=\"head\">{}<div><p>{} of {} programs "
      "draw what {} draws{}.</p><p>{}</p>{}</div></div>\n",
      figure(raster::paint_canonical(page.reference), "reference", "the reference"), passed,
      grades.size(), html_escaped(page.reference_name), what, rule_html(page), legend());
  html += table_html(grades);
  for (std::size_t i = 0; i < grades.size(); ++i) html += grade_html(grades[i], i);
  return page_html({.title = "Grades",
                    .style = std::string(kGradesStyle),
                    .body = html + "</main>\n",
                    .script = std::string(kScript)});
}

}  // namespace papert::report
