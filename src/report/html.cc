#include "report/html.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "base/base64.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/version.h"
#include "run/config.h"
#include "run/folder.h"
#include "run/log.h"

extern "C" {
extern const char papert_embedded_report_page[];
extern const char papert_embedded_report_page_end[];
}

namespace papert::report {
namespace {

constexpr std::string_view kPlaceholder = "__PAPERT_DATA__";
constexpr std::size_t kMaxPictureBytes = 8U << 20;

/// A place in a fair order that is the same on every machine.
std::uint64_t lot_of(const Json& line) {
  const std::string hash = sha256_hex(line["id"].get<std::string>() + "\n" +
                                      std::to_string(line["epoch"].get<std::int64_t>()));
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

class Page {
 public:
  explicit Page(const HtmlLimits& limits) : limits_(limits) {
    json_["generator"] = "papert " + std::string(version());
    json_["runs"] = Json::array();
  }

  [[nodiscard]] Result<void> add_run(const std::filesystem::path& folder, const Json& summary,
                                     std::size_t byte_budget) {
    const run::RunConfig config = TRY(run::read_config(folder));
    budget_ = byte_budget;
    std::vector<Candidate> candidates;
    TRY(run::read_log(run::samples_path(folder), [&](const run::LogLine& line) {
      candidates.push_back(
          {line.number, lot_of(line.json), line.verdict != suite::Verdict::kRight});
    }));
    const std::size_t total = candidates.size();
    const auto chosen = choose(std::move(candidates), limits_.samples);
    std::vector<Json> samples;
    TRY(run::read_lines(run::samples_path(folder), chosen, [&](const run::LogLine& line) {
      samples.push_back(sample_json(line.json, folder));
    }));
    std::sort(samples.begin(), samples.end(), [](const Json& a, const Json& b) {
      return std::make_pair(a["id"], a["epoch"]) < std::make_pair(b["id"], b["epoch"]);
    });
    Json entry;
    entry["name"] = std::filesystem::absolute(folder).lexically_normal().filename().string();
    entry["suite"] = config.suite;
    entry["model"] = config.model;
    entry["config"] = config.to_json();
    entry["summary"] = summary;
    entry["total_samples"] = total;
    entry["samples"] = std::move(samples);
    json_["runs"].push_back(std::move(entry));
    return {};
  }

  /// The data of the page. The pictures are joined as text: an object of thousands of members is
  /// slow to build, and hashes and base64 need no escaping.
  [[nodiscard]] std::string json_text() const {
    std::string text = dump_json(json_);
    text.pop_back();
    return text + ",\"images\":{" + images_ + "}}";
  }

 private:
  void spend(std::size_t bytes) { budget_ -= std::min(bytes, budget_); }

  std::string text_of(const Json& line, const char* key) {
    if (!line.contains(key) || !line[key].is_string()) return "";
    const std::string text = line[key].get<std::string>();
    std::string shown(cut_utf8(text, std::min(limits_.text_bytes, budget_)));
    spend(shown.size());
    return shown;
  }

  Json sample_json(const Json& line, const std::filesystem::path& folder) {
    Json sample;
    for (const char* key : {"id", "epoch", "tags", "verdict", "success", "metrics"}) {
      sample[key] = line.value(key, Json());
    }
    for (const char* key : {"error", "message"}) {
      if (line["detail"].contains(key)) sample[key] = line["detail"][key];
    }
    sample["reply"] = text_of(line, "reply");
    sample["reply_bytes"] = line.value("reply", Json()).is_string()
                                ? line["reply"].get_ref<const std::string&>().size()
                                : 0;
    sample["answer"] = text_of(line, "answer");
    sample["rule"] = line.value("rule", "");
    if (line.contains("reference")) sample["reference"] = text_of(line, "reference");
    sample["pictures"] = Json::array();
    for (const Json& picture : line.value("pictures", Json::array())) {
      if (embed(picture.value("image", ""), folder)) sample["pictures"].push_back(picture);
    }
    return sample;
  }

  /// False where the picture is missing or there is no room for it.
  bool embed(const std::string& hash, const std::filesystem::path& folder) {
    if (hash.size() != 64 || hash.find_first_not_of("0123456789abcdef") != std::string::npos) {
      return false;
    }
    if (embedded_.contains(hash)) return true;
    const auto bytes = read_file(run::images_path(folder) / (hash + ".png"), kMaxPictureBytes);
    if (!bytes || bytes->size() / 3 * 4 > budget_) return false;
    std::string text = base64(*bytes);
    spend(text.size());
    images_ += (images_.empty() ? "\"" : ",\"") + hash + "\":\"" + text + "\"";
    embedded_.insert(hash);
    return true;
  }

  HtmlLimits limits_;
  std::size_t budget_ = 0;
  std::unordered_set<std::string> embedded_;
  std::string images_;
  Json json_;
};

}  // namespace

Result<std::string> report_html(const std::vector<std::filesystem::path>& runs,
                                const std::vector<Json>& summaries, const HtmlLimits& limits) {
  Page page(limits);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    TRY(page.add_run(runs[i], summaries[i], limits.total_bytes / runs.size()));
  }
  const std::string_view shell(
      papert_embedded_report_page,
      static_cast<std::size_t>(papert_embedded_report_page_end - papert_embedded_report_page));
  const std::size_t at = shell.find(kPlaceholder);
  if (at == std::string_view::npos) {
    return fail(ErrorCode::kInternal, "the embedded report page has no place for data");
  }
  std::string html(shell.substr(0, at));
  // No text of a model can end the script element it is in.
  for (const char c : page.json_text()) {
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
