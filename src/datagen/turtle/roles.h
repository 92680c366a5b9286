// Who does what in a generation: mutation, scores, labels and classes. Each is an interface, so
// that a rule, a model or a test can play it; roles_by_rule() needs no model and no network. A role
// by rule answers at once. A role that is asked waits for replies, many at a time, and what it
// takes is kept with its answer; where one is set, it plays in place of the rule.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "datagen/asker.h"
#include "datagen/turtle/classify.h"
#include "datagen/turtle/rubric.h"
#include "lang/turtle/host/jail_pool.h"
#include "scene/scene.h"

namespace papert::datagen {

/// A program, and two others whose difference says what to change about it.
struct MutationInput {
  std::string_view code;
  std::string_view first;
  std::string_view second;
  bool guided = true;            // false: any change, by lot
  std::string_view instruction;  // what to change, in place of the two others; empty: none
};

struct Mutation {
  std::string code;
  std::string via;  // who made it and how: "grammar:rotate"
};

/// Any thread. Nothing where no change is found.
class Mutator {
 public:
  virtual ~Mutator() = default;
  [[nodiscard]] virtual std::optional<Mutation> mutate(const MutationInput& input,
                                                       Random& random) const = 0;
};

struct ScoredDrawing {
  RubricScores scores;
  bool refused = false;  // it is never kept, whatever its scores
  bool figures = true;   // false: nobody scored it, and what is kept is drawn by lot
};

/// Any thread.
class Scorer {
 public:
  virtual ~Scorer() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual ScoredDrawing score(const scene::Scene& scene,
                                            const DrawingOrigin& origin) const = 0;
};

/// Any thread.
class Describer {
 public:
  virtual ~Describer() = default;
  [[nodiscard]] virtual Classification classify(std::string_view code,
                                                const scene::Scene& scene) const = 0;
  [[nodiscard]] virtual std::string label(std::string_view code,
                                          const scene::Scene& scene) const = 0;
};

/// What came of asking for a mutation.
struct AskedMutation {
  std::string status;                 // no_code, refused, truncated, request_failed; empty: a reply
  std::vector<std::string> programs;  // of the reply; the first that runs counts
  std::string pattern;                // what is changed, in the words of the reply
  std::string error;                  // of request_failed
  Spent spent;
};

/// Any thread. Errors end the generation: interrupted, a limit is reached, nobody answers.
class AskedMutator {
 public:
  virtual ~AskedMutator() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::size_t connections() const = 0;
  /// `key`: of the candidate.
  [[nodiscard]] virtual Result<AskedMutation> mutate(const std::string& key,
                                                     const MutationInput& input) const = 0;
};

struct AskedScore {
  std::string status;  // scored, refused (by the blocklist), unscored, request_failed
  RubricScores scores;
  std::string error;  // of unscored and request_failed
  Spent spent;
};

/// As AskedMutator.
class AskedScorer {
 public:
  virtual ~AskedScorer() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::size_t connections() const = 0;
  [[nodiscard]] virtual Result<AskedScore> score(const std::string& key,
                                                 const scene::Scene& scene) const = 0;
};

struct AskedLabel {
  std::string status;  // accepted, original_code, no_label, refused, truncated, request_failed
  std::string text;    // the target of training; empty where there is none
  std::string code;    // the program in it, or the original
  double similarity = 0;
  std::string error;  // of all but accepted
  Spent spent;
};

/// As AskedMutator.
class AskedDescriber {
 public:
  virtual ~AskedDescriber() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::size_t connections() const = 0;
  /// `jails` run the programs of labels.
  [[nodiscard]] virtual Result<AskedLabel> label(const std::string& id, std::string_view code,
                                                 const scene::Scene& scene,
                                                 lang::turtle::JailPool& jails) const = 0;
};

struct Roles {
  std::unique_ptr<const Mutator> mutator;
  std::unique_ptr<const Scorer> scorer;
  std::unique_ptr<const Describer> describer;
  std::unique_ptr<const AskedMutator> asked_mutator;      // may be none
  std::unique_ptr<const AskedScorer> asked_scorer;        // may be none
  std::unique_ptr<const AskedDescriber> asked_describer;  // may be none
};

}  // namespace papert::datagen
