// Writing PNG with libpng.
//
// As in png_decode.cc, an error of libpng is a long jump: the one member function that may be left
// that way holds only plain values.
//
// Drawings of flat shapes are runs: along a row, and from row to row. The "up" filter turns a row
// like the one above it into zeros, and zlib's run-length strategy packs zeros without searching a
// window for other matches. Measured on 150 drawings of 512 x 512 pixels (mean of each):
//
//     filter and strategy      microseconds   bytes
//     libpng's defaults            1,950      2,576
//     none, level 6                1,190      2,964
//     none, level 9                6,000      1,787
//     up, level 6                  1,030      2,576
//     none, runs only                365      2,822
//     up, runs only                  510      2,217     the default here
//
// With less than 8 bits a pixel the rows are short and the filter only disturbs the bytes: there
// "none, level 6" takes 1,172 bytes, up 1,451.
#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <csetjmp>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "raster/png.h"

namespace papert::raster {
namespace {

/// How the samples are stored in the file.
struct Layout {
  int color_type = PNG_COLOR_TYPE_GRAY;
  int bits = 8;
  std::vector<png_color> palette;                           // of a palette file
  std::unordered_map<std::uint32_t, std::uint8_t> code_of;  // pixel to stored sample
};

std::uint32_t pixel_key(const std::uint8_t* pixel, int channels) {
  if (channels == 1) return pixel[0] * 0x010101U;
  return std::uint32_t{pixel[0]} << 16 | std::uint32_t{pixel[1]} << 8 | pixel[2];
}

bool is_grey(std::uint32_t key) { return key == (key & 0xff) * 0x010101U; }

/// The colours in order of value, or nothing if there are more than a palette holds.
std::vector<std::uint32_t> few_colors(const Image& image) {
  constexpr std::size_t kMost = 256;
  std::vector<std::uint32_t> found;
  const int channels = image.channels();
  const auto data = image.data();
  const auto step = static_cast<std::size_t>(channels);
  std::uint32_t last = 0xffffffff;
  for (std::size_t at = 0; at < data.size(); at += step) {
    const std::uint32_t key = pixel_key(&data[at], channels);
    if (key == last) continue;
    last = key;
    const auto place = std::ranges::lower_bound(found, key);
    if (place != found.end() && *place == key) continue;
    if (found.size() == kMost) return {};
    found.insert(place, key);
  }
  return found;
}

int bits_for(std::size_t colors) {
  return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}

/// The fewest bits at which evenly spaced greys (0 and 255; 0, 85, 170 and 255...) hold them all.
int grey_bits(const std::vector<std::uint32_t>& colors) {
  for (const int bits : {1, 2, 4}) {
    const auto step = 255U / ((1U << bits) - 1);
    const bool fits =
        std::ranges::all_of(colors, [step](std::uint32_t key) { return (key & 0xff) % step == 0; });
    if (fits) return bits;
  }
  return 8;
}

Layout gray_layout(const std::vector<std::uint32_t>& colors, int bits) {
  Layout layout{.color_type = PNG_COLOR_TYPE_GRAY, .bits = bits, .palette = {}, .code_of = {}};
  const auto step = 255U / ((1U << bits) - 1);
  for (const std::uint32_t key : colors) {
    layout.code_of[key] = static_cast<std::uint8_t>((key & 0xff) / step);
  }
  return layout;
}

Layout palette_layout(const std::vector<std::uint32_t>& colors) {
  Layout layout{.color_type = PNG_COLOR_TYPE_PALETTE,
                .bits = bits_for(colors.size()),
                .palette = {},
                .code_of = {}};
  for (const std::uint32_t key : colors) {
    layout.code_of[key] = static_cast<std::uint8_t>(layout.palette.size());
    layout.palette.push_back({static_cast<png_byte>(key >> 16),
                              static_cast<png_byte>(key >> 8 & 0xff),
                              static_cast<png_byte>(key & 0xff)});
  }
  return layout;
}

Layout plain_layout(const Image& image) {
  const bool gray = image.format() == PixelFormat::kGray;
  return {.color_type = gray ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB,
          .bits = 8,
          .palette = {},
          .code_of = {}};
}

Layout compact_layout(const Image& image) {
  const std::vector<std::uint32_t> colors = few_colors(image);
  if (colors.empty()) return plain_layout(image);
  const int palette_bits = bits_for(colors.size());
  if (std::ranges::all_of(colors, is_grey)) {
    const int bits = grey_bits(colors);
    if (bits <= palette_bits) return gray_layout(colors, bits);
  }
  return palette_layout(colors);
}

/// One sample a pixel, each its code in the layout; libpng packs them.
std::vector<std::uint8_t> coded(const Image& image, const Layout& layout) {
  const int channels = image.channels();
  const auto step = static_cast<std::size_t>(channels);
  const auto data = image.data();
  std::vector<std::uint8_t> codes(data.size() / step);
  std::uint32_t last = 0xffffffff;
  std::uint8_t code = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::uint32_t key = pixel_key(&data[i * step], channels);
    if (key != last) code = layout.code_of.at(key);
    last = key;
    codes[i] = code;
  }
  return codes;
}

/// Rows as libpng takes them: one byte a sample, whatever the file stores.
struct Samples {
  const std::uint8_t* first = nullptr;
  std::size_t row_bytes = 0;
  std::size_t width = 0;
  std::size_t height = 0;
};

class Encoder {
 public:
  explicit Encoder(std::string& out) : out_(out) {
    png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, &Encoder::on_error,
                                   &Encoder::on_warning);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
  }
  ~Encoder() { png_destroy_write_struct(&png_, &info_); }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  [[nodiscard]] bool write(const Samples& samples, const Layout& layout, int level) {
    if (info_ == nullptr || setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_write_fn(png_, &out_, &Encoder::on_write, nullptr);
    png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(png_, info_, static_cast<png_uint_32>(samples.width),
                 static_cast<png_uint_32>(samples.height), layout.bits, layout.color_type,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (!layout.palette.empty()) {
      png_set_PLTE(png_, info_, layout.palette.data(), static_cast<int>(layout.palette.size()));
    }
    choose_compression(layout.bits, level);
    png_write_info(png_, info_);
    png_set_packing(png_);
    for (std::size_t y = 0; y < samples.height; ++y) {
      png_write_row(png_, samples.first + y * samples.row_bytes);
    }
    png_write_end(png_, nullptr);
    return true;
  }

 private:
  void choose_compression(int bits, int level) {
    const bool packed = bits < 8;
    png_set_filter(png_, PNG_FILTER_TYPE_BASE, packed ? PNG_FILTER_NONE : PNG_FILTER_UP);
    if (level == PngOptions::kFlatDrawings) {
      png_set_compression_level(png_, 6);
      png_set_compression_strategy(png_, packed ? Z_DEFAULT_STRATEGY : Z_RLE);
    } else {
      png_set_compression_level(png_, std::clamp(level, 0, 9));
      png_set_compression_strategy(png_, Z_DEFAULT_STRATEGY);
    }
  }

  [[noreturn]] static void on_error(png_structp png, png_const_charp) { png_longjmp(png, 1); }

  static void on_warning(png_structp, png_const_charp) {}

  static void on_write(png_structp png, png_bytep data, png_size_t size) {
    static_cast<std::string*>(png_get_io_ptr(png))
        ->append(reinterpret_cast<const char*>(data), size);
  }

  std::string& out_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
};

}  // namespace

std::string encode_png(const Image& image, const PngOptions& options) {
  if (image.data().empty()) return {};
  const Layout layout = options.compact ? compact_layout(image) : plain_layout(image);
  const bool as_codes = !layout.code_of.empty();
  const std::vector<std::uint8_t> codes =
      as_codes ? coded(image, layout) : std::vector<std::uint8_t>();
  Samples samples{.first = image.data().data(),
                  .row_bytes = image.data().size() / static_cast<std::size_t>(image.height()),
                  .width = static_cast<std::size_t>(image.width()),
                  .height = static_cast<std::size_t>(image.height())};
  if (as_codes) {
    samples.first = codes.data();
    samples.row_bytes = samples.width;
  }
  std::string bytes;
  Encoder encoder(bytes);
  const bool written = encoder.write(samples, layout, options.compression_level);
  assert(written);
  return written ? bytes : std::string();
}

std::string encode_png(const Bitmap& bitmap, const PngOptions& options) {
  return encode_png(to_image(bitmap), options);
}

}  // namespace papert::raster
