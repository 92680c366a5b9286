#include "model/factory.h"

#include <gtest/gtest.h>

#include <map>

namespace papert::model {
namespace {

class Factory : public testing::Test {
 protected:
  std::map<std::string, std::string> variables_;
  ModelOptions options_;

  void SetUp() override {
    options_.setting = [this](const std::string& name) {
      const auto found = variables_.find(name);
      return found == variables_.end() ? std::string() : found->second;
    };
  }
  std::string described(const std::string& name) {
    const auto model = make_model(name, options_);
    return model ? (*model)->describe() : "error: " + model.error().to_string();
  }
  Error error(const std::string& name) {
    const auto model = make_model(name, options_);
    EXPECT_FALSE(model) << name;
    return model ? Error{} : model.error();
  }
};

TEST_F(Factory, NamesTheVariableOfAMissingKey) {
  for (const auto& [name, variable] :
       std::map<std::string, std::string>{{"openai/m", "OPENAI_API_KEY"},
                                          {"anthropic/m", "ANTHROPIC_API_KEY"},
                                          {"google/m", "GEMINI_API_KEY"}}) {
    const Error missing = error(name);
    EXPECT_EQ(missing.code, ErrorCode::kUsage);
    EXPECT_NE(missing.message.find(variable), std::string::npos) << missing.message;
  }
}

TEST_F(Factory, ResolvesEndpoints) {
  variables_ = {{"OPENAI_API_KEY", " sk-0123456789abcdef\n"},
                {"GOOGLE_API_KEY", "AIza-0123456789"}};
  EXPECT_EQ(described("openai/m"), "https://api.openai.com/v1/chat/completions (key sk-...cdef)");
  EXPECT_EQ(described("google/gemini"),
            "https://generativelanguage.googleapis.com/v1beta/models/gemini:generateContent "
            "(key AIz...6789)");
  variables_["OPENAI_API_URL"] = "c.com";
  EXPECT_TRUE(described("openai/m").starts_with("https://c.com/v1/"));
  variables_["OPENAI_API_BASE"] = "b.com/v1/";
  EXPECT_TRUE(described("openai/m").starts_with("https://b.com/v1/"));
  variables_["OPENAI_BASE_URL"] = "a.com/v1/chat/completions";
  EXPECT_TRUE(described("openai/m").starts_with("https://a.com/v1/"));
  options_.base_url = "flag.com";
  EXPECT_TRUE(described("openai/m").starts_with("https://flag.com/v1/"));
}

TEST_F(Factory, PrivateEndpointsNeedNoKey) {
  variables_["OPENAI_BASE_URL"] = "localhost:8000";
  options_.use_cache = false;
  EXPECT_EQ(described("openai/m"), "http://localhost:8000/v1/chat/completions (no key)");
}

TEST_F(Factory, ConventionalNamesAndAddresses) {
  options_.use_cache = false;
  EXPECT_EQ(described("vllm/m"), "http://localhost:8000/v1/chat/completions (no key)");
  EXPECT_EQ(described("ollama/m"), "http://localhost:11434/v1/chat/completions (no key)");
  variables_["OLLAMA_HOST"] = "10.0.0.7";
  EXPECT_EQ(described("ollama/m"), "http://10.0.0.7:11434/v1/chat/completions (no key)");
  variables_["VLLM_BASE_URL"] = "gpu:9000";
  EXPECT_EQ(described("vllm/m"), "http://gpu:9000/v1/chat/completions (no key)");
  EXPECT_NE(error("openrouter/a/b").message.find("OPENROUTER_API_KEY"), std::string::npos);
  variables_["OPENROUTER_API_KEY"] = "sk-or-0123456789";
  EXPECT_EQ(described("openrouter/a/b"),
            "https://openrouter.ai/api/v1/chat/completions (key sk-...6789)");
  EXPECT_NE(error("azure/gpt").message.find("AZURE_OPENAI_ENDPOINT"), std::string::npos);
  variables_["AZURE_OPENAI_ENDPOINT"] = "https://me.openai.azure.com/";
  EXPECT_NE(error("azure/gpt").message.find("AZURE_OPENAI_API_KEY"), std::string::npos);
  variables_["AZURE_OPENAI_API_KEY"] = "0123456789abcdef";
  EXPECT_EQ(described("azure/gpt"),
            "https://me.openai.azure.com/openai/deployments/gpt/chat/completions (key 012...cdef)");
  EXPECT_EQ((*make_model("azure/gpt", options_))->address(),
            "https://me.openai.azure.com/openai/deployments/gpt");
}

TEST_F(Factory, NamesTheNearestProvider) {
  EXPECT_NE(error("opnai/m").message.find("did you mean openai/m?"), std::string::npos);
  EXPECT_NE(error("olama/m").message.find("did you mean ollama/m?"), std::string::npos);
  EXPECT_EQ(error("completely-else/m").message.find("did you mean"), std::string::npos);
}

TEST_F(Factory, TheCacheIsOffWhereAnotherModelMayAnswer) {
  const auto on = [&](const std::string& name) { return cache_use(name, options_).on; };
  EXPECT_TRUE(on("openai/m"));
  EXPECT_TRUE(on("anthropic/m"));
  EXPECT_FALSE(on("command/x"));
  EXPECT_FALSE(on("vllm/m"));
  EXPECT_FALSE(on("ollama/m"));
  EXPECT_FALSE(on("baseline/oracle"));
  for (const char* url :
       {"http://localhost:1", "10.1.2.3", "172.16.0.1", "192.168.0.9:80", "169.254.1.1", "[::1]:80",
        "[fc00::1]", "[fd12::1]", "nas.local", "box"}) {
    options_.base_url = url;
    const CacheUse use = cache_use("openai/m", options_);
    EXPECT_FALSE(use.on) << url;
    EXPECT_NE(use.why_not, "") << url;
    EXPECT_NE(described("openai/m").find("not cached: " + use.why_not), std::string::npos);
  }
  options_.base_url = "https://example.com/v1";
  EXPECT_TRUE(on("openai/m"));
  options_.sampling.temperature = 0;
  EXPECT_TRUE(on("openai/m"));
  options_.sampling.temperature = 0.1;
  EXPECT_FALSE(on("openai/m"));
  options_.use_cache = true;
  EXPECT_TRUE(on("openai/m"));
  EXPECT_TRUE(on("command/x"));
  EXPECT_FALSE(on("baseline/oracle"));
  options_.use_cache.reset();
  options_.sampling = {};
  options_.sampling.extra_body = {{"temperature", 0.5}};
  EXPECT_FALSE(on("openai/m"));
  options_.sampling.extra_body = {{"generationConfig", {{"temperature", 0.5}}}};
  EXPECT_FALSE(on("google/m"));
}

TEST_F(Factory, AJudgeSharesNothing) {
  variables_ = {{"OPENAI_API_KEY", "sk-0123456789abcdef"}, {"OPENAI_BASE_URL", "a.com"}};
  options_.prefix = "JUDGE";
  EXPECT_NE(error("openai/m").message.find("JUDGE_API_KEY"), std::string::npos);
  variables_["JUDGE_API_KEY"] = "jk-0123456789zzzz";
  EXPECT_EQ(described("openai/m"), "https://api.openai.com/v1/chat/completions (key jk-...zzzz)");
  variables_["JUDGE_BASE_URL"] = "j.com";
  EXPECT_TRUE(described("openai/m").starts_with("https://j.com/"));
}

TEST_F(Factory, RefusesWhatCannotBe) {
  variables_ = {{"OPENAI_API_KEY", "sk-0123456789abcdef"},
                {"ANTHROPIC_API_KEY", "sk-ant-12345678"}};
  for (const char* name :
       {"", "openai", "openai/", "/m", "unknown/m", "command/", "command/  ", "command/'open"}) {
    EXPECT_EQ(error(name).code, ErrorCode::kUsage) << name;
  }
  options_.sampling.seed = 1;
  EXPECT_NE(error("anthropic/m").message.find("seed"), std::string::npos);
  EXPECT_TRUE(make_model("openai/m", options_));
  options_.budget = std::make_shared<Budget>(1.0);
  EXPECT_NE(error("openai/m").message.find("price"), std::string::npos);
  options_.budget.reset();
  variables_["OPENAI_API_KEY"] = "sk-bad\r\nX-Injected: yes";
  const Error injected = error("openai/m");
  EXPECT_EQ(injected.to_string().find("sk-bad"), std::string::npos);
  variables_["OPENAI_BASE_URL"] = "gopher://x";
  EXPECT_EQ(error("openai/m").code, ErrorCode::kUsage);
}

}  // namespace
}  // namespace papert::model
