// Handwritten digits as SVG programs: one path that traces the outline, and the question which
// digit it is.
//
//     const DigitScans scans = TRY(parse_digits(images, labels));
//     std::string program = TRY(trace_digit(scans.scan(0), scans.rows, scans.columns));
//
// Only trace_digit.cc knows potrace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "mint/question/question.h"

namespace papert::datagen {

inline constexpr std::size_t kMinScanSide = 8;  // pixels
inline constexpr std::size_t kMaxScanSide = 64;
inline constexpr std::size_t kMaxScans = 1'000'000;

struct DigitScans {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::uint8_t> pixels;  // scan after scan, row after row; 255 is ink
  std::vector<std::uint8_t> labels;  // 0 to 9

  [[nodiscard]] std::size_t size() const { return labels.size(); }
  [[nodiscard]] std::span<const std::uint8_t> scan(std::size_t index) const {
    return std::span(pixels).subspan(index * rows * columns, rows * columns);
  }
};

/// The bytes of a pair of IDX files: scans (magic number 0x803) and labels (0x801). kBadData for
/// another magic number, a size that is not the one the header states, labels beyond 9, or files
/// that do not belong together; kLimit past the limits above. `where` of an error is "images" or
/// "labels".
[[nodiscard]] Result<DigitScans> parse_digits(std::string_view images, std::string_view labels);

/// The program, in a viewBox around the outline. kBadData if there is no ink to trace, or if the
/// outline has not as many pieces and holes as the scan at half brightness.
[[nodiscard]] Result<std::string> trace_digit(std::span<const std::uint8_t> pixels,
                                              std::size_t rows, std::size_t columns);

struct DigitReport {
  std::size_t written = 0;
  std::vector<Error> skipped;  // scans that could not be traced faithfully, with the reason
};

/// Which scans are asked about: the first `count`, in four wordings by turns; or the first
/// `per_digit` of each digit that can be traced, each in one of digit_wordings() by lot.
struct DigitOptions {
  std::size_t count = 100;
  std::optional<std::size_t> per_digit;
  std::int64_t seed = 0;  // of the lot
};

/// The twenty wordings of digit_wordings.txt.
[[nodiscard]] std::vector<std::string_view> digit_wordings();

/// Questions with open answers, as a folder of tasks. kUsage, naming each digit of which there are
/// too few, where `per_digit` asks for more than can be traced; nothing is written then.
[[nodiscard]] Result<DigitReport> write_digits(const std::filesystem::path& images,
                                               const std::filesystem::path& labels,
                                               const DigitOptions& options,
                                               const std::filesystem::path& folder);

}  // namespace papert::datagen
