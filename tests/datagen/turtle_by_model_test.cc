// Roles by a model whose replies are written down: what is read out of them, and when it is asked
// again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>

#include "datagen/turtle/by_model.h"
#include "datagen/turtle/drawer.h"
#include "support/temp_folder.h"

namespace papert::datagen {
namespace {

using model::Reply;
using model::ReplyStatus;
using testing::HasSubstr;

constexpr const char* kSquare =
    "def draw(t):\n    for _ in range(4):\n        t.forward(100)\n        t.left(90)\n";
constexpr const char* kWords =
    "## The picture\n\nThere is one black square, standing upright.\n\n## The steps\n\nDraw four "
    "equal sides and turn left by 90 degrees after each.\n\n";

std::string fenced(const std::string& code) { return "```python\n" + code + "```\n"; }

/// Gives its replies one after the other, the last for ever.
class ScriptedModel : public model::Model {
 public:
  ScriptedModel(std::vector<Reply> replies, std::vector<model::Request>& requests)
      : replies_(std::move(replies)), requests_(requests) {}

  [[nodiscard]] Reply ask(const model::Request& request, const CancelToken&) override {
    requests_.push_back(request);
    return replies_[std::min(requests_.size(), replies_.size()) - 1];
  }

 private:
  std::vector<Reply> replies_;
  std::vector<model::Request>& requests_;
};

Reply said(const std::string& text, ReplyStatus status = ReplyStatus::kComplete) {
  Reply reply;
  reply.text = text;
  reply.status = status;
  return reply;
}

class ByModelTest : public testing::Test {
 protected:
  std::unique_ptr<Asker> asker(std::vector<Reply> replies) {
    requests_.clear();
    AskerOptions options;
    options.purse = std::make_shared<Purse>();
    return std::make_unique<Asker>(
        "test/m", std::make_unique<ScriptedModel>(std::move(replies), requests_), options);
  }

  AskedMutation mutate(const Reply& reply, const MutationInput& input = {.code = kSquare}) {
    return *mutator_by_model(asker({reply}), {})->mutate("1-000000-00", input);
  }

  AskedScore score(std::vector<Reply> replies) {
    const auto scorer = scorer_by_model(asker(std::move(replies)), {});
    return *(*scorer)->score("1-000000-00", square());
  }

  AskedLabel label(std::vector<Reply> replies, LabelRules rules = {}) {
    const auto describer = describer_by_model(asker(std::move(replies)), {}, rules);
    return *describer->label("abc", kSquare, square(), drawer_.jails());
  }

  const scene::Scene& square() {
    if (scene_.items.empty()) scene_ = drawer_.draw(kSquare)->scene;
    return scene_;
  }

  test::TempFolder folder_;
  Drawer drawer_{folder_.path()};
  scene::Scene scene_;
  std::vector<model::Request> requests_;
};

TEST_F(ByModelTest, AMutationIsAskedForOnceAndKeepsItsPattern) {
  const AskedMutation made = mutate(said("Turned copies.\n\n" + fenced(kSquare)));
  EXPECT_EQ(made.status, "");
  EXPECT_EQ(made.pattern, "Turned copies.");
  ASSERT_EQ(made.programs.size(), 1U);
  EXPECT_EQ(made.programs[0], kSquare);
  EXPECT_EQ(made.spent.requests, 1);
  EXPECT_EQ(mutate(said("I cannot do this.")).status, "no_code");
  EXPECT_EQ(mutate(said("", ReplyStatus::kRefused)).status, "refused");
  EXPECT_EQ(mutate(said(fenced(kSquare), ReplyStatus::kTruncated)).status, "truncated");
  const AskedMutation failed = mutate(Reply::failed("HTTP 503"));
  EXPECT_EQ(failed.status, "request_failed");
  EXPECT_EQ(failed.error, "HTTP 503");
  EXPECT_EQ(requests_.size(), 1U);
}

TEST_F(ByModelTest, WhatGuidesAMutationChoosesThePrompt) {
  const Reply reply = said(fenced(kSquare));
  (void)mutate(reply, {.code = kSquare, .first = "FIRST", .second = "SECOND"});
  EXPECT_EQ(prompt_kind(requests_[0].text), PromptKind::kMutate);
  EXPECT_THAT(requests_[0].text, HasSubstr("FIRST"));
  EXPECT_THAT(requests_[0].text, HasSubstr("SECOND"));
  (void)mutate(reply, {.code = kSquare, .guided = false});
  EXPECT_EQ(prompt_kind(requests_[0].text), PromptKind::kMutateAny);
  (void)mutate(reply, {.code = kSquare, .instruction = "Add a roof."});
  EXPECT_EQ(prompt_kind(requests_[0].text), PromptKind::kMutateInstruction);
  EXPECT_THAT(requests_[0].text, HasSubstr("Add a roof."));
  EXPECT_THAT(requests_[0].text, HasSubstr("t.forward(100)"));
  EXPECT_FALSE(prompt_kind("Draw something."));
}

TEST_F(ByModelTest, ScoresThatCannotBeReadAreAskedForTwiceMore) {
  const std::string good =
      R"({"geometry":1,"visual":2,"structure":3,"alignment":4,"education":5,"color":6})";
  const AskedScore late = score({said("nice"), said("", ReplyStatus::kRefused), said(good)});
  EXPECT_EQ(late.status, "scored");
  EXPECT_EQ(late.scores.total(), 21);
  EXPECT_EQ(late.spent.requests, 3);
  ASSERT_EQ(requests_.size(), 3U);
  EXPECT_EQ(requests_[0].images.size(), 1U);
  EXPECT_THAT(requests_[1].text, HasSubstr("there is no score for geometry"));
  EXPECT_EQ(prompt_kind(requests_[1].text), PromptKind::kScore);
  const AskedScore never = score({said("nice")});
  EXPECT_EQ(never.status, "unscored");
  EXPECT_EQ(requests_.size(), 3U);
  EXPECT_EQ(score({said("nice"), Reply::failed("HTTP 503")}).status, "request_failed");
}

TEST_F(ByModelTest, WhatWasSpentBeforeALimitIsKeptInALineThatIsNotFinal) {
  AskerOptions options;
  options.purse = std::make_shared<Purse>(2);
  const auto scorer = scorer_by_model(
      std::make_unique<Asker>(
          "test/m", std::make_unique<ScriptedModel>(std::vector{said("nice")}, requests_), options),
      {});
  const auto cut = (*scorer)->score("1-000000-00", square());
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->status, "request_failed");
  EXPECT_EQ(cut->spent.requests, 2);
  EXPECT_THAT(cut->error, HasSubstr("--max-requests"));
  EXPECT_FALSE((*scorer)->score("1-000000-01", square()));
}

TEST_F(ByModelTest, ALabelIsAcceptedOnlyIfItsProgramDrawsTheSame) {
  const std::string other = "def draw(t):\n    t.circle(80)\n";
  const AskedLabel good = label({said(kWords + fenced(kSquare))});
  EXPECT_EQ(good.status, "accepted");
  EXPECT_EQ(good.similarity, 1);
  EXPECT_THAT(good.text, HasSubstr("## The steps"));
  const AskedLabel late = label({said(kWords + fenced(other)), said(kWords + fenced(kSquare))});
  EXPECT_EQ(late.status, "accepted");
  EXPECT_THAT(requests_[1].text, HasSubstr("draws something else"));
  const AskedLabel words = label({said(kWords + fenced(other))});
  EXPECT_EQ(words.status, "original_code");
  EXPECT_EQ(words.code, kSquare);
  EXPECT_THAT(words.text, HasSubstr("t.forward(100)"));
  EXPECT_EQ(requests_.size(), 3U);
  EXPECT_EQ(label({said(kWords + fenced(other))}, {.keep_words = false}).status, "no_label");
  const AskedLabel leak = label({said("As in the given code. " + (kWords + fenced(kSquare)))});
  EXPECT_EQ(leak.status, "no_label");
  EXPECT_EQ(leak.text, "");
  EXPECT_THAT(leak.error, HasSubstr("given code"));
  EXPECT_EQ(label({said("", ReplyStatus::kRefused)}).status, "refused");
  EXPECT_EQ(label({said(kWords, ReplyStatus::kTruncated)}).status, "truncated");
  EXPECT_EQ(label({said(kWords + fenced(kSquare))}, {.code_only = true}).text, fenced(kSquare));
}

}  // namespace
}  // namespace papert::datagen
