// Everything here works on 64 pixels at a time.
//
// overlap() is what scoring spends its time in: 512 x 512 pixels are 4,096 word pairs, each asking
// for two population counts. The compiler turns the plain loop into vector code where the machine
// counts bits in vectors (0.6 microseconds), and into one instruction a count where it only has
// popcnt (2.3), but only if it may assume them; the baseline of x86-64 has neither (25). So the
// same loop is compiled three times, and the processor is asked which one it can run.
#include "raster/bitmap.h"

#include <bit>
#include <cassert>
#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__)
#define PAPERT_X86_TARGETS 1
#endif

namespace papert::raster {
namespace {

struct SharedBits {
  std::uint64_t both = 0;
  std::uint64_t exactly_one = 0;
};

#ifdef PAPERT_X86_TARGETS
__attribute__((always_inline))
#endif
inline SharedBits
count_shared_words(const std::uint64_t* a, const std::uint64_t* b, std::size_t size) {
  SharedBits bits;
  for (std::size_t i = 0; i < size; ++i) {
    bits.both += static_cast<std::uint64_t>(std::popcount(a[i] & b[i]));
    bits.exactly_one += static_cast<std::uint64_t>(std::popcount(a[i] ^ b[i]));
  }
  return bits;
}

#ifdef PAPERT_X86_TARGETS
__attribute__((target("avx512f,avx512vpopcntdq,popcnt"))) SharedBits
count_shared_avx512(const std::uint64_t* a, const std::uint64_t* b, std::size_t size) {
  return count_shared_words(a, b, size);
}

__attribute__((target("avx2,popcnt"))) SharedBits count_shared_avx2(const std::uint64_t* a,
                                                                    const std::uint64_t* b,
                                                                    std::size_t size) {
  return count_shared_words(a, b, size);
}
#endif

SharedBits count_shared(const std::uint64_t* a, const std::uint64_t* b, std::size_t size) {
#ifdef PAPERT_X86_TARGETS
  if (__builtin_cpu_supports("avx512vpopcntdq")) return count_shared_avx512(a, b, size);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) {
    return count_shared_avx2(a, b, size);
  }
#endif
  return count_shared_words(a, b, size);
}

/// Bit i of the result says whether pixels[i] is `value`, for eight pixels.
std::uint64_t equal_mask8(const std::uint8_t* pixels, std::uint8_t value) {
  if constexpr (std::endian::native == std::endian::little) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kLow = 0x7f7f7f7f7f7f7f7f;
    std::uint64_t block = 0;
    std::memcpy(&block, pixels, sizeof block);
    const std::uint64_t x = block ^ (kOnes * value);
    const std::uint64_t zero_bytes = ~(((x & kLow) + kLow) | x | kLow);
    // The product moves the flag of byte i to bit 56 + i; no two flags meet below it.
    return ((zero_bytes >> 7) * 0x0102040810204080) >> 56;
  }
  std::uint64_t mask = 0;
  for (int i = 0; i < 8; ++i) mask |= std::uint64_t{pixels[i] == value} << i;
  return mask;
}

void write_word(std::uint64_t word, int pixels, std::uint8_t* out) {
  const auto size = static_cast<std::size_t>(pixels);
  if (word == 0) {
    std::memset(out, 255, size);
  } else if (word == ~std::uint64_t{0} && pixels == 64) {
    std::memset(out, 0, size);
  } else {
    for (int i = 0; i < pixels; ++i) out[i] = ((word >> i) & 1) != 0 ? 0 : 255;
  }
}

}  // namespace

Bitmap::Bitmap(int width, int height)
    : width_(width),
      height_(height),
      words_per_row_(static_cast<int>((std::int64_t{width} + 63) / 64)) {
  assert(width >= 0 && height >= 0);
  words_.assign(offset(height), 0);
}

std::int64_t Bitmap::count() const {
  // Every set pixel is shared with itself.
  return static_cast<std::int64_t>(count_shared(words_.data(), words_.data(), words_.size()).both);
}

std::int64_t Bitmap::count(int y, int x0, int x1) const {
  const auto words = row(y);
  const auto first = static_cast<std::size_t>(x0) / 64;
  const auto last = static_cast<std::size_t>(x1) / 64;
  std::int64_t total = 0;
  for (std::size_t i = first; i <= last; ++i) {
    std::uint64_t word = words[i];
    if (i == first) word &= ~std::uint64_t{0} << (x0 % 64);
    if (i == last) word &= ~std::uint64_t{0} >> (63 - x1 % 64);
    total += std::popcount(word);
  }
  return total;
}

Overlap overlap(const Bitmap& a, const Bitmap& b) { return overlap(a, b, {0, a.height()}); }

Overlap overlap(const Bitmap& a, const Bitmap& b, Rows rows) {
  assert(a.width() == b.width() && a.height() == b.height());
  const auto stride = static_cast<std::size_t>(a.words_per_row());
  const std::size_t begin = static_cast<std::size_t>(rows.top) * stride;
  const std::size_t size = static_cast<std::size_t>(rows.bottom - rows.top) * stride;
  const SharedBits bits = count_shared(a.words().data() + begin, b.words().data() + begin, size);
  const auto both = static_cast<std::int64_t>(bits.both);
  const auto exactly_one = static_cast<std::int64_t>(bits.exactly_one);
  return {.both = both, .either = both + exactly_one, .exactly_one = exactly_one};
}

Bitmap erode3x3(const Bitmap& source) {
  const auto stride = static_cast<std::size_t>(source.words_per_row());
  Bitmap narrow(source.width(), source.height());
  for (int y = 0; y < source.height(); ++y) {
    const auto in = source.row(y);
    const auto out = narrow.row(y);
    for (std::size_t i = 0; i < stride; ++i) {
      const std::uint64_t from_left = i > 0 ? in[i - 1] >> 63 : 0;
      const std::uint64_t from_right = i + 1 < stride ? in[i + 1] << 63 : 0;
      out[i] = in[i] & (in[i] << 1 | from_left) & (in[i] >> 1 | from_right);
    }
  }
  Bitmap eroded(source.width(), source.height());
  for (int y = 1; y + 1 < source.height(); ++y) {
    const auto above = narrow.row(y - 1);
    const auto here = narrow.row(y);
    const auto below = narrow.row(y + 1);
    const auto out = eroded.row(y);
    for (std::size_t i = 0; i < stride; ++i) out[i] = above[i] & here[i] & below[i];
  }
  return eroded;
}

Bitmap pixels_equal(const Image& gray, std::uint8_t value) {
  assert(gray.format() == PixelFormat::kGray);
  Bitmap bitmap(gray.width(), gray.height());
  for (int y = 0; y < gray.height(); ++y) {
    const std::uint8_t* in = gray.row(y);
    const auto out = bitmap.row(y);
    int x = 0;
    for (; x + 8 <= gray.width(); x += 8) {
      out[static_cast<std::size_t>(x / 64)] |= equal_mask8(in + x, value) << (x % 64);
    }
    for (; x < gray.width(); ++x) {
      if (in[x] == value) bitmap.set(x, y);
    }
  }
  return bitmap;
}

Image to_image(const Bitmap& bitmap) {
  Image image(bitmap.width(), bitmap.height());
  for (int y = 0; y < bitmap.height(); ++y) {
    std::uint8_t* out = image.row(y);
    int left = bitmap.width();
    for (const std::uint64_t word : bitmap.row(y)) {
      const int pixels = std::min(left, 64);
      write_word(word, pixels, out);
      out += pixels;
      left -= pixels;
    }
  }
  return image;
}

}  // namespace papert::raster
