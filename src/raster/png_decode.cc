// Reading PNG with libpng.
//
// libpng reports an error by a long jump, which runs no destructors. So every call that may jump
// sits in a member function of PngDecoder that returns true or false, holds nothing but plain
// values, and works on memory its caller owns. The caller then turns "false" into an Error.
//
// The header is looked at by hand first: a file that announces 100,000 x 100,000 pixels is refused
// by its announcement, and one that announces more than deflate can possibly have packed into its
// bytes is known to be cut off or lying before its pixels are allocated.
#include <png.h>

#include <array>
#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "raster/png.h"

namespace papert::raster {
namespace {

constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);
constexpr std::size_t kHeaderEnd = 33;         // signature, and the IHDR chunk with its checksum
constexpr std::uint64_t kDeflateBest = 1'040;  // 258 bytes of a run cost no less than two bits

/// The announced picture, as libpng will deliver it.
struct Shape {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  int channels = 0;
};

class PngDecoder {
 public:
  explicit PngDecoder(std::string_view bytes) : rest_(bytes) {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, &PngDecoder::on_error,
                                  &PngDecoder::on_warning);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
  }
  ~PngDecoder() { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngDecoder(const PngDecoder&) = delete;
  PngDecoder& operator=(const PngDecoder&) = delete;

  [[nodiscard]] bool ready() const { return info_ != nullptr; }
  [[nodiscard]] bool ran_out() const { return ran_out_; }
  [[nodiscard]] const char* message() const { return message_.data(); }

  /// Up to the first pixel; says what the rows will look like.
  [[nodiscard]] bool read_header(const PngLimits& limits, Shape* shape) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_read_fn(png_, this, &PngDecoder::on_read);
    png_set_crc_action(png_, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    // Of the optional chunks only transparency matters; the others are checked and skipped.
    png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    const auto side = static_cast<png_uint_32>(limits.max_side);
    png_set_user_limits(png_, side, side);
    png_read_info(png_, info_);
    png_set_expand(png_);
    png_set_scale_16(png_);
    png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    shape->width = png_get_image_width(png_, info_);
    shape->height = png_get_image_height(png_, info_);
    shape->channels = png_get_channels(png_, info_);
    return png_get_bit_depth(png_, info_) == 8;
  }

  /// All pixels, and everything after them up to the end of the PNG.
  [[nodiscard]] bool read_pixels(std::uint8_t** rows) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_image(png_, rows);
    png_read_end(png_, nullptr);
    return true;
  }

 private:
  [[noreturn]] static void on_error(png_structp png, png_const_charp text) {
    auto* self = static_cast<PngDecoder*>(png_get_error_ptr(png));
    std::strncpy(self->message_.data(), text, self->message_.size() - 1);
    png_longjmp(png, 1);
  }

  static void on_warning(png_structp, png_const_charp) {}

  static void on_read(png_structp png, png_bytep out, png_size_t size) {
    auto* self = static_cast<PngDecoder*>(png_get_io_ptr(png));
    if (size > self->rest_.size()) {
      self->ran_out_ = true;
      png_error(png, "unexpected end");
    }
    std::memcpy(out, self->rest_.data(), size);
    self->rest_.remove_prefix(size);
  }

  std::string_view rest_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  bool ran_out_ = false;
  std::array<char, 160> message_{};
};

tl::unexpected<Error> cut_off(std::size_t size) {
  return fail(ErrorCode::kBadData,
              "the PNG is cut off: it ends after " + std::to_string(size) + " bytes");
}

tl::unexpected<Error> failure(const PngDecoder& decoder, std::size_t size) {
  if (decoder.ran_out()) return cut_off(size);
  return fail(ErrorCode::kBadData, std::string("the PNG is damaged: ") + decoder.message());
}

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// The least number of bytes the announced pixels take before compression; 0 for nonsense, which
/// libpng will name.
std::uint64_t unpacked_size(std::string_view bytes) {
  const std::uint64_t width = big_endian(bytes, 16);
  const std::uint64_t height = big_endian(bytes, 20);
  const auto depth = static_cast<unsigned char>(bytes[24]);
  static constexpr std::array<std::uint64_t, 7> kChannels = {1, 0, 3, 1, 2, 0, 4};
  const auto type = static_cast<unsigned char>(bytes[25]);
  if (type >= kChannels.size() || depth > 16) return 0;
  return (width * depth * kChannels[type] + 7) / 8 * height;
}

Result<void> check_header(std::string_view bytes, const PngLimits& limits) {
  if (bytes.size() > limits.max_bytes) {
    return fail(ErrorCode::kLimit, "the PNG has " + std::to_string(bytes.size()) +
                                       " bytes; at most " + std::to_string(limits.max_bytes) +
                                       " are read");
  }
  if (bytes.empty() || bytes.substr(0, 8) != kSignature.substr(0, bytes.size())) {
    return fail(ErrorCode::kBadData, "not a PNG: the file does not begin with the PNG signature");
  }
  if (bytes.size() < kHeaderEnd) return cut_off(bytes.size());
  if (bytes.substr(12, 4) != "IHDR") {
    return fail(ErrorCode::kBadData, "the PNG is damaged: it does not begin with its header");
  }
  const std::uint64_t width = big_endian(bytes, 16);
  const std::uint64_t height = big_endian(bytes, 20);
  const auto side = static_cast<std::uint64_t>(limits.max_side);
  if (width > side || height > side ||
      width * height > static_cast<std::uint64_t>(limits.max_pixels)) {
    return fail(ErrorCode::kLimit, "the PNG has " + std::to_string(width) + " x " +
                                       std::to_string(height) + " pixels; at most " +
                                       std::to_string(side) + " a side and " +
                                       std::to_string(limits.max_pixels) + " in all are read");
  }
  if (unpacked_size(bytes) > kDeflateBest * bytes.size()) return cut_off(bytes.size());
  return {};
}

/// Over white, rounded to nearest.
std::uint8_t over_white(std::uint8_t sample, std::uint8_t alpha) {
  const unsigned weighted = sample * unsigned{alpha} + 255U * (255U - alpha);
  return static_cast<std::uint8_t>((weighted + 127) / 255);
}

/// From samples followed by their alpha to samples alone.
Image flatten(const std::vector<std::uint8_t>& pixels, Image image) {
  const int channels = image.channels();
  const std::uint8_t* in = pixels.data();
  std::uint8_t* out = image.data().data();
  const std::uint8_t* end = out + image.data().size();
  while (out != end) {
    const std::uint8_t alpha = in[channels];
    for (int i = 0; i < channels; ++i) *out++ = over_white(*in++, alpha);
    ++in;
  }
  return image;
}

}  // namespace

Result<Image> decode_png(std::string_view bytes, const PngLimits& limits) {
  TRY(check_header(bytes, limits));
  PngDecoder decoder(bytes);
  if (!decoder.ready()) return fail(ErrorCode::kInternal, "libpng does not start");
  Shape shape;
  if (!decoder.read_header(limits, &shape)) return failure(decoder, bytes.size());

  const bool has_alpha = shape.channels == 2 || shape.channels == 4;
  Image image(static_cast<int>(shape.width), static_cast<int>(shape.height),
              shape.channels <= 2 ? PixelFormat::kGray : PixelFormat::kRgb);
  const std::size_t row_bytes =
      static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.channels);
  std::vector<std::uint8_t> with_alpha(has_alpha ? row_bytes * shape.height : 0);
  std::uint8_t* first = has_alpha ? with_alpha.data() : image.data().data();
  std::vector<std::uint8_t*> rows(shape.height);
  for (std::size_t y = 0; y < rows.size(); ++y) rows[y] = first + y * row_bytes;
  if (!decoder.read_pixels(rows.data())) return failure(decoder, bytes.size());
  if (has_alpha) return flatten(with_alpha, std::move(image));
  return image;
}

}  // namespace papert::raster
