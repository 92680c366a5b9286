// A verb's command line: which words and flags it takes and where their values go. CLI11 does the
// work in command.cc and verbs.cc alone: its headers take longer to compile than a verb does.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "command_tree.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own name
class App;
class Option;
}  // namespace CLI

namespace papert::cli {

/// What a value must be.
struct Check {
  std::function<std::string(const std::string& text)> wrong;  // why it is not; "" if it is
  std::vector<std::string> words = {};                        // the only ones, if they are few
};

Check one_of(std::vector<std::string> words);
Check between(int low, int high);
Check between(std::int64_t low, std::int64_t high);
Check between(double low, double high);
Check positive();
Check not_negative();
Check existing_file();
Check existing_path();

/// For functions that take a value: refuses it, and with it the command line.
[[noreturn]] void refuse_value(const std::string& flag, const std::string& why);

/// A word or flag. Every setter gives the option back, so that they can be chained.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  Option* type_name(const std::string& name);
  Option* required();
  /// The help text shows the value that the variable has now.
  Option* capture_default_str();
  Option* check(const Check& check);
  /// One value may hold several, with this character between them.
  Option* delimiter(char between);
  /// How many values follow the flag each time.
  Option* expected(int count);
  /// Each time it is given counts, not only the last; words behind its value are not its own.
  Option* take_all();
  Option* allow_extra_args(bool allow);
  Option* excludes(const std::string& flag);

  /// How often it was given.
  [[nodiscard]] std::size_t count() const;

 private:
  CLI::Option* option_;
};

/// What describes a verb. It and its options must live until the verb has done its work.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// Compiled in command.cc for the types that verbs use; add a type there.
  template <typename T>
  Option* add_option(const std::string& name, T& value, const std::string& title);
  Option* add_option_function(const std::string& name,
                              const std::function<void(const std::string&)>& take,
                              const std::string& title);
  Option* add_flag(const std::string& name, bool& value, const std::string& title);
  Option* add_flag_callback(const std::string& name, const std::function<void()>& take,
                            const std::string& title);
  Command* add_subcommand(const std::string& name, const std::string& title);
  void require_subcommand(int count);
  /// What stands below the help text.
  void footer(const std::string& text);
  /// Whether this flag of its own was given.
  [[nodiscard]] bool given(const std::string& flag) const;
  /// Whether this verb below a verb was chosen.
  [[nodiscard]] bool parsed() const;
  /// The command line that this is a part of.
  [[nodiscard]] VerbNode whole_tree() const;

 private:
  Option* keep(CLI::Option* option);

  CLI::App* app_;
  std::deque<Option> options_;
  std::deque<Command> subcommands_;
};

}  // namespace papert::cli
