#include "analysis/consensus.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "analysis/label_lines.h"
#include "base/format.h"
#include "base/jsonl.h"
#include "base/paths.h"
#include "base/text.h"
#include "run/config.h"
#include "run/folder.h"
#include "run/log.h"
#include "score/agreement.h"
#include "score/stats.h"

namespace papert::analysis {
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

/// Upper ends of the histogram's bars, in bits; the first is for full agreement alone.
constexpr std::array<double, 6> kBars{0, 0.5, 1, 1.5, 2, std::numeric_limits<double>::infinity()};

Entropy entropy_of(const Tallies& tallies) {
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
  Entropy entropy;
  entropy.mean = score::mean(values);
  entropy.error = score::standard_error(values);
  entropy.questions = values.size();
  for (std::size_t i = 0; i < kBars.size(); ++i) {
    EntropyBar& bar = entropy.histogram.emplace_back();
    if (i > 0) bar.above = kBars[i - 1];
    if (i + 1 < kBars.size()) bar.up_to = kBars[i];
    bar.questions = bars[i];
  }
  return entropy;
}

/// The answers that runs recorded, and the keys they were scored by.
struct Recorded {
  Tallies answers;
  std::map<std::string, std::string> keys;
};

Result<ConsensusRun> add_run(const std::filesystem::path& folder, const run::RunConfig& config,
                             Recorded& recorded) {
  ConsensusRun run;
  bool tells = false;
  const auto add = [&](const run::Record& record) {
    if (!record.scored()) return;
    Tally& tally = recorded.answers[record.id];
    if (const std::string* key = record.detail_text("expected")) recorded.keys[record.id] = *key;
    tells |= record.detail.contains("answer");
    if (const std::string* answer = record.detail_text("answer")) {
      ++tally[*answer];
      ++run.answers;
    } else {
      ++run.unreadable;
    }
  };
  run::LogReport report = TRY(run::read_log(run::samples_path(folder), run::Part::kFigures, add));
  if (!tells) {
    return fail(ErrorCode::kBadData, "the samples of this run do not tell their answers",
                folder.string());
  }
  run.name = absolute_path(folder).lexically_normal().filename().string();
  run.model = config.model;
  run.damaged = std::move(report.damaged);
  return run;
}

/// The mean share of the most frequent answer.
std::optional<double> consistency_of(const Tallies& tallies) {
  std::vector<double> shares;
  for (const auto& [id, tally] : tallies) {
    if (tally.empty()) continue;
    shares.push_back(static_cast<double>(score::largest(counts_of(tally))) /
                     static_cast<double>(total_of(tally)));
  }
  return score::mean(shares);
}

/// A letter as a capital, other answers in small letters, as scores have them.
std::string comparable(std::string_view answer) {
  std::string text = lower(trim(answer));
  if (text.size() == 1 && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

struct HumanAnswers {
  std::map<std::string, Tallies> batches;  // by batch, then by question
  Tallies answers;                         // by question
  std::set<std::string> annotators;
};

Result<void> add_human_answer(const Json& json, const std::string& where, HumanAnswers& people,
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

/// Lines of a page of 'papert label': the last of a person counts, and other kinds are passed over.
void add_labels(LabelLogBuilder labels, HumanAnswers& people,
                std::set<std::pair<std::string, std::string>>& seen) {
  const LabelLog log = std::move(labels).finish();
  for (const LabelLine& line : log.labels) {
    if (line.kind != "answer/sgp" || !seen.emplace(line.id, line.annotator).second) continue;
    const std::string answer = comparable(line.values().front());
    people.annotators.insert(line.annotator);
    ++people.answers[line.id][answer];
    ++people.batches[line.batch][line.id][answer];
  }
}

Result<HumanAnswers> read_people(const std::filesystem::path& file) {
  LineReader reader = TRY(LineReader::open(file));
  HumanAnswers people;
  LabelLogBuilder labels;
  std::set<std::pair<std::string, std::string>> seen;  // (question, annotator)
  Line line;
  while (TRY(reader.next(line))) {
    if (line.blank()) continue;
    const std::string where = fmt::format("{}:{}", reader.name(), line.number);
    if (line.too_long) return fail(ErrorCode::kLimit, "the line is too long", where);
    const Json json = TRY(parse_json(line.text, where));
    if (is_label_line(json)) {
      labels.add(TRY(read_label_line(json, where)));
      continue;
    }
    TRY(add_human_answer(json, where, people, seen));
  }
  add_labels(std::move(labels), people, seen);
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

HumanBatch batch_of(const std::string& name, const Tallies& tallies) {
  HumanBatch batch;
  batch.name = name;
  batch.questions = tallies.size();
  batch.fewest_answers = std::numeric_limits<std::int64_t>::max();
  for (const auto& [id, tally] : tallies) {
    batch.fewest_answers = std::min(batch.fewest_answers, total_of(tally));
    batch.most_answers = std::max(batch.most_answers, total_of(tally));
  }
  batch.kappa = score::fleiss_kappa(table_of(tallies));
  return batch;
}

HumanConsensus human_of(const HumanAnswers& people, const Recorded& recorded) {
  HumanConsensus human;
  std::int64_t keyed = 0;
  std::int64_t agree = 0;
  Tallies models;  // to the questions that people answered
  for (const auto& [id, tally] : people.answers) {
    if (const auto found = recorded.answers.find(id); found != recorded.answers.end()) {
      models.insert(*found);
    }
    const auto key = recorded.keys.find(id);
    if (key == recorded.keys.end()) continue;
    ++keyed;
    const auto common = most_common(tally);
    if (!common) ++human.ties;
    if (common && *common == comparable(key->second)) ++agree;
  }
  for (const auto& [name, tallies] : people.batches) {
    human.batches.push_back(batch_of(name, tallies));
  }
  human.annotators = people.annotators.size();
  human.questions = people.answers.size();
  human.without_key = people.answers.size() - static_cast<std::size_t>(keyed);
  if (keyed > 0) {
    human.agreement_with_key = static_cast<double>(agree) / static_cast<double>(keyed);
  }
  human.entropy = entropy_of(people.answers);
  human.models_entropy = entropy_of(models);
  return human;
}

Json entropy_json(const Entropy& entropy) {
  Json histogram = Json::array();
  for (const EntropyBar& bar : entropy.histogram) {
    histogram.push_back({{"above", number_or_null(bar.above)},
                         {"up_to", number_or_null(bar.up_to)},
                         {"questions", bar.questions}});
  }
  return {{"mean", number_or_null(entropy.mean)},
          {"stderr", number_or_null(entropy.error)},
          {"questions", entropy.questions},
          {"histogram", histogram}};
}

Json run_json(const ConsensusRun& run) {
  Json json{{"run", run.name},
            {"model", run.model},
            {"answers", run.answers},
            {"unreadable", run.unreadable}};
  for (const Error& error : run.damaged) json["damaged"].push_back(error.to_string());
  return json;
}

Json human_json(const HumanConsensus& human) {
  Json batches = Json::array();
  for (const HumanBatch& batch : human.batches) {
    batches.push_back(
        {{"batch", batch.name},
         {"questions", batch.questions},
         {"answers_per_question", {{"fewest", batch.fewest_answers}, {"most", batch.most_answers}}},
         {"kappa", number_or_null(batch.kappa)}});
  }
  return {{"annotators", human.annotators},
          {"questions", human.questions},
          {"without_key", human.without_key},
          {"agreement_with_key", number_or_null(human.agreement_with_key)},
          {"ties", human.ties},
          {"entropy", entropy_json(human.entropy)},
          {"models_entropy", entropy_json(human.models_entropy)},
          {"batches", batches}};
}

}  // namespace

Json to_json(const Consensus& consensus) {
  Json json{{"format", kFormat}};
  json["suite"] = consensus.suite;
  json["runs"] = Json::array();
  for (const ConsensusRun& run : consensus.runs) json["runs"].push_back(run_json(run));
  json["questions"] = consensus.questions;
  json["answers"] = consensus.answers;
  json["unreadable"] = consensus.unreadable;
  json["entropy"] = entropy_json(consensus.entropy);
  json["consistency"] = number_or_null(consensus.consistency);
  if (consensus.human) json["human"] = human_json(*consensus.human);
  return json;
}

Result<Consensus> consensus_of(const std::vector<std::filesystem::path>& runs,
                               const ConsensusOptions& options) {
  Consensus consensus;
  Recorded recorded;
  for (const std::filesystem::path& folder : runs) {
    const run::RunConfig config = TRY(run::read_config(folder));
    if (!consensus.suite.empty() && consensus.suite != config.suite) {
      return fail(ErrorCode::kUsage,
                  "runs of different suites: " + consensus.suite + " and " + config.suite);
    }
    consensus.suite = config.suite;
    consensus.runs.push_back(TRY(add_run(folder, config, recorded)));
    consensus.answers += consensus.runs.back().answers;
    consensus.unreadable += consensus.runs.back().unreadable;
  }
  consensus.questions = recorded.answers.size();
  consensus.entropy = entropy_of(recorded.answers);
  consensus.consistency = consistency_of(recorded.answers);
  if (!options.human.empty()) {
    const HumanAnswers people = TRY(read_people(options.human));
    consensus.human = human_of(people, recorded);
  }
  return consensus;
}

}  // namespace papert::analysis
