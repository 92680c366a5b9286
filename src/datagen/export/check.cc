// The loaders' rules, restated without their code:
//
//   * every line of a file has the same keys with the same types, and no null;
//   * turns begin with the user's and take turns; an example to imitate ends with the assistant's,
//     a prompt with the user's;
//   * <image>, <video> and <audio> stand in texts only as placeholders, one for each picture and
//     only where the format has them (sharegpt);
//   * every picture is there and is a PNG file;
//   * a folder of pictures (imagefolder) has one line about each, by its name;
//   * ids, where lines have them, are unique, and there are as many lines as README.md says.
#include "datagen/export/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_set>

#include "base/file.h"
#include "base/jsonl.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/text.h"
#include "datagen/export/placeholders.h"
#include "datagen/export/readme.h"
#include "datagen/export/staging.h"

namespace papert::datagen {
namespace {

constexpr std::size_t kMaxProblems = 1000;
constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

/// The types of a value; lists are known by their first element, an empty one fits any.
std::string type_text(const Json& value) {
  if (value.is_string()) return "text";
  if (value.is_number()) return "number";
  if (value.is_boolean()) return "truth";
  if (value.is_array()) return "list of " + (value.empty() ? "?" : type_text(value.front()));
  if (!value.is_object()) return "null";
  std::string text = "{";
  for (const auto& [key, each] : value.items()) text += key + ": " + type_text(each) + ", ";
  return text + "}";
}

bool same_types(const Json& a, const Json& b) {
  if (a.is_array() && b.is_array()) return a.empty() || b.empty() || same_types(a[0], b[0]);
  if (!a.is_object() || !b.is_object()) return type_text(a) == type_text(b);
  return a.size() == b.size() && std::equal(a.items().begin(), a.items().end(), b.items().begin(),
                                            [](const auto& x, const auto& y) {
                                              return x.key() == y.key() &&
                                                     same_types(x.value(), y.value());
                                            });
}

bool holds_null(const Json& value) {
  if (value.is_null()) return true;
  return value.is_structured() &&
         std::ranges::any_of(value, [](const Json& each) { return holds_null(each); });
}

std::size_t count_in(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + word.size())) {
    ++count;
  }
  return count;
}

/// The text of a member; empty where there is none, or something else.
std::string text_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// What the turns of a line say and show.
struct TurnFacts {
  std::size_t turns = 0;
  std::size_t placeholders = 0;
  bool strange_words = false;         // <video> or <audio>
  std::vector<std::string> pictures;  // of parts
};

void add_text(const Json& text, TurnFacts& facts) {
  const auto& words = text.get_ref<const std::string&>();
  facts.placeholders += count_in(words, kImagePlaceholder);
  facts.strange_words =
      facts.strange_words || count_in(words, "<video>") > 0 || count_in(words, "<audio>") > 0;
}

/// A text, or a list of parts.
std::optional<std::string> add_content(const Json& content, TurnFacts& facts) {
  if (content.is_string()) {
    add_text(content, facts);
    return std::nullopt;
  }
  if (!content.is_array()) return "a content that is neither a text nor a list of parts";
  for (const Json& part : content) {
    const std::string type = part.is_object() ? text_at(part, "type") : "";
    if (type == "text" && part.contains("text") && part["text"].is_string()) {
      add_text(part["text"], facts);
    } else if (type == "image" && part.contains("path") && part["path"].is_string()) {
      facts.pictures.push_back(part["path"].get<std::string>());
    } else {
      return "a part that is neither a text nor a picture";
    }
  }
  return std::nullopt;
}

std::optional<std::string> add_turns(const Json& turns, TurnFacts& facts) {
  if (!turns.is_array() || turns.empty()) return "turns that are not a list, or none";
  for (const Json& turn : turns) {
    const char* const expected = facts.turns % 2 == 0 ? "user" : "assistant";
    if (!turn.is_object() || text_at(turn, "role") != expected || !turn.contains("content")) {
      return fmt::format("turn {} is not the {}'s", facts.turns + 1, expected);
    }
    if (auto problem = add_content(turn["content"], facts)) return problem;
    ++facts.turns;
  }
  return std::nullopt;
}

/// A list of one turn, or the turn itself, that follows a prompt.
std::optional<std::string> add_reply(const Json& reply, TurnFacts facts) {
  const Json list = reply.is_array() ? reply : Json::array({reply});
  if (list.size() != 1) return "a reply that is not one turn";
  if (auto problem = add_turns(list, facts)) return problem;
  return facts.turns % 2 == 0 ? std::nullopt
                              : std::optional<std::string>("a prompt that is not the user's");
}

class LineCheck {
 public:
  LineCheck(std::filesystem::path folder, std::string format, std::string use)
      : folder_(std::move(folder)), format_(std::move(format)), use_(std::move(use)) {}

  /// What is wrong with a line; nothing if it is as it should be.
  std::optional<std::string> check(const Json& line) {
    if (!line.is_object() || line.empty()) return "not an object";
    if (holds_null(line)) return "it holds a null";
    if (!first_.is_null() && !same_types(first_, line)) {
      return fmt::format("other keys or types than the first line: {} instead of {}",
                         type_text(line), type_text(first_));
    }
    if (first_.is_null()) first_ = line;
    if (line.contains("id") && !ids_.insert(std::hash<std::string>{}(dump_json(line["id"]))).second)
      return fmt::format("a second line of id {}", dump_json(line["id"]));
    if (format_ == "imagefolder") return check_row(line);
    TurnFacts facts;
    if (auto problem = check_turns(line, facts)) return problem;
    return check_pictures(line, facts);
  }

 private:
  /// A line about one picture, which is found by its name.
  std::optional<std::string> check_row(const Json& line) {
    const std::string name = text_at(line, "file_name");
    if (name.empty()) return "it names no picture";
    if (!line.contains("text") || !line["text"].is_string()) return "it has no text";
    if (!rows_.insert(std::hash<std::string>{}(name)).second) {
      return "a second line about the picture " + name;
    }
    return check_picture(name);
  }

  std::optional<std::string> check_picture(const std::string& name) const {
    const auto bytes = read_file(folder_ / name);  // an absolute name stays as it is
    if (!bytes) return "a picture that is not there: " + name;
    if (!bytes->starts_with(kPngSignature)) return "a picture that is not a PNG file: " + name;
    return std::nullopt;
  }

  std::optional<std::string> check_turns(const Json& line, TurnFacts& facts) const {
    static constexpr std::array kPrompts{"messages", "prompt", "input"};
    const auto* const prompt =
        std::ranges::find_if(kPrompts, [&](const char* key) { return line.contains(key); });
    if (prompt == kPrompts.end()) return "it has no turns";
    if (auto problem = add_turns(line[*prompt], facts)) return problem;
    const bool to_imitate = use_ == "sft";
    if ((facts.turns % 2 == 0) != to_imitate) {
      return to_imitate ? "the last turn is not the assistant's"
                        : "the last turn is not the user's";
    }
    for (const char* reply : {"chosen", "rejected"}) {
      if (use_ != "pairs") continue;
      if (!line.contains(reply)) return fmt::format("there is no '{}'", reply);
      if (auto problem = add_reply(line[reply], facts)) return problem;
    }
    return std::nullopt;
  }

  std::optional<std::string> check_pictures(const Json& line, TurnFacts& facts) const {
    for (const char* key : {"images", "file_names"}) {
      if (!line.contains(key)) continue;
      const Json& names = line[key];
      const bool texts = names.is_array() && std::ranges::all_of(names, [](const Json& name) {
                           return name.is_string();
                         });
      if (!texts) return fmt::format("'{}' is not a list of names", key);
      for (const Json& name : names) facts.pictures.push_back(name.get<std::string>());
    }
    if (facts.strange_words) return "<video> or <audio> in a text";
    const std::size_t wanted = format_ == "sharegpt" ? facts.pictures.size() : 0;
    if (facts.placeholders != wanted) {
      return fmt::format("{} <image> in its texts, but {} should be there", facts.placeholders,
                         wanted);
    }
    for (const std::string& name : facts.pictures) {
      if (auto problem = check_picture(name)) return problem;
    }
    return std::nullopt;
  }

  std::filesystem::path folder_;
  std::string format_;
  std::string use_;
  Json first_;
  std::unordered_set<std::size_t> ids_;   // hashes of them
  std::unordered_set<std::size_t> rows_;  // hashes of the names of pictures
};

void add_problem(std::string message, std::string where, suite::CheckReport& report) {
  if (report.problems.size() < kMaxProblems) {
    report.problems.push_back({ErrorCode::kBadData, std::move(message), std::move(where)});
  }
}

Result<void> check_lines(const std::filesystem::path& file, std::size_t expected, LineCheck check,
                         suite::CheckReport& report) {
  LineReader reader = TRY(LineReader::open(file));
  Line line;
  std::size_t count = 0;
  while (TRY(reader.next(line))) {
    const std::string where = fmt::format("{}:{}", file.string(), line.number);
    const auto json = parse_json(line.text, where);
    if (!json) {
      add_problem(json.error().message, where, report);
    } else if (auto problem = check.check(*json)) {
      add_problem(std::move(*problem), where, report);
    }
    ++count;
  }
  report.checked += count;
  if (count != expected) {
    add_problem(fmt::format("{} lines, but README.md says {}", count, expected), file.string(),
                report);
  }
  return {};
}

/// Every file of SHA256SUMS is there as it was; how many there are.
Result<std::unordered_set<std::string>> check_sums(const std::filesystem::path& folder,
                                                   suite::CheckReport& report) {
  constexpr std::size_t kHash = 64;
  constexpr std::size_t kName = 66;
  std::unordered_set<std::string> names;
  LineReader reader = TRY(LineReader::open(folder / "SHA256SUMS"));
  Line line;
  while (TRY(reader.next(line))) {
    const std::string where = fmt::format("{}:{}", reader.name(), line.number);
    if (line.text.size() <= kName || !stays_below(line.text.substr(kName))) {
      add_problem("not a line of checksums", where, report);
      continue;
    }
    const std::string name = line.text.substr(kName);
    const auto hash = hash_of_file(folder / name);
    if (!hash) {
      add_problem("it is not there", (folder / name).string(), report);
    } else if (*hash != line.text.substr(0, kHash)) {
      add_problem("it is not what was written: its checksum differs", (folder / name).string(),
                  report);
    }
    names.insert(name);
  }
  return names;
}

Result<void> check_strange_files(const std::filesystem::path& folder,
                                 const std::unordered_set<std::string>& known,
                                 suite::CheckReport& report) {
  const FolderFiles files = TRY(list_files(folder));
  const auto check = [&](const std::string& name) {
    if (!known.contains(name)) {
      add_problem("it is not in SHA256SUMS", (folder / name).string(), report);
    }
  };
  for (const std::string& name : files.others) check(name);
  for (const auto& [place, hashes] : files.pictures) {
    for (const FolderFiles::Hash& hash : hashes) check(place + picture_name(hash));
  }
  return {};
}

Result<std::size_t> counted_fact(const std::map<std::string, std::string>& facts,
                                 const std::string& name, const std::string& where) {
  const auto fact = facts.find(name);
  const auto number = fact == facts.end() ? std::nullopt : parse_number<std::size_t>(fact->second);
  if (number) return *number;
  return fail(ErrorCode::kBadData, "it does not say how many examples are in '" + name + "'",
              where);
}

/// The file of a split, where lines are its form.
std::optional<std::filesystem::path> lines_of_split(const std::filesystem::path& folder,
                                                    const std::string& split) {
  for (const std::filesystem::path& name :
       {std::filesystem::path(split + ".jsonl"), std::filesystem::path(split) / "metadata.jsonl"}) {
    if (is_folder(folder) && may_exist(folder / name)) return folder / name;
  }
  return std::nullopt;
}

}  // namespace

Result<suite::CheckReport> check_export(const std::filesystem::path& folder) {
  constexpr std::array<std::string_view, 7> kLineFormats{
      "messages", "sharegpt", "trl", "openrlhf", "axolotl", "open-instruct", "imagefolder"};
  const std::string where = (folder / "README.md").string();
  const auto readme = read_file(where);
  const auto facts = readme ? readme_facts(*readme) : std::map<std::string, std::string>();
  if (!facts.contains("format") || !facts.contains("for") || !may_exist(folder / "SHA256SUMS")) {
    return fail(ErrorCode::kBadData, "this is not a folder that papert export finished",
                folder.string());
  }
  suite::CheckReport report;
  const auto names = TRY(check_sums(folder, report));
  TRY(check_strange_files(folder, names, report));
  const std::string& format = facts.at("format");
  const bool lines = std::ranges::find(kLineFormats, format) != kLineFormats.end();
  for (const char* split : {"train", "validation"}) {
    const std::size_t expected = TRY(counted_fact(facts, split, where));
    if (!lines) {
      report.checked += expected;  // other forms: by their checksums alone
      continue;
    }
    const auto file = lines_of_split(folder, split);
    if (!file && expected > 0)
      add_problem("there is no file of " + std::string(split), where, report);
    if (!file) continue;
    TRY(check_lines(*file, expected, LineCheck(file->parent_path(), format, facts.at("for")),
                    report));
  }
  return report;
}

}  // namespace papert::datagen
