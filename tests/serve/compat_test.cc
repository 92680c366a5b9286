#include "serve/compat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papert::serve {
namespace {

using testing::HasSubstr;

Json json(const char* text) { return *parse_json(text); }

TEST(ReplyInQuery, FollowsThePromptOrTheLastTurn) {
  EXPECT_EQ(reply_in_query("Draw.<|im_start|>assistant\nok<|im_end|>\n", "Draw."),
            "<|im_start|>assistant\nok");
  EXPECT_EQ(reply_in_query("<|im_start|>user\na<|im_end|>\n<|im_start|>assistant\nx\n<|im_end|>"
                           "<|endoftext|>\n",
                           "other"),
            "x\n");
  EXPECT_EQ(reply_in_query("[INST] a [/INST] b </s>", ""), " b ");
  EXPECT_EQ(reply_in_query("no mark at all", ""), "no mark at all");
  EXPECT_EQ(
      reply_in_query("<start_of_turn>model\nfirst<end_of_turn>\n<start_of_turn>model\nsecond", ""),
      "second");
  EXPECT_EQ(reply_in_query("", ""), "");
  EXPECT_EQ(reply_in_query("p </s> \n", "p"), " ");
}

TEST(OpenRlhf, RequestAndAnswer) {
  const auto request = openrlhf_request(
      json(R"({"query":["p a</s>","q b"],"prompts":["p ","q "],"labels":["{\"v\":1}",{"v":1}]})"),
      "shaped");
  ASSERT_TRUE(request) << request.error().to_string();
  EXPECT_EQ(dump_json(*request),
            R"({"items":[{"ref":"{\"v\":1}","text":"a"},{"ref":{"v":1},"text":"b"}],)"
            R"("policy":"shaped","unscored":"zero"})");
  const auto answer = openrlhf_answer(
      json(R"({"rewards":[1.0,null,0.25],"verdicts":["right","host_slow","crashed"]})"));
  ASSERT_TRUE(answer) << answer.error().to_string();
  EXPECT_EQ(dump_json(*answer),
            R"({"rewards":[1.0,0.0,0.25],"scores":[1.0,0.0,0.25],"extra_logs":{)"
            R"("right":[1.0,0.0,0.0],"runnable":[1.0,0.0,0.0],"scored":[1.0,0.0,1.0],)"
            R"("verdict":[0.0,12.0,4.0]}})");
}

TEST(OpenRlhf, EmptyLists) {
  const auto request =
      openrlhf_request(json(R"({"query":[],"prompts":[],"labels":[]})"), "success");
  ASSERT_TRUE(request);
  EXPECT_TRUE((*request)["items"].empty());
  const auto answer = openrlhf_answer(json(R"({"rewards":[],"verdicts":[]})"));
  ASSERT_TRUE(answer);
  EXPECT_EQ((*answer)["extra_logs"]["scored"].size(), 0U);
}

TEST(OpenRlhf, WhatIsNotARequest) {
  for (const auto& [text, told] :
       {std::pair{"[]", "query"}, std::pair{R"({"query":"a","labels":["b"]})", "query"},
        std::pair{R"({"query":["a"],"labels":[]})", "1 queries, 0 labels"},
        std::pair{R"({"query":["a"],"labels":[null]})", "reference"},
        std::pair{R"({"query":[1],"labels":["b"]})", "text"}}) {
    const auto request = openrlhf_request(json(text), "success");
    ASSERT_FALSE(request) << text;
    EXPECT_THAT(request.error().to_string(), HasSubstr(told));
  }
}

TEST(NemoGym, RequestAndAnswer) {
  const Json body = json(
      R"({"papert":"ref","row":1,"responses_create_params":{},"response":{"output":[)"
      R"({"type":"reasoning","summary":[]},)"
      R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":"early"}]},)"
      R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":"la"},)"
      R"({"type":"refusal","refusal":"no"},{"type":"output_text","text":"st"}]}]}})");
  const auto request = nemo_gym_request(body, "success");
  ASSERT_TRUE(request) << request.error().to_string();
  EXPECT_EQ((*request)["items"], json(R"([{"ref":"ref","text":"last"}])"));
  const auto answer =
      nemo_gym_answer(body, json(R"({"rewards":[1.0],"verdicts":["right"],"metrics":[{}]})"));
  ASSERT_TRUE(answer);
  EXPECT_EQ((*answer)["reward"], 1.0);
  EXPECT_EQ((*answer)["row"], 1);
  EXPECT_EQ((*answer)["scored"], 1.0);
  EXPECT_EQ((*answer)["response"], body["response"]);
}

TEST(NemoGym, TheReferenceOfARow) {
  const std::string output = R"("response":{"output":[]})";
  for (const std::string row : {R"("ref":"r")", R"("verifier_metadata":{"ref":"r"})",
                                R"("verifier_metadata":{"papert":"r"})"}) {
    const auto request =
        nemo_gym_request(json(("{" + row + "," + output + "}").c_str()), "success");
    ASSERT_TRUE(request) << row;
    EXPECT_EQ((*request)["items"][0]["ref"], "r");
    EXPECT_EQ((*request)["items"][0]["text"], "");
  }
  EXPECT_FALSE(nemo_gym_request(json(("{" + output + "}").c_str()), "success"));
  EXPECT_FALSE(nemo_gym_request(json(R"({"ref":"r","response":{}})"), "success"));
  EXPECT_FALSE(nemo_gym_request(json(R"({"ref":"r"})"), "success"));
}

TEST(NemoGym, Means) {
  const auto answer = nemo_gym_aggregate(
      json(R"({"verify_responses":[{"_ng_task_index":7,"reward":1.0,"scored":1},)"
           R"({"_ng_task_index":7,"reward":0.0,"scored":1},{"_ng_task_index":2,"reward":0.5}]})"));
  ASSERT_TRUE(answer);
  EXPECT_EQ((*answer)["agent_metrics"], json(R"({"mean/reward":0.5,"mean/scored":1.0})"));
  EXPECT_EQ((*answer)["key_metrics"], json(R"({"mean/reward":0.5})"));
  ASSERT_EQ((*answer)["group_level_metrics"].size(), 2U);
  EXPECT_EQ((*answer)["group_level_metrics"][1],
            json(R"({"mean/reward":0.5,"mean/scored":1.0,"_ng_task_index":7})"));
  EXPECT_TRUE((*nemo_gym_aggregate(json(R"({"verify_responses":[]})")))["key_metrics"].empty());
  EXPECT_FALSE(nemo_gym_aggregate(json(R"({"verify_responses":[1]})")));
  EXPECT_FALSE(nemo_gym_aggregate(json("{}")));
}

}  // namespace
}  // namespace papert::serve
