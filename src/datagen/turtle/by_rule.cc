#include "datagen/turtle/by_rule.h"

#include <fmt/format.h>

#include <algorithm>

#include "datagen/turtle/label.h"
#include "datagen/turtle/operators.h"
#include "datagen/turtle/plan.h"

namespace papert::datagen {
namespace {

constexpr std::size_t kMostLines = 60;  // of code: longer programs teach nobody

using turtle::Program;

/// The change made to the program, if it is another program afterwards and of a fair length.
std::optional<Mutation> changed(const Change& change, const Program& program, Random& random) {
  const auto result = apply_change(change, program, random);
  if (!result || *result == program) return std::nullopt;
  std::string code = turtle::print_program(*result);
  if (code_lines(code) > kMostLines) return std::nullopt;
  return Mutation{std::move(code), "grammar:" + std::string(change.name)};
}

class GrammarMutator : public Mutator {
 public:
  [[nodiscard]] std::optional<Mutation> mutate(const MutationInput& input,
                                               Random& random) const override {
    const auto program = turtle::parse_program(input.code);
    const auto first = turtle::parse_program(input.first);
    const auto second = turtle::parse_program(input.second);
    if (!program) return std::nullopt;
    if (!input.instruction.empty()) {
      Change change{input.instruction, {}};
      if (second) change.settings.other = &*second;
      return changed(change, *program, random);
    }
    if (input.guided && first && second) {
      for (Change change : describe_change(*first, *second)) {
        if (change.settings.other == nullptr) change.settings.other = &*second;
        if (auto made = changed(change, *program, random)) return made;
      }
    }
    std::vector<std::string_view> names(change_names().begin(), change_names().end());
    random.shuffle(names);
    for (const std::string_view name : names) {
      Change change{name, {}};
      if (second) change.settings.other = &*second;
      if (auto made = changed(change, *program, random)) return made;
    }
    return std::nullopt;
  }
};

class RuleScorer : public Scorer {
 public:
  explicit RuleScorer(Blocklist blocklist) : blocklist_(std::move(blocklist)) {}

  [[nodiscard]] std::string_view name() const override { return "rule"; }

  [[nodiscard]] ScoredDrawing score(const scene::Scene& scene,
                                    const DrawingOrigin& origin) const override {
    DrawingOrigin known = origin;
    known.blocked = !blocklist_.refused_as(scene).empty();
    return {score_by_rule(scene, known), known.blocked};
  }

 private:
  Blocklist blocklist_;
};

class LotScorer : public Scorer {
 public:
  explicit LotScorer(Blocklist blocklist) : blocklist_(std::move(blocklist)) {}

  [[nodiscard]] std::string_view name() const override { return kNobody; }

  [[nodiscard]] ScoredDrawing score(const scene::Scene& scene,
                                    const DrawingOrigin&) const override {
    ScoredDrawing drawing;
    drawing.refused = !blocklist_.refused_as(scene).empty();
    drawing.figures = false;
    return drawing;
  }

 private:
  Blocklist blocklist_;
};

class TemplateDescriber : public Describer {
 public:
  [[nodiscard]] Classification classify(std::string_view code,
                                        const scene::Scene& scene) const override {
    return datagen::classify(code, scene);
  }
  [[nodiscard]] std::string label(std::string_view code, const scene::Scene& scene) const override {
    return template_label(code, scene);
  }
};

class ProgramDescriber : public TemplateDescriber {
 public:
  [[nodiscard]] std::string label(std::string_view code, const scene::Scene&) const override {
    return program_alone(code);
  }
};

}  // namespace

std::unique_ptr<const Describer> describer_of_programs() {
  return std::make_unique<const ProgramDescriber>();
}

Result<Roles> roles_by_rule() {
  Blocklist blocklist = TRY(Blocklist::open());
  Roles roles;
  roles.mutator = std::make_unique<GrammarMutator>();
  roles.scorer = std::make_unique<RuleScorer>(std::move(blocklist));
  roles.describer = std::make_unique<TemplateDescriber>();
  return roles;
}

Result<std::unique_ptr<const Scorer>> scorer_by_lot() {
  Blocklist blocklist = TRY(Blocklist::open());
  return std::make_unique<const LotScorer>(std::move(blocklist));
}

Result<void> check_operator_names(const std::vector<std::string>& instructions) {
  const auto names = change_names();
  for (const std::string& each : instructions) {
    if (std::find(names.begin(), names.end(), each) != names.end()) continue;
    return fail(ErrorCode::kUsage,
                fmt::format("'{}' is not an operator of the grammar; there are: {}", each,
                            fmt::join(names, ", ")),
                "--guide");
  }
  return {};
}

}  // namespace papert::datagen
