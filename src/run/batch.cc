#include "run/batch.h"

#include <fcntl.h>

#include <optional>
#include <set>
#include <utility>

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/jsonl.h"
#include "base/numbers.h"
#include "base/thread_pool.h"
#include "run/folder.h"
#include "run/sample.h"

namespace papert::run {
namespace {

using Key = std::pair<std::size_t, std::int64_t>;  // index of the task, epoch

/// Lines into one file after another, each within the limits.
class PartWriter {
 public:
  PartWriter(std::filesystem::path out, const BatchWriteOptions& options)
      : out_(std::move(out)), options_(options) {}

  [[nodiscard]] Result<void> write(const std::string& line) {
    const std::size_t bytes = line.size() + 1;
    if (!writer_ || lines_ >= options_.max_requests || bytes_ + bytes > options_.max_bytes) {
      TRY(next_file());
    }
    TRY(writer_->write_line(line));
    ++lines_;
    bytes_ += bytes;
    return {};
  }

  [[nodiscard]] Result<std::vector<std::filesystem::path>> finish() {
    if (writer_) TRY(writer_->sync());
    return files_;
  }

 private:
  [[nodiscard]] Result<void> next_file() {
    if (writer_) TRY(writer_->sync());
    std::filesystem::path path = out_;
    if (!files_.empty()) {
      path.replace_filename(out_.stem().string() + "-" + std::to_string(files_.size() + 1) +
                            out_.extension().string());
    }
    TRY(open_file(path, O_WRONLY | O_CREAT | O_TRUNC));
    writer_ = TRY(JsonlWriter::open_append(path));
    files_.push_back(std::move(path));
    lines_ = 0;
    bytes_ = 0;
    return {};
  }

  std::filesystem::path out_;
  const BatchWriteOptions& options_;
  std::optional<JsonlWriter> writer_;
  std::vector<std::filesystem::path> files_;
  std::size_t lines_ = 0;
  std::size_t bytes_ = 0;
};

/// "what: the provider's words", as far as there are any.
std::string words_of(const std::string& what, const Json& error) {
  if (!error.is_object()) return what;
  const Json message = error.value("message", Json());
  return message.is_string() ? what + ": " + message.get<std::string>() : what;
}

/// The reply in a line of results. A request that failed is a reply, too; an error is a line that
/// says neither.
Result<model::Reply> reply_of(const Json& line, const BatchReadOptions& options,
                              const std::string& where) {
  if (const Json error = line.value("error", Json()); error.is_object()) {
    const Json code = error.value("code", Json());
    return model::Reply::failed(
        words_of(code.is_string() ? code.get<std::string>() : "error", error));
  }
  const Json response = line.value("response", Json());
  if (!response.is_object()) {
    return fail(ErrorCode::kBadData, "the result has neither a response nor an error", where);
  }
  const std::int64_t status = TRY(get_int(response, "status_code", where));
  const Json body = response.value("body", Json());
  if (status == 200) {
    auto reply = options.parse(dump_json(body));
    return reply ? std::move(*reply) : model::Reply::failed(reply.error().message);
  }
  return model::Reply::failed(words_of("HTTP " + std::to_string(status),
                                       body.is_object() ? body.value("error", Json()) : Json()));
}

/// When the reply came, as the provider has it ("created", in seconds); empty if it does not say.
std::string time_of(const Json& line) {
  const Json response = line.value("response", Json());
  const Json body = response.is_object() ? response.value("body", Json()) : Json();
  const Json created = body.is_object() ? body.value("created", Json()) : Json();
  return created.is_number_integer() ? utc_time(created.get<std::int64_t>()) : std::string();
}

/// A result whose task is known.
struct Item {
  Key key;
  model::Reply reply;
};

class Reading {
 public:
  Reading(const suite::TaskSet& tasks, const std::filesystem::path& folder,
          const BatchReadOptions& options, const Ledger& ledger, JsonlWriter log)
      : options_(options),
        ledger_(ledger),
        log_(std::move(log)),
        pictures_(folder, tasks.size() * static_cast<std::size_t>(options.epochs)),
        maker_(tasks, options.extraction, pictures_, nullptr, options.prompt_template) {}

  [[nodiscard]] Result<BatchReport> run(LineReader reader) {
    Result<void> input;
    Result<void> output;
    ordered_pipeline(
        options_.jobs, 4 * options_.jobs, [&] { return next(reader, input); },
        [&](const Item& item) {
          return maker_.make_from(item.key.first, item.key.second, item.reply, options_.cancel);
        },
        [&](const Record& sample) {
          if (output) output = record(sample);
          if (!output) options_.cancel.cancel();
        });
    TRY(std::move(output));
    TRY(log_.sync());
    TRY(std::move(input));
    TRY(pictures_.settle());
    return std::move(report_);
  }

 private:
  std::optional<Item> next(LineReader& reader, Result<void>& input) {
    Line line;
    while (!options_.cancel.cancelled()) {
      const auto more = reader.next(line);
      if (!more) input = fail(more.error());
      if (!more || !*more) return std::nullopt;
      auto item = read(line, reader.name() + ":" + std::to_string(line.number));
      if (!item) report_.problems.push_back(item.error());
      if (item && *item) return std::move(*item);
    }
    return std::nullopt;
  }

  /// None for a blank line and for what the run has already.
  Result<std::optional<Item>> read(const Line& line, const std::string& where) {
    if (line.too_long) return fail(ErrorCode::kLimit, "the line is too long", where);
    if (line.blank()) return std::optional<Item>();
    const Json json = TRY(parse_json(line.text, where));
    const std::string name = TRY(get_string(json, "custom_id", where));
    const auto parsed = parse_batch_id(name);
    const std::size_t* task = parsed ? ledger_.find(parsed->first) : nullptr;
    if (task == nullptr || parsed->second >= options_.epochs) {
      return fail(ErrorCode::kBadData, "the run never asked for '" + name + "'", where);
    }
    auto reply = TRY(reply_of(json, options_, where));
    reply.time = time_of(json);
    Item item{{*task, parsed->second}, std::move(reply)};
    if (!seen_.insert(item.key).second) {
      return fail(ErrorCode::kBadData, "a second result for '" + name + "'", where);
    }
    if (!ledger_.is_scored(item.key.first, item.key.second)) {
      return std::optional<Item>(std::move(item));
    }
    ++report_.done;
    return std::optional<Item>();
  }

  Result<void> record(const Record& sample) {
    TRY(log_.write(to_json(sample)));
    ++report_.added;
    if (sample.right()) ++report_.right;
    if (!sample.scored()) ++report_.not_scored;
    if (options_.progress) options_.progress(report_.added);
    return {};
  }

  const BatchReadOptions& options_;
  const Ledger& ledger_;
  JsonlWriter log_;
  PictureStore pictures_;
  SampleMaker maker_;
  std::set<Key> seen_;
  BatchReport report_;
};

}  // namespace

std::string batch_id(const std::string& id, std::int64_t epoch) {
  return id + "#" + std::to_string(epoch);
}

Result<std::pair<std::string, std::int64_t>> parse_batch_id(std::string_view text) {
  const std::size_t mark = text.rfind('#');
  if (mark != std::string_view::npos && text.substr(mark + 1, 1) != "-") {
    if (const auto epoch = parse_number<std::int64_t>(text.substr(mark + 1))) {
      return std::pair(std::string(text.substr(0, mark)), *epoch);
    }
  }
  return fail(ErrorCode::kBadData, "'" + std::string(text) + "' is not an id and an epoch");
}

Result<BatchFiles> write_batch(const suite::TaskSet& tasks, const Ledger& ledger,
                               const std::filesystem::path& out, const BatchWriteOptions& options) {
  PartWriter writer(out, options);
  BatchFiles result;
  for (const std::size_t i : options.tasks) {
    std::optional<suite::Prompt> prompt;  // made once, for all epochs
    for (std::int64_t epoch = 0; epoch < options.epochs; ++epoch) {
      if (ledger.is_scored(i, epoch)) {
        ++result.done;
        continue;
      }
      if (!prompt) prompt = TRY(tasks.prompt(i, options.prompt_template));
      const model::Request request{tasks.id(i),    epoch, prompt->text, prompt->images, 0,
                                   options.system, i};
      Json line;
      line["custom_id"] = batch_id(request.id, epoch);
      line["method"] = "POST";
      line["url"] = options.url;
      std::string text = dump_json(line);
      text.back() = ',';
      TRY(writer.write(text + "\"body\":" + options.build(request) + "}"));
      ++result.requests;
    }
  }
  result.files = TRY(writer.finish());
  return result;
}

Result<BatchReport> read_batch(const suite::TaskSet& tasks, const std::filesystem::path& folder,
                               const std::filesystem::path& results,
                               const BatchReadOptions& options) {
  LineReader reader = TRY(LineReader::open(results, {.cancel = options.cancel}));
  const Ledger ledger = TRY(Ledger::open(tasks, folder));
  JsonlWriter log = TRY(JsonlWriter::open_append(samples_path(folder)));
  Reading reading(tasks, folder, options, ledger, std::move(log));
  BatchReport report = TRY(reading.run(std::move(reader)));
  report.problems.insert(report.problems.begin(), ledger.damaged().begin(), ledger.damaged().end());
  return report;
}

}  // namespace papert::run
