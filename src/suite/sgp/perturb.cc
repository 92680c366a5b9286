#include "suite/sgp/perturb.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "base/file.h"
#include "base/format.h"
#include "base/thread_pool.h"
#include "mint/svg/moved.h"
#include "suite/sgp/load.h"
#include "suite/task_folder.h"

namespace papert::suite::sgp {
namespace {

using mint::svg::MovedProgram;

constexpr std::size_t kMaxVersions = 99;

struct Kind {
  std::string_view name;
  std::string_view id;  // in front of the number, in ids
  lang::svg::MotionKind motion;
};
constexpr std::array<Kind, 2> kKinds{{{"t", "t", lang::svg::MotionKind::kTranslation},
                                      {"se2", "se", lang::svg::MotionKind::kRigid}}};

Result<std::vector<Kind>> kinds_of(const std::vector<std::string>& names) {
  std::vector<Kind> kinds;
  for (const Kind& kind : kKinds) {
    if (std::find(names.begin(), names.end(), kind.name) != names.end()) kinds.push_back(kind);
  }
  for (const std::string& name : names) {
    if (std::none_of(kKinds.begin(), kKinds.end(), [&](const Kind& k) { return k.name == name; })) {
      return fail(ErrorCode::kUsage, "there is no perturbation '" + name + "'; give t or se2",
                  "--kinds");
    }
  }
  return kinds;
}

/// A distinct program, who asks about it, and what became of it under each kind.
struct Refused {
  std::string_view kind;
  Error error;
};
struct Subject {
  const mint::Question* first = nullptr;
  std::vector<std::size_t> questions;
  std::vector<std::vector<MovedProgram>> versions;  // by kind; none where it was refused
  std::vector<Refused> refused;
};

std::vector<Subject> subjects_of(const std::vector<mint::Question>& questions) {
  std::map<std::pair<mint::Language, std::string_view>, std::size_t> places;
  std::vector<Subject> subjects;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto [place, fresh] = places.emplace(
        std::pair(questions[i].language, std::string_view(questions[i].program)), subjects.size());
    if (fresh) subjects.push_back({&questions[i], {}, {}, {}});
    subjects[place->second].questions.push_back(i);
  }
  return subjects;
}

Result<std::vector<MovedProgram>> versions_of(const mint::Question& question, const Kind& kind,
                                              const suite::PerturbOptions& options) {
  if (question.language != mint::Language::kSvg) {
    return fail(ErrorCode::kUsage, "language: only SVG programs are moved");
  }
  std::vector<MovedProgram> versions;
  for (const lang::svg::Motion& motion :
       TRY(mint::svg::motions_of(question.program, kind.motion, options.seed, options.count))) {
    versions.push_back(TRY(mint::svg::moved_program(question.program, motion)));
  }
  return versions;
}

void move_subject(Subject& subject, const std::vector<Kind>& kinds,
                  const suite::PerturbOptions& options) {
  for (const Kind& kind : kinds) {
    auto versions = versions_of(*subject.first, kind, options);
    if (!versions) {
      subject.refused.push_back({kind.name, versions.error()});
      versions = std::vector<MovedProgram>();
    }
    subject.versions.push_back(std::move(*versions));
  }
}

void move_subjects(std::vector<Subject>& subjects, const std::vector<Kind>& kinds,
                   const suite::PerturbOptions& options) {
  std::mutex mutex;
  std::size_t done = 0;
  ThreadPool pool(options.jobs);
  for (Subject& subject : subjects) {
    pool.submit([&] {
      if (options.cancel.cancelled()) return;
      move_subject(subject, kinds, options);
      const std::lock_guard lock(mutex);
      if (options.progress) options.progress(++done, subjects.size());
    });
  }
  pool.wait_idle();
}

void report(const Subject& subject, const suite::PerturbOptions& options) {
  for (const Refused& refused : subject.refused) {
    options.problem({refused.error.code,
                     fmt::format("not moved ({}): {}", refused.kind, refused.error.message),
                     fmt::format("the program of '{}' ({} questions)", subject.first->id,
                                 subject.questions.size())});
  }
}

/// The word in front of a message, "wrong_picture: 0.30 % ..."; "other" where there is none.
std::string reason_in(std::string_view message) {
  const std::string_view word = message.substr(0, message.find(':'));
  const bool one = word.size() < message.size() && word.find(' ') == std::string_view::npos;
  return std::string(one ? word : "other");
}

Result<void> write_refusals(const std::filesystem::path& folder,
                            const std::vector<mint::Question>& originals,
                            const std::vector<Subject>& subjects) {
  std::string lines;
  for (const Subject& subject : subjects) {
    for (const Refused& refused : subject.refused) {
      Json ids = Json::array();
      for (const std::size_t index : subject.questions) ids.push_back(originals[index].id);
      lines += dump_json({{"format", kFormat},
                          {"kind", refused.kind},
                          {"ids", std::move(ids)},
                          {"reason", reason_in(refused.error.message)},
                          {"message", refused.error.message}}) +
               "\n";
    }
  }
  return write_file(folder / "refused.jsonl", lines);
}

/// A version of a question: its id, and where it comes from.
template <class Visit>
void for_each_version(const std::vector<mint::Question>& originals,
                      const std::vector<Subject>& subjects, const std::vector<Kind>& kinds,
                      Visit visit) {
  for (const Subject& subject : subjects) {
    for (const std::size_t index : subject.questions) {
      for (std::size_t k = 0; k < kinds.size(); ++k) {
        for (std::size_t n = 0; n < subject.versions[k].size(); ++n) {
          visit(originals[index], kinds[k], subject.versions[k][n],
                fmt::format("{}@{}{}", originals[index].id, kinds[k].id, n + 1));
        }
      }
    }
  }
}

Result<void> write_motions(const std::filesystem::path& folder,
                           const std::vector<mint::Question>& originals,
                           const std::vector<Subject>& subjects, const std::vector<Kind>& kinds) {
  std::string lines;
  for_each_version(originals, subjects, kinds,
                   [&](const mint::Question&, const Kind& kind, const MovedProgram& version,
                       const std::string& id) {
                     const lang::svg::Motion& motion = version.motion;
                     Json line{{"format", kFormat}, {"id", id},
                               {"kind", kind.name}, {"angle_degrees", motion.angle_degrees},
                               {"dx", motion.dx},   {"dy", motion.dy}};
                     if (motion.pivot) line["pivot"] = {motion.pivot->x, motion.pivot->y};
                     lines += dump_json(line) + "\n";
                   });
  return write_file(folder / "motions.jsonl", lines);
}

std::vector<mint::Question> with_versions(const std::vector<mint::Question>& originals,
                                          const std::vector<Subject>& subjects,
                                          const std::vector<Kind>& kinds) {
  std::vector<mint::Question> all = originals;
  for_each_version(originals, subjects, kinds,
                   [&](const mint::Question& original, const Kind& kind,
                       const MovedProgram& version, const std::string& id) {
                     mint::Question question = original;
                     question.base = original.id;
                     question.id = id;
                     question.program = version.program;
                     question.variant = kind.name;
                     question.distance = version.distance;
                     all.push_back(std::move(question));
                   });
  return all;
}

}  // namespace

Result<std::size_t> perturb_questions(const std::filesystem::path& data,
                                      const std::filesystem::path& out,
                                      const suite::PerturbOptions& options) {
  const std::vector<Kind> kinds = TRY(kinds_of(options.kinds));
  if (options.count < 1 || options.count > kMaxVersions) {
    return fail(ErrorCode::kUsage, fmt::format("give 1 to {} versions", kMaxVersions), "--count");
  }
  StoredQuestions stored = TRY(read_questions(data));
  std::erase_if(stored.questions, [](const mint::Question& each) { return !each.base.empty(); });
  TRY(suite::keep_only(stored.questions, options.ids,
                       [](const mint::Question& each) { return each.id; }));
  std::vector<Subject> subjects = subjects_of(stored.questions);
  move_subjects(subjects, kinds, options);
  if (options.cancel.cancelled()) return fail(ErrorCode::kCancelled, "interrupted");
  if (options.problem) {
    for (const Error& error : stored.problems) options.problem(error);
    for (const Subject& subject : subjects) report(subject, options);
  }
  std::vector<mint::Question> all = with_versions(stored.questions, subjects, kinds);
  const std::size_t written = all.size();
  TRY(write_questions(out, std::move(all)));
  TRY(write_motions(out, stored.questions, subjects, kinds));
  TRY(write_refusals(out, stored.questions, subjects));
  return written;
}

}  // namespace papert::suite::sgp
