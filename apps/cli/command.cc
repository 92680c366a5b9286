#include "command.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/text.h"

namespace papert::cli {
namespace {

/// A validator of CLI11's as a check.
Check check_of(const CLI::Validator& validator) {
  return {[validator](const std::string& text) { return validator(text); }};
}

// A check's words travel as the name of its validator, which CLI11 keeps and never shows.
constexpr char kBetweenWords = '|';

std::string name_of(const std::vector<std::string>& words) {
  std::string name;
  for (const std::string& word : words) {
    if (!name.empty()) name += kBetweenWords;
    name += word;
  }
  return name;
}

/// What the first check with words allows.
std::vector<std::string> words_of(const CLI::Option& option) {
  // CLI11 has no way to ask a constant option.
  auto& asked = const_cast<CLI::Option&>(option);
  std::vector<std::string> words;
  try {
    for (int i = 0; words.empty(); ++i) {
      const std::string& name = asked.get_validator(i)->get_name();
      if (name.empty()) continue;
      for (const std::string_view word : split(name, kBetweenWords)) words.emplace_back(word);
    }
  } catch (const CLI::OptionNotFound&) {
    return words;  // there are no more
  }
  return words;
}

OptionNode node_of(const CLI::Option& option) {
  OptionNode node;
  for (const std::string& name : option.get_snames()) node.flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) node.flags.push_back("--" + name);
  node.name = node.flags.empty() ? option.get_name() : "";
  if (option.get_items_expected_max() > 0) node.value = option.get_type_name();
  node.words = words_of(option);
  node.title = option.get_description();
  node.repeats = option.get_expected_max() > 1 ||
                 option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  return node;
}

VerbNode node_of(const CLI::App& app) {
  VerbNode node{app.get_name(), app.get_description(), {}, {}};
  for (const CLI::Option* option : app.get_options()) node.options.push_back(node_of(*option));
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    node.verbs.push_back(node_of(*verb));
  }
  return node;
}

}  // namespace

Check one_of(std::vector<std::string> words) {
  Check check = check_of(CLI::IsMember(words));
  check.words = std::move(words);
  return check;
}
Check between(int low, int high) { return check_of(CLI::Range(low, high)); }
Check between(std::int64_t low, std::int64_t high) { return check_of(CLI::Range(low, high)); }
Check between(double low, double high) { return check_of(CLI::Range(low, high)); }
Check not_negative() { return check_of(CLI::NonNegativeNumber); }
Check existing_file() { return check_of(CLI::ExistingFile); }
Check existing_path() { return check_of(CLI::ExistingPath); }

Check positive() {
  return {[](const std::string& text) {
    const bool good = CLI::PositiveNumber(text).empty();
    return good ? std::string() : "'" + text + "' is not a number above 0";
  }};
}

void refuse_value(const std::string& flag, const std::string& why) {
  throw CLI::ValidationError(flag, why);
}

Option* Option::type_name(const std::string& name) {
  option_->type_name(name);
  return this;
}

Option* Option::required() {
  option_->required();
  return this;
}

Option* Option::capture_default_str() {
  option_->capture_default_str();
  return this;
}

Option* Option::check(const Check& check) {
  option_->check(check.wrong, "", name_of(check.words));
  return this;
}

Option* Option::delimiter(char between) {
  option_->delimiter(between);
  return this;
}

Option* Option::expected(int count) {
  option_->expected(count);
  return this;
}

Option* Option::take_all() {
  option_->take_all();
  option_->allow_extra_args(false);
  return this;
}

Option* Option::allow_extra_args(bool allow) {
  option_->allow_extra_args(allow);
  return this;
}

Option* Option::excludes(const std::string& flag) {
  option_->excludes(flag);
  return this;
}

std::size_t Option::count() const { return option_->count(); }

Option* Command::keep(CLI::Option* option) { return &options_.emplace_back(*option); }

template <typename T>
Option* Command::add_option(const std::string& name, T& value, const std::string& title) {
  return keep(app_->add_option(name, value, title));
}

#define PAPERT_TAKES(...) \
  template Option* Command::add_option(const std::string&, __VA_ARGS__&, const std::string&);
PAPERT_TAKES(std::string)
PAPERT_TAKES(std::vector<std::string>)
PAPERT_TAKES(std::filesystem::path)
PAPERT_TAKES(int)
PAPERT_TAKES(std::int64_t)
PAPERT_TAKES(std::uint64_t)
PAPERT_TAKES(double)
PAPERT_TAKES(std::optional<std::int64_t>)
PAPERT_TAKES(std::optional<double>)
#undef PAPERT_TAKES

Option* Command::add_option_function(const std::string& name,
                                     const std::function<void(const std::string&)>& take,
                                     const std::string& title) {
  return keep(app_->add_option_function<std::string>(name, take, title));
}

Option* Command::add_flag(const std::string& name, bool& value, const std::string& title) {
  return keep(app_->add_flag(name, value, title));
}

Option* Command::add_flag_callback(const std::string& name, const std::function<void()>& take,
                                   const std::string& title) {
  return keep(app_->add_flag_callback(name, take, title));
}

Command* Command::add_subcommand(const std::string& name, const std::string& title) {
  return &subcommands_.emplace_back(*app_->add_subcommand(name, title));
}

void Command::require_subcommand(int count) { app_->require_subcommand(count); }

void Command::footer(const std::string& text) { app_->footer(text); }

bool Command::given(const std::string& flag) const { return app_->count(flag) > 0; }

bool Command::parsed() const { return app_->parsed(); }

VerbNode Command::whole_tree() const {
  const CLI::App* app = app_;
  while (app->get_parent() != nullptr) app = app->get_parent();
  return node_of(*app);
}

}  // namespace papert::cli
