#include "datagen_turtle_models.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/file.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "cli.h"
#include "datagen/turtle/by_model.h"
#include "datagen/turtle/by_rule.h"
#include "model/cache.h"
#include "raster/drawing_picture.h"
#include "report/table.h"

namespace papert::cli {
namespace {

/// A role as its flags, its variables and the request name it.
struct RoleInfo {
  const char* name;    // --mutate, --mutate-temperature
  const char* prefix;  // MUTATE_API_KEY, MUTATE_BASE_URL
  RoleFlags TurtleModels::* flags;
  std::string RoleNames::* player;
  datagen::RequestRate rate;
};

constexpr RoleInfo kRoles[] = {
    {"mutate", "MUTATE", &TurtleModels::mutate, &RoleNames::mutate, datagen::kMutateRate},
    {"score", "SCORE", &TurtleModels::score, &RoleNames::score, datagen::kScoreRate},
    {"label", "LABEL", &TurtleModels::label, &RoleNames::label, datagen::kLabelRate},
};

void add_number_or_none(Command& recipe, const std::string& flag, std::optional<double>& value,
                        double high, const std::string& title) {
  const auto set = [flag, high, &value](const std::string& text) {
    const auto number = parse_number<double>(text);
    if (text != "none" && !(number && *number >= 0 && *number <= high)) {
      refuse_value(flag, fmt::format("'{}' is neither a number from 0 to {} nor none", text, high));
    }
    value = text == "none" ? std::nullopt : number;
  };
  recipe.add_option_function(flag, set, title)->type_name("X|none");
}

void add_role(Command& recipe, const RoleInfo& role, RoleFlags& flags) {
  const std::string start = fmt::format("--{}-", role.name);
  const auto shown = [](std::optional<double> value) {
    return value ? fmt::format("{}", *value) : std::string("none");
  };
  add_number_or_none(recipe, start + "temperature", flags.sampling.temperature, 10,
                     fmt::format("how freely it answers; none: its own way [{}]",
                                 shown(flags.sampling.temperature)));
  add_number_or_none(
      recipe, start + "top-p", flags.sampling.top_p, 1,
      fmt::format("only from the most likely share of words [{}]", shown(flags.sampling.top_p)));
  recipe.add_option(start + "max-tokens", flags.sampling.max_tokens, "its longest answer")
      ->type_name("N")
      ->check(positive());
  recipe
      .add_option(start + "prompt", flags.prompt,
                  "a prompt template of your own (docs/datagen-turtle.md names what it can hold)")
      ->type_name("FILE");
}

void add_limits(Command& recipe, TurtleModels& models) {
  add_connections(recipe, models);
  add_costs(recipe, models, "the generation");
  recipe
      .add_option("--max-requests", models.max_requests,
                  "stop after so many requests, over all invocations")
      ->type_name("N")
      ->check(positive());
  recipe.add_flag("--finish", models.finish,
                  "ask no model any more: close the round with what there is, and make the set");
}

Result<datagen::RolePrompts> read_prompts(const TurtleModels& models) {
  constexpr std::size_t kMostPromptBytes = std::size_t{1} << 20;
  datagen::RolePrompts prompts;
  const auto read = [&](const RoleFlags& flags, std::string& text) -> Result<void> {
    if (flags.prompt.empty()) return {};
    text = TRY(read_file(flags.prompt, kMostPromptBytes));
    const auto checked = datagen::check_prompts(prompts);
    if (checked) return {};
    return fail(checked.error().code, checked.error().message, flags.prompt);
  };
  TRY(read(models.mutate, prompts.mutate));
  TRY(read(models.score, prompts.score));
  TRY(read(models.label, prompts.label));
  return prompts;
}

/// The hash of what a role is asked with.
std::string prompt_hash_of(const RoleInfo& role, const datagen::RolePrompts& prompts) {
  using datagen::PromptKind;
  if (role.flags == &TurtleModels::score) return sha256_hex(prompts.score);
  if (role.flags == &TurtleModels::label) return sha256_hex(prompts.label);
  if (!prompts.mutate.empty()) return sha256_hex(prompts.mutate);
  Sha256 hash;
  for (const PromptKind kind :
       {PromptKind::kMutate, PromptKind::kMutateAny, PromptKind::kMutateInstruction}) {
    hash.update(datagen::default_prompt(kind));
  }
  return hash.hex();
}

/// What all models share.
struct Shared {
  model::ModelOptions options;
  std::shared_ptr<datagen::Purse> purse;
  std::string account;
  CancelToken cancel;
};

/// Who pays: the folder by its path and inode, as a new one may come to have the path of another.
Result<std::string> account_of_folder(const std::filesystem::path& folder) {
  TRY(make_directories(folder));
  struct stat info{};
  const bool known = ::stat(folder.c_str(), &info) == 0;
  const std::filesystem::path place = absolute_path(folder).lexically_normal();
  return fmt::format("{} {}", place.string(), known ? info.st_ino : 0);
}

Result<Shared> open_shared(const TurtleModels& models, const datagen::GenerateOptions& options) {
  Shared shared;
  shared.options = TRY(asking_options(models));
  shared.purse = std::make_shared<datagen::Purse>(models.max_requests, shared.options.budget);
  shared.cancel = options.cancel;
  return shared;
}

Result<std::unique_ptr<model::Model>> open_role_model(const RoleInfo& role, const RoleFlags& flags,
                                                      const std::string& name, Shared& shared) {
  model::ModelOptions options = shared.options;
  options.prefix = role.prefix;
  options.sampling = flags.sampling;
  if (model::cache_use(name, options).on && !shared.options.cache) {
    shared.options.cache = open_reply_cache(options);
  }
  options.cache = shared.options.cache;
  auto model = model::make_model(name, options);
  if (model) return model;
  return fail(model.error().code, model.error().message, fmt::format("--{}", role.name));
}

std::unique_ptr<datagen::Asker> asker_of(const RoleInfo& role, const RoleFlags& flags,
                                         const std::string& name,
                                         std::unique_ptr<model::Model> model,
                                         const Shared& shared) {
  model->charge_to(shared.account);
  print_error(fmt::format("{}: {}\n", role.name, model->describe()));
  datagen::AskerOptions options;
  options.purse = shared.purse;
  options.cancel = shared.cancel;
  if (shared.options.prices) options.price = shared.options.prices->find(name);
  options.max_tokens = flags.sampling.max_tokens;
  return std::make_unique<datagen::Asker>(name, std::move(model), std::move(options));
}

Result<void> play_role(const RoleInfo& role, std::unique_ptr<datagen::Asker> asker,
                       const TurtleModels& models, const datagen::RolePrompts& prompts,
                       datagen::Roles& roles) {
  if (role.flags == &TurtleModels::mutate) {
    roles.asked_mutator = datagen::mutator_by_model(std::move(asker), prompts);
  } else if (role.flags == &TurtleModels::score) {
    roles.asked_scorer = TRY(datagen::scorer_by_model(std::move(asker), prompts));
  } else {
    roles.asked_describer = datagen::describer_by_model(
        std::move(asker), prompts,
        {models.on_bad_label == "original", models.label_style == "code"});
  }
  return {};
}

bool any_model(const RoleNames& names) {
  return is_model(names.mutate) || is_model(names.score) || is_model(names.label);
}

/// Flags that mean nothing where no model plays.
Result<void> refuse_without_models(const TurtleModels& models) {
  const std::pair<bool, const char*> given[] = {{models.finish, "--finish"},
                                                {models.max_cost > 0, "--max-cost"},
                                                {models.max_requests > 0, "--max-requests"},
                                                {!models.mutate.prompt.empty(), "--mutate-prompt"},
                                                {!models.score.prompt.empty(), "--score-prompt"},
                                                {!models.label.prompt.empty(), "--label-prompt"}};
  for (const auto& [is_given, flag] : given) {
    if (!is_given) continue;
    return fail(ErrorCode::kUsage,
                "no model is asked: name one with --mutate, --score or --label PROVIDER/NAME",
                flag);
  }
  return {};
}

/// Tokens that a request of the role sends, on average over the programs.
Result<double> tokens_of_request(const RoleInfo& role, const datagen::RolePrompts& prompts,
                                 const std::vector<std::string>& programs) {
  const std::string picture =
      raster::picture_file(scene::Scene(), raster::PictureStyle::kClean, "");
  double tokens = 0;
  for (const std::string& code : programs) {
    model::Request request;
    if (role.flags == &TurtleModels::mutate) {
      request.text = TRY(datagen::mutation_prompt(prompts, {code, code, code}));
    } else if (role.flags == &TurtleModels::score) {
      request.text = TRY(datagen::score_prompt(prompts));
    } else {
      request.text = TRY(datagen::label_prompt(prompts, code));
    }
    if (role.flags != &TurtleModels::mutate) request.images.push_back(picture);
    tokens += static_cast<double>(model::estimated_input_tokens(request));
  }
  return tokens / static_cast<double>(std::max<std::size_t>(programs.size(), 1));
}

}  // namespace

TurtleModels::TurtleModels() {
  mutate.sampling.temperature = 0.5;
  mutate.sampling.top_p = 1;
  score.sampling.temperature = 0;
  label.sampling.temperature = 0.1;
  label.sampling.top_p = 0.001;
}

bool is_model(const std::string& name) { return name.find('/') != std::string::npos; }

Check role_of(std::vector<std::string> words, std::string flag) {
  return {[words = std::move(words), flag = std::move(flag)](const std::string& text) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
    if (is_model(text)) return std::string();
    return fmt::format("'{}' is not known here: {} is {} or a model, PROVIDER/NAME", text, flag,
                       fmt::join(words, ", "));
  }};
}

void add_turtle_models(Command& recipe, TurtleModels& models) {
  for (const RoleInfo& role : kRoles) add_role(recipe, role, models.*role.flags);
  recipe
      .add_option("--on-bad-label", models.on_bad_label,
                  "a label whose program draws something else, asked for three times: keep its "
                  "words with the original program, or drop it")
      ->type_name("original|drop")
      ->check(one_of({"original", "drop"}))
      ->capture_default_str();
  recipe
      .add_option("--label-style", models.label_style,
                  "text: the picture, the steps and the program; code: the program alone")
      ->type_name("text|code")
      ->check(one_of({"text", "code"}))
      ->capture_default_str();
  add_limits(recipe, models);
}

Result<void> open_turtle_models(const TurtleModels& models, const RoleNames& names,
                                datagen::GenerateOptions& options, datagen::Roles& roles) {
  if (models.label_style == "code") {
    roles.describer = datagen::describer_of_programs();
    options.models["label_style"] = models.label_style;
  }
  if (!any_model(names)) return refuse_without_models(models);
  const datagen::RolePrompts prompts = TRY(read_prompts(models));
  Shared shared = TRY(open_shared(models, options));
  options.purse = shared.purse;
  options.finish = models.finish;
  std::array<std::unique_ptr<model::Model>, std::size(kRoles)> opened;
  for (std::size_t i = 0; i < opened.size(); ++i) {
    const std::string& name = names.*kRoles[i].player;
    if (!is_model(name)) continue;
    opened[i] = TRY(open_role_model(kRoles[i], models.*kRoles[i].flags, name, shared));
  }
  shared.account = TRY(account_of_folder(options.out));
  for (std::size_t i = 0; i < opened.size(); ++i) {
    if (opened[i] == nullptr) continue;
    const RoleInfo& role = kRoles[i];
    const std::string& name = names.*role.player;
    const RoleFlags& flags = models.*role.flags;
    auto asker = asker_of(role, flags, name, std::move(opened[i]), shared);
    TRY(play_role(role, std::move(asker), models, prompts, roles));
    options.models[role.name] = name;
    options.models[fmt::format("{}_sampling", role.name)] = flags.sampling.to_json();
    options.models[fmt::format("{}_prompt", role.name)] = prompt_hash_of(role, prompts);
  }
  if (is_model(names.label)) options.models["on_bad_label"] = models.on_bad_label;
  return {};
}

Result<void> print_request_forecast(const TurtleModels& models, const RoleNames& names,
                                    const datagen::Forecast& forecast,
                                    const std::vector<std::string>& programs) {
  if (!any_model(names)) {
    TRY(refuse_without_models(models));
    print("no requests to a model");
    return {};
  }
  const datagen::RolePrompts prompts = TRY(read_prompts(models));
  std::optional<model::Prices> prices;
  if (!models.prices.empty()) prices = TRY(model::Prices::load(models.prices));
  report::TextTable table(
      {"role", "model", "requests", "tokens sent", "tokens received", "hours", "USD"});
  const auto about = [](double count) { return format_count(std::llround(count)); };
  const double requests[] = {forecast.candidates, forecast.scored, forecast.labels};
  for (std::size_t i = 0; i < std::size(kRoles); ++i) {
    const RoleInfo& role = kRoles[i];
    const std::string& name = names.*role.player;
    if (!is_model(name)) continue;
    const double tokens = TRY(tokens_of_request(role, prompts, programs));
    const datagen::RequestForecast costs =
        datagen::forecast_requests(requests[i], tokens, role.rate);
    const auto price = prices ? prices->find(name) : std::nullopt;
    const auto usd = [&] {
      return (costs.input_tokens * price->input + costs.output_tokens * price->output) / 1e6;
    };
    table.add_row({role.name, name, about(costs.requests), about(costs.input_tokens),
                   about(costs.output_tokens), fmt::format("{:.1f}", costs.hours),
                   price ? fmt::format("{:.2f}", usd()) : "no price"});
  }
  print(table.to_string({.color = is_rich_terminal(STDOUT_FILENO)}));
  print("hours as published, on eight H100");
  return {};
}

SpendingForecast::SpendingForecast(const RoleNames& names, const datagen::ForecastInput& input,
                                   std::shared_ptr<const datagen::Purse> purse)
    : input_(input), purse_(std::move(purse)) {
  for (std::size_t i = 0; i < asked_.size(); ++i) asked_[i] = is_model(names.*kRoles[i].player);
}

double SpendingForecast::expected_requests() const {
  double made = 0;
  double scored = 0;
  for (const auto& [what, total] : totals_) {
    if (!what.ends_with(" scores")) continue;
    const auto candidates = totals_.find(what.substr(0, what.rfind(' ')) + " candidates");
    if (candidates == totals_.end()) continue;
    made += static_cast<double>(candidates->second);
    scored += static_cast<double>(total);
  }
  datagen::ForecastInput input = input_;
  if (made > 0) input.lost = 1 - scored / made;
  const datagen::Forecast all = datagen::forecast(input);
  return (asked_[0] ? all.candidates : 0) + (asked_[1] ? all.scored : 0) +
         (asked_[2] ? all.labels : 0);
}

std::string SpendingForecast::note(const std::string& what, std::size_t total) {
  if (purse_ == nullptr) return {};
  totals_[what] = total;
  const datagen::Spent spent = purse_->spent();
  const double expected = std::max(expected_requests(), static_cast<double>(spent.requests));
  std::string text = format_count(spent.requests) + " requests";
  const double usd = spent.usage.cost_usd.value_or(0);
  if (usd > 0) text += fmt::format(", {:.2f} USD", usd);
  text += fmt::format("; about {}", format_count(std::llround(expected)));
  if (usd > 0 && spent.requests > 0) {
    text += fmt::format(", {:.2f} USD", usd / static_cast<double>(spent.requests) * expected);
  }
  return text + " in all";
}

}  // namespace papert::cli
