#include "base/json.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"
#include "base/text.h"

namespace papert {
namespace {

using testing::HasSubstr;

std::string reread(std::string_view text) { return dump_json(parse_json(text).value()); }

Error error_of(std::string_view text) {
  const auto result = parse_json(text, "place");
  EXPECT_FALSE(result) << text;
  return result ? Error{} : result.error();
}

TEST(Json, KeepsOrderAndPrintsOneLine) {
  EXPECT_EQ(reread(" {\"b\": 1, \"a\": [true, null, -2.5, \"x\\n\"]}\n"),
            "{\"b\":1,\"a\":[true,null,-2.5,\"x\\n\"]}");
  EXPECT_EQ(reread("{\"k\":1,\"j\":2,\"k\":3}"), "{\"k\":3,\"j\":2}");
  EXPECT_EQ(reread("18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(reread("0.1"), "0.1");
  EXPECT_EQ(dump_json_pretty(parse_json("{\"a\":[1]}").value()), "{\n  \"a\": [\n    1\n  ]\n}");
}

TEST(Json, RefusesWhatIsNotJson) {
  for (const char* text : {"",     " ",         "{",         "[1,]",    "{\"a\":1,}",  "nan",
                           "NaN",  "Infinity",  "-Infinity", "01",      "1 2",         "{} x",
                           "'a'",  "\"a",       "\"a\nb\"",  "\"\\x\"", "\"\\u12g4\"", "\"\\ud8",
                           "\"\\", "[1}",       "]",         "}",       ":",           "1e999",
                           "\xff", "{\"a\" 1}", "tru",       "// c\n1", "\"\\ud800\\"}) {
    const Error error = error_of(text);
    EXPECT_EQ(error.code, ErrorCode::kBadData) << text;
    EXPECT_EQ(error.where, "place");
    EXPECT_TRUE(is_valid_utf8(error.message)) << text;
  }
  EXPECT_EQ(error_of(std::string_view("1\0x", 3)).code, ErrorCode::kBadData);
  EXPECT_FALSE(parse_json(std::string_view("\"a\0\"", 4)));
}

TEST(Json, ErrorsNameLineAndByte) {
  EXPECT_THAT(error_of("{\n\"a\": 1,\n\"b\": x}").message, HasSubstr("line 3, byte 15"));
  EXPECT_THAT(error_of("[1").message, HasSubstr("line 1, byte 2"));
  EXPECT_THAT(error_of("[\"\xff ab\ncd\"]").message, HasSubstr("line 1, byte 6"));
  // A repair before the error does not move it: the x is byte 6 of what was given.
  EXPECT_THAT(error_of("[\"\xff\xff\",x]").message, HasSubstr("byte 6"));
  EXPECT_THAT(error_of("[\"aa\",x]").message, HasSubstr("byte 6"));
}

TEST(Json, RepairsDamagedStrings) {
  const std::string bad = "\xEF\xBF\xBD";
  const auto text_of = [](std::string_view json) { return parse_json(json)->get<std::string>(); };
  EXPECT_EQ(text_of("\"a\xff z\""), "a" + bad + " z");
  EXPECT_EQ(text_of("\"\xE2\x82\""), bad);
  EXPECT_EQ(text_of("\"\xED\xA0\x80\""), bad + bad + bad);
  EXPECT_EQ(text_of("\"\\ud800\""), bad);
  EXPECT_EQ(text_of("\"\\udfff x\""), bad + " x");
  EXPECT_EQ(text_of("\"\\uD83D\\uDE00\""), "\xF0\x9F\x98\x80");
  EXPECT_EQ(text_of("\"\\ud83d\\ud83d\\ude00\""), bad + "\xF0\x9F\x98\x80");
  EXPECT_EQ(text_of("\"\\ude00\\ud83d\""), bad + bad);
  EXPECT_EQ(text_of("\"\\ud83dx\\ude00\""), bad + "x" + bad);
  EXPECT_EQ(text_of("\"\\\\ud800\""), "\\ud800");
  EXPECT_EQ(text_of("\"\\\"\xff\""), "\"" + bad);
  EXPECT_EQ(parse_json("{\"k\xff\":\"\\ud800\"}")->begin().key(), "k" + bad);
  EXPECT_EQ(text_of("\"\xF0\x9F\x98\x80\""), "\xF0\x9F\x98\x80");
}

TEST(Json, BoundsDepth) {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']');
  };
  EXPECT_TRUE(parse_json(nested(kMaxJsonDepth)));
  EXPECT_EQ(error_of(nested(kMaxJsonDepth + 1)).code, ErrorCode::kLimit);
  EXPECT_EQ(error_of(std::string(5000000, '[')).code, ErrorCode::kLimit);
  EXPECT_EQ(error_of(fmt::format("{{\"a\":{}}}", nested(kMaxJsonDepth))).code, ErrorCode::kLimit);
  EXPECT_TRUE(parse_json(fmt::format("\"{}\"", std::string(1000, '['))));
}

TEST(Json, BoundsMembers) {
  const auto object = [](std::size_t members) {
    std::string text = "{";
    for (std::size_t i = 0; i < members; ++i) {
      text += fmt::format("{}\"{}\":0", i == 0 ? "" : ",", i);
    }
    return text + "}";
  };
  EXPECT_EQ(parse_json(object(kMaxJsonMembers))->size(), kMaxJsonMembers);
  EXPECT_EQ(error_of(object(kMaxJsonMembers + 1)).code, ErrorCode::kLimit);
  std::string list = "[0";
  for (std::size_t i = 0; i < kMaxJsonMembers; ++i) list += ",{\"a\":1}";
  EXPECT_EQ(parse_json(list + "]")->size(), kMaxJsonMembers + 1);
}

TEST(Json, DumpNeverFails) {
  EXPECT_EQ(dump_json(Json("a\xff")), "\"a\xEF\xBF\xBD\"");
  EXPECT_EQ(dump_json(Json(std::nan(""))), "null");
  EXPECT_EQ(dump_json(Json(std::numeric_limits<double>::infinity())), "null");
}

TEST(Json, SurvivesRandomBytes) {
  Random rng(1);
  constexpr std::string_view kBytes = "{}[]\":,\\ud8dc0019.eE-+ntrfals \n\xff\xC3\xA9\xED\xA0\x80";
  for (int round = 0; round < 50000; ++round) {
    std::string text(static_cast<std::size_t>(rng.randint(0, 24)), ' ');
    for (char& c : text) c = rng.choice(kBytes);
    if (const auto json = parse_json(text)) {
      const std::string printed = dump_json(*json);
      EXPECT_TRUE(is_valid_utf8(printed)) << text;
      EXPECT_EQ(reread(printed), printed) << text;
    }
  }
}

// Bytes of damage must not make parsing slow: every byte here is repaired, and work that
// grew with the square of their number would not end.
TEST(Json, RepairsInLinearTime) {
  const std::string text = fmt::format("\"{}\"", std::string(8000000, '\xff'));
  EXPECT_EQ(parse_json(text)->get_ref<const std::string&>().size(), 24000000u);
}

TEST(JsonFields, ReadsTypes) {
  const Json json = parse_json(
                        "{\"s\":\"text\",\"i\":-3,\"d\":1.5,\"b\":true,\"n\":null,"
                        "\"max\":9223372036854775807,\"big\":9223372036854775808}")
                        .value();
  EXPECT_EQ(get_string(json, "s").value(), "text");
  EXPECT_EQ(get_int(json, "i").value(), -3);
  EXPECT_EQ(get_int(json, "max").value(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(get_number(json, "d").value(), 1.5);
  EXPECT_EQ(get_number(json, "i").value(), -3.0);
  EXPECT_TRUE(get_bool(json, "b").value());
  EXPECT_FALSE(get_int(json, "big"));
  EXPECT_FALSE(get_int(json, "d"));
  EXPECT_FALSE(get_int(json, "b"));
  EXPECT_FALSE(get_bool(json, "i"));
  EXPECT_FALSE(get_string(json, "i"));
  EXPECT_FALSE(get_string(json, "n"));
  EXPECT_FALSE(get_number(json, "s"));
}

TEST(JsonFields, OptionalOnes) {
  const Json json = {{"s", "x"}, {"i", 4}, {"n", nullptr}};
  EXPECT_EQ(get_optional_string(json, "s").value(), "x");
  EXPECT_EQ(get_optional_int(json, "i").value(), 4);
  EXPECT_EQ(get_optional_number(json, "i").value(), 4.0);
  EXPECT_EQ(get_optional_bool(json, "none").value(), std::nullopt);
  EXPECT_EQ(get_optional_string(json, "n").value(), std::nullopt);
  EXPECT_FALSE(get_optional_string(json, "i"));
  EXPECT_FALSE(get_optional_int(Json::array(), "i"));
}

TEST(JsonFields, ErrorsNameTheKey) {
  const Json json = {{"s", "x"}, {"o", Json::object()}};
  const auto wrong = get_int(json, "s", "file.json");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().to_string(),
            "file.json: \"s\" should be a whole number of 64 bits, not a string");
  EXPECT_EQ(get_string(json, "t").error().to_string(), "\"t\" is missing");
  EXPECT_EQ(get_bool(json, "o").error().message, "\"o\" should be true or false, not an object");
  EXPECT_EQ(get_bool(Json(1), "o").error().message,
            "expected an object with \"o\", found a number");
}

}  // namespace
}  // namespace papert
