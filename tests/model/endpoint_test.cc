#include "model/endpoint.h"

#include <gtest/gtest.h>

namespace papert::model {
namespace {

TEST(Endpoint, SpellingsOfOneBaseUrlReachOnePlace) {
  for (const char* spelling :
       {"example.com", "example.com/", "https://example.com", "https://example.com/",
        "https://example.com/v1", "https://example.com/v1/", "https://example.com/chat/completions",
        "https://example.com/v1/chat/completions", "https://example.com/v1/chat/completions/",
        "  https://example.com/v1\n", "HTTPS://EXAMPLE.com//v1//", "example.com/v1"}) {
    EXPECT_EQ(chat_url(spelling).value_or("error"), "https://example.com/v1/chat/completions")
        << spelling;
  }
}

TEST(Endpoint, PrivateAddressesDefaultToHttp) {
  EXPECT_EQ(*chat_url("localhost:8000"), "http://localhost:8000/v1/chat/completions");
  EXPECT_EQ(*chat_url("127.0.0.1:8000/v1"), "http://127.0.0.1:8000/v1/chat/completions");
  EXPECT_EQ(*chat_url("[::1]:8000"), "http://[::1]:8000/v1/chat/completions");
  EXPECT_EQ(*chat_url("gpu-box:8000"), "http://gpu-box:8000/v1/chat/completions");
  EXPECT_EQ(*chat_url("192.168.1.7"), "http://192.168.1.7/v1/chat/completions");
  EXPECT_EQ(*chat_url("8.8.8.8"), "https://8.8.8.8/v1/chat/completions");
  EXPECT_EQ(*chat_url("https://localhost"), "https://localhost/v1/chat/completions");
  EXPECT_EQ(*chat_url("http://example.com"), "http://example.com/v1/chat/completions");
}

TEST(Endpoint, FoldersVersionsAndQueriesStay) {
  EXPECT_EQ(*chat_url("https://host.com/api/openai/v1"),
            "https://host.com/api/openai/v1/chat/completions");
  EXPECT_EQ(*chat_url("https://host.com/api"), "https://host.com/api/v1/chat/completions");
  EXPECT_EQ(*chat_url("https://host.com/v1beta/openai/"),
            "https://host.com/v1beta/openai/chat/completions");
  EXPECT_EQ(*chat_url("https://host.com/paas/v4"), "https://host.com/paas/v4/chat/completions");
  EXPECT_EQ(*chat_url("https://host.com/v1?version=2"),
            "https://host.com/v1/chat/completions?version=2");
}

TEST(Endpoint, OtherProviders) {
  for (const char* spelling : {"https://a.com", "a.com/v1", "https://a.com/v1/messages/"}) {
    EXPECT_EQ(*messages_url(spelling), "https://a.com/v1/messages") << spelling;
  }
  for (const char* spelling : {"https://g.com", "g.com/v1beta/", "https://g.com/v1beta/models"}) {
    EXPECT_EQ(*generate_url(spelling, "gemini-x"),
              "https://g.com/v1beta/models/gemini-x:generateContent")
        << spelling;
  }
  EXPECT_EQ(*generate_url("g.com", "models/a b/c?d"),
            "https://g.com/v1beta/models/a%20b%2Fc%3Fd:generateContent");
}

TEST(Endpoint, RefusesWhatIsNoUrl) {
  for (const char* spelling :
       {"", "   ", "https://", "ftp://example.com", "file:///etc/passwd", "https://exa mple.com",
        "https://example.com:port/", "https://example.com:/v1", "https://[::1/v1",
        "https://example.com/a b", "https://example.com/v1#x", "https://ex\nample.com", "/v1"}) {
    const auto url = chat_url(spelling);
    ASSERT_FALSE(url) << spelling << " gave " << *url;
    EXPECT_EQ(url.error().code, ErrorCode::kUsage);
  }
}

TEST(Endpoint, NeverRepeatsAPasswordOfAUrl) {
  const auto url = chat_url("https://me:secret-word@example.com");
  ASSERT_FALSE(url);
  EXPECT_EQ(url.error().to_string().find("secret"), std::string::npos);
}

TEST(Endpoint, PrivateOrNot) {
  for (const char* url : {"http://localhost/v1", "http://127.1.2.3:80/", "http://[::1]:9/x",
                          "http://10.0.0.1", "http://172.16.0.1", "http://172.31.0.1", "http://box",
                          "http://0.0.0.0:8000", "http://nas.local/v1", "http://[fd00::1]/"}) {
    EXPECT_TRUE(is_private(url)) << url;
  }
  for (const char* url :
       {"https://api.openai.com/v1", "https://172.15.0.1", "https://172.32.0.1", "https://11.0.0.1",
        "https://localhost.example.com", "https://[2001::1]"}) {
    EXPECT_FALSE(is_private(url)) << url;
  }
  EXPECT_EQ(host_of("https://example.com:8080/v1?x=/y"), "example.com");
  EXPECT_EQ(host_of("http://[::1]:8080"), "[::1]");
}

TEST(Endpoint, AddressesOfServersHaveNeitherQueryNorEnding) {
  EXPECT_EQ(address_of(*chat_url("host.com?api-key=SECRET")), "https://host.com/v1");
  EXPECT_EQ(address_of(*messages_url("https://a.com/v1/messages")), "https://a.com/v1");
  EXPECT_EQ(address_of(*generate_url("g.com", "models/x/y")), "https://g.com/v1beta");
  EXPECT_EQ(address_of("http://127.0.0.1:8000/v1/chat/completions"), "http://127.0.0.1:8000/v1");
}

TEST(Endpoint, AzureDeployments) {
  const std::string expected =
      "https://me.openai.azure.com/openai/deployments/gpt-x/chat/"
      "completions?api-version=2024-10-21";
  for (const char* base :
       {"https://me.openai.azure.com", "https://me.openai.azure.com/",
        "https://me.openai.azure.com/openai/",
        "https://me.openai.azure.com/openai/deployments/gpt-x",
        "https://me.openai.azure.com/openai/deployments/gpt-x/chat/completions"}) {
    EXPECT_EQ(azure_url(base, "gpt-x", "2024-10-21").value_or("error"), expected) << base;
  }
  EXPECT_EQ(*azure_url("me.openai.azure.com/?api-version=7", "a b", "8"),
            "https://me.openai.azure.com/openai/deployments/a%20b/chat/completions?api-version=7");
  EXPECT_EQ(*azure_url("https://me.openai.azure.com/openai/v1", "gpt-x", "8"),
            "https://me.openai.azure.com/openai/v1/chat/completions");
}

TEST(Endpoint, StreamsOfGoogleHaveAnotherMethod) {
  EXPECT_EQ(stream_url(*generate_url("g.com", "m")),
            "https://g.com/v1beta/models/m:streamGenerateContent?alt=sse");
  EXPECT_EQ(stream_url(*generate_url("g.com?key=x", "m")),
            "https://g.com/v1beta/models/m:streamGenerateContent?key=x&alt=sse");
}

TEST(Endpoint, QueriesAreSecret) {
  EXPECT_EQ(query_secrets("https://h/v1?api-key=QUERY&api-version=2024-10-21&alt=sse&bare"),
            (std::vector<std::string>{"QUERY", "bare"}));
  EXPECT_TRUE(query_secrets("https://h/v1").empty());
  for (const char* base :
       {"ftp://h?api-key=QUERY", "https://h h?api-key=QUERY", "?api-key=QUERY"}) {
    const auto url = chat_url(base);
    ASSERT_FALSE(url) << base;
    EXPECT_EQ(url.error().to_string().find("QUERY"), std::string::npos) << url.error().to_string();
  }
}

TEST(Endpoint, ThisMachine) {
  EXPECT_TRUE(is_loopback("http://localhost:8000/v1"));
  EXPECT_TRUE(is_loopback("http://[::1]:8000/v1"));
  EXPECT_TRUE(is_loopback("http://127.0.0.1"));
  EXPECT_FALSE(is_loopback("http://10.0.0.1"));
}

}  // namespace
}  // namespace papert::model
