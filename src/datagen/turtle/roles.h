// Who does what in a generation: mutation, scores, labels and classes. Each is an interface, so
// that a rule, a model or a test can play it; roles_by_rule() needs no model and no network.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/random.h"
#include "datagen/turtle/classify.h"
#include "datagen/turtle/rubric.h"
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

struct Roles {
  std::unique_ptr<const Mutator> mutator;
  std::unique_ptr<const Scorer> scorer;
  std::unique_ptr<const Describer> describer;
};

}  // namespace papert::datagen
