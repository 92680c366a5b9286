// Each frame is written by the PNG encoder, and the file is put together from its chunks:
//
//     signature  IHDR  acTL  fcTL IDAT...  fcTL fdAT...  fcTL fdAT...  IEND
//
// acTL counts the frames, an fcTL says where and how long a frame is shown, and an fdAT is an IDAT
// behind a sequence number that fcTL and fdAT share. Of all frames but the first, only the smallest
// rectangle that holds every change is stored, laid over the picture so far.
#include "raster/apng.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "raster/png.h"

namespace papert::raster {
namespace {

constexpr int kLevel = 6;  // smooth edges compress better with a search than as runs
constexpr std::size_t kSignatureBytes = 8;
constexpr std::size_t kHeaderChunkBytes = 25;  // IHDR with length, name and checksum

struct Rectangle {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

void append_number(std::string& out, std::uint32_t value, int bytes = 4) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    out += static_cast<char>(value >> shift & 0xff);
  }
}

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

void append_chunk(std::string& out, std::string_view name, std::string_view data) {
  append_number(out, static_cast<std::uint32_t>(data.size()));
  const std::size_t start = out.size();
  out.append(name).append(data);
  const uLong crc =
      crc32_z(0, reinterpret_cast<const Bytef*>(out.data() + start), out.size() - start);
  append_number(out, static_cast<std::uint32_t>(crc));
}

/// The smallest rectangle outside which the pictures are equal; one pixel where they all are.
Rectangle changed(const Image& before, const Image& after) {
  int left = after.width();
  int right = -1;
  int top = after.height();
  int bottom = -1;
  const int channels = after.channels();
  const auto row_bytes =
      static_cast<std::size_t>(after.width()) * static_cast<std::size_t>(channels);
  for (int y = 0; y < after.height(); ++y) {
    const std::uint8_t* a = before.row(y);
    const std::uint8_t* b = after.row(y);
    if (std::memcmp(a, b, row_bytes) == 0) continue;
    const auto first = std::mismatch(a, a + row_bytes, b).first - a;
    const auto last = std::mismatch(std::reverse_iterator(a + row_bytes), std::reverse_iterator(a),
                                    std::reverse_iterator(b + row_bytes))
                          .first.base() -
                      a - 1;
    left = std::min(left, static_cast<int>(first) / channels);
    right = std::max(right, static_cast<int>(last) / channels);
    top = std::min(top, y);
    bottom = y;
  }
  if (bottom < 0) return {0, 0, 1, 1};
  return {left, top, right - left + 1, bottom - top + 1};
}

Image part(const Image& image, const Rectangle& r) {
  Image out(r.width, r.height, image.format());
  const auto channels = static_cast<std::size_t>(image.channels());
  for (int y = 0; y < r.height; ++y) {
    std::memcpy(out.row(y), image.row(r.y + y) + static_cast<std::size_t>(r.x) * channels,
                static_cast<std::size_t>(r.width) * channels);
  }
  return out;
}

class Writer {
 public:
  explicit Writer(std::size_t frames) : frames_(static_cast<std::uint32_t>(frames)) {}

  void add(const Image& image, const Rectangle& place, int delay_ms) {
    const std::string png = encode_png(image, {.compression_level = kLevel});
    const bool first = out_.empty();
    if (first) {
      out_ = png.substr(0, kSignatureBytes + kHeaderChunkBytes);
      std::string control;
      append_number(control, frames_);
      append_number(control, 0);  // plays: for ever
      append_chunk(out_, "acTL", control);
    }
    add_control(place, delay_ms);
    std::size_t at = kSignatureBytes;
    while (at < png.size()) {
      const std::size_t size = number_at(png, at);
      const std::string_view name = std::string_view(png).substr(at + 4, 4);
      if (name == "IDAT") add_data(std::string_view(png).substr(at + 8, size), first);
      at += size + 12;
    }
  }

  [[nodiscard]] std::string finish() {
    append_chunk(out_, "IEND", {});
    return std::move(out_);
  }

 private:
  void add_control(const Rectangle& place, int delay_ms) {
    std::string data;
    append_number(data, sequence_++);
    for (const int value : {place.width, place.height, place.x, place.y}) {
      append_number(data, static_cast<std::uint32_t>(value));
    }
    append_number(data, static_cast<std::uint32_t>(delay_ms), 2);
    append_number(data, 1000, 2);  // the delay's unit: 1/1000 second
    data += '\0';                  // the frame stays
    data += '\0';                  // and replaces what it covers
    append_chunk(out_, "fcTL", data);
  }

  void add_data(std::string_view compressed, bool first) {
    if (first) return append_chunk(out_, "IDAT", compressed);
    std::string data;
    append_number(data, sequence_++);
    data += compressed;
    append_chunk(out_, "fdAT", data);
  }

  std::uint32_t frames_ = 0;
  std::uint32_t sequence_ = 0;
  std::string out_;
};

Result<void> check(std::span<const Image> frames, const ApngOptions& options) {
  if (frames.empty() || frames.front().data().empty()) {
    return fail(ErrorCode::kUsage, "an animation needs at least one frame that is not empty");
  }
  const Image& first = frames.front();
  for (const Image& frame : frames) {
    if (frame.width() != first.width() || frame.height() != first.height() ||
        frame.format() != first.format()) {
      return fail(ErrorCode::kUsage, "the frames of an animation must have one size and format");
    }
  }
  for (const int delay : {options.delay_ms, options.last_delay_ms}) {
    if (delay < 0 || delay > kMaxFrameDelayMs) {
      return fail(ErrorCode::kUsage, "a frame cannot last " + std::to_string(delay) + " ms: 0 to " +
                                         std::to_string(kMaxFrameDelayMs));
    }
  }
  return {};
}

}  // namespace

Result<std::string> encode_apng(std::span<const Image> frames, const ApngOptions& options) {
  TRY(check(frames, options));
  Writer writer(frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const bool last = i + 1 == frames.size();
    const int delay = last ? options.last_delay_ms : options.delay_ms;
    if (i == 0) {
      writer.add(frames[0], {0, 0, frames[0].width(), frames[0].height()}, delay);
    } else {
      const Rectangle place = changed(frames[i - 1], frames[i]);
      writer.add(part(frames[i], place), place, delay);
    }
  }
  return writer.finish();
}

}  // namespace papert::raster
