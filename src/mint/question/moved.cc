#include "mint/question/moved.h"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "base/format.h"
#include "base/json.h"
#include "base/thread_pool.h"

namespace papert::mint {
namespace {

/// The word in front of a message, "wrong_picture: 0.30 % ..."; "other" where there is none.
std::string reason_in(std::string_view message) {
  const std::string_view word = message.substr(0, message.find(':'));
  const bool one = word.size() < message.size() && word.find(' ') == std::string_view::npos;
  return std::string(one ? word : "other");
}

}  // namespace

MovedQuestions::MovedQuestions(std::vector<Question> originals, MoveOptions options)
    : originals_(std::move(originals)), options_(std::move(options)) {
  find_subjects();
  move_all();
}

void MovedQuestions::find_subjects() {
  std::map<std::pair<Language, std::string_view>, std::size_t> places;
  for (std::size_t i = 0; i < originals_.size(); ++i) {
    const std::pair key(originals_[i].language, std::string_view(originals_[i].program));
    const auto [place, fresh] = places.emplace(key, subjects_.size());
    if (fresh) subjects_.emplace_back();
    subjects_[place->second].questions.push_back(i);
  }
}

Result<std::vector<svg::MovedProgram>> MovedQuestions::versions_of(
    const Question& question, const NamedMotion& motion) const {
  if (question.language != Language::kSvg) {
    return fail(ErrorCode::kUsage, "language: only SVG programs are moved");
  }
  std::vector<svg::MovedProgram> versions;
  versions.reserve(options_.count);
  for (const lang::svg::Motion& each :
       TRY(svg::motions_of(question.program, motion.kind, options_.seed, options_.count))) {
    versions.push_back(TRY(svg::moved_program(question.program, each)));
  }
  return versions;
}

void MovedQuestions::move(Subject& subject) const {
  for (const NamedMotion& motion : options_.motions) {
    auto versions = versions_of(originals_[subject.questions.front()], motion);
    if (!versions) {
      subject.refused.push_back({motion.name, versions.error()});
      versions = std::vector<svg::MovedProgram>();
    }
    subject.versions.push_back(std::move(*versions));
  }
}

void MovedQuestions::move_all() {
  std::mutex mutex;
  std::size_t done = 0;
  ThreadPool pool(options_.jobs);
  for (Subject& subject : subjects_) {
    pool.submit([&] {
      if (options_.cancel.cancelled()) return;
      move(subject);
      const std::lock_guard lock(mutex);
      if (options_.progress) options_.progress(++done, subjects_.size());
    });
  }
  pool.wait_idle();
}

template <class Visit>
void MovedQuestions::for_each_version(Visit visit) const {
  for (const Subject& subject : subjects_) {
    for (const std::size_t index : subject.questions) {
      for (std::size_t k = 0; k < subject.versions.size(); ++k) {
        for (std::size_t n = 0; n < subject.versions[k].size(); ++n) {
          visit(originals_[index], options_.motions[k], subject.versions[k][n],
                fmt::format("{}@{}{}", originals_[index].id, options_.motions[k].id, n + 1));
        }
      }
    }
  }
}

std::vector<Question> MovedQuestions::with_versions() const {
  std::vector<Question> all = originals_;
  for_each_version([&](const Question& original, const NamedMotion& motion,
                       const svg::MovedProgram& version, const std::string& id) {
    Question question = original;
    question.base = original.id;
    question.id = id;
    question.program = version.program;
    question.variant = motion.name;
    question.distance = version.distance;
    all.push_back(std::move(question));
  });
  return all;
}

std::string MovedQuestions::motion_lines() const {
  std::string lines;
  for_each_version([&](const Question&, const NamedMotion& named, const svg::MovedProgram& version,
                       const std::string& id) {
    const lang::svg::Motion& motion = version.motion;
    Json line{{"format", kFormat},  {"id", id},
              {"kind", named.name}, {"angle_degrees", motion.angle_degrees},
              {"dx", motion.dx},    {"dy", motion.dy}};
    if (motion.pivot) line["pivot"] = {motion.pivot->x, motion.pivot->y};
    lines += dump_json(line) + "\n";
  });
  return lines;
}

std::string MovedQuestions::refusal_lines() const {
  std::string lines;
  for (const Subject& subject : subjects_) {
    for (const Refused& refused : subject.refused) {
      Json ids = Json::array();
      for (const std::size_t index : subject.questions) ids.push_back(originals_[index].id);
      lines += dump_json({{"format", kFormat},
                          {"kind", refused.motion},
                          {"ids", std::move(ids)},
                          {"reason", reason_in(refused.error.message)},
                          {"message", refused.error.message}}) +
               "\n";
    }
  }
  return lines;
}

std::vector<Error> MovedQuestions::refusals() const {
  std::vector<Error> errors;
  for (const Subject& subject : subjects_) {
    for (const Refused& refused : subject.refused) {
      errors.push_back(
          {refused.error.code,
           fmt::format("not moved ({}): {}", refused.motion, refused.error.message),
           fmt::format("the program of '{}' ({} questions)",
                       originals_[subject.questions.front()].id, subject.questions.size())});
    }
  }
  return errors;
}

}  // namespace papert::mint
