#include "model/complaint.h"

#include <gtest/gtest.h>

namespace papert::model {
namespace {

struct Case {
  int status;
  const char* code;
  const char* message;
  Complaint expected;
};

TEST(Complaint, IsReadOutOfServersWords) {
  for (const Case& each : {
           Case{400, "unsupported_parameter",
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use "
                "'max_completion_tokens' instead.",
                Complaint::kMaxTokensField},
           Case{422, "", "max_completion_tokens: Extra inputs are not permitted",
                Complaint::kMaxTokensField},
           Case{400, "", "max_tokens is too large: 99999. This model supports at most 16384",
                Complaint::kOther},
           Case{400, "", "Model 'gpt-4o' does not exist", Complaint::kUnknownModel},
           Case{400, "", "x/y is not a valid model ID", Complaint::kUnknownModel},
           Case{400, "model_not_found", "sorry", Complaint::kUnknownModel},
           Case{404, "", "Not Found", Complaint::kUnknownModel},
           Case{400, "", "this model does not support images", Complaint::kNoImages},
           Case{400, "", "At most 0 image(s) may be provided in one request.",
                Complaint::kNoImages},
           Case{400, "", "x is not a multimodal model", Complaint::kNoImages},
           Case{400, "context_length_exceeded", "too long", Complaint::kContextLength},
           Case{400, "", "This model's maximum context length is 4096 tokens. However, ...",
                Complaint::kContextLength},
           Case{400, "", "Client sent an HTTP request to an HTTPS server.", Complaint::kWantsTls},
           Case{400, "", "The plain HTTP request was sent to HTTPS port", Complaint::kWantsTls},
           Case{400, "", "Unsupported value: 'temperature' does not support 0 with this model.",
                Complaint::kTemperature},
           Case{429, "insufficient_quota", "quota", Complaint::kNoMoney},
           Case{401, "", "bad key", Complaint::kBadKey},
           Case{403, "", "no", Complaint::kForbidden},
           Case{400, "", "the picture is odd", Complaint::kOther},
           Case{500, "", "the model does not exist", Complaint::kOther},
       }) {
    EXPECT_EQ(complaint_of(each.status, each.code, each.message), each.expected) << each.message;
  }
}

TEST(Complaint, HintsNameTheFlagOrTheVariable) {
  HintContext context{"m", "https://h/v1", "OPENAI_API_KEY", "OPENAI_BASE_URL", "max_tokens"};
  EXPECT_EQ(hint_for(Complaint::kMaxTokensField, context),
            "; try --max-tokens-field max_completion_tokens");
  context.max_tokens_field = "max_completion_tokens";
  EXPECT_EQ(hint_for(Complaint::kMaxTokensField, context), "; try --max-tokens-field max_tokens");
  context.max_tokens_field = "";
  EXPECT_EQ(hint_for(Complaint::kMaxTokensField, context), "");
  EXPECT_EQ(hint_for(Complaint::kUnknownModel, context),
            "; either there is no model 'm', or https://h/v1 is not the endpoint (set "
            "OPENAI_BASE_URL)");
  EXPECT_EQ(hint_for(Complaint::kOther, context), "");
}

TEST(Complaint, OnlyWhatEveryRequestMeetsIsFatal) {
  EXPECT_TRUE(is_fatal(Complaint::kMaxTokensField));
  EXPECT_TRUE(is_fatal(Complaint::kUnknownModel));
  EXPECT_FALSE(is_fatal(Complaint::kNoImages)) << "some tasks may have none";
  EXPECT_FALSE(is_fatal(Complaint::kContextLength));
  EXPECT_FALSE(is_fatal(Complaint::kOther));
}

}  // namespace
}  // namespace papert::model
