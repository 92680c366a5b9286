#include "model/model.h"

#include <gtest/gtest.h>

namespace papert::model {
namespace {

TEST(Sampling, WritesOnlyWhatIsSet) {
  Sampling sampling;
  EXPECT_EQ(sampling.to_json().dump(), "{}");
  sampling.temperature = 0.5;
  sampling.seed = 7;
  sampling.reasoning_effort = "low";
  sampling.extra_body = {{"top_k", 5}};
  EXPECT_EQ(sampling.to_json().dump(),
            R"({"temperature":0.5,"seed":7,"reasoning_effort":"low","extra_body":{"top_k":5}})");
}

TEST(Usage, ThereAndBack) {
  Usage usage;
  EXPECT_EQ(usage.to_json().dump(), "{}");
  usage.input_tokens = 5;
  usage.cached_input_tokens = 2;
  usage.output_tokens = 7;
  usage.reasoning_tokens = 3;
  usage.cost_usd = 0.25;
  const Usage back = usage_from_json(usage.to_json());
  EXPECT_EQ(back.to_json(), usage.to_json());
  EXPECT_EQ(usage_from_json(Json()).to_json().dump(), "{}");
  EXPECT_EQ(usage_from_json({{"input_tokens", "many"}, {"output_tokens", 1.5}}).to_json().dump(),
            "{}");
}

TEST(Reply, AFailedOneHasNoMoreThanAReason) {
  const Reply reply = Reply::failed("no luck");
  EXPECT_EQ(reply.status, ReplyStatus::kFailed);
  EXPECT_EQ(reply.error, "no luck");
  EXPECT_EQ(reply.text, "");
  EXPECT_FALSE(reply.fatal);
}

}  // namespace
}  // namespace papert::model
