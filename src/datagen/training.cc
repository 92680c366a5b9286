#include "datagen/training.h"

#include <fcntl.h>

#include "base/file.h"
#include "base/json.h"
#include "base/sha256.h"
#include "datagen/evaluation_tasks.h"

namespace papert::datagen {
namespace {

Result<std::string> store(const std::string& image, const std::filesystem::path& out) {
  std::string name = "images/" + sha256_hex(image) + ".png";
  if (std::filesystem::exists(out / name)) return name;
  TRY(make_directories(out / "images"));
  TRY(write_file(out / name, image, Durability::kUnsynced));
  return name;
}

}  // namespace

Result<std::string> training_line(const suite::TaskSet& tasks, std::size_t index,
                                  std::string_view prompt_template,
                                  const std::filesystem::path& out) {
  const suite::Prompt prompt = TRY(tasks.prompt(index, prompt_template));
  Json json;
  json["id"] = tasks.id(index);
  json["messages"] =
      Json::array({Json{{"role", "user"}, {"content", prompt.text}},
                   Json{{"role", "assistant"}, {"content", tasks.reference(index)}}});
  json["images"] = Json::array();
  for (const std::string& image : prompt.images) json["images"].push_back(TRY(store(image, out)));
  return dump_json(json);
}

Result<JsonlWriter> fresh_lines(const std::filesystem::path& path) {
  TRY(open_file(path, O_WRONLY | O_CREAT | O_TRUNC));
  return JsonlWriter::open_append(path);
}

Result<TrainingReport> write_training(const suite::TaskSet& tasks, const std::filesystem::path& out,
                                      const TrainingOptions& options) {
  const EvaluationTasks published;
  TrainingReport report;
  TRY(make_directories(out));
  JsonlWriter lines = TRY(fresh_lines(out / "train.jsonl"));
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (options.cancel.cancelled()) {
      return fail(ErrorCode::kCancelled, "interrupted: train.jsonl is not complete", out.string());
    }
    bool known = false;
    if (!options.allow_evaluation) known = TRY(published.hold(options.suite, tasks, i));
    if (known) {
      ++report.evaluation;
    } else {
      const std::string line = TRY(training_line(tasks, i, options.prompt_template, out));
      TRY(lines.write_line(line));
      ++report.written;
    }
    if (options.progress) options.progress(i + 1, tasks.size());
  }
  TRY(lines.sync());
  return report;
}

}  // namespace papert::datagen
