// Completion scripts for three shells, written from the command line itself, so that they never
// know less than it does.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cli.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

/// A verb and the words that lead to it: {"papert", "datagen", "turtle"}.
struct Place {
  const VerbNode* verb;
  std::vector<std::string> words;
};

void add_places(const VerbNode& verb, std::vector<std::string> words, std::vector<Place>& places) {
  words.push_back(verb.name);
  places.push_back({&verb, words});
  for (const VerbNode& below : verb.verbs) add_places(below, words, places);
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  return fmt::format("{}", fmt::join(words, between));
}

bool is_word(const OptionNode& option) { return option.flags.empty(); }

/// In single quotes, as every shell reads them.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += R"('\'')";
    } else {
      out += c;
    }
  }
  return out + "'";
}

/// The first line, and that not too long: what fits beside a word.
std::string short_title(std::string_view title) {
  constexpr std::size_t kLongest = 90;
  std::string text(title.substr(0, title.find('\n')));
  if (text.size() > kLongest) text = text.substr(0, text.rfind(' ', kLongest)) + " ...";
  return text;
}

/// What may stand at a verb's place without a flag: verbs below it and words of closed sets.
std::vector<std::string> words_at(const VerbNode& verb) {
  std::vector<std::string> words;
  for (const VerbNode& below : verb.verbs) words.push_back(below.name);
  for (const OptionNode& option : verb.options) {
    if (is_word(option)) words.insert(words.end(), option.words.begin(), option.words.end());
  }
  return words;
}

std::vector<std::string> flags_at(const VerbNode& verb) {
  std::vector<std::string> flags;
  for (const OptionNode& option : verb.options) {
    flags.insert(flags.end(), option.flags.begin(), option.flags.end());
  }
  return flags;
}

constexpr std::string_view kBashHead =
    R"(# bash completion for papert; made by 'papert completion bash'
_papert() {
  local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" place=papert word i
  local words='' flags='' values=''
  if [ "$current" = '=' ]; then
    current=''
  elif [ "$before" = '=' ]; then
    before="${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place ${COMP_WORDS[i]}" in
)";

constexpr std::string_view kBashTail = R"(  esac
  if [ -n "$values" ]; then
    [ "$values" = '?' ] || COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [ "${current:0:1}" = '-' ]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _papert papert
)";

std::string bash_script(const std::vector<Place>& places) {
  std::string script(kBashHead);
  for (const Place& place : places) {
    if (place.words.size() < 2) continue;
    const std::string name = joined(place.words, " ");
    script += fmt::format("      {0}) place={0} ;;\n", in_quotes(name));
  }
  script += "    esac\n  done\n  case \"$place\" in\n";
  for (const Place& place : places) {
    script += fmt::format("    {}) words={} flags={} ;;\n", in_quotes(joined(place.words, " ")),
                          in_quotes(joined(words_at(*place.verb), " ")),
                          in_quotes(joined(flags_at(*place.verb), " ")));
  }
  // A value of an open set is left to the shell, which offers files.
  script += "  esac\n  case \"$place $before\" in\n";
  for (const Place& place : places) {
    for (const OptionNode& option : place.verb->options) {
      if (option.value.empty()) continue;
      for (const std::string& flag : option.flags) {
        script +=
            fmt::format("    {}) values={} ;;\n", in_quotes(joined(place.words, " ") + " " + flag),
                        in_quotes(option.words.empty() ? "?" : joined(option.words, " ")));
      }
    }
  }
  return script + std::string(kBashTail);
}

/// As _arguments reads the parts of a specification.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_action(const OptionNode& option) {
  return option.words.empty() ? "_files" : "(" + joined(option.words, " ") + ")";
}

std::string zsh_specification(const OptionNode& option, std::size_t& position) {
  if (is_word(option)) {
    const std::string where = option.repeats ? "*" : std::to_string(position++);
    return in_quotes(where + ":" + zsh_text(option.name) + ":" + zsh_action(option));
  }
  const std::string value =
      option.value.empty() ? "" : ":" + zsh_text(option.value) + ":" + zsh_action(option);
  std::string all;
  for (const std::string& flag : option.flags) {
    const std::string others = option.repeats ? "*" : "(" + joined(option.flags, " ") + ")";
    if (!all.empty()) all += " ";
    all += in_quotes(others + flag + "[" + zsh_text(short_title(option.title)) + "]" + value);
  }
  return all;
}

std::string zsh_function(const Place& place) {
  std::string name = "_" + joined(place.words, "_");
  std::ranges::replace(name, '-', '_');
  return name;
}

constexpr std::string_view kZshLocals = R"(  local curcontext="$curcontext" state line
  local -A opt_args
  local -a verbs
)";

std::string zsh_script(const std::vector<Place>& places) {
  std::string script = "#compdef papert\n# made by 'papert completion zsh'\n";
  for (const Place& place : places) {
    const VerbNode& verb = *place.verb;
    script += "\n" + zsh_function(place) + "() {\n";
    if (!verb.verbs.empty()) script += kZshLocals;
    script += verb.verbs.empty() ? "  _arguments -s" : "  _arguments -C -s";
    std::size_t position = 1;
    for (const OptionNode& option : verb.options) {
      script += " \\\n    " + zsh_specification(option, position);
    }
    if (verb.verbs.empty()) {
      script += "\n}\n";
      continue;
    }
    script += " \\\n    '1: :->verb' '*:: :->rest'\n  case $state in\n    verb)\n      verbs=(";
    for (const VerbNode& below : verb.verbs) {
      script += "\n        " + in_quotes(below.name + ":" + short_title(below.title));
    }
    script += fmt::format(
        ")\n      _describe verb verbs ;;\n    rest)\n"
        "      (( $+functions[{0}_${{words[1]//-/_}}] )) && {0}_${{words[1]//-/_}} ;;\n  "
        "esac\n}}\n",
        zsh_function(place));
  }
  return script + "\ncompdef _papert papert\n";
}

/// The condition under which fish offers what belongs to a place.
std::string fish_condition(const Place& place) {
  std::string condition;
  for (std::size_t i = 1; i < place.words.size(); ++i) {
    if (i > 1) condition += "; and ";
    condition += "__fish_seen_subcommand_from " + place.words[i];
  }
  return condition;
}

std::string fish_verb(const Place& place, const VerbNode& verb) {
  std::vector<std::string> siblings;
  for (const VerbNode& below : place.verb->verbs) siblings.push_back(below.name);
  std::string condition = fish_condition(place);
  condition += condition.empty() ? "__fish_use_subcommand"
                                 : "; and not __fish_seen_subcommand_from " + joined(siblings, " ");
  return fmt::format("complete -c papert -f -n {} -a {} -d {}\n", in_quotes(condition),
                     in_quotes(verb.name), in_quotes(short_title(verb.title)));
}

std::string fish_option(const Place& place, const OptionNode& option) {
  const std::string condition = fish_condition(place);
  std::string line = "complete -c papert";
  if (!condition.empty()) line += " -n " + in_quotes(condition);
  if (is_word(option)) {
    return option.words.empty() ? "" : line + " -a " + in_quotes(joined(option.words, " ")) + "\n";
  }
  for (const std::string& flag : option.flags) {
    line += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
  }
  if (!option.value.empty()) line += " -r";
  if (!option.words.empty()) line += " -f -a " + in_quotes(joined(option.words, " "));
  return line + " -d " + in_quotes(short_title(option.title)) + "\n";
}

std::string fish_script(const std::vector<Place>& places) {
  std::string script = "# fish completion for papert; made by 'papert completion fish'\n";
  for (const Place& place : places) {
    for (const VerbNode& below : place.verb->verbs) script += fish_verb(place, below);
    for (const OptionNode& option : place.verb->options) script += fish_option(place, option);
  }
  return script;
}

struct Shell {
  std::string_view name;
  std::string (*script)(const std::vector<Place>& places);
};
constexpr Shell kShells[] = {{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}};

/// What the command line does not close, but completion knows.
void add_known_words(VerbNode& verb, const VerbNode& whole) {
  for (OptionNode& option : verb.options) {
    if (!is_word(option) || option.name != "suite") continue;
    for (const auto& suite : suite::all_suites()) option.words.emplace_back(suite->name());
  }
  if (verb.name == "help") {
    OptionNode option{.name = "verb"};
    for (const VerbNode& other : whole.verbs) option.words.push_back(other.name);
    verb.options.push_back(option);
  }
  for (VerbNode& below : verb.verbs) add_known_words(below, whole);
}

int print_script(const Command& app, const std::string& name) {
  const VerbNode whole = app.whole_tree();
  VerbNode known = whole;
  add_known_words(known, whole);
  std::vector<Place> places;
  add_places(known, {}, places);
  const auto* const shell =
      std::ranges::find_if(kShells, [&](const Shell& one) { return one.name == name; });
  print(shell->script(places));
  return kExitDone;
}

}  // namespace

std::function<int()> add_completion(Command& app) {
  auto shell = std::make_shared<std::string>();
  app.add_option("shell", *shell, "whose completion")
      ->type_name("bash|zsh|fish")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}));
  app.footer(R"(Examples:
  source <(papert completion bash)
      completes in this shell from now on; an installed package does so everywhere
  papert completion zsh > ~/.zfunc/_papert
  papert completion fish > ~/.config/fish/completions/papert.fish)");
  return [&app, shell] { return print_script(app, *shell); };
}

}  // namespace papert::cli
