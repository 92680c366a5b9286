// The pieces of papert datagen sit, each by itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "datagen/sit/describer.h"
#include "datagen/sit/evaluation.h"
#include "datagen/sit/facts.h"
#include "datagen/sit/mix.h"
#include "datagen/sit/program.h"
#include "datagen/sit/sizes.h"
#include "datagen/sit/source.h"
#include "datagen/sit/wordings.h"
#include "support/temp_folder.h"
#include "svg_folder.h"

namespace papert::datagen::sit {
namespace {

using test::put;
using testing::HasSubstr;

std::string around(const std::string& inside) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">" + inside + "</svg>";
}

const std::string kDot = R"(<circle cx="5" cy="5" r="3" fill="red"/>)";

CheckedProgram check(const std::string& text, std::size_t max_bytes = kMaxBytes) {
  return check_program({"a", text, Status::kOk, ""}, max_bytes);
}

TEST(SitSizes, AreReadAndOrdered) {
  const auto sizes = parse_sizes({"25k", "500", "10K"});
  ASSERT_TRUE(sizes) << sizes.error().to_string();
  ASSERT_EQ(sizes->size(), 3U);
  EXPECT_EQ((*sizes)[0].asked, 500U);
  EXPECT_EQ((*sizes)[1].name, "10k");
  EXPECT_EQ((*sizes)[2].asked, 25'000U);
  for (const char* word : {"", "k", "0", "-5", "1.5k", "25kk", "9000000"}) {
    const auto bad = parse_sizes({word});
    ASSERT_FALSE(bad) << word;
    EXPECT_EQ(bad.error().code, ErrorCode::kUsage);
    EXPECT_THAT(bad.error().message, HasSubstr(fmt::format("'{}'", word)));
  }
  EXPECT_FALSE(parse_sizes({"1k", "1000"}));
  EXPECT_FALSE(parse_sizes({}));
}

std::vector<Candidate> candidates(std::size_t count) {
  std::vector<Candidate> all;
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back({i, 100 + (i * 7919) % 1009, lot("draw", 3, std::to_string(i))});
  }
  return all;
}

TEST(SitSizes, EachSetLiesInTheNextAndTheShortestComeFirst) {
  const auto sizes = *parse_sizes({"10k", "25k", "40k", "55k", "72k"});
  const auto all = candidates(1440);
  const auto sets = choose_sets(all, sizes);
  const std::vector<std::size_t> expected{200, 500, 800, 1100, 1440};
  std::set<std::size_t> before;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    EXPECT_EQ(sets[i].members.size(), expected[i]);
    const std::set<std::size_t> members(sets[i].members.begin(), sets[i].members.end());
    EXPECT_TRUE(std::includes(members.begin(), members.end(), before.begin(), before.end()));
    before = members;
  }
  for (const std::size_t set : {1U, 2U, 3U}) {
    std::size_t longest = 0;
    std::size_t shortest_outside = 10'000;
    const std::set<std::size_t> members(sets[set].members.begin(), sets[set].members.end());
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (members.contains(i)) longest = std::max(longest, all[i].bytes);
      if (!members.contains(i)) shortest_outside = std::min(shortest_outside, all[i].bytes);
    }
    EXPECT_LE(longest, shortest_outside);
  }
}

TEST(SitSizes, TheSmallestSetIsAnEvenSample) {
  const auto all = candidates(1440);
  const auto sets = choose_sets(all, *parse_sizes({"10k", "25k", "72k"}));
  const auto mean = [&](const ChosenSet& set) {
    double sum = 0;
    for (const std::size_t i : set.members) sum += static_cast<double>(all[i].bytes);
    return sum / static_cast<double>(set.members.size());
  };
  EXPECT_NEAR(mean(sets[0]), mean(sets[1]), 25);  // of lengths from 100 to 450
}

TEST(SitSizes, NoMoreIsAskedThanTheSetsNeed) {
  const auto all = candidates(1000);
  const auto order = order_of_asking(all, 100);
  EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), 1000U);
  // The first hundred that are accepted are the set: choosing from them takes them all.
  std::vector<Candidate> first;
  for (std::size_t i = 0; i < 100; ++i) first.push_back(all[order[i]]);
  EXPECT_EQ(choose_sets(first, *parse_sizes({"100"}))[0].members.size(), 100U);
}

TEST(SitSizes, OfALargeSourceTheShortestOfTheDrawnAreAskedFirst) {
  const auto all = candidates(80'000);
  const auto order = order_of_asking(all, 25'000);
  std::size_t longest = 0;
  for (std::size_t i = 0; i < 25'000; ++i) longest = std::max(longest, all[order[i]].bytes);
  for (std::size_t i = 25'000; i < 72'000; ++i) EXPECT_GE(all[order[i]].bytes, longest);
  // What was not drawn comes last, whatever its length.
  std::uint64_t latest = 0;
  for (std::size_t i = 0; i < 72'000; ++i) latest = std::max(latest, all[order[i]].lot);
  for (std::size_t i = 72'000; i < 80'000; ++i) EXPECT_GT(all[order[i]].lot, latest);
}

TEST(SitProgram, LengthLeavesOutBlanksBetweenTags) {
  EXPECT_EQ(squeezed_bytes("<a>\n  <b/>\t</a>"), std::string("<a><b/></a>").size());
  EXPECT_EQ(squeezed_bytes("<a> x </a>"), std::string("<a> x </a>").size());
  EXPECT_EQ(squeezed_bytes(""), 0U);
}

TEST(SitProgram, NumbersAreRoundedAndColoursAreNot) {
  EXPECT_EQ(with_rounded_numbers("M12.3456-0.12349l1e2,.5"), "M12.3 -0.123l100 0.5");
  EXPECT_EQ(with_rounded_numbers("#123456 1.0001"), "#123456 1");
  EXPECT_EQ(with_rounded_numbers("1.235-7.625"), with_rounded_numbers("1.23501-7.62501"));
  EXPECT_EQ(with_rounded_numbers("  a \n b  "), "a b");
  EXPECT_NE(with_rounded_numbers("#1234ab"), with_rounded_numbers("#1235ab"));
}

TEST(SitProgram, WhatCannotBeTrainedOnIsNamed) {
  EXPECT_EQ(check(around(kDot)).status, Status::kOk);
  EXPECT_EQ(check("no program at all").status, Status::kNotSvg);
  EXPECT_EQ(check(around("<g><rect</g>")).status, Status::kNotSvg);
  EXPECT_EQ(check(around("")).status, Status::kBlank);
  EXPECT_EQ(check(around("<text><![CDATA[ <image> ]]></text>" + kDot)).status,
            Status::kPlaceholder);
  const std::string long_one = around(kDot + std::string(9000, 'x'));
  const CheckedProgram refused = check(long_one);
  EXPECT_EQ(refused.status, Status::kTooLong);
  EXPECT_THAT(refused.reason, HasSubstr("8192"));
  EXPECT_EQ(refused.program, "");
  EXPECT_EQ(check(around(kDot), around(kDot).size()).status, Status::kOk);
  EXPECT_EQ(check(around(kDot), around(kDot).size() - 1).status, Status::kTooLong);
}

TEST(SitProgram, HostileProgramsAreRefusedByName) {
  std::string deep;
  for (int i = 0; i < 400; ++i) deep += "<g>";
  for (int i = 0; i < 400; ++i) deep += "</g>";
  EXPECT_EQ(check(around(deep)).status, Status::kBeyondLimits);
  const std::string bomb = "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaa\">]>" + around("<text>&a;</text>");
  EXPECT_NE(check("<?xml version=\"1.0\"?>" + bomb).status, Status::kOk);
  std::string uses = R"(<g id="a0"><rect width="9" height="9"/></g>)";
  for (int i = 1; i < 30; ++i) {
    uses += fmt::format(R"(<g id="a{0}"><use href="#a{1}"/><use href="#a{1}"/></g>)", i, i - 1);
  }
  EXPECT_EQ(check(around(uses)).status, Status::kBeyondLimits);
  EXPECT_EQ(check(std::string("\xff\xfe<svg", 6)).status, Status::kNotSvg);
}

TEST(SitProgram, ItIsCutOutOfWhatSurroundsIt) {
  const CheckedProgram found = check("\n<?xml version=\"1.0\"?>\n" + around(kDot) + "\n trailing");
  ASSERT_EQ(found.status, Status::kOk) << found.reason;
  EXPECT_TRUE(found.program.starts_with("<?xml"));
  EXPECT_TRUE(found.program.ends_with("</svg>"));
  EXPECT_EQ(found.picture, check(around(kDot)).picture);
}

TEST(SitEvaluation, ProgramsAreFoundByRoundedTextAndByPicture) {
  const test::TempFolder folder;
  put(folder / "eval.csv",
      "id,program\n1,\"" + std::string(R"(<svg viewBox=""0 0 10 10""><circle cx=""5"" cy=""5"" )") +
          R"(r=""3.00001"" fill=""red""/></svg>)" + "\"\n");
  EvaluationPrograms out_of;
  ASSERT_TRUE(out_of.add(folder / "eval.csv", 1, {}));
  EXPECT_EQ(out_of.size(), 1U);
  const auto reason = [&](const std::string& program) { return *out_of.match(check(program)); };
  EXPECT_THAT(reason("<svg viewBox='0 0 10 10'>\n <circle cx='5' cy='5' r='3' fill='red'/></svg>"),
              HasSubstr("rounded"));
  EXPECT_THAT(reason(around(R"(<g><circle cx="5" cy="5" r="3.00001" fill="#f00"/></g>)")),
              HasSubstr("picture"));
  EXPECT_EQ(reason(around(R"(<circle cx="5" cy="5" r="4" fill="red"/>)")), "");
}

TEST(SitSource, FoldersAreReadInOrderAndBelow) {
  const test::TempFolder folder;
  put(folder / "b.svg", around(kDot));
  put(folder / "a/z.SVG", around(kDot));
  put(folder / "a/readme.txt", "not this");
  std::filesystem::create_symlink(folder / "b.svg", folder / "link.svg");
  const auto source = open_source(folder.path());
  ASSERT_TRUE(source) << source.error().to_string();
  ASSERT_EQ((*source)->size(), 2U);
  EXPECT_EQ((**(*source)->next()).id, "a/z.SVG");
  EXPECT_EQ((**(*source)->next()).id, "b.svg");
  EXPECT_FALSE(*(*source)->next());
  EXPECT_THAT((*source)->notes(), testing::ElementsAre(HasSubstr("1 links")));
  EXPECT_FALSE(open_source(folder / "a/readme.txt"));
  EXPECT_FALSE(open_source(folder / "none"));
}

TEST(SitSource, LinesAndTablesAreRead) {
  const test::TempFolder folder;
  put(folder / "p.jsonl",
      "{\"id\":\"one\",\"svg\":\"<svg>1</svg>\"}\n\n{\"program\":\"<svg>2</svg>\"}\nbroken\n"
      "{\"id\":7,\"code\":3}\n{\"id\":\"c\",\"program\":\"x\",\"language\":\"cad_2d\"}\n");
  auto lines = open_source(folder / "p.jsonl");
  ASSERT_TRUE(lines);
  EXPECT_EQ((*lines)->size(), 5U);
  EXPECT_EQ((**(*lines)->next()).id, "one");
  EXPECT_EQ((**(*lines)->next()).id, "p:3");
  EXPECT_EQ((**(*lines)->next()).status, Status::kUnreadable);
  const SourceItem seventh = **(*lines)->next();
  EXPECT_EQ(seventh.id, "7");
  EXPECT_THAT(seventh.reason, HasSubstr("program, svg, code"));
  EXPECT_EQ((**(*lines)->next()).status, Status::kNotSvg);

  put(folder / "q.csv", "No,Question,Answer\n4,\"Look: <svg>a</svg> Question: what?\",1\n4,x,2\n");
  auto table = open_source(folder / "q.csv");
  ASSERT_TRUE(table) << table.error().to_string();
  EXPECT_EQ((*table)->size(), 2U);
  EXPECT_EQ((**(*table)->next()).id, "4-1");
  EXPECT_EQ((**(*table)->next()).id, "4-2");
  put(folder / "r.csv", "a,b\n1,2\n");
  EXPECT_THAT(open_source(folder / "r.csv").error().message, HasSubstr("program, svg, code"));
}

TEST(SitSource, IdsHaveNoControlCharacters) {
  EXPECT_EQ(clean_id("a\nb\t\x7f"), "a?b??");
  EXPECT_LE(clean_id(std::string(5000, 'x')).size(), kMaxIdBytes);
}

TEST(SitWordings, ThereAreTwentyEachWayAndTheyCanBeReplaced) {
  const auto ours = read_wordings("");
  ASSERT_TRUE(ours) << ours.error().to_string();
  EXPECT_EQ(std::set<std::string>(ours->describe.begin(), ours->describe.end()).size(), 20U);
  EXPECT_EQ(std::set<std::string>(ours->write.begin(), ours->write.end()).size(), 20U);
  EXPECT_THAT(ours->ask, HasSubstr("{{wording}}"));
  const test::TempFolder folder;
  put(folder / "describe.txt", "# mine\nTell about {{program}} now.\n");
  const auto mine = read_wordings(folder.path());
  ASSERT_TRUE(mine);
  EXPECT_EQ(filled(mine->describe.at(0), "program", "<svg/>"), "Tell about <svg/> now.");
  EXPECT_EQ(mine->write, ours->write);
  EXPECT_NE(mine->hash(), ours->hash());
  EXPECT_EQ(filled("Say.", "program", "P"), "Say.\n\nP");
  put(folder / "write.txt", "# nothing\n");
  EXPECT_FALSE(read_wordings(folder.path()));
  std::set<std::size_t> used;
  for (int i = 0; i < 500; ++i) used.insert(ours->describe_index(1, std::to_string(i)));
  EXPECT_EQ(used.size(), 20U);
}

TEST(SitDescriptions, AreRefusedByLengthAndByWords) {
  EXPECT_EQ(judge_description(std::string(39, 'x')).status, Status::kShortDescription);
  EXPECT_EQ(judge_description(std::string(40, 'x')).status, Status::kOk);
  EXPECT_EQ(judge_description(std::string(4000, 'x')).status, Status::kOk);
  EXPECT_EQ(judge_description(std::string(4001, 'x')).status, Status::kLongDescription);
  std::string accents;
  for (int i = 0; i < 39; ++i) accents += "\u00e9";
  EXPECT_EQ(judge_description(accents).status, Status::kShortDescription);  // characters, not bytes
  EXPECT_EQ(
      judge_description("I\u2019m sorry, but I can\u2019t assist with that request today.").status,
      Status::kRefused);
  EXPECT_EQ(judge_description("The image shows a photo of a red circle on a white sheet.").status,
            Status::kOk);
  EXPECT_EQ(
      judge_description("A red circle stands in for <image> on a sheet of white paper.").status,
      Status::kPlaceholder);
  const Description thought =
      judge_description("<think>\nhm\n</think>\nA red circle in the middle of a white sheet.");
  EXPECT_EQ(thought.text, "A red circle in the middle of a white sheet.");
}

TEST(SitFacts, SayShapesColoursAndPlaces) {
  const auto document = lang::svg::parse(around(
      R"(<rect width="10" height="10" fill="#00f"/><g fill="red"><circle cx="2" cy="2" r="1"/>)"
      R"(<circle cx="8" cy="8" r="1"/></g>)"));
  ASSERT_TRUE(document);
  EXPECT_EQ(
      describe_by_facts(*document),
      "The drawing has 3 parts: a blue rectangle and 2 red circles. A large blue rectangle "
      "lies in the middle. A middle-sized red circle lies at the top left. A middle-sized red "
      "circle lies at the bottom right.");
  EXPECT_EQ(colour_name("rgb(250, 10, 10)"), "red");
  EXPECT_EQ(colour_name("#fff"), "white");
  EXPECT_EQ(colour_name("crimson"), "red");
  EXPECT_EQ(colour_name("url(#a)"), "");
  EXPECT_EQ(colour_name("none"), "none");
}

TEST(SitMix, RowsAreInstructionsOrMessages) {
  EXPECT_TRUE(instruction_turns(R"({"instruction":"a","response":"b","source":"x"})"));
  EXPECT_TRUE(instruction_turns(
      R"({"messages":[{"role":"system","content":"s"},{"role":"user","content":"a"},)"
      R"({"role":"assistant","content":"b"}]})"));
  for (const char* bad :
       {"[]", "{", R"({"instruction":"a"})", R"({"instruction":"a","response":" "})",
        R"({"instruction":"a <image>","response":"b"})", R"({"messages":[]})",
        R"({"messages":[{"role":"user","content":"a"}]})",
        R"({"messages":[{"role":"assistant","content":"a"},{"role":"user","content":"b"}]})",
        R"({"messages":"text"})"}) {
    const auto turns = instruction_turns(bad);
    ASSERT_FALSE(turns) << bad;
    EXPECT_EQ(turns.error().code, ErrorCode::kBadData) << bad;
  }
}

}  // namespace
}  // namespace papert::datagen::sit
