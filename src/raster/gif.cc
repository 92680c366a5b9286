// The file, as the GIF89a specification has it:
//
//     "GIF89a"  screen size, table of 256 colours  loop extension
//     for each frame: control extension (delay), image descriptor, compressed numbers of colours
//     ";"
//
// The numbers are compressed by LZW with codes of 9 to 12 bits: every code stands for a row of
// numbers, each new code for the last row and one number more. At 4,096 codes it starts over. Of
// all frames but the first only the rows that changed are stored, laid over the picture so far.
#include "raster/gif.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace papert::raster {
namespace {

constexpr std::size_t kTableColors = 256;
constexpr int kCubeSide = 6;  // the even set: 6 levels of each
constexpr int kCodeBits = 8;  // of a colour's number
constexpr std::uint32_t kClearCode = 1U << kCodeBits;
constexpr std::uint32_t kEndCode = kClearCode + 1;
constexpr std::uint32_t kMaxCodes = 4096;
constexpr std::size_t kBlockBytes = 255;

void append_u16(std::string& out, int value) {
  out += static_cast<char>(value & 0xff);
  out += static_cast<char>(value >> 8 & 0xff);
}

std::uint32_t rgb_at(const std::uint8_t* sample) {
  return std::uint32_t{sample[0]} << 16U | std::uint32_t{sample[1]} << 8U | sample[2];
}

/// Colours of all frames -> numbers.
class Palette {
 public:
  explicit Palette(std::span<const Image> frames) {
    for (const Image& frame : frames) {
      if (!collect(frame)) break;
    }
    if (numbers_.size() <= kTableColors) return;
    exact_ = false;
    numbers_.clear();
  }

  [[nodiscard]] std::uint8_t number(const std::uint8_t* sample) const {
    if (exact_) return numbers_.find(rgb_at(sample))->second;
    int number = 0;
    for (int i = 0; i < 3; ++i) number = number * kCubeSide + (sample[i] * 5 + 127) / 255;
    return static_cast<std::uint8_t>(number);
  }

  void append_to(std::string& out) const {
    std::array<std::uint8_t, 3 * kTableColors> table{};
    const auto put = [&](std::size_t number, std::uint32_t rgb) {
      for (std::size_t i = 0; i < 3; ++i) {
        table[3 * number + i] = static_cast<std::uint8_t>(rgb >> (16 - 8 * i) & 0xff);
      }
    };
    if (exact_) {
      for (const auto& [rgb, number] : numbers_) put(number, rgb);
    } else {
      for (std::uint32_t n = 0; n < kCubeSide * kCubeSide * kCubeSide; ++n) {
        put(n, (n / 36 * 51) << 16U | (n / 6 % 6 * 51) << 8U | n % 6 * 51);
      }
    }
    out.append(reinterpret_cast<const char*>(table.data()), table.size());
  }

 private:
  /// False once there are too many.
  bool collect(const Image& frame) {
    const auto data = frame.data();
    for (std::size_t i = 0; i + 2 < data.size(); i += 3) {
      const std::uint32_t rgb = rgb_at(&data[i]);
      if (i > 0 && rgb == rgb_at(&data[i - 3])) continue;
      numbers_.try_emplace(rgb, static_cast<std::uint8_t>(numbers_.size()));
      if (numbers_.size() > kTableColors) return false;
    }
    return true;
  }

  std::unordered_map<std::uint32_t, std::uint8_t> numbers_;
  bool exact_ = true;
};

/// Codes of a growing number of bits, in blocks of at most 255 bytes.
class CodeWriter {
 public:
  explicit CodeWriter(std::string& out) : out_(out) {}

  void write(std::uint32_t code, int bits) {
    pending_ |= std::uint64_t{code} << held_;
    held_ += bits;
    while (held_ >= 8) {
      put(static_cast<char>(pending_ & 0xff));
      pending_ >>= 8U;
      held_ -= 8;
    }
  }

  void finish() {
    if (held_ > 0) put(static_cast<char>(pending_ & 0xff));
    flush();
    out_ += '\0';
  }

 private:
  void put(char byte) {
    block_ += byte;
    if (block_.size() == kBlockBytes) flush();
  }
  void flush() {
    if (block_.empty()) return;
    out_ += static_cast<char>(block_.size());
    out_ += block_;
    block_.clear();
  }

  std::string& out_;
  std::string block_;
  std::uint64_t pending_ = 0;
  int held_ = 0;
};

void compress(std::span<const std::uint8_t> numbers, std::string& out) {
  // By code and next number: the code of both together; 0: none yet.
  std::vector<std::uint16_t> longer(kMaxCodes << kCodeBits);
  CodeWriter writer(out);
  std::uint32_t next = kEndCode + 1;
  int bits = kCodeBits + 1;
  out += static_cast<char>(kCodeBits);
  writer.write(kClearCode, bits);
  std::uint32_t row = numbers[0];
  for (const std::uint8_t number : numbers.subspan(1)) {
    std::uint16_t& known = longer[row << kCodeBits | number];
    if (known != 0) {
      row = known;
      continue;
    }
    writer.write(row, bits);
    row = number;
    if (next == kMaxCodes) {
      writer.write(kClearCode, bits);
      std::fill(longer.begin(), longer.end(), std::uint16_t{0});
      next = kEndCode + 1;
      bits = kCodeBits + 1;
      continue;
    }
    known = static_cast<std::uint16_t>(next++);
    if (next > (1U << static_cast<unsigned>(bits)) && bits < 12) ++bits;
  }
  writer.write(row, bits);
  writer.write(kEndCode, bits);
  writer.finish();
}

struct GifRows {
  int begin = 0;
  int end = 0;
};

/// The rows that differ; one where none does.
GifRows changed_rows(const Image& before, const Image& after) {
  const auto bytes = static_cast<std::size_t>(after.width()) * 3;
  GifRows rows{0, after.height()};
  const auto same = [&](int y) { return std::memcmp(before.row(y), after.row(y), bytes) == 0; };
  while (rows.end > 1 && same(rows.end - 1)) --rows.end;
  while (rows.begin + 1 < rows.end && same(rows.begin)) ++rows.begin;
  return rows;
}

void append_frame(std::string& out, const Image& image, const GifRows& rows, const Palette& palette,
                  int delay_ms) {
  out += "\x21\xF9\x04\x04";  // a control extension of four bytes; the frame stays
  append_u16(out, delay_ms / 10);
  out += std::string_view("\0\0", 2);
  out += ',';
  append_u16(out, 0);
  append_u16(out, rows.begin);
  append_u16(out, image.width());
  append_u16(out, rows.end - rows.begin);
  out += '\0';
  std::vector<std::uint8_t> numbers;
  numbers.reserve(static_cast<std::size_t>(image.width()) *
                  static_cast<std::size_t>(rows.end - rows.begin));
  for (int y = rows.begin; y < rows.end; ++y) {
    const std::uint8_t* row = image.row(y);
    for (int x = 0; x < image.width(); ++x) numbers.push_back(palette.number(row + 3 * x));
  }
  compress(numbers, out);
}

Result<void> check_frames(std::span<const Image> frames) {
  if (frames.empty() || frames.front().data().empty()) {
    return fail(ErrorCode::kUsage, "an animation needs at least one frame that is not empty");
  }
  const Image& first = frames.front();
  for (const Image& frame : frames) {
    if (frame.width() != first.width() || frame.height() != first.height() ||
        frame.format() != PixelFormat::kRgb || frame.width() > kMaxGifSide ||
        frame.height() > kMaxGifSide) {
      return fail(ErrorCode::kUsage, "the frames of a GIF must be RGB and of one size");
    }
  }
  return {};
}

}  // namespace

Result<std::string> encode_gif(std::span<const Image> frames, const GifOptions& options) {
  TRY(check_frames(frames));
  const Palette palette(frames);
  std::string out = "GIF89a";
  append_u16(out, frames[0].width());
  append_u16(out, frames[0].height());
  out += std::string_view("\xF7\0\0", 3);  // a table of 256 colours follows
  palette.append_to(out);
  out += std::string_view("\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0", 19);  // plays for ever
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const bool last = i + 1 == frames.size();
    const GifRows rows =
        i == 0 ? GifRows{0, frames[0].height()} : changed_rows(frames[i - 1], frames[i]);
    append_frame(out, frames[i], rows, palette, last ? options.last_delay_ms : options.delay_ms);
  }
  out += ';';
  return out;
}

}  // namespace papert::raster
