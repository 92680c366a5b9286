// command/CMD: any program that can answer, started once per request.
//
// CMD is split into words as a shell would (quotes, backslashes), but no shell runs it. If it has
// none of the placeholders below, the program reads the request as one JSON object on standard
// input, {"id", "epoch", "prompt", "images": [paths], ...} with the system message ("system"), what
// was said before ("history": [{"prompt", "images", "reply"}]) and the sampling settings that are
// set beside them, and prints its reply. Otherwise it is an argument template:
//
//     {prompt}         the prompt
//     {prompt_file}    a file that holds it
//     {prompt@images}  the prompt, and below it a line @PATH for each image
//     {image}          an image's path. The word is repeated for each image, together with the word
//                      before it if that is an option: -i {image}
//     {images}         all paths, a word each
//     {work}           an empty folder, fresh for each request, that holds the files named here
//     {reply_file}     where to write the reply; without it the reply is what is printed
//
// A template without one of the first three reads the prompt on standard input. It has no place for
// a system message or an earlier conversation, which are put in front of the prompt with an empty
// line between, and all pictures of a conversation are its images. The program runs in the current
// folder.
//
// command/codex and command/claude are ready templates for those command lines, run in the work
// folder; command/codex:MODEL chooses a model. Any other use of these programs is spelled out
// (command/codex exec ..., command/./claude).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/remote.h"
#include "model/secret.h"

namespace papert::model {

/// Words as a POSIX shell splits them; nothing is expanded. kUsage if a quote does not end.
[[nodiscard]] Result<std::vector<std::string>> split_command(std::string_view text);

struct CommandTemplate {
  enum class Input { kNothing, kPrompt, kRequest };
  std::vector<std::string> words;
  Input input = Input::kRequest;
  bool in_work_folder = false;
  bool replies_in_file = false;
  std::string_view unrecorded;  // the flag of a ready template that keeps its program from leaving
                                // a record of the conversation; programs before it refuse it
};

/// `command` is what follows command/. kUsage if it is empty, or a template is given sampling
/// settings, which it has no place for (reasoning_effort in the ready ones excepted).
[[nodiscard]] Result<CommandTemplate> parse_command(std::string_view command,
                                                    const Sampling& sampling);

/// The files of one request.
struct CommandFiles {
  std::filesystem::path work;
  std::filesystem::path prompt;
  std::filesystem::path reply;
  std::vector<std::string> images;
};

/// The arguments for one request. What is filled in is not looked at for placeholders again.
[[nodiscard]] std::vector<std::string> expand_command(const std::vector<std::string>& words,
                                                      const std::string& prompt,
                                                      const CommandFiles& files);

struct CommandOptions {
  Sampling sampling;
  Secrets secrets;  // keys in the environment, which a program may print
  double timeout_s = 3600;
};

[[nodiscard]] Result<std::unique_ptr<Backend>> make_command_backend(std::string_view command,
                                                                    const CommandOptions& options);

}  // namespace papert::model
