// The picture of a moved program beside the same motion written as a group transform, and readers
// for the corpora that this is tried on.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "lang/svg/document.h"
#include "lang/svg/motion.h"
#include "lang/svg/render_check.h"
#include "raster/image.h"
#include "raster/svg.h"

namespace papert::lang::svg::test {

inline constexpr int kSide = 512;
inline constexpr double kMostOff = 0.001;  // of the pixels

/// The share of pixels of which a channel differs by more than 32.
inline double share_off(const raster::Image& a, const raster::Image& b) {
  if (a.width() != b.width() || a.height() != b.height()) return 1;
  constexpr int kTolerance = 32;
  const auto x = a.data();
  const auto y = b.data();
  std::size_t off = 0;
  for (std::size_t i = 0; i + 2 < x.size(); i += 3) {
    int worst = 0;
    for (std::size_t c = i; c < i + 3; ++c) worst = std::max(worst, std::abs(x[c] - y[c]));
    if (worst > kTolerance) ++off;
  }
  return static_cast<double>(off) * 3 / static_cast<double>(x.size());
}

/// What became of one program; exactly one of the members says it.
struct Outcome {
  std::optional<Refusal> refusal;
  std::string broken;   // not read, or not painted
  double off = 0;       // share of pixels
  std::string program;  // moved

  [[nodiscard]] bool moved() const { return !refusal && broken.empty(); }
  [[nodiscard]] bool wrong() const { return moved() && off > kMostOff; }
};

inline bool has_attribute(const Node& node, std::string_view name) {
  if (node.attribute(name)) return true;
  return std::any_of(node.children.begin(), node.children.end(),
                     [&](const Node& child) { return has_attribute(child, name); });
}

inline Outcome try_motion(const Document& document, const Motion& motion) {
  if (const auto cost = check_render(document); !cost) {
    return {.broken = "the original may not be painted: " + cost.error().message};
  }
  const auto moved = lang::svg::move(document, motion);
  if (!moved) return {.refusal = moved.error()};
  Outcome outcome{.program = to_text(*moved)};
  const auto again = parse(outcome.program);
  if (!again) return {.broken = "the moved program is not read: " + again.error().message};
  if (has_attribute(again->root, "transform")) return {.broken = "a transform is left"};
  const auto expected = with_group_transform(document, motion);
  if (!expected) return {.broken = expected.error().message};
  const auto left = raster::render_svg(to_text(*expected), kSide, kSide);
  const auto right = raster::render_svg(outcome.program, kSide, kSide);
  if (!left) return {.broken = "the original is not painted: " + left.error().message};
  if (!right) return {.broken = "the moved program is not painted: " + right.error().message};
  outcome.off = share_off(*left, *right);
  return outcome;
}

/// RFC 4180: fields in double quotes may hold commas, line breaks and doubled quotes.
inline std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& path) {
  const auto text = read_file(path);
  std::vector<std::vector<std::string>> rows;
  if (!text) return rows;
  std::vector<std::string> row(1);
  bool inside = false;
  for (std::size_t i = 0; i < text->size(); ++i) {
    const char c = (*text)[i];
    if (inside && c == '"' && i + 1 < text->size() && (*text)[i + 1] == '"') {
      row.back() += '"';
      ++i;
    } else if (c == '"') {
      inside = !inside;
    } else if (!inside && c == ',') {
      row.emplace_back();
    } else if (!inside && c == '\n') {
      rows.push_back(std::move(row));
      row.assign(1, {});
    } else if (inside || c != '\r') {
      row.back() += c;
    }
  }
  if (row.size() > 1) rows.push_back(std::move(row));
  return rows;
}

/// From <svg to the last </svg> of a question.
inline std::string program_of(const std::string& question) {
  const std::size_t start = question.find("<svg");
  const std::size_t end = question.rfind("</svg>");
  if (start == std::string::npos || end == std::string::npos) return {};
  return question.substr(start, end + 6 - start);
}

struct Tally {
  std::size_t total = 0;
  std::size_t moved = 0;
  std::vector<std::string> wrong;  // ids
  std::vector<std::string> broken;
  std::map<std::string, std::size_t> refused;  // by reason

  void add(const std::string& id, const Outcome& outcome) {
    ++total;
    if (outcome.refusal) ++refused[std::string(name_of(outcome.refusal->reason))];
    if (!outcome.broken.empty()) broken.push_back(id + ": " + outcome.broken);
    if (!outcome.moved()) return;
    ++moved;
    if (outcome.wrong()) wrong.push_back(id);
  }

  [[nodiscard]] std::string summary() const {
    std::string text = std::to_string(moved) + " of " + std::to_string(total) + " moved, " +
                       std::to_string(wrong.size()) + " wrong";
    for (const auto& [reason, count] : refused) text += ", " + reason + " " + std::to_string(count);
    for (const std::string& id : wrong) text += "\n  wrong: " + id;
    for (const std::string& id : broken) text += "\n  broken: " + id;
    return text;
  }
};

}  // namespace papert::lang::svg::test
