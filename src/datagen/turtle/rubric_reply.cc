#include "datagen/turtle/rubric_reply.h"

#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "base/json.h"
#include "base/numbers.h"
#include "base/text.h"

namespace papert::datagen {
namespace {

constexpr double kHighest = 10;
constexpr std::size_t kMostObjects = 64;                  // of a reply that are tried
constexpr std::size_t kMostBytes = std::size_t{1} << 18;  // of a reply that are read

struct NamedScore {
  std::string_view name;
  double RubricScores::* place;
};

constexpr std::array<NamedScore, 6> kNamedScores{{
    {"geometry", &RubricScores::geometry},
    {"visual", &RubricScores::visual},
    {"structure", &RubricScores::structure},
    {"alignment", &RubricScores::alignment},
    {"education", &RubricScores::education},
    {"color", &RubricScores::color},
}};

/// "colour" is "color"; "Geometry score" and "visual_quality" begin with what they mean.
bool names(std::string_view key, std::string_view rubric) {
  const std::string folded = lower(trim(key));
  if (rubric == "color" && folded.starts_with("colour")) return true;
  if (!folded.starts_with(rubric)) return false;
  const char after = folded.size() > rubric.size() ? folded[rubric.size()] : ' ';
  return after < 'a' || after > 'z';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The first number of a text that begins at it: "8", "8.5/10", "**8**", "= 8".
std::optional<double> leading_number(std::string_view text) {
  std::size_t begin = 0;
  while (begin < text.size() && !is_digit(text[begin]) && text[begin] != '-') {
    const char c = text[begin];
    const bool skipped = c == ' ' || c == '*' || c == '"' || c == '\'' || c == '=' || c == ':' ||
                         c == '|' || c == '`' || c == '_';
    if (!skipped) return std::nullopt;
    ++begin;
  }
  std::size_t end = begin;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.' || text[end] == '-')) ++end;
  while (end > begin && text[end - 1] == '.') --end;
  return parse_number<double>(text.substr(begin, end - begin));
}

std::optional<double> score_in(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return leading_number(value.get_ref<const std::string&>());
  if (!value.is_object()) return std::nullopt;
  for (const auto& [key, inner] : value.items()) {
    const std::string folded = lower(trim(key));
    if (folded == "score" || folded == "value" || folded == "rating") {
      return inner.is_object() ? std::nullopt : score_in(inner);
    }
  }
  return std::nullopt;
}

Result<void> set_score(RubricScores& scores, const NamedScore& named, std::optional<double> value) {
  if (!value) {
    return fail(ErrorCode::kBadData, "there is no score for " + std::string(named.name));
  }
  if (!std::isfinite(*value) || *value < 0 || *value > kHighest) {
    return fail(ErrorCode::kBadData,
                "the score for " + std::string(named.name) + " is not from 0 to 10");
  }
  scores.*named.place = *value;
  return {};
}

Result<RubricScores> scores_of_object(const Json& object) {
  RubricScores scores;
  for (const NamedScore& named : kNamedScores) {
    std::optional<double> value;
    for (const auto& [key, inner] : object.items()) {
      if (!value && names(key, named.name)) value = score_in(inner);
    }
    TRY(set_score(scores, named, value));
  }
  return scores;
}

/// Where the object that begins here ends; npos where it does not.
std::size_t end_of_object(std::string_view text, std::size_t begin) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        quoted = false;
      }
      continue;
    }
    if (c == '"') quoted = true;
    if (c == '{') ++depth;
    if (c == '}' && --depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

/// The scores of the last object that has them; else what is wrong with the last that is an object.
std::optional<Result<RubricScores>> scores_of_objects(std::string_view reply) {
  std::optional<Result<RubricScores>> found;
  std::size_t begin = reply.find('{');
  for (std::size_t tried = 0; begin != std::string_view::npos && tried < kMostObjects; ++tried) {
    const std::size_t end = end_of_object(reply, begin);
    if (end == std::string_view::npos) {
      begin = reply.find('{', begin + 1);
      continue;
    }
    const auto json = parse_json(reply.substr(begin, end - begin));
    if (!json) {
      begin = reply.find('{', begin + 1);
      continue;
    }
    auto scores = scores_of_object(*json);
    // What has no scores may be a wrapper of what has.
    begin = reply.find('{', scores ? end : begin + 1);
    if (scores || !found) found = std::move(scores);
  }
  return found;
}

/// "Geometry: 8/10", "- **Color** - 9", "| visual | 7 |": the name, then a number.
Result<RubricScores> scores_of_lines(std::string_view reply) {
  std::array<std::optional<double>, kNamedScores.size()> values;
  for (std::string_view line : split(reply, '\n')) {
    while (!line.empty() &&
           std::string_view(" \t*-#|>\"'`").find(line.front()) != std::string_view::npos) {
      line.remove_prefix(1);
    }
    for (std::size_t i = 0; i < kNamedScores.size(); ++i) {
      if (values[i] || !names(line, kNamedScores[i].name)) continue;
      const std::size_t colon = line.find_first_of(":=|-");
      if (colon != std::string_view::npos) values[i] = leading_number(line.substr(colon + 1));
    }
  }
  RubricScores scores;
  for (std::size_t i = 0; i < kNamedScores.size(); ++i) {
    TRY(set_score(scores, kNamedScores[i], values[i]));
  }
  return scores;
}

}  // namespace

Result<RubricScores> read_rubric_reply(std::string_view reply) {
  const std::string_view text = reply.substr(0, kMostBytes);
  auto objects = scores_of_objects(text);
  if (objects && *objects) return std::move(*objects);
  auto lines = scores_of_lines(text);
  return lines || !objects ? std::move(lines) : std::move(*objects);
}

}  // namespace papert::datagen
