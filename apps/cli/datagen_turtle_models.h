// Flags of papert datagen turtle for the roles that models play: who they are, how they answer,
// what they are asked, and what they may cost.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "asking.h"
#include "base/cancel.h"
#include "base/result.h"
#include "command.h"
#include "datagen/forecast.h"
#include "datagen/turtle/generate.h"
#include "model/factory.h"

namespace papert::cli {

struct RoleFlags {
  model::Sampling sampling;
  std::string prompt;  // a file; empty: ours
};

struct TurtleModels : AskingFlags {
  RoleFlags mutate;
  RoleFlags score;
  RoleFlags label;
  std::int64_t max_requests = 0;
  bool finish = false;
  std::string on_bad_label = "original";
  std::string label_style = "text";

  TurtleModels();
};

/// Who plays each role: a word such as grammar, or PROVIDER/NAME.
struct RoleNames {
  std::string mutate;
  std::string score;
  std::string label;
};

/// Whether the name is that of a model.
[[nodiscard]] bool is_model(const std::string& name);

/// A value of --mutate and the like: one of the words, or a model.
[[nodiscard]] Check role_of(std::vector<std::string> words, std::string flag);

void add_turtle_models(Command& recipe, TurtleModels& models);

/// Puts the models that are named into the roles, and what decides about their replies into the
/// request. kUsage for a model, a key or a price that is not there.
[[nodiscard]] Result<void> open_turtle_models(const TurtleModels& models, const RoleNames& names,
                                              datagen::GenerateOptions& options,
                                              datagen::Roles& roles);

/// Prints the requests that a forecast means, with tokens, hours and, where prices are given, USD.
[[nodiscard]] Result<void> print_request_forecast(const TurtleModels& models,
                                                  const RoleNames& names,
                                                  const datagen::Forecast& forecast,
                                                  const std::vector<std::string>& programs);

/// What was spent and what it will come to, for a progress line. The forecast begins with the
/// published share of candidates that are lost, and goes on with the share that this generation
/// loses and with what its requests cost.
class SpendingForecast {
 public:
  /// `purse`: none where nobody is asked.
  SpendingForecast(const RoleNames& names, const datagen::ForecastInput& input,
                   std::shared_ptr<const datagen::Purse> purse);

  /// `what`: a stage ("round 2 scores") that has `total` lines. Empty where nobody is asked.
  [[nodiscard]] std::string note(const std::string& what, std::size_t total);

 private:
  [[nodiscard]] double expected_requests() const;

  datagen::ForecastInput input_;
  std::array<bool, 3> asked_{};
  std::shared_ptr<const datagen::Purse> purse_;
  std::map<std::string, std::size_t> totals_;  // stage -> lines
};

}  // namespace papert::cli
