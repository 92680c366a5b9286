#include "datagen/sit/describer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "datagen/export/placeholders.h"
#include "datagen/sit/facts.h"
#include "datagen/sit/program.h"
#include "datagen/sit/wordings.h"
#include "raster/png.h"
#include "reply/reasoning.h"

namespace papert::datagen::sit {
namespace {

/// How refusals begin.
constexpr std::array<std::string_view, 20> kRefusalStarts{
    "i'm sorry",        "i am sorry",    "sorry",           "i apologize",
    "i apologise",      "i can't",       "i cannot",        "i can not",
    "i'm unable",       "i am unable",   "i'm not able",    "i am not able",
    "unfortunately, i", "as an ai",      "i won't",         "i will not",
    "i'm afraid i",     "i am afraid i", "i don't see any", "i do not see any"};

/// What their first sentences hold.
constexpr std::array<std::string_view, 9> kRefusalParts{
    "can't assist",       "cannot assist",         "unable to assist",
    "can't help with",    "cannot help with",      "can't view images",
    "cannot view images", "no image was provided", "no picture was provided"};

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

Description refuse_description(Status status, std::string reason) {
  Description description;
  description.status = status;
  description.reason = std::move(reason);
  return description;
}

class MockDescriber final : public Describer {
 public:
  [[nodiscard]] std::string name() const override { return "mock"; }

  [[nodiscard]] Description describe(const DescribeInput& input, const CancelToken&) override {
    const auto document = lang::svg::parse(input.program);
    if (!document) {
      return refuse_description(Status::kRequestFailed, document.error().to_string());
    }
    return judge_description(describe_by_facts(*document));
  }
};

class ModelDescriber final : public Describer {
 public:
  ModelDescriber(std::string name, std::shared_ptr<model::Model> model, std::string ask_template)
      : name_(std::move(name)), model_(std::move(model)), ask_(std::move(ask_template)) {}

  [[nodiscard]] std::string name() const override {
    const std::string address = model_->address();
    return address.empty() ? name_ : name_ + " at " + address;
  }
  [[nodiscard]] std::size_t concurrency() const override { return model_->concurrency(); }
  [[nodiscard]] std::string waiting() const override { return model_->waiting(); }

  [[nodiscard]] Description describe(const DescribeInput& input,
                                     const CancelToken& cancel) override {
    const auto picture = program_picture(input.program);
    if (!picture) {
      return refuse_description(Status::kRequestFailed, picture.error().to_string());
    }
    model::Request request;
    request.id = input.id;
    request.text = filled(ask_, "wording", input.wording);
    request.images.push_back(raster::encode_png(*picture));
    const model::Reply reply = model_->ask(request, cancel);
    Description description = read(reply);
    description.usage = reply.usage;
    if (reply.cached) description.usage.cost_usd.reset();  // somebody else paid
    return description;
  }

 private:
  [[nodiscard]] static Description read(const model::Reply& reply) {
    switch (reply.status) {
      case model::ReplyStatus::kFailed: {
        Description failed = refuse_description(Status::kRequestFailed, reply.error);
        failed.fatal = reply.fatal;
        return failed;
      }
      case model::ReplyStatus::kRefused:
        return refuse_description(Status::kRefused, "the provider reports a refusal");
      case model::ReplyStatus::kTruncated:
        return refuse_description(Status::kTruncated, "the reply was cut off");
      case model::ReplyStatus::kComplete:
        break;
    }
    return judge_description(reply.text);
  }

  std::string name_;
  std::shared_ptr<model::Model> model_;
  std::string ask_;
};

}  // namespace

std::unique_ptr<Describer> mock_describer() { return std::make_unique<MockDescriber>(); }

std::unique_ptr<Describer> model_describer(std::string name, std::shared_ptr<model::Model> model,
                                           std::string ask_template) {
  return std::make_unique<ModelDescriber>(std::move(name), std::move(model),
                                          std::move(ask_template));
}

bool is_refusal(std::string_view text) {
  constexpr std::size_t kBeginning = 240;
  std::string start = lower(trim(cut_utf8(text, kBeginning)));
  for (constexpr std::string_view kCurly = "\u2019"; true;) {
    const std::size_t place = start.find(kCurly);
    if (place == std::string::npos) break;
    start.replace(place, kCurly.size(), "'");
  }
  return std::any_of(kRefusalStarts.begin(), kRefusalStarts.end(),
                     [&](std::string_view each) { return start.starts_with(each); }) ||
         std::any_of(kRefusalParts.begin(), kRefusalParts.end(),
                     [&](std::string_view each) { return start.find(each) != std::string::npos; });
}

Description judge_description(std::string_view text) {
  const reply::SplitReply split = reply::split_reasoning(text);
  const std::string answer = sanitise_utf8(trim(split.answer));
  const std::size_t length = count_characters(answer);
  if (is_refusal(answer)) {
    return refuse_description(Status::kRefused, "it begins: " + std::string(cut_utf8(answer, 60)));
  }
  if (length < kLeastCharacters) {
    return refuse_description(Status::kShortDescription, fmt::format("{} characters, fewer than {}",
                                                                     length, kLeastCharacters));
  }
  if (length > kMostCharacters) {
    return refuse_description(Status::kLongDescription,
                              fmt::format("{} characters, more than {}", length, kMostCharacters));
  }
  if (has_placeholder(answer)) {
    return refuse_description(Status::kPlaceholder, "it holds <image>, <video> or <audio>");
  }
  Description description;
  description.text = answer;
  return description;
}

}  // namespace papert::datagen::sit
