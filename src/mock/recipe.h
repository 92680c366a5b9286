// A recipe answers the requests of one pipeline, whatever its data: it knows the pipeline's prompts
// by their words and works a reply out of what they hold. So a pipeline that asks models many
// different things (papert datagen) runs whole without one.
//
// A recipe is a function of the prompt. What a prompt is answered with does not depend on time, on
// order or on how often it was asked; mistakes that a recipe makes on purpose ("plants") are drawn
// by the prompt's hash, too, so two runs meet the same ones.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace papert::mock {

struct RecipeQuestion {
  std::string_view text;
  std::span<const std::string> images;  // PNG files as bytes
  std::string_view hash;                // of both: for all that chance decides
};

struct RecipeAnswer {
  std::string text;
  std::string planted;  // the mistake that was made on purpose; empty: none
};

/// Any thread.
class Recipe {
 public:
  virtual ~Recipe() = default;

  /// kBadData, in words, for a prompt that is not one of the pipeline's.
  [[nodiscard]] virtual Result<RecipeAnswer> answer(const RecipeQuestion& question) const = 0;
};

/// Mistakes to make, and how often: "changed:0.05,leak:0.02".
class Plants {
 public:
  Plants() = default;

  /// "NAME:SHARE,NAME:SHARE,..."; empty for none. Each share is of the prompts that the mistake can
  /// happen to. kUsage for a name that is not one of `known`.
  [[nodiscard]] static Result<Plants> parse(std::string_view text,
                                            std::span<const std::string_view> known);

  /// The mistake to make with this prompt, of those in `possible`; empty: none.
  [[nodiscard]] std::string draw(std::string_view hash,
                                 std::span<const std::string_view> possible) const;

 private:
  struct Share {
    std::string name;
    double share = 0;
  };
  std::vector<Share> shares_;
};

/// Gives back the text of the prompt, or, planted "empty", nothing: to try a client out.
class EchoRecipe : public Recipe {
 public:
  static constexpr std::string_view kPlants[] = {"empty"};

  explicit EchoRecipe(Plants plants) : plants_(std::move(plants)) {}
  [[nodiscard]] Result<RecipeAnswer> answer(const RecipeQuestion& question) const override;

 private:
  Plants plants_;
};

}  // namespace papert::mock
