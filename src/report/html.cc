#include "report/html.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "base/base64.h"
#include "base/embedded.h"
#include "base/file.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/version.h"
#include "report/charts.h"
#include "report/sheets.h"
#include "run/folder.h"
#include "run/log.h"

extern "C" {
extern const char papert_embedded_report_page[];
extern const char papert_embedded_report_page_end[];
}

namespace papert::report {
namespace {

constexpr std::string_view kPlaceholder = "__PAPERT_DATA__";
constexpr std::size_t kMaxPagePictureBytes = 8U << 20;

/// A place in a fair order that is the same on every machine.
std::uint64_t lot_of(const run::Record& record) {
  const std::string hash = sha256_hex(record.id + "\n" + std::to_string(record.epoch));
  std::uint64_t lot = 0;
  std::from_chars(hash.data(), hash.data() + 16, lot, 16);
  return lot;
}

struct Candidate {
  std::int64_t line = 0;
  std::uint64_t lot = 0;
  bool failed = false;
};

/// Which lines of a log the page shows: all if they fit; else failures for up to four fifths, and
/// by lot what else fits.
std::unordered_set<std::int64_t> choose(std::vector<Candidate> candidates, std::size_t room) {
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::make_pair(!a.failed, a.lot) < std::make_pair(!b.failed, b.lot);
  });
  if (candidates.size() > room) {
    const auto failures = static_cast<std::size_t>(
        std::count_if(candidates.begin(), candidates.end(), [](auto& c) { return c.failed; }));
    const std::size_t kept = std::max(std::min(failures, room / 5 * 4),
                                      room - std::min(room, candidates.size() - failures));
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(kept),
                     candidates.begin() + static_cast<std::ptrdiff_t>(failures));
    candidates.resize(std::min(candidates.size(), room));
  }
  std::unordered_set<std::int64_t> lines;
  for (const Candidate& candidate : candidates) lines.insert(candidate.line);
  return lines;
}

/// Texts that repeat each other line by line, each line stored once: a prompt is the places of its
/// lines, and equal prompts are one.
class PromptStore {
 public:
  /// The place of the prompt. `fresh` gains the bytes that were not stored before.
  std::size_t put(const std::string& text, std::size_t& fresh) {
    const auto [known, added] = prompts_.try_emplace(text, prompts_.size());
    if (!added) return known->second;
    std::string places;
    for (const std::string_view line : split(text, '\n')) {
      const auto [place, first] = lines_.try_emplace(std::string(line), lines_.size());
      if (first) {
        const std::string quoted = dump_json(Json(std::string(line)));
        fresh += quoted.size();
        line_list_ += (line_list_.empty() ? "" : ",") + quoted;
      }
      places += (places.empty() ? "" : ",") + std::to_string(place->second);
    }
    fresh += places.size();
    prompt_list_ += (prompt_list_.empty() ? "[" : ",[") + places + "]";
    return known->second;
  }

  /// The members "lines" and "prompts" of the page's data.
  [[nodiscard]] std::string json_members() const {
    return "\"lines\":[" + line_list_ + "],\"prompts\":[" + prompt_list_ + "]";
  }

 private:
  std::unordered_map<std::string, std::size_t> prompts_;
  std::unordered_map<std::string, std::size_t> lines_;
  std::string line_list_;
  std::string prompt_list_;
};

/// What is left to embed of a run. Texts and pictures do not take each other's room, and a sample
/// with long texts leaves room for those after it.
struct Budget {
  std::size_t texts = 0;
  std::size_t pictures = 0;
  std::size_t prompt_pictures = 0;
  std::size_t samples = 1;  // still to come

  Budget(std::size_t bytes, std::size_t count)
      : texts(bytes / 5 * 2), pictures(bytes / 2), prompt_pictures(bytes / 10), samples(count) {}

  /// What the texts of the next sample may take: two fair shares.
  [[nodiscard]] std::size_t next_share() {
    const std::size_t share = samples > 2 ? texts / samples * 2 : texts;
    samples -= samples > 0 ? 1 : 0;
    return share;
  }
  static void spend(std::size_t bytes, std::size_t& from) { from -= std::min(bytes, from); }
};

class Page {
 public:
  explicit Page(const HtmlLimits& limits) : limits_(limits) {
    json_["generator"] = "papert " + std::string(version());
    json_["runs"] = Json::array();
    json_["charts"] = Json::array();
  }

  [[nodiscard]] Result<void> add_run(const ReportedRun& run, const std::string& label,
                                     std::size_t byte_budget) {
    std::vector<Candidate> candidates;
    TRY(run::read_log(run::samples_path(run.folder), run::Part::kOutcome, [&](run::Record& record) {
      if (run.labels) run.labels->apply("", record);
      candidates.push_back({record.line, lot_of(record), !record.right()});
    }));
    const std::size_t total = candidates.size();
    const auto chosen = choose(std::move(candidates), limits_.samples);
    Budget budget(byte_budget, chosen.size());
    std::vector<Json> samples;
    TRY(run::read_lines(run::samples_path(run.folder), run::Part::kAll, chosen,
                        [&](run::Record& record) {
                          run.bands.retag(record);
                          const Json people = put_people(run, record);
                          samples.push_back(sample_json(record, run.folder, budget));
                          if (!people.is_null()) samples.back()["people"] = people;
                        }));
    std::sort(samples.begin(), samples.end(), [](const Json& a, const Json& b) {
      return std::make_pair(a["id"], a["epoch"]) < std::make_pair(b["id"], b["epoch"]);
    });
    json_["runs"].push_back(run_json(run, label));
    json_["runs"].back()["total_samples"] = total;
    json_["runs"].back()["samples"] = std::move(samples);
    return {};
  }

  /// What differs between the runs of a suite; of the runs in order, those of the suite.
  void put_settings(const analysis::SuiteRuns& suite) {
    for (const analysis::Setting& setting : analysis::differing_settings(suite.runs)) {
      for (std::size_t i = 0; i < suite.places.size(); ++i) {
        json_["runs"][suite.places[i]]["settings"][setting.key] = setting.values[i];
      }
    }
  }

  void put_tables(std::span<const Sheet> tables) {
    if (!tables.empty()) json_["tables"] = sheets_json(tables)["tables"];
  }

  /// A chart that is there already is not put twice.
  void put_chart(const Chart& chart) {
    Json entry = chart_json(chart);
    for (const Json& known : json_["charts"]) {
      if (known["svg"] == entry["svg"]) return;
    }
    json_["charts"].push_back(std::move(entry));
  }

  /// The data of the page. Pictures and prompts are joined as text: an object of thousands of
  /// members is slow to build, and hashes and base64 need no escaping.
  [[nodiscard]] std::string json_text() const {
    std::string text = dump_json(json_);
    text.pop_back();
    return text + "," + prompts_.json_members() + ",\"images\":{" + images_ + "}}";
  }

 private:
  /// Where people gave a verdict, it is the sample's; what the rule said stands beside it.
  static Json put_people(const ReportedRun& run, run::Record& record) {
    const analysis::Votes* const votes =
        run.labels ? run.labels->votes(record.id, record.epoch) : nullptr;
    if (votes == nullptr) return {};
    Json people{{"right", votes->right},
                {"wrong", votes->wrong},
                {"rule", suite::verdict_name(record.verdict)}};
    run.labels->apply(run.summary.figures.metrics.front().name, record);
    return people;
  }

  static Json run_json(const ReportedRun& run, const std::string& label) {
    Json entry;
    entry["name"] = run.name.empty()
                        ? absolute_path(run.folder).lexically_normal().filename().string()
                        : run.name;
    entry["suite"] = run.suite();
    entry["model"] = run.model();
    entry["label"] = label;
    entry["settings"] = Json::object();
    entry["config"] = run.config;
    entry["summary"] = to_json(run.summary);
    entry["summary"].erase("missing_ids");  // may be as many as the tasks
    if (run.losses) entry["losses"] = to_json(*run.losses);
    entry["warnings"] = warnings_of(run.summary, run.config);
    if (const auto progress = analysis::progress_of(run.summary, run.config)) {
      entry["progress"] = {{"done", progress->done}, {"planned", progress->planned}};
    }
    return entry;
  }

  /// The texts of one sample, cut to what it may take; "cut" gets the full length of those that
  /// are.
  class Texts {
   public:
    Texts(std::size_t each, std::size_t room, Json& sample)
        : each_(each), room_(room), sample_(sample) {}

    std::string clip(const std::string& text, const std::string& name) {
      std::string shown(cut_utf8(text, std::min(each_, room_ / 2)));
      room_ -= shown.size();
      spent_ += shown.size();
      if (shown.size() < text.size()) sample_["cut"][name] = text.size();
      return shown;
    }
    void put(const char* key, const std::string& text) {
      if (!text.empty()) sample_[key] = clip(text, key);
    }
    [[nodiscard]] std::size_t spent() const { return spent_; }

   private:
    std::size_t each_;
    std::size_t room_;
    std::size_t spent_ = 0;
    Json& sample_;
  };

  /// What is short of a sample.
  static Json facts_json(const run::Record& record) {
    const Json line = to_json(record);
    Json sample;
    for (const char* key : {"id", "epoch", "tags", "verdict", "success", "metrics"}) {
      sample[key] = line[key];
    }
    for (const char* key : {"error", "message"}) {
      if (record.detail.contains(key)) sample[key] = record.detail[key];
    }
    for (const char* key : {"latency_ms", "cached", "time"}) {
      if (line.contains(key) && !line[key].is_null()) sample[key] = line[key];
    }
    if (!line["usage"].empty()) sample["usage"] = line["usage"];
    return sample;
  }

  Json sample_json(const run::Record& record, const std::filesystem::path& folder, Budget& budget) {
    Json sample = facts_json(record);
    const std::string reply = record.texts.reply.value_or("");
    sample["reply_bytes"] = reply.size();
    sample["reply"] = "";
    sample["answer"] = "";
    sample["rule"] = record.rule;
    Texts texts(limits_.text_bytes, budget.next_share(), sample);
    texts.put("reply", reply);
    texts.put("answer", record.texts.answer);
    put_prompt(record.texts, folder, budget, sample);
    texts.put("reference", record.texts.reference);
    texts.put("reasoning", record.texts.reasoning);
    put_exchange(record, texts, sample);
    put_turns(record, folder, texts, budget, sample);
    Budget::spend(texts.spent(), budget.texts);
    sample["pictures"] = Json::array();
    for (const run::RecordedPicture& picture : record.pictures) {
      if (embed(picture.image, folder, budget.pictures)) {
        sample["pictures"].push_back({{"title", picture.title}, {"image", picture.image}});
      }
    }
    return sample;
  }

  void put_prompt(const run::RecordTexts& record, const std::filesystem::path& folder,
                  Budget& budget, Json& sample) {
    const std::string& text = record.prompt;
    if (text.empty() && record.prompt_images.empty()) return;  // a baseline is not asked in words
    // A prompt costs what is new in it, not its length.
    const std::string_view shown =
        cut_utf8(text, budget.texts == 0 ? 0 : std::min(text.size(), limits_.text_bytes));
    if (shown.size() < text.size()) sample["cut"]["prompt"] = text.size();
    std::size_t fresh = 0;
    sample["prompt"] = prompts_.put(std::string(shown), fresh);
    Budget::spend(fresh, budget.texts);
    for (const std::string& image : record.prompt_images) {
      embed(image, folder, budget.prompt_pictures);
      sample["prompt_images"].push_back(image);
    }
  }

  /// What a judge said, and the earlier replies to the same question.
  static void put_exchange(const run::Record& record, Texts& texts, Json& sample) {
    if (record.judge) sample["judge"] = texts.clip(record.judge->reply, "judge");
    const std::vector<run::Exchange>& earlier = record.texts.earlier;
    for (std::size_t i = 0; i < earlier.size(); ++i) {
      sample["earlier"].push_back(texts.clip(earlier[i].reply, "earlier." + std::to_string(i)));
    }
  }

  /// What came before the last turn, and what was said after it.
  void put_turns(const run::Record& record, const std::filesystem::path& folder, Texts& texts,
                 Budget& budget, Json& sample) {
    for (std::size_t i = 0; i + 1 < record.turns.size(); ++i) {
      const run::RecordedTurn& turn = record.turns[i];
      const run::RecordedTurn& next = record.turns[i + 1];
      const std::string place = "turns." + std::to_string(i);
      Json made{{"verdict", suite::verdict_name(turn.verdict)}};
      made["reply"] = texts.clip(turn.exchange.reply, place + ".reply");
      made["told"] = texts.clip(next.prompt, place + ".told");
      for (const std::string& image : next.prompt_images) {
        if (embed(image, folder, budget.prompt_pictures)) made["images"].push_back(image);
      }
      sample["turns"].push_back(std::move(made));
    }
  }

  /// False where the picture is missing or there is no room for it.
  bool embed(const std::string& hash, const std::filesystem::path& folder, std::size_t& budget) {
    if (!run::is_picture_hash(hash)) return false;
    if (embedded_.contains(hash)) return true;
    const auto bytes = read_file(run::picture_path(folder, hash), kMaxPagePictureBytes);
    if (!bytes || bytes->size() / 3 * 4 > budget) return false;
    std::string text = base64(*bytes);
    Budget::spend(text.size(), budget);
    images_ += (images_.empty() ? "\"" : ",\"") + hash + "\":\"" + text + "\"";
    embedded_.insert(hash);
    return true;
  }

  HtmlLimits limits_;
  PromptStore prompts_;
  std::unordered_set<std::string> embedded_;
  std::string images_;
  Json json_;
};

}  // namespace

Result<std::string> report_html(std::span<const ReportedRun> runs, const HtmlLimits& limits,
                                std::span<const Sheet> tables, std::span<const Chart> asked) {
  const std::vector<std::string> labels = analysis::short_names(runs);
  Page page(limits);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    TRY(page.add_run(runs[i], labels[i], limits.total_bytes / runs.size()));
  }
  for (const analysis::SuiteRuns& suite : analysis::by_suite(runs)) page.put_settings(suite);
  page.put_tables(tables);
  for (const Chart& chart : asked) page.put_chart(chart);
  for (const Chart& chart : page_charts(runs)) page.put_chart(chart);
  return fill_page(embedded(papert_embedded_report_page, papert_embedded_report_page_end),
                   page.json_text());
}

Result<std::string> fill_page(std::string_view shell, std::string_view json) {
  const std::size_t at = shell.find(kPlaceholder);
  if (at == std::string_view::npos) {
    return fail(ErrorCode::kInternal, "the embedded page has no place for data");
  }
  std::string html(shell.substr(0, at));
  // No text of a model can end the script element it is in.
  for (const char c : json) {
    if (c == '<') {
      html += "\\u003c";
    } else {
      html += c;
    }
  }
  html += shell.substr(at + kPlaceholder.size());
  return html;
}

}  // namespace papert::report
