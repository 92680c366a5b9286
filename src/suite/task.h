// The vocabulary of a benchmark: what is asked, what was answered, what it is worth.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "raster/image.h"
#include "reply/answer.h"
#include "suite/verdict.h"

namespace papert::suite {

/// A property by which results are broken down, e.g. {"tier", "hard"}. A task may have several
/// values of one key.
struct Tag {
  std::string key;
  std::string value;
};

struct Task {
  std::string id;
  std::string base;  // the task this one was made from; empty for an original
  std::vector<Tag> tags;
  std::optional<std::int64_t> distance;  // from its original, in the suite's own measure
};

/// What a model is sent: text and pictures (PNG files as bytes).
struct Prompt {
  std::string text;
  std::vector<std::string> images;
};

using reply::Answer;
using reply::Extraction;

/// One figure of one sample; no value where it is not defined for this sample.
struct Metric {
  std::string_view name;  // from the suite's metric table
  std::optional<double> value;
};

struct Score {
  Verdict verdict = Verdict::kInternalError;
  std::vector<Metric> metrics;
  std::optional<std::string> answer;    // the letter or value that was read, where one is expected
  std::optional<std::string> expected;  // the right one
  std::string language;          // in which a program was written, where it was free to choose
  Json detail = Json::object();  // "error" and "message" where the answer has a typed error

  [[nodiscard]] bool right() const { return verdict == Verdict::kRight; }
};

/// How often a task's program uses something: {"svg_element", "path", 3}. A count of 0 says that it
/// was looked for.
struct Construct {
  std::string_view kind;  // in the singular; with an s it names how many there are of the kind
  std::string name;
  std::int64_t count = 0;
};

/// A column of the result table.
struct MetricInfo {
  std::string_view name;   // as in score lines and summary.json
  std::string_view title;  // as in tables
  bool sometimes = false;  // not shown where no sample has it: a figure of one mode
};

struct Picture {
  std::string title;
  raster::Image image;
};

/// true or false, or null where nothing was learnt about the model.
[[nodiscard]] inline Json success_json(Verdict verdict) {
  return is_scored(verdict) ? Json(verdict == Verdict::kRight) : Json(nullptr);
}

/// Key -> value, or a list of values where there are several.
[[nodiscard]] inline Json tags_json(const std::vector<Tag>& tags) {
  Json object = Json::object();
  for (const Tag& tag : tags) {
    const auto known = object.find(tag.key);
    if (known == object.end()) {
      object[tag.key] = tag.value;
    } else if (known->is_array()) {
      known->push_back(tag.value);
    } else {
      *known = Json::array({*known, tag.value});
    }
  }
  return object;
}

/// The counts of one kind.
inline void add_constructs(std::string_view kind, const std::map<std::string, std::int64_t>& counts,
                           std::vector<Construct>& constructs) {
  for (const auto& [name, count] : counts) constructs.push_back({kind, name, count});
  if (counts.empty()) constructs.push_back({kind, "", 0});
}

[[nodiscard]] inline Json metrics_json(const std::vector<Metric>& metrics) {
  Json object = Json::object();
  for (const Metric& metric : metrics) {
    object[std::string(metric.name)] = metric.value ? Json(*metric.value) : Json(nullptr);
  }
  return object;
}

/// The detail of a score line: the typed facts beside what else the suite says.
[[nodiscard]] inline Json detail_json(const Score& score) {
  Json object = Json::object();
  if (score.expected) {
    object["answer"] = score.answer ? Json(*score.answer) : Json(nullptr);
    object["expected"] = *score.expected;
  }
  object.update(score.detail);
  if (!score.language.empty()) object["language"] = score.language;
  return object;
}

}  // namespace papert::suite
