#include "synth/references.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/format.h"
#include "base/jsonl.h"
#include "base/known_keys.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "lang/xlogo/assets.h"
#include "lang/xlogo/emulator.h"
#include "lang/xlogo/task_keys.h"
#include "synth/keys.h"

namespace papert::synth {
namespace {

constexpr std::size_t kMaxReferenceBytes = std::size_t{4} << 20;

using lang::xlogo::Task;

void take(Result<Task> task, References& all) {
  if (task) {
    all.tasks.push_back(std::move(*task));
  } else {
    all.problems.push_back(std::move(task.error()));
  }
}

Result<Task> task_of_line(const Line& line, const std::string& where) {
  if (line.too_long) return fail(ErrorCode::kLimit, "the task is longer than 4 MB", where);
  const Json json = TRY(parse_json(line.text, where));
  TRY(refuse_later_format(json, where));
  // A task of another dialect has other keys; its reader says what it is.
  const bool other = json.is_object() && json.contains("dialect");
  if (!other) TRY(check_keys(json, lang::xlogo::kTaskKeys, where));
  return lang::xlogo::task_from_json(json, where);
}

Result<void> read_lines(const std::filesystem::path& file, References& all) {
  LineReader reader =
      TRY(LineReader::open(file, {.max_line_bytes = kMaxReferenceBytes, .cancel = {}}));
  Line line;
  while (TRY(reader.next(line))) {
    if (line.blank()) continue;
    take(task_of_line(line, fmt::format("{}:{}", reader.name(), line.number)), all);
  }
  return {};
}

Result<void> read_released(const std::filesystem::path& folder, References& all) {
  for (const auto& json : TRY(lang::xlogo::read_assets(folder))) {
    take(json ? lang::xlogo::task_from_json(*json, folder.string()) : fail(json.error()), all);
  }
  return {};
}

void leave_out_unsolved(References& all) {
  std::erase_if(all.tasks, [&](const Task& task) {
    if (lang::xlogo::GridRun(task).run(task.solution).success()) return false;
    all.problems.push_back(
        {ErrorCode::kBadData, "its own solution fails", "task '" + task.id + "'"});
    return true;
  });
}

/// Of several tasks with one id the first stays.
void put_in_natural_order(References& all) {
  std::stable_sort(all.tasks.begin(), all.tasks.end(),
                   [](const Task& a, const Task& b) { return natural_less(a.id, b.id); });
  std::vector<Task> unique;
  unique.reserve(all.tasks.size());
  for (Task& task : all.tasks) {
    if (!unique.empty() && unique.back().id == task.id) {
      all.problems.push_back(
          {ErrorCode::kBadData, "a second task of this id was left out", "task '" + task.id + "'"});
    } else {
      unique.push_back(std::move(task));
    }
  }
  all.tasks = std::move(unique);
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// The digits at the start, without leading zeros.
std::string_view number_at(std::string_view text, std::size_t& length) {
  length = 0;
  while (length < text.size() && is_digit(text[length])) ++length;
  std::string_view digits = text.substr(0, length);
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return digits;
}

}  // namespace

Result<References> read_references(const std::filesystem::path& folder, bool solved) {
  References all;
  const std::filesystem::path lines = folder / "tasks.jsonl";
  if (may_exist(lines)) {
    TRY(read_lines(lines, all));
  } else if (lang::xlogo::has_assets(folder)) {
    TRY(read_released(folder, all));
  } else {
    return fail(ErrorCode::kBadData,
                "neither tasks.jsonl nor worlds.json, goals.json, constraints.json and codes.json",
                folder.string());
  }
  put_in_natural_order(all);
  if (solved) leave_out_unsolved(all);
  Sha256 hash;
  for (const Task& task : all.tasks) hash.update(dump_json(lang::xlogo::to_json(task)) + "\n");
  all.hash = hash.hex();
  return all;
}

bool natural_less(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a;
  const std::string_view whole_b = b;
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      std::size_t length_a = 0;
      std::size_t length_b = 0;
      const std::string_view left = number_at(a, length_a);
      const std::string_view right = number_at(b, length_b);
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
      a.remove_prefix(length_a);
      b.remove_prefix(length_b);
    } else if (a.front() != b.front()) {
      return a.front() < b.front();
    } else {
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  if (a.empty() != b.empty()) return a.empty();
  return whole_a < whole_b;  // "01" and "1"
}

void exclude(const std::vector<Task>& tasks, Excluded& excluded) {
  for (const Task& task : tasks) excluded.insert(keys_of(task).world);
}

}  // namespace papert::synth
