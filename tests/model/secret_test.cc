#include "model/secret.h"

#include <gtest/gtest.h>

#include <map>

#include "base/base64.h"

namespace papert::model {
namespace {

constexpr const char* kKey = "sk-proj/SECRET-abcdef123456";

Secrets one(std::string_view key) {
  Secrets secrets;
  secrets.add(key);
  return secrets;
}

TEST(Secrets, KeysAreMasked) {
  EXPECT_EQ(masked("sk-proj-0123456789abcd"), "sk-...abcd");
  EXPECT_EQ(masked("sk-12345678"), "***");
  EXPECT_EQ(masked("sk-123456789"), "sk-...6789");
  EXPECT_EQ(masked(""), "***");
  EXPECT_EQ(one("secret-key-123456").hide("key secret-key-123456 and secret-key-123456"),
            "key sec...3456 and sec...3456");
  EXPECT_EQ(one("").hide("nothing"), "nothing");
  EXPECT_EQ(one("x").hide("xxx"), "xxx") << "where a server wants any key, it is not a secret";
  EXPECT_EQ(one("aaaa").hide("baaaaaaaab"), "b***b");
}

TEST(Secrets, EverySpellingIsFound) {
  const std::string basic = base64(std::string("user:") + kKey);
  const std::string shifted = base64(std::string("u:") + kKey + " and more");
  for (const std::string& spelling :
       {std::string(kKey), std::string(R"(sk-proj\/SECRET-abcdef123456)"),
        std::string(R"(sk\u002dproj\u002FSECRET\u002dabcdef123456)"),
        std::string(R"(sk-proj\\\/SECRET\\u002dabcdef123456)"),
        std::string("sk-proj%2FSECRET-abcdef123456"),
        std::string("sk%2dproj%2fSECRET-abcdef123456"),
        std::string("sk-proj%252FSECRET-abcdef123456"),
        std::string(
            "%73%6B%2D%70%72%6F%6A%2F%53%45%43%52%45%54%2D%61%62%63%64%65%66%31%32%33%34%35%36"),
        std::string("sk&#45;proj&#x2F;SECRET&#045;abcdef123456"),
        std::string("sk&hyphen;proj&sol;SECRET-abcdef123456"),
        std::string("sk-proj&amp;#47;SECRET-abcdef123456"),
        std::string(R"(\x73k-proj/SECRET-abcdef123456)"), base64(kKey),
        std::string("736b2d70726f6a2f5345435245542d616263646566313233343536"),
        std::string("736B2D70726F6A2F5345435245542D616263646566313233343536"),
        std::string("654321fedcba-TERCES/jorp-ks")}) {
    const std::string text = one(kKey).hide("before " + spelling + " after");
    EXPECT_EQ(text.find("before sk-...3456"), 0U) << text;
    EXPECT_TRUE(text.ends_with(" after")) << text;
  }
  for (const std::string& text : {basic, shifted}) {
    EXPECT_NE(one(kKey).hide(text).find("sk-...3456"), std::string::npos) << text;
  }
}

TEST(Secrets, WhatOnlyLooksLikeAnEscapeStays) {
  const std::string text = R"(100% of \d, \u12, %zz, &nosuch; &#9999999; &#x; & % \)";
  EXPECT_EQ(one(kKey).hide(text), text);
  EXPECT_EQ(one("a%2Fb%2Fc").hide("x a%2Fb%2Fc y"), "x *** y") << "a key may look like one itself";
}

TEST(Secrets, AnAnswerLosesOnlyWhatCannotBeAWordOfIt) {
  for (const char* key : {"EMPTY", "none", "anything", "placeholder", "not-needed", "lm-studio"}) {
    const std::string answer = std::string("draw ") + key + " things";
    EXPECT_EQ(one(key).hide_in_reply(answer), answer) << key;
    EXPECT_NE(one(key).hide(answer), answer) << key;
  }
  EXPECT_EQ(one(kKey).hide_in_reply(std::string("your key is ") + kKey), "your key is sk-...3456");
  EXPECT_EQ(one("QUERYSECRET").hide_in_reply("QUERYSECRET"), "***");
}

// A matcher that begins again at every byte takes hours for this.
TEST(Secrets, LongTextsOfNearMissesTakeLinearTime) {
  const std::string key = std::string(4000, 'a') + "b";
  const std::string text(20'000'000, 'a');
  EXPECT_EQ(one(key).hide(text).size(), text.size());
  std::string many;
  for (int i = 0; i < 200'000; ++i) many += std::string(kKey) + R"( sk-proj\/SECRET-abcdef12345 )";
  EXPECT_EQ(one(kKey).hide(many).find("proj/SECRET"), std::string::npos);
  EXPECT_EQ(one(kKey).hide(std::string(5'000'000, '\\')).size(), 5'000'000U);
  EXPECT_EQ(one(kKey).hide(std::string(5'000'000, '&')).size(), 5'000'000U);
}

}  // namespace
}  // namespace papert::model
