#include "datagen/sit/mix.h"

#include <fmt/format.h>

#include "base/jsonl.h"
#include "base/sha256.h"
#include "base/text.h"
#include "datagen/export/lines.h"
#include "datagen/export/placeholders.h"

namespace papert::datagen::sit {
namespace {

constexpr std::size_t kMaxRowBytes = std::size_t{4} << 20;
constexpr std::size_t kListedRows = 20;

Result<std::string> text_of(const Json& row, const char* key) {
  const std::string text = TRY(get_string(row, key));
  if (trim(text).empty()) return fail(ErrorCode::kBadData, fmt::format("'{}' is empty", key));
  if (has_placeholder(text)) {
    return fail(ErrorCode::kBadData,
                fmt::format("'{}' holds <image>, <video> or <audio>, which trainers replace", key));
  }
  return text;
}

/// An optional system turn, then user and assistant by turns, the assistant last.
Result<Json> checked_turns(const Json& messages) {
  Json turns = Json::array();
  if (!messages.is_array()) return fail(ErrorCode::kBadData, "'messages' is not a list");
  std::size_t spoken = 0;
  for (const Json& message : messages) {
    const std::string role = TRY(get_string(message, "role"));
    const std::string text = TRY(text_of(message, "content"));
    const bool system = role == "system" && turns.empty();
    if (!system && role != (spoken % 2 == 0 ? "user" : "assistant")) {
      return fail(ErrorCode::kBadData,
                  fmt::format("the role '{}' is out of turn: user and assistant alternate",
                              cut_utf8(role, 40)));
    }
    if (!system) ++spoken;
    turns.push_back(chat_turn(role, text));
  }
  if (spoken == 0 || spoken % 2 == 1) {
    return fail(ErrorCode::kBadData, "'messages' does not end with an assistant's turn");
  }
  return turns;
}

std::string file_word(const std::filesystem::path& path) {
  std::string word = path.stem().string();
  for (char& c : word) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!plain && c != '_') c = '-';
  }
  return word;
}

}  // namespace

Result<Json> instruction_turns(std::string_view row) {
  const Json json = TRY(parse_json(row));
  if (!json.is_object()) return fail(ErrorCode::kBadData, "is not an object");
  if (const auto messages = json.find("messages"); messages != json.end()) {
    return checked_turns(*messages);
  }
  const std::string instruction = TRY(text_of(json, "instruction"));
  const std::string response = TRY(text_of(json, "response"));
  return Json::array({chat_turn("user", instruction), chat_turn("assistant", response)});
}

Result<InstructionRows> read_instructions(const std::filesystem::path& path) {
  InstructionRows rows;
  rows.path = path;
  rows.name = file_word(path);
  LineReader reader =
      TRY(LineReader::open(path, {.max_line_bytes = kMaxRowBytes, .cancel = std::nullopt}));
  Sha256 hash;
  Line line;
  while (TRY(reader.next(line))) {
    hash.update(line.text);
    hash.update("\n");
    if (line.blank()) continue;
    const auto turns =
        line.too_long ? fail(ErrorCode::kLimit, fmt::format("more than {} bytes", kMaxRowBytes))
                      : instruction_turns(line.text);
    if (turns) {
      rows.places.push_back({line.offset, line.text.size()});
      continue;
    }
    ++rows.left_out;
    if (rows.problems.size() == kListedRows) continue;
    rows.problems.push_back({turns.error().code, "left out: " + turns.error().message,
                             fmt::format("{}:{}", path.string(), line.number)});
  }
  rows.hash = hash.hex();
  if (!rows.places.empty()) return rows;
  return fail(ErrorCode::kBadData,
              "no line has the texts instruction and response, or messages" +
                  (rows.problems.empty() ? std::string() : "; " + rows.problems[0].to_string()),
              path.string());
}

}  // namespace papert::datagen::sit
