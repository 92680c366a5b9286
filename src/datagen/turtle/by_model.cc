#include "datagen/turtle/by_model.h"

#include "base/text.h"
#include "datagen/asked_stage.h"
#include "datagen/turtle/label.h"
#include "datagen/turtle/rubric_reply.h"
#include "raster/drawing_picture.h"
#include "reply/code.h"
#include "reply/reasoning.h"
#include "run/scoring_slots.h"

namespace papert::datagen {
namespace {

using model::ReplyStatus;

constexpr std::size_t kMostPattern = 600;  // bytes

/// What was said before the first fence.
std::string pattern_of(std::string_view answer) {
  const std::size_t fence = std::min(answer.find("```"), answer.find("~~~"));
  if (fence == std::string_view::npos) return {};
  return std::string(cut_utf8(trim(answer.substr(0, fence)), kMostPattern));
}

/// What is wrong with a reply as such; empty if nothing is.
std::string fault_of(const model::Reply& reply) {
  if (reply.status == ReplyStatus::kRefused) return "it was refused";
  if (reply.status == ReplyStatus::kTruncated) return "it was cut off before its end";
  return {};
}

std::string png_of(const scene::Scene& scene, const std::string& name) {
  return raster::picture_file(scene, raster::PictureStyle::kClean, name);
}

/// Asks. Where the work ends between two requests for one line, that counts as a request that
/// failed: what the first took must not be forgotten, and the next line meets the end anyway.
Result<model::Reply> ask_for_line(Asker& asker, const model::Request& request, Spent& spent) {
  auto reply = asker.ask(request, spent);
  if (reply || spent.none()) return reply;
  return model::Reply::failed(reply.error().message);
}

class ModelMutator : public AskedMutator {
 public:
  ModelMutator(std::unique_ptr<Asker> asker, RolePrompts prompts)
      : asker_(std::move(asker)), prompts_(std::move(prompts)) {}

  [[nodiscard]] std::string_view name() const override { return asker_->name(); }
  [[nodiscard]] std::size_t connections() const override { return asker_->connections(); }

  [[nodiscard]] Result<AskedMutation> mutate(const std::string& key,
                                             const MutationInput& input) const override {
    model::Request request;
    request.id = key;
    request.text = TRY(mutation_prompt(prompts_, input));
    AskedMutation made;
    const model::Reply reply = TRY(asker_->ask(request, made.spent));
    if (reply.status == ReplyStatus::kFailed) {
      made.status = kRequestFailed;
      made.error = reply.error;
      return made;
    }
    if (reply.status == ReplyStatus::kRefused) made.status = "refused";
    if (reply.status == ReplyStatus::kTruncated) made.status = "truncated";
    if (!made.status.empty()) return made;
    const std::string answer = reply::split_reasoning(reply.text).answer;
    made.pattern = pattern_of(answer);
    for (reply::Candidate& each : reply::find_code(answer)) {
      made.programs.push_back(std::move(each.code));
    }
    if (made.programs.empty()) made.status = "no_code";
    return made;
  }

 private:
  std::unique_ptr<Asker> asker_;
  RolePrompts prompts_;
};

class ModelScorer : public AskedScorer {
 public:
  ModelScorer(std::unique_ptr<Asker> asker, std::string prompt, Blocklist blocklist)
      : asker_(std::move(asker)), prompt_(std::move(prompt)), blocklist_(std::move(blocklist)) {}

  [[nodiscard]] std::string_view name() const override { return asker_->name(); }
  [[nodiscard]] std::size_t connections() const override { return asker_->connections(); }

  [[nodiscard]] Result<AskedScore> score(const std::string& key,
                                         const scene::Scene& scene) const override {
    AskedScore made;
    if (!blocklist_.refused_as(scene).empty()) {
      made.status = "refused";
      return made;
    }
    model::Request request;
    request.id = key;
    request.text = prompt_;
    request.images.push_back(png_of(scene, key));
    for (request.repeat = 0; request.repeat <= kAskedAgain; ++request.repeat) {
      const model::Reply reply = TRY(ask_for_line(*asker_, request, made.spent));
      if (reply.status == ReplyStatus::kFailed) {
        made.status = kRequestFailed;
        made.error = reply.error;
        return made;
      }
      made.error = fault_of(reply);
      if (made.error.empty()) {
        const auto scores = read_rubric_reply(reply::split_reasoning(reply.text).answer);
        if (scores) {
          made.status = "scored";
          made.scores = *scores;
          return made;
        }
        made.error = scores.error().message;
      }
      request.text = asked_again(prompt_, made.error);
    }
    made.status = "unscored";
    return made;
  }

 private:
  std::unique_ptr<Asker> asker_;
  std::string prompt_;
  Blocklist blocklist_;
};

class ModelDescriber : public AskedDescriber {
 public:
  ModelDescriber(std::unique_ptr<Asker> asker, RolePrompts prompts, LabelRules rules)
      : asker_(std::move(asker)), prompts_(std::move(prompts)), rules_(rules) {}

  [[nodiscard]] std::string_view name() const override { return asker_->name(); }
  [[nodiscard]] std::size_t connections() const override { return asker_->connections(); }

  [[nodiscard]] Result<AskedLabel> label(const std::string& id, std::string_view code,
                                         const scene::Scene& scene,
                                         lang::turtle::JailPool& jails) const override {
    const std::string prompt = TRY(label_prompt(prompts_, code));
    model::Request request;
    request.id = id;
    request.text = prompt;
    request.images.push_back(png_of(scene, id));
    AskedLabel made;
    std::string words;  // of a reply of which only the program is at fault
    for (request.repeat = 0; request.repeat <= kAskedAgain; ++request.repeat) {
      const model::Reply reply = TRY(ask_for_line(*asker_, request, made.spent));
      if (reply.status == ReplyStatus::kFailed) {
        made.status = kRequestFailed;
        made.error = reply.error;
        return made;
      }
      made.status = status_without_label(reply);
      made.error = fault_of(reply);
      if (made.error.empty()) {
        const std::string answer = reply::split_reasoning(reply.text).answer;
        const LabelVerdict verdict = TRY(check(jails, answer, {code, scene}));
        if (verdict.accepted()) return accept(std::move(made), answer, verdict);
        made.error = verdict.reason;
        if (verdict.text_accepted) words = answer;
      }
      request.text = asked_again(prompt, made.error);
    }
    return give_up(std::move(made), words, code);
  }

 private:
  [[nodiscard]] static std::string status_without_label(const model::Reply& reply) {
    if (reply.status == ReplyStatus::kRefused) return "refused";
    return reply.status == ReplyStatus::kTruncated ? "truncated" : "no_label";
  }

  [[nodiscard]] Result<LabelVerdict> check(lang::turtle::JailPool& jails, const std::string& answer,
                                           const Labelled& original) const {
    const run::ScoringSlots::Hold hold(slots_);
    return check_label(jails, answer, original);
  }

  [[nodiscard]] AskedLabel accept(AskedLabel made, const std::string& answer,
                                  const LabelVerdict& verdict) const {
    made.status = "accepted";
    made.code = verdict.code;
    made.similarity = verdict.similarity;
    made.error.clear();
    made.text = rules_.code_only ? program_alone(made.code) : label_with_program(answer, made.code);
    return made;
  }

  [[nodiscard]] AskedLabel give_up(AskedLabel made, const std::string& words,
                                   std::string_view code) const {
    made.code = code;
    if (words.empty() || !rules_.keep_words) return made;
    made.status = "original_code";
    made.similarity = 1;
    made.text = rules_.code_only ? program_alone(code) : label_with_program(words, code);
    return made;
  }

  std::unique_ptr<Asker> asker_;
  RolePrompts prompts_;
  LabelRules rules_;
  mutable run::ScoringSlots slots_;
};

}  // namespace

std::unique_ptr<const AskedMutator> mutator_by_model(std::unique_ptr<Asker> asker,
                                                     RolePrompts prompts) {
  return std::make_unique<const ModelMutator>(std::move(asker), std::move(prompts));
}

Result<std::unique_ptr<const AskedScorer>> scorer_by_model(std::unique_ptr<Asker> asker,
                                                           const RolePrompts& prompts) {
  Blocklist blocklist = TRY(Blocklist::open());
  std::string prompt = TRY(score_prompt(prompts));
  return std::make_unique<const ModelScorer>(std::move(asker), std::move(prompt),
                                             std::move(blocklist));
}

std::unique_ptr<const AskedDescriber> describer_by_model(std::unique_ptr<Asker> asker,
                                                         RolePrompts prompts, LabelRules rules) {
  return std::make_unique<const ModelDescriber>(std::move(asker), std::move(prompts), rules);
}

}  // namespace papert::datagen
