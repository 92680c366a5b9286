#include "reward/task_ref.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/base64.h"

namespace papert::reward {
namespace {

using testing::HasSubstr;

constexpr const char* kMinted =
    R"({"v":1,"suite":"xlogo","modes":{"form":"ascii"},"id":"fresh-00000007",)"
    R"("src":{"mint":{"seed":7,"count":50,"tiers":["easy"],"split":"fresh","hash":"ab"}}})";

/// A reference whose source is this.
std::string with_source(const std::string& source) {
  return R"({"v":1,"suite":"xlogo","modes":{},"id":"a","src":)" + source + "}";
}

Error refused(const std::string& text) {
  const auto ref = parse_task_ref(text, "ref");
  EXPECT_FALSE(ref) << text;
  return ref ? Error() : ref.error();
}

TEST(TaskRef, PrintsWhatItReads) {
  for (const std::string& text :
       {std::string(kMinted), with_source(R"({"data":"/data/eval","hash":"00ff"})"),
        with_source(R"({"data":"","hash":"00ff","tiers":["hard"]})"),
        with_source("{\"inline\":\"" +
                    base64(R"({"a/b.png":{"base64":"/w=="},"tasks.jsonl":"x\n"})") + "\"}")}) {
    const auto ref = parse_task_ref(text);
    ASSERT_TRUE(ref) << ref.error().to_string();
    EXPECT_EQ(*ref_text(*ref), text);
    EXPECT_EQ(*parse_task_ref(*ref_text(*ref)), *ref);
  }
}

TEST(TaskRef, WhatIsLeftOutHasItsDefault) {
  const auto ref = parse_task_ref(R"({"src":{"mint":{"seed":-3}},"id":"a","suite":"xlogo","v":1})");
  ASSERT_TRUE(ref) << ref.error().to_string();
  const auto& mint = std::get<MintSource>(ref->set.source);
  EXPECT_EQ(mint.seed, -3);
  EXPECT_EQ(mint.count, 1);
  EXPECT_EQ(mint.split, "fresh");
  EXPECT_TRUE(ref->set.modes.empty());
}

TEST(TaskRef, AnInlineTaskCarriesAnyBytes) {
  TaskRef ref;
  ref.set.suite = "turtleai";
  ref.id = "square";
  ref.set.source =
      InlineSource{{{"a.png", std::string("\x89PNG\0\xff", 6)}, {"tasks.jsonl", "{}\n"}}};
  const auto text = ref_text(ref);
  ASSERT_TRUE(text) << text.error().to_string();
  EXPECT_EQ(*parse_task_ref(*text), ref);
}

TEST(TaskRef, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(refused("[1]").message, HasSubstr("JSON object"));
  EXPECT_THAT(refused(R"({"v":2,"suite":"a","id":"a","src":{"mint":{"seed":1}}})").where, "ref.v");
  EXPECT_THAT(
      refused(R"({"v":1,"suite":"a","ids":"a","id":"a","src":{"mint":{"seed":1}}})").message,
      HasSubstr("there is no key 'ids'"));
  EXPECT_THAT(refused(with_source(R"({"mint":{"seed":1,"cuont":2}})")).message,
              HasSubstr("did you mean 'count'"));
  EXPECT_EQ(refused(with_source(R"({"mint":{"seed":1},"data":"x"})")).where, "ref.src");
  EXPECT_EQ(refused(with_source(R"({})")).where, "ref.src");
  EXPECT_EQ(refused(with_source(R"({"mint":{"seed":1},"hash":"x"})")).where, "ref.src");
  EXPECT_EQ(refused(with_source(R"({"mint":{"seed":"1"}})")).code, ErrorCode::kBadData);
  EXPECT_EQ(refused(with_source(R"({"mint":{"seed":1,"split":"../x"}})")).where,
            "ref.src.mint.split");
  EXPECT_EQ(refused(with_source(R"({"data":""})")).where, "ref.src.data");
  EXPECT_EQ(refused(with_source(R"({"inline":"???"})")).message, "is not base 64");
  EXPECT_EQ(refused(with_source(R"({"inline":")" + base64("[]") + "\"}")).code,
            ErrorCode::kBadData);
}

TEST(TaskRef, FilesOfAnInlineTaskStayInTheirFolder) {
  for (const char* path : {"../a", "/etc/passwd", "a/../../b", "", "a/"}) {
    const std::string files = dump_json(Json{{path, "x"}});
    EXPECT_THAT(refused(with_source("{\"inline\":\"" + base64(files) + "\"}")).message,
                HasSubstr("is not a path below"))
        << path;
  }
}

TEST(TaskRef, HasLimits) {
  const auto counted = [](std::int64_t count) {
    return parse_task_ref(
        with_source(R"({"mint":{"seed":1,"count":)" + std::to_string(count) + "}}"));
  };
  EXPECT_TRUE(counted(kMaxMintCount));
  EXPECT_EQ(counted(kMaxMintCount + 1).error().code, ErrorCode::kLimit);
  EXPECT_EQ(counted(0).error().code, ErrorCode::kLimit);
  EXPECT_EQ(refused(std::string(kMaxRefBytes + 1, ' ')).code, ErrorCode::kLimit);
  const std::string id(kMaxNameBytes + 1, 'x');
  EXPECT_EQ(refused(R"({"v":1,"suite":"a","id":")" + id + R"(","src":{"mint":{"seed":1}}})").code,
            ErrorCode::kLimit);
  TaskRef large;
  large.set.source = InlineSource{{{"a", std::string(kMaxInlineBytes, 'x')}}};
  EXPECT_EQ(ref_text(large).error().code, ErrorCode::kLimit);
}

}  // namespace
}  // namespace papert::reward
