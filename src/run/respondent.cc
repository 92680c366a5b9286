#include "run/respondent.h"

#include "model/replay.h"
#include "run/folder.h"
#include "solve/baseline.h"

namespace papert::run {
namespace {

Response failed(const Error& error) {
  Response response;
  response.reply.status = model::ReplyStatus::kFailed;
  response.reply.error = error.to_string();
  return response;
}

class BaselineRespondent : public Respondent {
 public:
  explicit BaselineRespondent(std::unique_ptr<solve::Baseline> baseline)
      : baseline_(std::move(baseline)) {}

  [[nodiscard]] Response respond(const suite::TaskSet& tasks, std::size_t index, std::int64_t,
                                 std::string_view prompt_template) override {
    Response response;
    if (baseline_->reads_prompt()) {
      auto prompt = tasks.prompt(index, prompt_template);
      if (!prompt) return failed(prompt.error());
      response.prompt = std::move(*prompt);
    }
    auto reply = baseline_->play(tasks, index, response.prompt);
    if (!reply) return failed(reply.error());
    response.reply.text = std::move(*reply);
    return response;
  }

 private:
  std::unique_ptr<solve::Baseline> baseline_;
};

class ModelRespondent : public Respondent {
 public:
  explicit ModelRespondent(std::unique_ptr<model::Model> model) : model_(std::move(model)) {}

  [[nodiscard]] Response respond(const suite::TaskSet& tasks, std::size_t index, std::int64_t epoch,
                                 std::string_view prompt_template) override {
    Response response;
    if (model_->reads_prompt()) {
      auto prompt = tasks.prompt(index, prompt_template);
      if (!prompt) return failed(prompt.error());
      response.prompt = std::move(*prompt);
    }
    response.reply =
        model_->ask({tasks.task(index).id, epoch, response.prompt.text, response.prompt.images});
    return response;
  }

 private:
  std::unique_ptr<model::Model> model_;
};

}  // namespace

Result<std::unique_ptr<Respondent>> make_respondent(const std::string& model,
                                                    const suite::Suite& suite,
                                                    const std::filesystem::path& log_dir) {
  const std::size_t slash = model.find('/');
  const std::string provider = model.substr(0, slash);
  const std::string name = slash == std::string::npos ? "" : model.substr(slash + 1);
  if (provider == "baseline") {
    return std::unique_ptr<Respondent>(
        std::make_unique<BaselineRespondent>(TRY(solve::make_baseline(suite.name(), name))));
  }
  if (provider == "replay") {
    const std::filesystem::path folder = TRY(find_run(name, log_dir));
    return std::unique_ptr<Respondent>(
        std::make_unique<ModelRespondent>(TRY(model::open_replay(samples_path(folder)))));
  }
  return fail(ErrorCode::kUsage,
              "there is no model '" + model +
                  "'; use baseline/NAME or replay/RUN (papert list models shows what there is)");
}

}  // namespace papert::run
