// What is read in place, or written without a tree, is what parse_json and dump_json give.
#include "base/json_view.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/json_text.h"

namespace papert {
namespace {

const std::vector<std::string> kObjects{
    R"({})",
    R"( { "a" : 1 , "b":[1,2,{"c":null}] } )",
    R"({"a":"plain text that is longer than a word","b":"x\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00"})",
    "{\"a\":\"\xC3\xA9\xF0\x9F\x98\x80\"}",
    R"({"a":-0,"b":0.5,"c":1e5,"d":-12E-3,"e":9007199254740993,"f":12345678901234567890})",
    R"({"a":true,"b":false,"c":null,"a":2})",
    R"({"\u0061":"escaped key"})",
    R"({"a":[],"b":{},"c":[[[[]]]],"d":""})",
};

TEST(JsonView, ReadsWhatParseJsonReads) {
  for (const std::string& text : kObjects) {
    const Json want = parse_json(text).value();
    JsonView view;
    ASSERT_TRUE(view.read(text)) << text;
    for (const auto& [key, value] : want.items()) {
      const JsonPiece piece = view[key];
      ASSERT_TRUE(piece.exists()) << text << " " << key;
      EXPECT_EQ(piece.json(), value) << text << " " << key;
      if (value.is_string()) {
        EXPECT_EQ(piece.string(), value.get<std::string>()) << text;
      }
      if (value.is_number()) {
        EXPECT_EQ(piece.number(), value.get<double>()) << text;
      }
      const bool small = value.is_number_integer() &&
                         (value.get<std::uint64_t>() <= INT64_MAX || !value.is_number_unsigned());
      EXPECT_EQ(piece.integer().has_value(), small) << text << " " << key;
      if (small) {
        EXPECT_EQ(*piece.integer(), value.get<std::int64_t>());
      }
      ASSERT_EQ(piece.elements().size(), value.is_array() ? value.size() : 0) << text;
    }
    EXPECT_FALSE(view["no such key"].exists());
  }
}

TEST(JsonView, ElementsOfAnArray) {
  JsonView view;
  ASSERT_TRUE(view.read(R"({"a":[ 1 , "two" ,{"b":3}, [4] ]})"));
  std::vector<std::string> texts;
  for (const JsonPiece& piece : view["a"].elements()) texts.emplace_back(piece.text());
  EXPECT_EQ(texts, (std::vector<std::string>{"1", "\"two\"", "{\"b\":3}", "[4]"}));
}

/// Every beginning of a text and every text with one byte changed: what the view takes, parse_json
/// takes, and they agree.
TEST(JsonView, NeverTakesWhatParseJsonRefuses) {
  using namespace std::string_view_literals;
  std::size_t taken = 0;
  const auto check = [&](const std::string& text) {
    JsonView view;
    if (!view.read(text)) return;
    ++taken;
    const auto json = parse_json(text);
    ASSERT_TRUE(json) << text;
    for (const JsonView::Member& member : view.members()) {
      ASSERT_EQ(view[member.key.string()].json(), (*json)[member.key.string()]) << text;
    }
  };
  for (const std::string& object : kObjects) {
    for (std::size_t i = 0; i < object.size(); ++i) {
      check(object.substr(0, i));
      for (const char c : "\"\\{}[]:,0-.eux \t\x01\x7F\x80\xC3\0"sv) {
        std::string changed = object;
        changed[i] = c;
        check(changed);
        changed.insert(i, 1, c);
        check(changed);
      }
    }
  }
  EXPECT_GT(taken, 500U);
}

TEST(JsonView, LeavesRepairsAndLimitsToParseJson) {
  JsonView view;
  for (const std::string& text :
       {std::string(R"([1])"), std::string(R"({"a":"\ud800"})"), std::string("{\"a\":\"\xFF\"}"),
        std::string("\xEF\xBB\xBF{}"), std::string(R"({"a":1e999})"), std::string("{} x"),
        R"({"a":)" + std::string(300, '[') + std::string(300, ']') + "}",
        R"({"a":1)" + std::string(400, '0') + "}"}) {
    EXPECT_FALSE(view.read(text)) << text;
    EXPECT_TRUE(view.members().size() <= 1);
  }
  const std::string deep = R"({"a":)" + std::string(255, '[') + std::string(255, ']') + "}";
  EXPECT_TRUE(view.read(deep));
  EXPECT_TRUE(parse_json(deep));
}

std::string written(const Json& value) {
  std::string out;
  append_json(value, out);
  return out;
}

TEST(JsonText, IsWhatDumpJsonWrites) {
  std::string all;
  for (int c = 0; c < 256; ++c) all.push_back(static_cast<char>(c));
  const std::vector<Json> values{nullptr,
                                 true,
                                 0,
                                 -1,
                                 UINT64_MAX,
                                 INT64_MIN,
                                 0.0,
                                 -0.0,
                                 1.0,
                                 0.1,
                                 1e22,
                                 -3.0,
                                 512.0,
                                 999999999999999.0,
                                 1e15,
                                 123456789012345.5,
                                 "plain up to here \xC3\xA9\n and \"on\"",
                                 "long enough for words, then damage \xC3",
                                 1e-7,
                                 5e-324,
                                 1.7976931348623157e308,
                                 std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::quiet_NaN(),
                                 "",
                                 "\x7F \xC3\xA9 / \" \\ \n\x01\x1F",
                                 all,
                                 Json::object(),
                                 Json::array(),
                                 Json::array({1, "a", Json::object()}),
                                 Json{{"a", {{"b", 0.5}, {"c", nullptr}}}, {"\"", {1, 2}}}};
  for (const Json& value : values) EXPECT_EQ(written(value), dump_json(value));
  std::string out = "[";
  append_quoted("a\tb", out);
  append_number(std::int64_t{-12}, out);
  append_number(0.25, out);
  EXPECT_EQ(out, "[\"a\\tb\"-120.25");
}

}  // namespace
}  // namespace papert
