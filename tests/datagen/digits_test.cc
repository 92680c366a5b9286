// Tracing of handwritten digits, with files made here.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "base/file.h"
#include "data/sgp/load.h"
#include "datagen/digits.h"
#include "mint/question/question.h"
#include "raster/svg.h"
#include "support/temp_folder.h"

namespace papert::datagen {
namespace {

constexpr std::size_t kSide = 28;

std::string word(std::uint32_t value) {
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) {
    bytes += static_cast<char>(value >> shift & 255U);
  }
  return bytes;
}

/// A scan drawn by a rule: the ink of the pixel (x, y), 0 to 1 and cut there.
template <class Rule>
std::string scan(Rule rule) {
  std::string bytes;
  for (std::size_t y = 0; y < kSide; ++y) {
    for (std::size_t x = 0; x < kSide; ++x) {
      const double ink = rule(static_cast<double>(x), static_cast<double>(y));
      bytes += static_cast<char>(std::lround(255 * std::clamp(ink, 0.0, 1.0)));
    }
  }
  return bytes;
}

/// Soft at the edges, as scans are.
std::string zero() {
  return scan([](double x, double y) {
    const double r = 7.5 * std::hypot((x - 13.5) / 6.5, (y - 13.5) / 9);
    return 2 - std::abs(r - 5.8);
  });
}
std::string one() {
  return scan(
      [](double x, double y) { return std::abs(x - 14) <= 1.5 && y > 4 && y < 24 ? 1.0 : 0.0; });
}
std::string blank() { return std::string(kSide * kSide, '\0'); }

std::string image_file(const std::string& scans) {
  const auto count = static_cast<std::uint32_t>(scans.size() / (kSide * kSide));
  return word(0x803) + word(count) + word(kSide) + word(kSide) + scans;
}
std::string label_file(const std::string& labels) {
  return word(0x801) + word(static_cast<std::uint32_t>(labels.size())) + labels;
}

Error error_of(const std::string& images, const std::string& labels) {
  const auto result = parse_digits(images, labels);
  EXPECT_FALSE(result.has_value());
  return result ? Error{} : result.error();
}

std::vector<std::uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

TEST(Digits, FilesAreRead) {
  const auto scans =
      parse_digits(image_file(zero() + one()), label_file(std::string("\0\1", 2))).value();
  EXPECT_EQ(scans.size(), 2U);
  EXPECT_EQ(scans.rows, kSide);
  EXPECT_EQ(scans.columns, kSide);
  EXPECT_EQ(scans.labels[1], 1);
  EXPECT_EQ(std::vector(scans.scan(1).begin(), scans.scan(1).end()), bytes_of(one()));
}

TEST(Digits, HostileFilesAreRefused) {
  const std::string images = image_file(zero());
  const std::string labels = label_file(std::string(1, '\0'));
  EXPECT_TRUE(parse_digits(images, labels).has_value());
  EXPECT_EQ(error_of("", labels).where, "images");
  EXPECT_EQ(error_of(images.substr(0, 15), labels).code, ErrorCode::kBadData);
  EXPECT_EQ(error_of(images.substr(0, images.size() - 1), labels).where, "images");
  EXPECT_EQ(error_of(images + "x", labels).code, ErrorCode::kBadData);
  EXPECT_EQ(error_of(labels, labels).where, "images");
  EXPECT_EQ(error_of(images, images).where, "labels");
  EXPECT_EQ(error_of(images, "").where, "labels");
  EXPECT_EQ(error_of(images, label_file("\1\2")).code, ErrorCode::kBadData);
  EXPECT_EQ(error_of(images, label_file("\12")).code, ErrorCode::kBadData);
  EXPECT_TRUE(parse_digits(images, label_file("\11")).has_value());
  EXPECT_NE(error_of("\x1f\x8b\x08", labels).message.find("gunzip"), std::string::npos);
  // Sizes whose product is beyond every memory, or wraps around to the true length.
  const std::string huge = word(0x803) + word(0xffffffff) + word(0xffffffff) + word(0xffffffff);
  EXPECT_EQ(error_of(huge, labels).code, ErrorCode::kLimit);
  EXPECT_EQ(error_of(word(0x803) + word(1) + word(0x80000000) + word(2), labels).code,
            ErrorCode::kLimit);
  EXPECT_EQ(error_of(word(0x803) + word(1) + word(0) + word(28), labels).code, ErrorCode::kLimit);
  EXPECT_EQ(error_of(word(0x803) + word(0) + word(28) + word(28), labels).code,
            ErrorCode::kBadData);
  const auto sized = [&](std::uint32_t side) {
    return parse_digits(word(0x803) + word(1) + word(side) + word(side) +
                            std::string(std::size_t{side} * side, '\0'),
                        labels)
        .has_value();
  };
  EXPECT_FALSE(sized(kMinScanSide - 1));
  EXPECT_TRUE(sized(kMinScanSide));
  EXPECT_TRUE(sized(kMaxScanSide));
  EXPECT_FALSE(sized(kMaxScanSide + 1));
}

TEST(Digits, WhatFallsApartOrFillsUpIsLeftOut) {
  const auto message = [](const std::string& digit) {
    const auto program = trace_digit(bytes_of(digit), kSide, kSide);
    return program ? "" : program.error().message;
  };
  // A faint stroke of one pixel in the middle of a thick one: the blur cuts it.
  const std::string thin = scan([](double x, double y) {
    const bool waist = y > 10 && y < 18;
    if (waist) return x == 14 ? 0.6 : 0.0;
    return std::abs(x - 14) <= 2.5 && y > 4 && y < 24 ? 1.0 : 0.0;
  });
  EXPECT_EQ(message(thin), "the outline has 2 pieces and 0 holes where the scan has 1 and 0");
  // A hole of one pixel: the blur fills it.
  const std::string blot = scan([](double x, double y) {
    const bool hole = x == 14 && y == 9;
    return std::abs(x - 14) <= 3 && y > 4 && y < 24 && !hole ? 1.0 : 0.0;
  });
  EXPECT_EQ(message(blot), "the outline has 1 pieces and 0 holes where the scan has 1 and 1");
  EXPECT_EQ(message(zero()), "");
  EXPECT_EQ(message(one()), "");
  EXPECT_EQ(message(blank()), "there is no ink to trace");
}

TEST(Digits, ProgramsLookLikeThePublishedOnes) {
  const std::string program = trace_digit(bytes_of(zero()), kSide, kSide).value();
  EXPECT_TRUE(mint::check_program(mint::Language::kSvg, program).has_value());
  EXPECT_GT(program.size(), 300U);
  EXPECT_LT(program.size(), 1500U);
  EXPECT_EQ(program.find("<path"), program.rfind("<path"));
  const std::size_t from = program.find(" d=\"") + 4;
  const std::string path = program.substr(from, program.find('"', from) - from);
  EXPECT_EQ(path.find_first_not_of("MCL 0123456789.,-"), std::string::npos) << path;
  EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2) << "an outline and a hole";
}

/// The traced outline covers what was ink, and the viewBox is the outline with a tenth of air.
TEST(Digits, TheTraceCoversTheInk) {
  const std::string program = trace_digit(bytes_of(one()), kSide, kSide).value();
  const auto image = raster::render_svg(program, 240, 240).value();
  int left = 240;
  int top = 240;
  int right = 0;
  int bottom = 0;
  for (int y = 0; y < 240; ++y) {
    for (int x = 0; x < 240; ++x) {
      if (image.row(y)[3 * x] > 127) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
  }
  EXPECT_NEAR(top, 20, 3);
  EXPECT_NEAR(bottom, 220, 3);
  EXPECT_NEAR((left + right) / 2.0, 120, 2);
  // 3 pixels wide and 19 high, within what the blur rounds off.
  EXPECT_NEAR((right - left) / static_cast<double>(bottom - top), 3 / 19.0, 0.05);
}

TEST(Digits, BlankScansAreSkipped) {
  EXPECT_EQ(trace_digit(bytes_of(blank()), kSide, kSide).error().code, ErrorCode::kBadData);
  const auto full = std::vector<std::uint8_t>(kSide * kSide, 255);
  EXPECT_TRUE(trace_digit(full, kSide, kSide).has_value());

  const auto folder =
      std::filesystem::temp_directory_path() / ("papert-digits-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(write_file(folder / "images", image_file(zero() + blank() + one() + one())));
  ASSERT_TRUE(write_file(folder / "labels", label_file(std::string("\0\5\1\1", 4))));
  const auto report =
      write_digits(folder / "images", folder / "labels", {.count = 3}, folder / "out").value();
  EXPECT_EQ(report.written, 2U);
  ASSERT_EQ(report.skipped.size(), 1U);
  EXPECT_EQ(report.skipped[0].where, "digit-000001");
  const auto stored = data::sgp::read_questions(folder / "out").value();
  EXPECT_TRUE(stored.problems.empty());
  ASSERT_EQ(stored.questions.size(), 2U);
  EXPECT_EQ(stored.questions[0].answer, "0");
  EXPECT_EQ(stored.questions[1].answer, "1");
  EXPECT_TRUE(stored.questions[0].open());
  EXPECT_EQ(write_digits(folder / "labels", folder / "labels", {}, folder / "out").error().where,
            (folder / "labels").string());
  std::filesystem::remove_all(folder);
}

class BalancedDigits : public testing::Test {
 protected:
  /// Three scans of each digit, all of which can be traced; of the last one a blank more.
  BalancedDigits() {
    std::string scans;
    std::string labels;
    for (int i = 0; i < 30; ++i) {
      scans += i % 2 == 0 ? zero() : one();
      labels += static_cast<char>(i % 10);
    }
    EXPECT_TRUE(write_file(folder_ / "images", image_file(blank() + scans)));
    EXPECT_TRUE(write_file(folder_ / "labels", label_file('\11' + labels)));
  }

  [[nodiscard]] std::vector<mint::Question> made(const DigitOptions& options) const {
    const auto out = folder_ / std::to_string(options.seed);
    const auto report = write_digits(folder_ / "images", folder_ / "labels", options, out);
    EXPECT_TRUE(report) << report.error().to_string();
    EXPECT_EQ(report->skipped.size(), 1U);
    return data::sgp::read_questions(out).value().questions;
  }

  test::TempFolder folder_;
};

TEST_F(BalancedDigits, EachDigitComesAsOften) {
  const auto questions = made({.per_digit = 2, .seed = 1});
  ASSERT_EQ(questions.size(), 20U);
  std::map<std::string, int> answers;
  for (const auto& question : questions) ++answers[question.answer];
  EXPECT_EQ(answers.size(), 10U);
  for (const auto& [answer, count] : answers) EXPECT_EQ(count, 2) << answer;
  EXPECT_EQ(questions[0].id, "digit-000001") << "the blank one is left out";
}

TEST_F(BalancedDigits, WordingsAreDrawnFromTheSeed) {
  const auto wordings = digit_wordings();
  EXPECT_EQ(std::set<std::string_view>(wordings.begin(), wordings.end()).size(), 20U);
  const auto a = made({.per_digit = 3, .seed = 1});
  const auto again = made({.per_digit = 3, .seed = 1});
  const auto b = made({.per_digit = 3, .seed = 2});
  std::set<std::string> used;
  bool differs = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i], again[i]);
    EXPECT_EQ(a[i].program, b[i].program) << "the seed is of the wordings alone";
    differs = differs || a[i].text != b[i].text;
    EXPECT_NE(std::find(wordings.begin(), wordings.end(), a[i].text), wordings.end());
    used.insert(a[i].text);
  }
  EXPECT_TRUE(differs);
  EXPECT_GT(used.size(), 8U);
}

TEST_F(BalancedDigits, TooFewOfADigitIsSaid) {
  const auto report =
      write_digits(folder_ / "images", folder_ / "labels", {.per_digit = 4}, folder_ / "out");
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().code, ErrorCode::kUsage);
  EXPECT_EQ(report.error().where, "--per-digit");
  EXPECT_EQ(report.error().message,
            "4 scans of each digit are asked for, but the files have only: 3 of 0, 3 of 1, 3 of 2, "
            "3 of 3, 3 of 4, 3 of 5, 3 of 6, 3 of 7, 3 of 8, 3 of 9 (1 scans could not be traced)");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

}  // namespace
}  // namespace papert::datagen
