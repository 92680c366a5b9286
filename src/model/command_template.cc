// Splitting, recognising and filling in command lines; nothing is run here.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/command.h"

namespace papert::model {
namespace {

constexpr std::array<std::string_view, 7> kPlaceholders{
    "{prompt}", "{prompt_file}", "{prompt@images}", "{image}",
    "{images}", "{work}",        "{reply_file}"};

bool has(const std::vector<std::string>& words, std::string_view placeholder) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word.find(placeholder) != std::string::npos;
  });
}

std::string prompt_at_images(const std::string& prompt, const CommandFiles& files) {
  std::string text = prompt;
  for (const std::string& image : files.images) {
    text += text.ends_with('\n') || text.empty() ? "" : "\n";
    text += "@" + image;
  }
  return text;
}

/// One word filled in, `image` for {image}.
std::string fill(std::string_view word, const std::string& prompt, const CommandFiles& files,
                 const std::string& image) {
  std::string text;
  while (!word.empty()) {
    const auto found =
        std::find_if(kPlaceholders.begin(), kPlaceholders.end(),
                     [&](std::string_view placeholder) { return word.starts_with(placeholder); });
    if (found == kPlaceholders.end()) {
      text += word[0];
      word.remove_prefix(1);
      continue;
    }
    word.remove_prefix(found->size());
    if (*found == "{prompt}") text += prompt;
    if (*found == "{prompt_file}") text += files.prompt.string();
    if (*found == "{prompt@images}") text += prompt_at_images(prompt, files);
    if (*found == "{image}") text += image;
    if (*found == "{images}") text += fmt::format("{}", fmt::join(files.images, ","));
    if (*found == "{work}") text += files.work.string();
    if (*found == "{reply_file}") text += files.reply.string();
  }
  return text;
}

constexpr std::string_view kCodexUnrecorded = "--ephemeral";
constexpr std::string_view kClaudeUnrecorded = "--no-session-persistence";

/// The ready templates, which leave nothing behind. codex takes the prompt on standard input ("-"):
/// its -i would take a prompt behind it for another picture. claude's --add-dir does the same, up
/// to the "--".
std::vector<std::string> codex(const std::string& model, const std::string& effort) {
  std::vector<std::string> words{"codex",
                                 "exec",
                                 std::string(kCodexUnrecorded),
                                 "--skip-git-repo-check",
                                 "--sandbox",
                                 "read-only",
                                 "--color",
                                 "never",
                                 "--cd",
                                 "{work}"};
  if (!model.empty()) words.insert(words.end(), {"--model", model});
  if (!effort.empty()) {
    words.insert(words.end(), {"--config", fmt::format("model_reasoning_effort=\"{}\"", effort)});
  }
  words.insert(words.end(), {"-i", "{image}", "--output-last-message", "{reply_file}", "-"});
  return words;
}

std::vector<std::string> claude(const std::string& model, const std::string& effort) {
  std::vector<std::string> words{"claude", "-p", std::string(kClaudeUnrecorded), "--output-format",
                                 "text"};
  if (!model.empty()) words.insert(words.end(), {"--model", model});
  if (!effort.empty()) words.insert(words.end(), {"--effort", effort});
  words.insert(words.end(), {"--add-dir", "{work}", "--", "{prompt@images}"});
  return words;
}

}  // namespace

Result<std::vector<std::string>> split_command(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;  // a word has begun, maybe an empty one: ''
  char quote = '\0';
  const auto add = [&](char c) {
    if (!inside) words.emplace_back();
    inside = true;
    if (c != '\0') words.back() += c;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\\' && quote != '\'' && next != '\0' &&
        (quote == '\0' || next == '"' || next == '\\')) {
      add(next);
      ++i;
    } else if (quote == c && quote != '\0') {
      quote = '\0';
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      add('\0');
      quote = c;
    } else if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n')) {
      inside = false;
    } else {
      add(c);
    }
  }
  if (quote != '\0') {
    return fail(ErrorCode::kUsage, fmt::format("a {} without its partner", quote),
                std::string(text));
  }
  return words;
}

Result<CommandTemplate> parse_command(std::string_view command, const Sampling& sampling) {
  CommandTemplate parsed;
  parsed.words = TRY(split_command(command));
  if (parsed.words.empty()) {
    return fail(ErrorCode::kUsage, "command/ needs a program: command/PROGRAM [ARGUMENTS]");
  }
  Sampling unused = sampling;
  const std::string& only = parsed.words[0];
  const std::string name = only.substr(0, only.find(':'));
  if (parsed.words.size() == 1 && (name == "codex" || name == "claude")) {
    const std::string model = name == only ? "" : only.substr(name.size() + 1);
    parsed.words = (name == "codex" ? codex : claude)(model, sampling.reasoning_effort);
    parsed.unrecorded = name == "codex" ? kCodexUnrecorded : kClaudeUnrecorded;
    parsed.in_work_folder = true;
    unused.reasoning_effort.clear();
  }
  const bool is_template =
      std::any_of(kPlaceholders.begin(), kPlaceholders.end(),
                  [&](std::string_view placeholder) { return has(parsed.words, placeholder); });
  if (!is_template) return parsed;
  if (const Json left = unused.to_json(); !left.empty()) {
    return fail(ErrorCode::kUsage,
                fmt::format("a command template takes no {}; write it into the command",
                            left.items().begin().key()),
                std::string(command));
  }
  const bool prompt = has(parsed.words, "{prompt}") || has(parsed.words, "{prompt_file}") ||
                      has(parsed.words, "{prompt@images}");
  parsed.input = prompt ? CommandTemplate::Input::kNothing : CommandTemplate::Input::kPrompt;
  parsed.replies_in_file = has(parsed.words, "{reply_file}");
  return parsed;
}

std::vector<std::string> expand_command(const std::vector<std::string>& words,
                                        const std::string& prompt, const CommandFiles& files) {
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "{images}") {
      arguments.insert(arguments.end(), files.images.begin(), files.images.end());
      continue;
    }
    const auto takes_image = [](const std::string& text) {
      return text.find("{image}") != std::string::npos;
    };
    const bool option = i + 1 < words.size() && word.starts_with('-') && word != "-" &&
                        word != "--" && !takes_image(word) && takes_image(words[i + 1]);
    if (option || takes_image(word)) {
      for (const std::string& image : files.images) {
        if (option) arguments.push_back(fill(word, prompt, files, image));
        arguments.push_back(fill(words[option ? i + 1 : i], prompt, files, image));
      }
      i += option ? 1 : 0;
      continue;
    }
    arguments.push_back(fill(word, prompt, files, ""));
  }
  return arguments;
}

}  // namespace papert::model
