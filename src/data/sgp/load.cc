#include "data/sgp/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "data/task_folder.h"
#include "lang/svg/in_text.h"
#include "mint/question/copies.h"
#include "mint/question/fresh.h"
#include "mint/question/picture.h"
#include "mint/question/table.h"
#include "reply/reading.h"

namespace papert::data::sgp {
namespace {

constexpr std::size_t kMaxLineBytes = std::size_t{4} << 20;

/// The first ids, and how many more there are.
std::string listed(const std::vector<std::string>& ids) {
  constexpr std::size_t kListed = 40;
  const std::size_t count = std::min(ids.size(), kListed);
  std::string text = fmt::format(
      "{}", fmt::join(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(count), ", "));
  if (count < ids.size()) text += fmt::format(" and {} more", ids.size() - count);
  return text;
}

/// Whether another option has the text of the key.
bool repeats_key(const mint::Question& question) {
  if (question.open()) return false;
  const auto key = static_cast<std::size_t>(question.answer[0] - 'A');
  const std::string text = reply::comparable(question.options[key]);
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    if (i != key && reply::comparable(question.options[i]) == text) return true;
  }
  return false;
}

/// Reads one source after the other into the same list, and keeps count of what was repaired.
class Collector {
 public:
  void add(Result<mint::Question> read, const std::string& where) {
    if (!read) {
      all_.problems.push_back(read.error());
      return;
    }
    mint::Question& question = *read;
    if (question.language == mint::Language::kSvg && lang::svg::repair_view_box(question.program)) {
      ++repaired_;
    }
    if (const auto readable = mint::check_program(question.language, question.program); !readable) {
      all_.problems.push_back(
          {readable.error().code, "the program: " + readable.error().to_string(), where});
      return;
    }
    if (!question.type) {
      question.type = mint::guess_type(question.text);
      ++without_type_;
      if (!question.type) ++untyped_;
    }
    all_.questions.push_back(std::move(question));
  }

  [[nodiscard]] StoredQuestions finish() {
    data::put_in_id_order(all_.questions, all_.problems,
                          [](const mint::Question& question) { return question.id; });
    if (repaired_ > 0) {
      all_.notes.push_back(fmt::format(
          "{} programs had 'viewbox' for 'viewBox', which was repaired", format_count(repaired_)));
    }
    if (without_type_ > 0) {
      all_.notes.push_back(
          fmt::format("{} questions had no type; the keyword rule could not place {} of them",
                      format_count(without_type_), format_count(untyped_)));
    }
    note_repeated_keys();
    return std::move(all_);
  }

 private:
  void note_repeated_keys() {
    std::vector<std::string> ids;
    for (const mint::Question& question : all_.questions) {
      if (repeats_key(question)) ids.push_back(question.id);
    }
    if (ids.empty()) return;
    all_.notes.push_back(fmt::format(
        "{} questions offer the text of their key more than once, where any of the equal options "
        "counts as right: {}",
        ids.size(), listed(ids)));
  }

  StoredQuestions all_;
  std::int64_t repaired_ = 0;
  std::int64_t without_type_ = 0;
  std::int64_t untyped_ = 0;
};

/// Says which questions of a moved copy are not about the original's picture moved.
void note_copies(const std::filesystem::path& table, StoredQuestions& stored) {
  const auto original = mint::original_of(table);
  if (!original) return;
  const std::string name = original->filename().string();
  const auto text = read_file(*original);
  const auto originals = text ? questions_from_csv(*text, name) : fail(text.error());
  if (!originals) {
    stored.notes.push_back(fmt::format(
        "by its name this table is a moved copy of {}, which could not be read beside it: whether "
        "its pictures are the original ones moved was not checked",
        name));
    return;
  }
  const auto ids = mint::not_moved_copies(originals->questions, stored.questions);
  if (ids.empty()) return;
  stored.notes.push_back(fmt::format(
      "{} of {} questions are about a picture that is not the one in {} moved as a "
      "whole: {}",
      format_count(static_cast<std::int64_t>(ids.size())),
      format_count(static_cast<std::int64_t>(stored.questions.size())), name, listed(ids)));
}

Result<Json> json_of_line(std::string_view line, const std::string& where) {
  if (line.size() > kMaxLineBytes) return fail(ErrorCode::kLimit, "the line is too long", where);
  return parse_json(line, where);
}

}  // namespace

Result<StoredQuestions> questions_from_csv(std::string_view text, const std::string& where) {
  Collector collector;
  TRY(mint::for_each_row(text, where, [&](Result<mint::Question> question, const auto& place) {
    collector.add(std::move(question), place);
  }));
  return collector.finish();
}

Result<StoredQuestions> questions_from_lines(std::string_view text, const std::string& where) {
  Collector collector;
  std::int64_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    const std::string place = fmt::format("{}:{}", where, number);
    const auto json = json_of_line(line, place);
    if (json) TRY(refuse_later_format(*json, place));
    collector.add(json ? mint::question_from_json(*json, place) : fail(json.error()), place);
  }
  return collector.finish();
}

Result<StoredQuestions> read_questions(const std::filesystem::path& data) {
  const bool folder = is_folder(data);
  const std::filesystem::path file = folder ? data::tasks_path(data) : data;
  if (folder && !may_exist(file)) {
    return fail(ErrorCode::kBadData, "there is no tasks.jsonl in this folder (or give a .csv file)",
                data.string());
  }
  const std::string text = TRY(read_file(file));
  if (file.extension() != ".csv") return questions_from_lines(text, file.string());
  StoredQuestions stored = TRY(questions_from_csv(text, file.string()));
  note_copies(file, stored);
  return stored;
}

Result<void> write_questions(const std::filesystem::path& folder,
                             std::vector<mint::Question> questions) {
  const std::string lines = data::sorted_lines(
      questions, [](const mint::Question& each) { return each.id; },
      [](const mint::Question& each) { return dump_json(to_json(each)); });
  return data::write_task_folder(folder, lines);
}

Result<data::CheckReport> check_folder(const std::filesystem::path& folder, std::size_t jobs) {
  const std::string text = TRY(read_file(data::tasks_path(folder)));
  StoredQuestions stored = TRY(read_questions(folder));
  data::CheckReport report;
  report.checked = stored.questions.size();
  report.problems = std::move(stored.problems);
  data::check_task_sums(folder, text, report);
  const auto look = [](const mint::Question& question) -> std::optional<Error> {
    const auto picture = mint::program_picture(question);
    if (!picture) return Error{picture.error().code, picture.error().to_string(), question.id};
    if (picture->warning.empty()) return std::nullopt;
    return Error{ErrorCode::kBadData, picture->warning, question.id};
  };
  work_in_order(jobs, stored.questions, look,
                [&](const mint::Question&, std::optional<Error> problem) {
                  if (problem) report.problems.push_back(std::move(*problem));
                });
  mint::PictureCheck pictures = mint::check_pictures(stored.questions);
  std::move(pictures.disagreements.begin(), pictures.disagreements.end(),
            std::back_inserter(report.problems));
  return report;
}

}  // namespace papert::data::sgp
