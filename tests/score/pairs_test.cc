// The faithful rule on pairs of programs as different people write them, labelled by what a careful
// person says of the drawings: tests/cases/turtle_pairs. Most were written before the rule's limits
// were chosen, the attacks and crafts when they stood. They are split by the hash of their names:
// limits may be chosen on one half, and the figure must hold on the other, too.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "lang/turtle/host/jail_pool.h"
#include "score/faithful.h"

namespace papert::score {
namespace {

struct Pair {
  std::string name;
  bool same = false;
  std::string reference;
  std::string answer;

  [[nodiscard]] bool held_out() const { return sha256_hex(name).front() % 2 == 0; }
};

/// "== same: name", a program, "--", a program.
std::vector<Pair> pairs_in(const std::string& text) {
  std::vector<Pair> pairs;
  std::string* part = nullptr;
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with("== ")) {
      const std::size_t colon = line.find(": ");
      pairs.push_back({.name = std::string(line.substr(colon + 2)),
                       .same = line.substr(3, colon - 3) == "same"});
      part = &pairs.back().reference;
    } else if (line == "--") {
      part = &pairs.back().answer;
    } else {
      part->append(line).append("\n");
    }
  }
  return pairs;
}

std::vector<Pair> all_pairs() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(PAPERT_TEST_CASES "/turtle_pairs")) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Pair> pairs;
  for (const auto& file : files) {
    for (Pair& pair : pairs_in(read_file(file).value())) pairs.push_back(std::move(pair));
  }
  return pairs;
}

score::PaintedDrawing drawn(lang::turtle::JailPool& jails, const std::string& code) {
  auto drawing = jails.run("from turtle import *\n" + code);
  EXPECT_TRUE(drawing) << drawing.error().to_string();
  EXPECT_EQ(drawing->outcome.status, sandbox::Status::kOk) << drawing->outcome.reason << "\n"
                                                           << code;
  return score::PaintedDrawing(std::move(drawing->scene));
}

struct Tally {
  std::size_t pairs = 0;
  std::vector<std::string> misjudged;
};

TEST(Pairs, AtMostThreePercentOfTheHeldOutHalfAreMisjudged) {
  lang::turtle::JailPool jails({});
  std::array<Tally, 2> halves;
  for (const Pair& pair : all_pairs()) {
    SCOPED_TRACE(pair.name);
    const score::PaintedDrawing reference = drawn(jails, pair.reference);
    const score::PaintedDrawing answer = drawn(jails, pair.answer);
    Tally& tally = halves[pair.held_out() ? 1 : 0];
    ++tally.pairs;
    const score::FaithfulComparison result = score::compare_faithfully(reference, answer);
    if (result.success != pair.same) {
      tally.misjudged.push_back(
          fmt::format("{}, judged {}: {} of {} stray, largest patch {}, {} of {} places unlike",
                      pair.name, result.success ? "same" : "different", result.stray, result.ink,
                      result.largest_patch, result.unlike_places, result.places));
    }
  }
  EXPECT_GE(halves[0].pairs + halves[1].pairs, 120U);
  for (const Tally& tally : halves) {
    EXPECT_LE(tally.misjudged.size() * 100, tally.pairs * 3)
        << tally.pairs << " pairs\n"
        << fmt::format("{}", fmt::join(tally.misjudged, "\n"));
  }
}

}  // namespace
}  // namespace papert::score
