#include "datagen/digits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/embedded.h"
#include "base/file.h"
#include "base/random.h"
#include "base/text.h"
#include "data/sgp/load.h"

PAPERT_EMBEDDED(digit_wordings);

namespace papert::datagen {
namespace {

constexpr std::array<std::string_view, 4> kWordings{
    "Which digit from 0 to 9 does the picture show?",
    "The program draws one handwritten digit. Which digit is it?",
    "Someone wrote a single digit, and this is its outline. Which of the digits 0 to 9 is it?",
    "What number between 0 and 9 can be read in the drawing?"};

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

/// The sizes in the header of an IDX file of bytes: as many as `dimensions`.
Result<std::vector<std::size_t>> read_header(std::string_view bytes, std::uint32_t dimensions,
                                             const std::string& where) {
  if (bytes.starts_with("\x1f\x8b")) {
    return fail(ErrorCode::kBadData, "the file is compressed; unpack it with gunzip first", where);
  }
  const std::size_t length = 4 + std::size_t{4} * dimensions;
  if (bytes.size() < length) {
    return fail(ErrorCode::kBadData,
                fmt::format("the file ends in its header: {} bytes", bytes.size()), where);
  }
  const std::uint32_t magic = big_endian(bytes, 0);
  const std::uint32_t expected = 0x800U + dimensions;
  if (magic != expected) {
    return fail(
        ErrorCode::kBadData,
        fmt::format("the file begins with {:#x} instead of {:#x}: no IDX file of bytes with {} "
                    "dimensions",
                    magic, expected, dimensions),
        where);
  }
  std::vector<std::size_t> sizes;
  sizes.reserve(dimensions);
  sizes.reserve(dimensions);
  for (std::size_t i = 0; i < dimensions; ++i) sizes.push_back(big_endian(bytes, 4 + 4 * i));
  if (sizes.front() == 0) return fail(ErrorCode::kBadData, "the file holds nothing", where);
  if (sizes.front() > kMaxScans) {
    return fail(ErrorCode::kLimit, fmt::format("more than {} entries", kMaxScans), where);
  }
  return sizes;
}

Result<void> check_length(std::string_view bytes, std::size_t header, std::size_t body,
                          const std::string& where) {
  if (bytes.size() == header + body) return {};
  return fail(ErrorCode::kBadData,
              fmt::format("the file has {} bytes where its header promises {}", bytes.size(),
                          header + body),
              where);
}

/// The question about a scan, without its wording; nothing, and a word in the report, for one that
/// cannot be traced faithfully.
Result<std::optional<mint::Question>> digit_question(const DigitScans& scans, std::size_t index,
                                                     DigitReport& report) {
  mint::Question question;
  question.id = fmt::format("digit-{:06}", index);
  auto program = trace_digit(scans.scan(index), scans.rows, scans.columns);
  if (!program && program.error().code != ErrorCode::kBadData) return fail(program.error());
  if (!program) {
    report.skipped.push_back({program.error().code, program.error().message, question.id});
    return std::optional<mint::Question>();
  }
  question.program = std::move(*program);
  question.answer = std::to_string(scans.labels[index]);
  question.type = mint::QuestionType::kSemantic;
  question.category = "digits";
  return std::optional(std::move(question));
}

Result<std::vector<mint::Question>> first_digits(const DigitScans& scans, std::size_t count,
                                                 DigitReport& report) {
  std::vector<mint::Question> questions;
  for (std::size_t i = 0; i < std::min(count, scans.size()); ++i) {
    auto question = TRY(digit_question(scans, i, report));
    if (!question) continue;
    question->text = std::string(kWordings[i % kWordings.size()]);
    questions.push_back(std::move(*question));
  }
  return questions;
}

using DigitCounts = std::array<std::size_t, 10>;

Result<void> check_enough(const DigitCounts& found, std::size_t wanted, const DigitReport& report) {
  std::string few;
  for (std::size_t digit = 0; digit < found.size(); ++digit) {
    if (found[digit] == wanted) continue;
    few += fmt::format("{}{} of {}", few.empty() ? "" : ", ", found[digit], digit);
  }
  if (few.empty()) return {};
  return fail(ErrorCode::kUsage,
              fmt::format("{} scans of each digit are asked for, but the files have only: {} ({} "
                          "scans could not be traced)",
                          wanted, few, report.skipped.size()),
              "--per-digit");
}

Result<std::vector<mint::Question>> balanced_digits(const DigitScans& scans,
                                                    const DigitOptions& options,
                                                    DigitReport& report) {
  const std::size_t wanted = *options.per_digit;
  const std::vector<std::string_view> wordings = digit_wordings();
  Random random(options.seed);
  DigitCounts found{};
  std::vector<mint::Question> questions;
  for (std::size_t i = 0; i < scans.size() && questions.size() / found.size() < wanted; ++i) {
    if (found[scans.labels[i]] == wanted) continue;
    auto question = TRY(digit_question(scans, i, report));
    if (!question) continue;
    ++found[scans.labels[i]];
    question->text = std::string(random.choice(wordings));
    questions.push_back(std::move(*question));
  }
  TRY(check_enough(found, wanted, report));
  return questions;
}

}  // namespace

Result<DigitScans> parse_digits(std::string_view images, std::string_view labels) {
  const auto sizes = TRY(read_header(images, 3, "images"));
  const auto entries = TRY(read_header(labels, 1, "labels"));
  const auto fits = [](std::size_t side) { return side >= kMinScanSide && side <= kMaxScanSide; };
  if (!fits(sizes[1]) || !fits(sizes[2])) {
    return fail(ErrorCode::kLimit,
                fmt::format("scans of {} x {} pixels; sides from {} to {} are read", sizes[2],
                            sizes[1], kMinScanSide, kMaxScanSide),
                "images");
  }
  TRY(check_length(images, 16, sizes[0] * sizes[1] * sizes[2], "images"));
  TRY(check_length(labels, 8, entries[0], "labels"));
  if (sizes[0] != entries[0]) {
    return fail(ErrorCode::kBadData,
                fmt::format("{} labels for {} scans: the files do not belong together", entries[0],
                            sizes[0]),
                "labels");
  }
  DigitScans scans{sizes[1], sizes[2], {}, {}};
  scans.pixels.assign(images.begin() + 16, images.end());
  scans.labels.assign(labels.begin() + 8, labels.end());
  const auto beyond = std::find_if(scans.labels.begin(), scans.labels.end(),
                                   [](std::uint8_t label) { return label > 9; });
  if (beyond != scans.labels.end()) {
    return fail(ErrorCode::kBadData,
                fmt::format("label {} is {}, which is not a digit", beyond - scans.labels.begin(),
                            static_cast<int>(*beyond)),
                "labels");
  }
  return scans;
}

std::vector<std::string_view> digit_wordings() {
  return split(trim(embedded(papert_embedded_digit_wordings, papert_embedded_digit_wordings_end)),
               '\n');
}

Result<DigitReport> write_digits(const std::filesystem::path& images,
                                 const std::filesystem::path& labels, const DigitOptions& options,
                                 const std::filesystem::path& folder) {
  const auto named = [&](Error error) {
    if (error.where == "images") error.where = images.string();
    if (error.where == "labels") error.where = labels.string();
    return error;
  };
  const std::string image_bytes = TRY(read_file(images));
  const std::string label_bytes = TRY(read_file(labels));
  const auto scans = parse_digits(image_bytes, label_bytes);
  if (!scans) return fail(named(scans.error()));
  DigitReport report;
  std::vector<mint::Question> questions =
      TRY(options.per_digit ? balanced_digits(*scans, options, report)
                            : first_digits(*scans, options.count, report));
  report.written = questions.size();
  TRY(data::sgp::write_questions(folder, std::move(questions)));
  return report;
}

}  // namespace papert::datagen
