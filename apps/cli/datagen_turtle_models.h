// Flags of papert datagen turtle for the roles that models play: who they are, how they answer,
// what they are asked, and what they may cost.
#pragma once

#include <string>
#include <vector>

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

struct TurtleModels {
  RoleFlags mutate;
  RoleFlags score;
  RoleFlags label;
  model::ModelOptions model;  // how all of them are reached
  std::string prices;
  double max_cost = 0;
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

}  // namespace papert::cli
