#include "run/respondent.h"

#include "model/replay.h"
#include "run/folder.h"
#include "solve/baseline.h"

namespace papert::run {
namespace {

model::Reply failed(const Error& error) {
  model::Reply reply;
  reply.status = model::ReplyStatus::kFailed;
  reply.error = error.to_string();
  return reply;
}

class BaselineRespondent : public Respondent {
 public:
  explicit BaselineRespondent(std::unique_ptr<solve::Baseline> baseline)
      : baseline_(std::move(baseline)) {}

 private:
  [[nodiscard]] bool reads_prompt() const override { return baseline_->reads_prompt(); }
  [[nodiscard]] model::Reply reply(const suite::TaskSet& tasks, std::size_t index, std::int64_t,
                                   int, const suite::Prompt& prompt, const CancelToken&) override {
    auto text = baseline_->play(tasks, index, prompt);
    if (!text) return failed(text.error());
    model::Reply reply;
    reply.text = std::move(*text);
    return reply;
  }

  std::unique_ptr<solve::Baseline> baseline_;
};

class ModelRespondent : public Respondent {
 public:
  explicit ModelRespondent(std::unique_ptr<model::Model> model, std::string system = {})
      : model_(std::move(model)), system_(std::move(system)) {}
  [[nodiscard]] std::size_t concurrency() const override { return model_->concurrency(); }
  [[nodiscard]] std::string describe() const override { return model_->describe(); }
  [[nodiscard]] std::string address() const override { return model_->address(); }
  void charge_to(const std::string& run) override { model_->charge_to(run); }
  [[nodiscard]] std::string waiting() const override { return model_->waiting(); }

 private:
  [[nodiscard]] bool reads_prompt() const override { return model_->reads_prompt(); }
  [[nodiscard]] model::Reply reply(const suite::TaskSet& tasks, std::size_t index,
                                   std::int64_t epoch, int repeat, const suite::Prompt& prompt,
                                   const CancelToken& cancel) override {
    return model_->ask({tasks.task(index).id, epoch, prompt.text, prompt.images, repeat, system_},
                       cancel);
  }

  std::unique_ptr<model::Model> model_;
  std::string system_;
};

}  // namespace

Response Respondent::respond(const suite::TaskSet& tasks, std::size_t index, std::int64_t epoch,
                             int repeat, std::string_view prompt_template,
                             const CancelToken& cancel) {
  Response response;
  if (reads_prompt()) {
    auto prompt = tasks.prompt(index, prompt_template);
    if (!prompt) {
      response.reply = failed(prompt.error());
      return response;
    }
    response.prompt = std::move(*prompt);
  }
  response.reply = reply(tasks, index, epoch, repeat, response.prompt, cancel);
  return response;
}

Result<std::unique_ptr<Respondent>> make_respondent(const std::string& model,
                                                    const suite::Suite& suite,
                                                    const std::filesystem::path& log_dir,
                                                    const model::ModelOptions& options,
                                                    const std::string& system) {
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
  return std::unique_ptr<Respondent>(
      std::make_unique<ModelRespondent>(TRY(model::make_model(model, options)), system));
}

}  // namespace papert::run
