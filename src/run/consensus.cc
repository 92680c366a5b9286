#include "run/consensus.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/jsonl.h"
#include "base/text.h"
#include "run/config.h"
#include "run/folder.h"
#include "run/log.h"
#include "score/agreement.h"
#include "score/stats.h"

namespace papert::run {
namespace {

/// How often each answer was given.
using Tally = std::map<std::string, std::int64_t>;
using Tallies = std::map<std::string, Tally>;  // by question

std::vector<std::int64_t> counts_of(const Tally& tally) {
  std::vector<std::int64_t> counts;
  counts.reserve(tally.size());
  for (const auto& [answer, count] : tally) counts.push_back(count);
  return counts;
}

std::int64_t total_of(const Tally& tally) {
  std::int64_t total = 0;
  for (const auto& [answer, count] : tally) total += count;
  return total;
}

/// The answer given most often; nothing where several are.
std::optional<std::string> most_common(const Tally& tally) {
  const std::int64_t most = score::largest(counts_of(tally));
  std::optional<std::string> found;
  for (const auto& [answer, count] : tally) {
    if (count != most) continue;
    if (found) return std::nullopt;
    found = answer;
  }
  return found;
}

Json number_or_null(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

/// Upper ends of the histogram's bars, in bits; the first is for full agreement alone.
constexpr std::array<double, 6> kBars{0, 0.5, 1, 1.5, 2, std::numeric_limits<double>::infinity()};

Json entropy_json(const Tallies& tallies) {
  std::vector<double> values;
  std::array<std::int64_t, kBars.size()> bars{};
  for (const auto& [id, tally] : tallies) {
    if (tally.empty()) continue;
    const double entropy = score::entropy_bits(counts_of(tally));
    values.push_back(entropy);
    // Rounding must not put an even split of four answers above two bits.
    const auto* bar =
        std::find_if(kBars.begin(), kBars.end(), [&](double end) { return entropy <= end + 1e-9; });
    ++bars[static_cast<std::size_t>(bar - kBars.begin())];
  }
  Json histogram = Json::array();
  for (std::size_t i = 0; i < kBars.size(); ++i) {
    histogram.push_back({{"above", i == 0 ? Json(nullptr) : Json(kBars[i - 1])},
                         {"up_to", i + 1 == kBars.size() ? Json(nullptr) : Json(kBars[i])},
                         {"questions", bars[i]}});
  }
  return {{"mean", number_or_null(score::mean(values))},
          {"stderr", number_or_null(score::standard_error(values))},
          {"questions", values.size()},
          {"histogram", histogram}};
}

/// The answers that runs recorded, and the keys they were scored by.
struct Recorded {
  Tallies answers;
  std::map<std::string, std::string> keys;
  std::int64_t given = 0;
  std::int64_t unreadable = 0;
  Json runs = Json::array();
};

Result<void> add_run(const std::filesystem::path& folder, const RunConfig& config,
                     Recorded& recorded) {
  std::int64_t given = 0;
  std::int64_t unreadable = 0;
  bool tells = false;
  const LogReport report = TRY(read_log(samples_path(folder), [&](const LogLine& line) {
    if (!suite::is_scored(line.verdict)) return;
    const auto id = line.json["id"].get<std::string>();
    const Json& detail = line.json["detail"];
    Tally& tally = recorded.answers[id];
    if (const auto key = detail.find("expected"); key != detail.end() && key->is_string()) {
      recorded.keys[id] = key->get<std::string>();
    }
    const auto answer = detail.find("answer");
    tells |= answer != detail.end();
    if (answer != detail.end() && answer->is_string()) {
      ++tally[answer->get<std::string>()];
      ++given;
    } else {
      ++unreadable;
    }
  }));
  if (!tells) {
    return fail(ErrorCode::kBadData, "the samples of this run do not tell their answers",
                folder.string());
  }
  recorded.given += given;
  recorded.unreadable += unreadable;
  recorded.runs.push_back(
      {{"run", std::filesystem::absolute(folder).lexically_normal().filename().string()},
       {"model", config.model},
       {"answers", given},
       {"unreadable", unreadable}});
  for (const Error& error : report.damaged) {
    recorded.runs.back()["damaged"].push_back(error.to_string());
  }
  return {};
}

/// The mean share of the most frequent answer.
Json consistency_json(const Tallies& tallies) {
  std::vector<double> shares;
  for (const auto& [id, tally] : tallies) {
    if (tally.empty()) continue;
    shares.push_back(static_cast<double>(score::largest(counts_of(tally))) /
                     static_cast<double>(total_of(tally)));
  }
  return number_or_null(score::mean(shares));
}

/// A letter as a capital, other answers in small letters, as scores have them.
std::string comparable(std::string_view answer) {
  std::string text = lower(trim(answer));
  if (text.size() == 1 && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

struct People {
  std::map<std::string, Tallies> batches;  // by batch, then by question
  Tallies answers;                         // by question
  std::set<std::string> annotators;
};

Result<void> add_human_answer(const Json& json, const std::string& where, People& people,
                              std::set<std::pair<std::string, std::string>>& seen) {
  const std::string id = TRY(get_string(json, "id", where));
  const std::string annotator = TRY(get_string(json, "annotator", where));
  const std::string answer = comparable(TRY(get_string(json, "answer", where)));
  const std::string batch = TRY(get_optional_string(json, "batch", where)).value_or("");
  if (answer.empty()) return fail(ErrorCode::kBadData, "the answer is empty", where);
  if (!seen.emplace(id, annotator).second) {
    return fail(ErrorCode::kBadData, "a second answer of '" + annotator + "' to '" + id + "'",
                where);
  }
  people.annotators.insert(annotator);
  ++people.answers[id][answer];
  ++people.batches[batch][id][answer];
  return {};
}

Result<People> read_people(const std::filesystem::path& file) {
  LineReader reader = TRY(LineReader::open(file));
  People people;
  std::set<std::pair<std::string, std::string>> seen;  // (question, annotator)
  Line line;
  while (TRY(reader.next(line))) {
    if (line.blank()) continue;
    const std::string where = fmt::format("{}:{}", reader.name(), line.number);
    if (line.too_long) return fail(ErrorCode::kLimit, "the line is too long", where);
    TRY(add_human_answer(TRY(parse_json(line.text, where)), where, people, seen));
  }
  if (people.answers.empty()) {
    return fail(ErrorCode::kBadData, "there are no answers in this file", file.string());
  }
  return people;
}

/// A row per question and a column per answer that occurs.
std::vector<std::vector<std::int64_t>> table_of(const Tallies& tallies) {
  std::set<std::string> answers;
  for (const auto& [id, tally] : tallies) {
    for (const auto& [answer, count] : tally) answers.insert(answer);
  }
  std::vector<std::vector<std::int64_t>> table;
  for (const auto& [id, tally] : tallies) {
    std::vector<std::int64_t>& row = table.emplace_back();
    for (const std::string& answer : answers) {
      const auto found = tally.find(answer);
      row.push_back(found == tally.end() ? 0 : found->second);
    }
  }
  return table;
}

Json batch_json(const std::string& name, const Tallies& tallies) {
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = 0;
  for (const auto& [id, tally] : tallies) {
    fewest = std::min(fewest, total_of(tally));
    most = std::max(most, total_of(tally));
  }
  return {{"batch", name},
          {"questions", tallies.size()},
          {"answers_per_question", {{"fewest", fewest}, {"most", most}}},
          {"kappa", number_or_null(score::fleiss_kappa(table_of(tallies)))}};
}

Json human_json(const People& people, const Recorded& recorded) {
  std::int64_t keyed = 0;
  std::int64_t agree = 0;
  std::int64_t ties = 0;
  Tallies models;  // to the questions that people answered
  for (const auto& [id, tally] : people.answers) {
    if (const auto found = recorded.answers.find(id); found != recorded.answers.end()) {
      models.insert(*found);
    }
    const auto key = recorded.keys.find(id);
    if (key == recorded.keys.end()) continue;
    ++keyed;
    const auto common = most_common(tally);
    if (!common) ++ties;
    if (common && *common == comparable(key->second)) ++agree;
  }
  Json batches = Json::array();
  for (const auto& [name, tallies] : people.batches) batches.push_back(batch_json(name, tallies));
  const Json agreement =
      keyed == 0 ? Json(nullptr) : Json(static_cast<double>(agree) / static_cast<double>(keyed));
  return {{"annotators", people.annotators.size()},
          {"questions", people.answers.size()},
          {"without_key", people.answers.size() - static_cast<std::size_t>(keyed)},
          {"agreement_with_key", agreement},
          {"ties", ties},
          {"entropy", entropy_json(people.answers)},
          {"models_entropy", entropy_json(models)},
          {"batches", batches}};
}

}  // namespace

Result<Json> consensus_of(const std::vector<std::filesystem::path>& runs,
                          const ConsensusOptions& options) {
  Recorded recorded;
  std::string suite;
  for (const std::filesystem::path& folder : runs) {
    const RunConfig config = TRY(read_config(folder));
    if (!suite.empty() && suite != config.suite) {
      return fail(ErrorCode::kUsage, "runs of different suites: " + suite + " and " + config.suite);
    }
    suite = config.suite;
    TRY(add_run(folder, config, recorded));
  }
  Json json;
  json["suite"] = suite;
  json["runs"] = recorded.runs;
  json["questions"] = recorded.answers.size();
  json["answers"] = recorded.given;
  json["unreadable"] = recorded.unreadable;
  json["entropy"] = entropy_json(recorded.answers);
  json["consistency"] = consistency_json(recorded.answers);
  if (!options.human.empty()) json["human"] = human_json(TRY(read_people(options.human)), recorded);
  return json;
}

}  // namespace papert::run
