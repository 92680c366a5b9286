// Random against CPython: cases/base/random.jsonl was written by Python (make_random.py beside it).

#include "base/random.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <string>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

namespace papert {
namespace {

Random seeded(const std::string& seed) { return Random::from_decimal(seed).value(); }

std::vector<std::size_t> up_to(std::size_t n) {
  std::vector<std::size_t> values(n);
  std::iota(values.begin(), values.end(), std::size_t{0});
  return values;
}

template <class Draw>
Json repeat(std::size_t count, Draw draw) {
  Json values = Json::array();
  for (std::size_t i = 0; i < count; ++i) values.push_back(draw());
  return values;
}

/// What a call of the fixture gives here, `count` times in a row.
using Call = std::function<Json(Random&, const Json& args, std::size_t count)>;

std::map<std::string, Call> integer_calls() {
  return {
      {"random", [](Random& rng, const Json&,
                    std::size_t n) { return repeat(n, [&] { return rng.random(); }); }},
      {"getrandbits",
       [](Random& rng, const Json& args, std::size_t n) {
         return repeat(n, [&] { return std::to_string(rng.getrandbits(args[0])); });
       }},
      {"getrandbits_words",
       [](Random& rng, const Json& args, std::size_t) -> Json {
         return rng.getrandbits_words(args[0]);
       }},
      {"randint",
       [](Random& rng, const Json& args, std::size_t n) {
         return repeat(n, [&] { return rng.randint(args[0], args[1]); });
       }},
      {"randrange",
       [](Random& rng, const Json& args, std::size_t n) {
         return repeat(n, [&] { return rng.randrange(args[0], args[1], args[2]); });
       }},
  };
}

std::map<std::string, Call> other_calls() {
  return {
      {"choice",
       [](Random& rng, const Json& args, std::size_t n) {
         return repeat(n, [&] { return rng.choice(up_to(args[0])); });
       }},
      {"choices",
       [](Random& rng, const Json& args, std::size_t n) -> Json {
         return rng.choices(up_to(args[0]), n);
       }},
      {"choices_weighted",
       [](Random& rng, const Json& args, std::size_t n) -> Json {
         const auto weights = args[0].get<std::vector<double>>();
         return rng.choices(up_to(weights.size()), weights, n);
       }},
      {"choices_cumulative",
       [](Random& rng, const Json& args, std::size_t n) -> Json {
         const auto weights = args[0].get<std::vector<double>>();
         return rng.choices_cumulative(up_to(weights.size()), weights, n);
       }},
      {"shuffle",
       [](Random& rng, const Json& args, std::size_t) -> Json {
         std::vector<std::size_t> values = up_to(args[0]);
         rng.shuffle(values);
         return values;
       }},
      {"sample",
       [](Random& rng, const Json& args, std::size_t n) -> Json {
         return rng.sample(up_to(args[0]), n);
       }},
      {"uniform",
       [](Random& rng, const Json& args, std::size_t n) {
         return repeat(n, [&] { return rng.uniform(args[0], args[1]); });
       }},
      {"gauss",
       [](Random& rng, const Json& args, std::size_t n) {
         return repeat(n, [&] { return rng.gauss(args[0], args[1]); });
       }},
      {"after_2000_words",
       [](Random& rng, const Json&, std::size_t) -> Json {
         for (int i = 0; i < 2000; ++i) rng.getrandbits(32);
         return rng.random();
       }},
  };
}

TEST(Random, EqualsPython) {
  auto calls = integer_calls();
  calls.merge(other_calls());
  const std::string text = read_file(PAPERT_TEST_CASES "/base/random.jsonl").value();
  std::map<std::string, int> seen;
  for (const std::string_view line : split(trim(text), '\n')) {
    const Json want = parse_json(line).value();
    const std::string call = want["call"];
    ASSERT_TRUE(calls.contains(call)) << call;
    Random rng = seeded(want["seed"]);
    EXPECT_EQ(calls.at(call)(rng, want["args"], want["result"].size()), want["result"]) << line;
    ++seen[call];
  }
  EXPECT_EQ(seen.size(), calls.size());
}

TEST(Random, SeedsFromIntegersAndDecimalsAgree) {
  for (const std::int64_t seed :
       {std::int64_t{0}, std::int64_t{7}, std::int64_t{-7}, std::int64_t{1} << 32,
        std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
    Random a(seed);
    Random b = seeded(std::to_string(seed));
    for (int i = 0; i < 1300; ++i) ASSERT_EQ(a.getrandbits(32), b.getrandbits(32)) << seed;
  }
  EXPECT_EQ(seeded("+5").random(), Random(5).random());
  EXPECT_EQ(seeded("-0005").random(), Random(5).random());
}

TEST(Random, RefusesWhatIsNotANumber) {
  for (const char* text : {"", "-", "+", " 1", "1 ", "1.0", "1e3", "0x10", "--1", "12a", "\xff"}) {
    const auto result = Random::from_decimal(text);
    ASSERT_FALSE(result) << text;
    EXPECT_EQ(result.error().code, ErrorCode::kBadData);
  }
  EXPECT_TRUE(Random::from_decimal(std::string(4300, '9')));
  const auto long_seed = Random::from_decimal(std::string(4301, '9'));
  ASSERT_FALSE(long_seed);
  EXPECT_EQ(long_seed.error().code, ErrorCode::kLimit);
}

TEST(Random, CopiesContinueAlike) {
  Random a(9);
  a.gauss();
  Random b = a;
  EXPECT_EQ(a.gauss(), b.gauss());
  for (int i = 0; i < 700; ++i) ASSERT_EQ(a.random(), b.random());
}

TEST(Random, ChoiceReturnsTheElementItself) {
  const std::vector<std::string> names = {"a", "b", "c"};
  Random rng(3);
  const std::string& name = rng.choice(names);
  EXPECT_GE(&name, names.data());
  EXPECT_LT(&name, names.data() + names.size());
  EXPECT_THAT(rng.sample(names, 3), testing::UnorderedElementsAre("a", "b", "c"));
  EXPECT_THAT(rng.sample(names, 0), testing::IsEmpty());
}

TEST(RandomTest, SeededTogetherOrAloneIsTheSame) {
  const std::array<std::int64_t, 8> seeds{0, -5,        4294967295, 4294967296,
                                          7, INT64_MIN, INT64_MAX,  1};
  for (std::size_t first = 0; first < seeds.size(); first += Random::kTogether) {
    std::array<std::int64_t, Random::kTogether> some{};
    std::copy_n(seeds.begin() + static_cast<std::ptrdiff_t>(first), some.size(), some.begin());
    std::array<Random, Random::kTogether> together = Random::together(some);
    for (std::size_t i = 0; i < some.size(); ++i) {
      Random alone(some[i]);
      for (int k = 0; k < 1300; ++k) {
        ASSERT_EQ(together[i].getrandbits(32), alone.getrandbits(32)) << some[i];
      }
    }
  }
}

}  // namespace
}  // namespace papert
