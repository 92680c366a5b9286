#include "model/command.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/file.h"
#include "base/format.h"
#include "base/scratch_folder.h"
#include "base/sha256.h"
#include "base/text.h"
#include "model/process.h"

namespace papert::model {
namespace {

namespace fs = std::filesystem;
using End = ProcessOutcome::End;

constexpr std::size_t kMaxReplyBytes = std::size_t{64} << 20;

Attempt failure(std::string why, bool again) {
  Attempt attempt;
  attempt.reply = Reply::failed(std::move(why));
  attempt.again = again;
  attempt.reason = "the program failed";
  attempt.sign = Gate::Sign::kNothing;
  return attempt;
}

Attempt not_started(const std::string& program, int error) {
  std::string why = fmt::format("cannot start '{}': {}", program, std::strerror(error));
  if (error == E2BIG) {
    return failure(why + "; the prompt is too long for an argument, use {prompt_file}", false);
  }
  Attempt attempt = failure(std::move(why), error == EAGAIN || error == ENOMEM);
  attempt.reply.fatal = !attempt.again;
  return attempt;
}

/// An older program that does not know the flag which keeps it from recording what it was asked.
Attempt would_record(const std::string& program, std::string_view flag) {
  Attempt attempt = failure(
      fmt::format("this '{0}' does not know {1}, without which it keeps a record of every prompt; "
                  "take a newer {0}, or write the command out without {1} (docs/models.md)",
                  program, flag),
      false);
  attempt.reply.fatal = true;
  return attempt;
}

/// The last three lines a program wrote to standard error.
std::string last_lines(const std::string& words) {
  const std::string clean = sanitise_utf8(words);
  std::string_view text = trim(clean);
  std::size_t start = text.size();
  for (int lines = 0; lines < 3 && start != std::string_view::npos && start > 0; ++lines) {
    start = text.rfind('\n', start - 1);
  }
  if (start != std::string_view::npos) text = trim(text.substr(start));
  return text.empty() ? "" : ": " + std::string(text);
}

class CommandBackend : public Backend {
 public:
  CommandBackend(CommandTemplate command, CommandOptions options)
      : template_(std::move(command)), options_(std::move(options)) {}

  /// What decides the reply; the images by their content, as paths change with each request.
  [[nodiscard]] std::string body(const Request& request) const override {
    CommandFiles hashes;
    for (const PastTurn& turn : request.history) {
      for (const std::string& image : turn.images) hashes.images.push_back(sha256_hex(image));
    }
    for (const std::string& image : request.images) hashes.images.push_back(sha256_hex(image));
    return dump_json(request_json(request, hashes));
  }

  [[nodiscard]] Attempt attempt(const Request& request, const std::string&,
                                const CancelToken& cancel) override {
    const auto folder = ScratchFolder::make("command");
    if (!folder) return failure(folder.error().to_string(), false);
    CommandFiles files;
    files.work = folder->path();
    files.prompt = files.work / "prompt.txt";
    files.reply = files.work / "reply.txt";
    if (auto written = write_files(request, files); !written) {
      return failure(written.error().to_string(), false);
    }
    ProcessRequest process;
    process.command = expand_command(template_.words, prompt_of(request), files);
    process.input = input(files);
    if (template_.in_work_folder) process.folder = files.work;
    process.timeout_s = options_.timeout_s;
    process.max_output_bytes = kMaxReplyBytes;
    Attempt attempt = classify(run_process(process, cancel), files);
    Reply& reply = attempt.reply;
    reply.error = options_.secrets.hide(reply.error);
    reply.text = options_.secrets.hide_in_reply(std::move(reply.text));
    reply.reasoning = options_.secrets.hide_in_reply(std::move(reply.reasoning));
    return attempt;
  }

  [[nodiscard]] std::string endpoint() const override { return dump_json(Json(template_.words)); }

  [[nodiscard]] std::string describe() const override {
    return fmt::format("the program {}", fmt::join(template_.words, " "));
  }

 private:
  /// The files hold the pictures of the whole conversation, in order.
  [[nodiscard]] Json request_json(const Request& request, const CommandFiles& files) const {
    auto next = files.images.begin();
    const auto take = [&](std::size_t count) {
      const auto first = next;
      next += static_cast<std::ptrdiff_t>(count);
      return std::vector<std::string>(first, next);
    };
    Json history = Json::array();
    for (const PastTurn& turn : request.history) {
      Json said{{"prompt", turn.text}};
      said["images"] = take(turn.images.size());
      said["reply"] = turn.reply;
      history.push_back(std::move(said));
    }
    Json json{{"id", request.id}, {"epoch", request.epoch}, {"prompt", request.text}};
    json["images"] = take(request.images.size());
    if (!history.empty()) json["history"] = std::move(history);
    if (!request.system.empty()) json["system"] = request.system;
    json.update(options_.sampling.to_json());
    return json;
  }

  /// What a template is given: it has no place of its own for a system message, nor for what was
  /// said before.
  static std::string prompt_of(const Request& request) {
    std::string text = request.system.empty() ? "" : request.system + "\n\n";
    for (const PastTurn& turn : request.history) {
      text += turn.text + "\n\nYour reply to this was:\n\n" + turn.reply + "\n\n";
    }
    return text + request.text;
  }

  [[nodiscard]] Result<void> write_files(const Request& request, CommandFiles& files) const {
    const auto write = [&](const std::vector<std::string>& images) -> Result<void> {
      for (const std::string& image : images) {
        const fs::path path = files.work / fmt::format("image-{}.png", files.images.size() + 1);
        TRY(write_file(path, image, Durability::kUnsynced));
        files.images.push_back(path.string());
      }
      return {};
    };
    for (const PastTurn& turn : request.history) TRY(write(turn.images));
    TRY(write(request.images));
    TRY(write_file(files.prompt, prompt_of(request), Durability::kUnsynced));
    if (template_.input == CommandTemplate::Input::kRequest) {
      const std::string json = with_format(dump_json(request_json(request, files)));
      TRY(write_file(files.work / "request.json", json + "\n", Durability::kUnsynced));
    }
    return {};
  }

  [[nodiscard]] fs::path input(const CommandFiles& files) const {
    switch (template_.input) {
      case CommandTemplate::Input::kPrompt:
        return files.prompt;
      case CommandTemplate::Input::kRequest:
        return files.work / "request.json";
      default:
        return "/dev/null";
    }
  }

  [[nodiscard]] Attempt classify(ProcessOutcome outcome, const CommandFiles& files) const {
    const std::string& program = template_.words[0];
    const std::string words = last_lines(outcome.last_words);
    switch (outcome.end) {
      case End::kNotStarted:
        return not_started(program, outcome.number);
      case End::kCancelled:
        return failure("interrupted", false);
      case End::kTimeout:
        return failure(
            fmt::format("'{}' did not end within {:g} s{}", program, options_.timeout_s, words),
            true);
      case End::kTooMuchOutput:
        return failure(fmt::format("'{}' printed more than {} MB", program, kMaxReplyBytes >> 20),
                       false);
      case End::kSignal:
        return failure(fmt::format("'{}' was ended by signal {}{}", program, outcome.number, words),
                       true);
      case End::kExited:
        break;
    }
    const std::string_view flag = template_.unrecorded;
    if (outcome.number != 0 && !flag.empty() &&
        outcome.last_words.find(flag) != std::string::npos) {
      return would_record(program, flag);
    }
    if (outcome.number != 0) {
      return failure(fmt::format("'{}' ended with status {}{}", program, outcome.number, words),
                     true);
    }
    if (template_.replies_in_file) {
      auto reply = read_file(files.reply, kMaxReplyBytes);
      if (!reply) return failure(fmt::format("'{}' wrote no reply{}", program, words), true);
      outcome.output = std::move(*reply);
    }
    Attempt attempt;
    attempt.reply.text = sanitise_utf8(outcome.output);
    return attempt;
  }

  const CommandTemplate template_;
  const CommandOptions options_;
};

}  // namespace

Result<std::unique_ptr<Backend>> make_command_backend(std::string_view command,
                                                      const CommandOptions& options) {
  return std::unique_ptr<Backend>(
      std::make_unique<CommandBackend>(TRY(parse_command(command, options.sampling)), options));
}

}  // namespace papert::model
