#include "analysis/runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "suite/registry.h"

namespace papert::analysis {
namespace {

constexpr std::size_t kMaxConfigBytes = std::size_t{16} << 20;
constexpr const char* kRunNumber = "run";

using Settings = std::vector<std::pair<std::string, std::string>>;

/// A file of a mode ("sha256:<hash> <path>") by its name and a bit of its hash.
std::string shown_value(const std::string& value) {
  if (!value.starts_with("sha256:")) return value;
  const std::size_t space = value.find(' ');
  if (space == std::string::npos) return value;
  return std::filesystem::path(value.substr(space + 1)).filename().string() + "#" +
         value.substr(7, 4);
}

std::string text_of(const Json& value) {
  return value.is_string() ? shown_value(value.get<std::string>()) : dump_json(value);
}

void add_members(const Json& object, Settings& settings) {
  if (!object.is_object()) return;
  for (const auto& [key, value] : object.items()) settings.emplace_back(key, text_of(value));
}

std::string data_name(const Json& config) {
  const Json data = config.value("data", Json::object());
  std::string name =
      data.contains("folder") && data["folder"].is_string()
          ? std::filesystem::path(data["folder"].get<std::string>()).filename().string()
          : "seed " + dump_json(data.value("mint", Json(0)));
  const std::string hash = config.value("data_hash", "");
  return hash.empty() ? name : name + "#" + hash.substr(0, 4);
}

/// The suite's own prompt follows from the modes; one of a file may have changed under its name.
std::string prompt_name(const Json& prompt) {
  const std::string name = prompt.value("name", "");
  if (name == "default") return name;
  return std::filesystem::path(name).filename().string() + "#" +
         sha256_hex(prompt.value("text", "")).substr(0, 4);
}

/// With today's names and defaults, in the place they have in run.json.
Json modes_of(const ReportedRun& run) {
  Json recorded = run.config.value("modes", Json::object());
  if (!recorded.is_object()) return recorded;
  suite::Modes given;
  for (const auto& [key, value] : recorded.items()) {
    if (value.is_string()) given[key] = value.get<std::string>();
  }
  for (const auto& [key, value] : full_modes(run.suite(), given)) recorded[key] = value;
  return recorded;
}

bool is_setting_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-';
  });
}

/// The settings that a label names, "step=3,rate=0.1"; none where a part of it is something else.
Settings label_settings(const std::string& label) {
  Settings settings;
  for (const std::string_view part : split(label, ',')) {
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view key = trim(part.substr(0, equals));
    const std::string_view value = trim(part.substr(std::min(equals + 1, part.size())));
    if (!is_setting_name(key) || value.empty()) return {};
    settings.emplace_back(key, value);
  }
  return settings;
}

/// In the place of the label, unless another setting has one of the names.
void put_label_settings(const std::string& label, Settings& settings) {
  Settings named = label_settings(label);
  const bool taken = std::any_of(named.begin(), named.end(), [&](const auto& each) {
    return std::any_of(settings.begin(), settings.end(),
                       [&](const auto& other) { return other.first == each.first; });
  });
  const auto place = std::find_if(settings.begin(), settings.end(),
                                  [](const auto& each) { return each.first == "label"; });
  if (named.empty() || taken || place == settings.end()) return;
  const auto next = settings.erase(place);
  settings.insert(next, named.begin(), named.end());
}

/// Everything that identifies a run, in the order of names and columns.
Settings settings_of(const ReportedRun& run) {
  const Json& config = run.config;
  Settings settings;
  settings.emplace_back("model", run.model());
  const auto add = [&](const char* key) {
    if (const auto found = config.find(key); found != config.end() && !found->is_null()) {
      if (const std::string text = text_of(*found); !text.empty()) settings.emplace_back(key, text);
    }
  };
  add("label");
  add_members(modes_of(run), settings);
  add_members(config.value("sampling", Json::object()), settings);
  for (const char* key : {"extraction", "judge", "answer_retries", "turns", "address"}) add(key);
  for (const char* key : {"prompt", "turn_prompt", "system"}) {
    const Json prompt = config.value(key, Json());
    if (prompt.is_string()) settings.emplace_back(key, sha256_hex(text_of(prompt)).substr(0, 6));
    if (!prompt.is_object()) continue;
    settings.emplace_back(key, prompt_name(prompt));
  }
  settings.emplace_back("data", data_name(config));
  if (const Json label = config.value("label", Json()); label.is_string()) {
    put_label_settings(label.get<std::string>(), settings);
  }
  return settings;
}

/// Numbers runs that are equal in all settings, 1, 2, ...; "" for those that are alone.
std::vector<std::string> numbers_of_equals(const std::vector<Settings>& all) {
  std::map<Settings, std::size_t> seen;
  for (const Settings& each : all) ++seen[each];
  std::map<Settings, std::size_t> next;
  std::vector<std::string> numbers;
  numbers.reserve(all.size());
  for (const Settings& each : all) {
    numbers.push_back(seen[each] > 1 ? std::to_string(++next[each]) : "");
  }
  return numbers;
}

std::string value_in(const Settings& settings, const std::string& key) {
  for (const auto& [name, value] : settings) {
    if (name == key) return value;
  }
  return "";
}

}  // namespace

std::string ReportedRun::suite() const { return config.value("suite", ""); }
std::string ReportedRun::model() const { return config.value("model", ""); }

Result<Json> read_run_json(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "run.json";
  const std::string text = TRY(read_file(path, kMaxConfigBytes));
  Json json = TRY(parse_json(text, path.string()));
  if (!json.is_object()) return fail(ErrorCode::kBadData, "not a JSON object", path.string());
  return json;
}

std::optional<std::int64_t> planned_by(const Json& config) {
  const Json value = config.value("planned", Json());
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_object() && value.value("samples", Json()).is_number_integer()) {
    return value["samples"].get<std::int64_t>();
  }
  return std::nullopt;
}

std::optional<Progress> progress_of(const RunSummary& summary, const Json& config) {
  if (summary.progress) return summary.progress;
  const auto planned = planned_by(config);
  if (!planned) return std::nullopt;
  return Progress{static_cast<std::int64_t>(summary.figures.samples), *planned};
}

bool is_cut(const ReportedRun& run) {
  const auto progress = progress_of(run.summary, run.config);
  return progress && !progress->complete();
}

bool is_repeat_key(const std::string& key) {
  return key == "label" || key == "seed" || key == kRunNumber;
}

suite::Modes full_modes(const std::string& suite_name, const suite::Modes& modes) {
  suite::Modes full = modes;
  const auto suite = suite::find_suite(suite_name);
  if (!suite) return full;
  const auto resolved = suite::resolve_modes(**suite, modes);
  if (!resolved) return full;
  for (const suite::ModeInfo& info : (*suite)->modes()) {
    const bool changed = info.later || !info.former.empty();
    if (changed) full[std::string(info.key)] = suite::chosen_value(*resolved, info);
  }
  return full;
}

std::optional<std::string> setting_of(const ReportedRun& run, const std::string& key) {
  for (auto& [name, value] : settings_of(run)) {
    if (name == key) return value;
  }
  return std::nullopt;
}

std::vector<std::string> setting_keys(const ReportedRun& run) {
  std::vector<std::string> keys;
  for (auto& [name, value] : settings_of(run)) keys.push_back(name);
  return keys;
}

std::vector<Setting> differing_settings(const RunList& runs) {
  std::vector<Settings> all;
  std::vector<std::string> keys;
  for (const ReportedRun* run : runs) {
    all.push_back(settings_of(*run));
    for (const auto& [key, value] : all.back()) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    }
  }
  std::vector<Setting> differing;
  for (const std::string& key : keys) {
    Setting setting{key, {}};
    for (const Settings& each : all) setting.values.push_back(value_in(each, key));
    const bool same = std::all_of(setting.values.begin(), setting.values.end(),
                                  [&](const auto& value) { return value == setting.values[0]; });
    if (!same) differing.push_back(std::move(setting));
  }
  Setting numbers{kRunNumber, numbers_of_equals(all)};
  const bool any = std::any_of(numbers.values.begin(), numbers.values.end(),
                               [](const auto& value) { return !value.empty(); });
  if (any) differing.push_back(std::move(numbers));
  return differing;
}

std::vector<SuiteRuns> by_suite(std::span<const ReportedRun> runs) {
  std::vector<SuiteRuns> suites;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string suite = runs[i].suite();
    auto found = std::find_if(suites.begin(), suites.end(),
                              [&](const SuiteRuns& each) { return each.suite == suite; });
    if (found == suites.end()) {
      suites.push_back({suite, {}, {}});
      found = suites.end() - 1;
    }
    found->places.push_back(i);
    found->runs.push_back(&runs[i]);
  }
  return suites;
}

std::vector<std::string> short_names(std::span<const ReportedRun> runs) {
  std::vector<std::string> names(runs.size());
  for (const SuiteRuns& suite : by_suite(runs)) {
    const std::vector<Setting> differing = differing_settings(suite.runs);
    for (std::size_t i = 0; i < suite.runs.size(); ++i) {
      std::string name = suite.runs[i]->model();
      for (const Setting& setting : differing) {
        if (setting.key == "model" || setting.values[i].empty()) continue;
        name += setting.key == "label" ? " " + setting.values[i]
                                       : fmt::format(" {}={}", setting.key, setting.values[i]);
      }
      names[suite.places[i]] = name;
    }
  }
  return names;
}

std::vector<std::vector<std::size_t>> configurations(const RunList& runs) {
  std::vector<std::pair<Settings, std::vector<std::size_t>>> found;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Settings settings = settings_of(*runs[i]);
    std::erase_if(settings, [](const auto& setting) { return is_repeat_key(setting.first); });
    settings.emplace_back("suite", runs[i]->suite());
    const auto known = std::find_if(found.begin(), found.end(),
                                    [&](const auto& each) { return each.first == settings; });
    if (known == found.end()) {
      found.push_back({settings, {i}});
    } else {
      known->second.push_back(i);
    }
  }
  std::vector<std::vector<std::size_t>> lists;
  lists.reserve(found.size());
  for (auto& [settings, places] : found) lists.push_back(std::move(places));
  return lists;
}

}  // namespace papert::analysis
