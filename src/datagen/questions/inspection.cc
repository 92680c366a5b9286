#include "datagen/questions/inspection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/text.h"

namespace papert::datagen::questions {
namespace {

constexpr std::string_view kInspectKind = "inspect/sgp";
constexpr std::array<std::string_view, 5> kInspectLabels{"ok", "answer", "options", "question",
                                                         "picture"};

struct InspectionLine {
  std::string id;
  std::string annotator;
  bool other_kind = false;
  bool undone = false;
  Remark remark;
};

Result<std::vector<std::string>> faults_in(const Json& json, const std::string& where) {
  const auto labels = json.find("labels");
  if (labels == json.end() || !labels->is_array()) {
    return fail(ErrorCode::kBadData, "there is no list 'labels'", where);
  }
  std::vector<std::string> faults;
  faults.reserve(labels->size());
  for (const Json& label : *labels) {
    const std::string word = label.is_string() ? label.get<std::string>() : dump_json(label);
    if (std::find(kInspectLabels.begin(), kInspectLabels.end(), word) == kInspectLabels.end()) {
      return fail(ErrorCode::kBadData,
                  fmt::format("'{}' is not a label of an inspection; there are: {}",
                              cut_utf8(word, 40), fmt::join(kInspectLabels, ", ")),
                  where);
    }
    faults.push_back(word);
  }
  const bool ok = std::find(faults.begin(), faults.end(), "ok") != faults.end();
  if (faults.empty() || (ok && faults.size() > 1)) {
    return fail(ErrorCode::kBadData, "'labels' must be either [\"ok\"] or what is wrong", where);
  }
  if (ok) faults.clear();
  return faults;
}

Result<InspectionLine> read_inspection_line(std::string_view text, const std::string& where) {
  InspectionLine line;
  const Json json = TRY(parse_json(text, where));
  const std::string kind = TRY(get_string(json, "kind", where));
  if (kind != kInspectKind) {
    line.other_kind = true;
    return line;
  }
  line.id = TRY(get_string(json, "id", where));
  line.annotator = TRY(get_optional_string(json, "annotator", where)).value_or("");
  line.undone = TRY(get_optional_bool(json, "undone", where)).value_or(false);
  line.remark.where = where;
  line.remark.edited = TRY(get_optional_string(json, "edited", where)).value_or("");
  if (!line.undone) line.remark.faults = TRY(faults_in(json, where));
  return line;
}

bool only(const Remark& remark, std::string_view fault) {
  return remark.faults.size() == 1 && remark.faults.front() == fault;
}

/// The question as the remark's text has it; what is wrong with that text is the block's fault.
Block edited_block(const Remark& remark, const Block& block) {
  const std::vector<Block> blocks = read_blocks(remark.edited);
  const bool whole = blocks.size() == 1 && !blocks.front().options.empty();
  if (whole) return blocks.front();
  if (only(remark, "answer")) {
    Block other = checked_block(block.text, block.options, remark.edited);
    // A letter alone may be one of another order of the options.
    if (trim(remark.edited).size() <= 2) other.fault = BlockFault::kNotAnOption;
    return other;
  }
  Block other = block;
  other.text = std::string(trim(remark.edited));
  const bool wording = remark.faults.empty() || only(remark, "question");
  if (!wording) other.fault = BlockFault::kOptionCount;
  if (names_code(other.text)) other.fault = BlockFault::kNamesCode;
  return other;
}

}  // namespace

Inspection read_inspection(std::string_view text, const std::string& where) {
  Inspection inspection;
  std::map<std::string, std::map<std::string, InspectionLine>> last;  // id -> annotator
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    auto read = read_inspection_line(line, fmt::format("{}:{}", where, number));
    if (!read) {
      inspection.problems.push_back(read.error());
    } else if (!read->other_kind) {
      last[read->id][read->annotator] = std::move(*read);
    }
  }
  for (auto& [id, lines] : last) {
    for (auto& [annotator, line] : lines) {
      if (!line.undone) inspection.remarks[id].push_back(std::move(line.remark));
    }
  }
  return inspection;
}

Inspected inspect(const std::vector<Remark>& remarks, Block& block, std::vector<Error>& problems) {
  Inspected outcome = Inspected::kStays;
  Block replaced = block;
  for (const Remark& remark : remarks) {
    if (remark.ok()) continue;
    if (trim(remark.edited).empty()) return Inspected::kRemoved;
    Block other = edited_block(remark, replaced);
    if (!other.usable()) {
      problems.push_back({ErrorCode::kBadData,
                          fmt::format("the edited text cannot be used ({}), so the question is "
                                      "removed; write the whole of it: Question, A) to D), Answer",
                                      name_of(other.fault)),
                          remark.where});
      return Inspected::kRemoved;
    }
    replaced = std::move(other);
    outcome = Inspected::kReplaced;
  }
  block = std::move(replaced);
  return outcome;
}

}  // namespace papert::datagen::questions
