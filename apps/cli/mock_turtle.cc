// The models of papert datagen turtle, played without one: prompts are known by their first lines,
// programs are taken out of the fences. Mutations are made by the grammar, scores follow from the
// picture's hash, labels are written by template.

#include <fmt/format.h>

#include <array>
#include <vector>

#include "base/numbers.h"
#include "base/sha256.h"
#include "base/text.h"
#include "datagen/turtle/by_rule.h"
#include "datagen/turtle/label.h"
#include "datagen/turtle/prompts.h"
#include "lang/turtle/host/jail_pool.h"
#include "mock_recipes.h"

namespace papert::cli {
namespace {

constexpr std::string_view kChanged = "changed";  // a label whose program draws something else
constexpr std::string_view kLeak = "leak";        // a label that speaks of a given program
constexpr std::string_view kNoise = "noise";      // any reply: nothing but words
constexpr std::string_view kAllPlants[] = {kChanged, kLeak, kNoise};

/// The bodies of the fenced blocks.
std::vector<std::string> fenced(std::string_view text) {
  std::vector<std::string> blocks;
  bool inside = false;
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.emplace_back();
    } else if (inside) {
      blocks.back().append(line) += '\n';
    }
  }
  return blocks;
}

/// Whole numbers that follow from a hash.
std::int64_t number_of(std::string_view hash, std::size_t place, std::size_t digits) {
  std::int64_t number = 0;
  const std::string_view part = hash.substr(place, digits);
  std::from_chars(part.data(), part.data() + part.size(), number, 16);
  return number;
}

Error not_mine(const char* why) { return {ErrorCode::kBadData, why, "recipe turtle"}; }

class TurtleRecipe : public mock::Recipe {
 public:
  TurtleRecipe(datagen::Roles roles, mock::Plants plants)
      : roles_(std::move(roles)), plants_(std::move(plants)), jails_({}) {}

  [[nodiscard]] Result<mock::RecipeAnswer> answer(
      const mock::RecipeQuestion& question) const override {
    const auto kind = datagen::prompt_kind(question.text);
    if (!kind) {
      return fail(not_mine("the first line is not that of a prompt of papert datagen turtle"));
    }
    const bool label = *kind == datagen::PromptKind::kLabel;
    const std::span<const std::string_view> all(kAllPlants);
    mock::RecipeAnswer answer;
    answer.planted = plants_.draw(question.hash, label ? all : all.last(1));
    if (answer.planted == kNoise) {
      answer.text = "There are several ways to see this. It depends on what one is looking for.";
    } else if (*kind == datagen::PromptKind::kScore) {
      answer.text = TRY(score(question));
    } else if (label) {
      answer.text = TRY(describe(question, answer.planted));
    } else {
      answer.text = TRY(mutate(question, *kind));
    }
    return answer;
  }

 private:
  [[nodiscard]] Result<std::string> mutate(const mock::RecipeQuestion& question,
                                           datagen::PromptKind kind) const {
    const std::vector<std::string> programs = fenced(question.text);
    const bool pair = kind == datagen::PromptKind::kMutate;
    if (programs.size() < (pair ? 3U : 1U)) return fail(not_mine("programs are missing"));
    datagen::MutationInput input;
    input.code = pair ? programs[2] : programs[0];
    input.guided = pair;
    input.first = pair ? programs[0] : programs.front();
    input.second = pair ? programs[1] : programs.front();
    Random random(number_of(question.hash, 0, 15));
    const auto made = roles_.mutator->mutate(input, random);
    if (!made) return std::string("Nothing can be changed about this program.");
    return fmt::format("The program was changed by this: {}.\n\n```python\n{}```\n",
                       made->via.substr(made->via.find(':') + 1), made->code);
  }

  /// Numbers as numbers and as texts, a wrong sum, a fence or none: as models reply.
  [[nodiscard]] static Result<std::string> score(const mock::RecipeQuestion& question) {
    if (question.images.empty()) return fail(not_mine("there is no picture to score"));
    constexpr std::array kNames{"geometry",  "visual",    "structure",
                                "alignment", "education", "color"};
    const std::string hash = sha256_hex(question.images[0]);
    std::string text = "{";
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      const std::int64_t value = number_of(hash, 4 * i, 4) % 11;
      const char* const quote = number_of(hash, 40 + i, 1) % 4 == 0 ? "\"" : "";
      text += fmt::format(R"("{}": {{"score": {}{}{}, "explanation": "So it looks."}}, )",
                          kNames[i], quote, value, quote);
    }
    text += R"("final_score": 7})";
    const bool in_fence = number_of(hash, 50, 1) % 2 == 0;
    return in_fence ? "Here are the scores.\n\n```json\n" + text + "\n```\n" : text;
  }

  [[nodiscard]] Result<std::string> describe(const mock::RecipeQuestion& question,
                                             std::string_view planted) const {
    const std::vector<std::string> programs = fenced(question.text);
    if (programs.empty()) return fail(not_mine("the program is missing"));
    const lang::turtle::Drawing drawing = TRY(jails_.run(programs[0]));
    if (drawing.outcome.status != sandbox::Status::kOk) {
      return fail(not_mine("the program does not run"));
    }
    std::string label = datagen::template_label(programs[0], drawing.scene);
    if (planted == kLeak) return "As the given program shows, this is what is seen.\n\n" + label;
    if (planted != kChanged) return label;
    const std::string more =
        "    t.color(\"red\")\n    t.begin_fill()\n    t.circle(170)\n    t.end_fill()\n";
    return datagen::label_with_program(label, std::string(programs[0]) + more);
  }

  datagen::Roles roles_;
  mock::Plants plants_;
  mutable lang::turtle::JailPool jails_;
};

}  // namespace

Result<std::unique_ptr<const mock::Recipe>> make_turtle_recipe(const std::string& plant) {
  auto plants = TRY(mock::Plants::parse(plant, kAllPlants));
  auto roles = TRY(datagen::roles_by_rule());
  return std::make_unique<const TurtleRecipe>(std::move(roles), std::move(plants));
}

}  // namespace papert::cli
