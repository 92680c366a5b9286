#include "datagen/loop_step.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include "base/paths.h"
#include "base/text.h"
#include "model/process.h"

namespace papert::datagen {
namespace {

constexpr double kLongestCommandSeconds = 60.0 * 24 * 3600;
constexpr std::size_t kShownLog = 2000;

/// A word that a shell reads as it is.
std::string shell_word(std::string_view text) {
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

/// "replies.jsonl.try-2": what one command writes, and the file beside it that says, from before
/// its start, that the name is taken: a command that outlived its loop may not have written
/// anything.
struct CommandAttempt {
  std::filesystem::path path;
  std::filesystem::path begun;
};

/// Of a name that no command has that may still run.
Result<CommandAttempt> begin_attempt(const std::filesystem::path& result) {
  CommandAttempt attempt;
  for (int i = 1;; ++i) {
    attempt.path = result;
    attempt.path += fmt::format(".try-{}", i);
    attempt.begun = attempt.path;
    attempt.begun += ".begun";
    if (!may_exist(attempt.path) && !may_exist(attempt.begun)) break;
  }
  TRY(open_file(attempt.begun, O_WRONLY | O_CREAT));
  return attempt;
}

std::string end_of(const std::filesystem::path& log) {
  auto text = read_file(log);
  if (!text) return "";
  const std::string clean = sanitise_utf8(*text);
  const std::string_view tail =
      trim(std::string_view(clean).substr(clean.size() > kShownLog ? clean.size() - kShownLog : 0));
  return tail.empty() ? "" : ":\n" + std::string(tail);
}

Result<void> replace_path(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::remove_all(to, error);
  std::filesystem::rename(from, to, error);
  if (error) return fail(system_error(error.value(), "rename", from.string()));
  return {};
}

}  // namespace

Result<LoopState> LoopState::open(const std::filesystem::path& folder) {
  TRY(make_directories(folder));
  FileDescriptor lock = TRY(open_file(folder, O_RDONLY | O_DIRECTORY));
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::kUsage, "another process works in this folder", folder.string());
  }
  const std::filesystem::path path = folder / "state.jsonl";
  JsonlWriter lines = TRY(JsonlWriter::open_append(path));
  LoopState state(std::move(lock), std::move(lines));
  LineReader reader = TRY(LineReader::open(path));
  Line line;
  while (TRY(reader.next(line))) {
    const std::string where = fmt::format("{}:{}", path.string(), line.number);
    const Json json = TRY(parse_json(line.text, where));
    const std::string key = TRY(get_string(json, "key", where));
    state.steps_[key] = json.contains("value") ? json["value"] : Json();
  }
  return state;
}

const Json* LoopState::find(const std::string& key) const {
  const auto step = steps_.find(key);
  return step == steps_.end() ? nullptr : &step->second;
}

Result<void> LoopState::finish(const std::string& key, const Json& value) {
  TRY(lines_.write({{"key", key}, {"value", value}}));
  TRY(lines_.sync());
  steps_[key] = value;
  return {};
}

std::string fill_command(std::string_view command, const Placeholders& values) {
  std::string filled;
  for (std::size_t at = 0; at < command.size();) {
    bool found = false;
    for (const auto& [name, value] : values) {
      if (!command.substr(at).starts_with(name)) continue;
      filled += shell_word(value);
      at += name.size();
      found = true;
      break;
    }
    if (!found) filled += command[at++];
  }
  return filled;
}

Result<void> run_command(const LoopCommand& command, Placeholders values,
                         const CancelToken& cancel) {
  const CommandAttempt attempt = TRY(begin_attempt(command.result));
  values.emplace_back(command.result_name, attempt.path.string());
  model::ProcessRequest request;
  request.command = {"/bin/sh", "-c",
                     fmt::format("{{\n{}\n}} >{} 2>&1", fill_command(command.text, values),
                                 shell_word(command.log.string()))};
  request.input = "/dev/null";
  request.timeout_s = kLongestCommandSeconds;
  const model::ProcessOutcome outcome = model::run_process(request, cancel);
  std::error_code ignored;
  std::filesystem::remove(attempt.begun, ignored);  // nothing of the command runs any more
  using End = model::ProcessOutcome::End;
  if (outcome.end == End::kCancelled) {
    return fail(ErrorCode::kCancelled, "interrupted: the same command goes on",
                attempt.path.string());
  }
  if (outcome.end != End::kExited || outcome.number != 0) {
    return fail(ErrorCode::kBadData,
                fmt::format("the command failed ({} {}): {}{}",
                            outcome.end == End::kSignal ? "signal" : "exit code", outcome.number,
                            command.text, end_of(command.log)),
                command.log.string());
  }
  if (!may_exist(attempt.path)) {
    return fail(
        ErrorCode::kBadData,
        fmt::format("the command ended well but made no {}: {}", command.result_name, command.text),
        command.log.string());
  }
  return replace_path(attempt.path, command.result);
}

}  // namespace papert::datagen
