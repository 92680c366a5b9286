// Most rows of a long drawing are hidden, and finding that out is most of painting it, so 16 rows
// are taken at once. On processors with vectors of 512 bits that is 8 rows an instruction, and
// nothing passes through memory on the way, which takes a fifth off the time of a drawing of
// 100,000 lines that hide each other.
#include "raster/band_rows.h"

#if defined(__x86_64__) && defined(__GNUC__)
#if !defined(PAPERT_X86_TARGETS)
#define PAPERT_X86_TARGETS 1
#endif
#include <immintrin.h>
#endif

namespace papert::raster::detail {
namespace {

/// The places are found without a branch, so that the compiler can take several rows at once; the
/// words, which come from all over the canvas, are loaded faster one by one.
#ifdef PAPERT_X86_TARGETS
__attribute__((always_inline))
#endif
inline std::uint32_t
find_free_in_rows(const std::uint64_t* free, std::size_t words, int y, int count, const Band& band,
                  BandRows& rows) {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  const Band::Side left = band.left;
  const Band::Side right = band.right;
  const auto rows_of = static_cast<std::size_t>(count);
  for (int i = 0; i < count; ++i) {
    const double to = right.in(y + i);
    const auto whole = static_cast<std::int32_t>(to);
    rows.first[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(left.in(y + i));
    rows.last[static_cast<std::size_t>(i)] = to > whole ? whole : whole - 1;
  }
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < rows_of; ++i, free += words) {
    const auto first = static_cast<std::uint32_t>(rows.first[i]);
    const auto last = static_cast<std::uint32_t>(rows.last[i]);
    std::uint64_t visible = free[first / 64] & kAll << std::uint64_t{first % 64} &
                            kAll >> std::uint64_t{63 - last % 64};
#if defined(__GNUC__)
    __asm__("" : "+r"(visible));  // else it becomes a vector of addresses
#endif
    rows.visible[i] = visible;
    const std::uint64_t wanted = visible | std::uint64_t{first / 64 ^ last / 64};
    found |= static_cast<std::uint32_t>(wanted != 0) << i;
  }
  return found;
}

/// The same; mostly all rows are asked for.
#ifdef PAPERT_X86_TARGETS
__attribute__((always_inline))
#endif
inline std::uint32_t
find_free_in_block(const std::uint64_t* free, std::size_t words, int y, int count, const Band& band,
                   BandRows& rows) {
  if (count == kBandRows) return find_free_in_rows(free, words, y, kBandRows, band, rows);
  return find_free_in_rows(free, words, y, count, band, rows);
}

#ifdef PAPERT_X86_TARGETS
#define PAPERT_AVX512 __attribute__((target("avx512f,avx512dq,avx512vl")))
#define PAPERT_AVX512_INLINE __attribute__((target("avx512f,avx512dq,avx512vl"), always_inline))

// All of the eight: GCC warns of the conversions without a mask.
constexpr __mmask8 kAllOf8 = 0xff;

/// Where a side is in the 8 rows from the row `y` on.
PAPERT_AVX512_INLINE inline __m512d in_8_rows(const Band::Side& side, int y) {
  const __m256i rows =
      _mm256_add_epi32(_mm256_set1_epi32(y + side.step), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  const __m512d below =
      _mm512_sub_pd(_mm512_maskz_cvtepi32_pd(kAllOf8, rows), _mm512_set1_pd(side.y));
  return _mm512_add_pd(_mm512_set1_pd(side.x), _mm512_mul_pd(below, _mm512_set1_pd(side.slope)));
}

/// The bits from `first` to `last` of 8 words.
PAPERT_AVX512_INLINE inline __m512i bits_between(__m256i first, __m256i last) {
  const __m512i all = _mm512_set1_epi64(-1);
  const __m256i in_word = _mm256_set1_epi32(63);
  const __m256i before = _mm256_and_si256(first, in_word);
  const __m256i behind = _mm256_andnot_si256(last, in_word);
  return _mm512_and_si512(
      _mm512_maskz_sllv_epi64(kAllOf8, all, _mm512_maskz_cvtepu32_epi64(kAllOf8, before)),
      _mm512_maskz_srlv_epi64(kAllOf8, all, _mm512_maskz_cvtepu32_epi64(kAllOf8, behind)));
}

/// 8 rows from the row `y` on, which is number `row` of the band's. `free` begins there.
PAPERT_AVX512_INLINE inline std::uint32_t find_free_in_8(const std::uint64_t* free,
                                                         std::size_t words, int y, const Band& band,
                                                         std::size_t row, BandRows& rows) {
  const __m512d to = in_8_rows(band.right, y);
  const __m256i first = _mm512_maskz_cvttpd_epi32(kAllOf8, in_8_rows(band.left, y));
  const __m256i whole = _mm512_maskz_cvttpd_epi32(kAllOf8, to);
  const __mmask8 ends_there =
      _mm512_cmp_pd_mask(to, _mm512_maskz_cvtepi32_pd(kAllOf8, whole), _CMP_LE_OQ);
  const __m256i last = _mm256_mask_sub_epi32(whole, ends_there, whole, _mm256_set1_epi32(1));
  std::int32_t* const firsts = rows.first.data() + row;
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(firsts), first);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(rows.last.data() + row), last);
  const auto word = [&](std::size_t i) {
    return static_cast<long long>(free[i * words + static_cast<std::uint32_t>(firsts[i]) / 64]);
  };
  const __m512i loaded =
      _mm512_setr_epi64(word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7));
  const __m512i visible = _mm512_and_si512(loaded, bits_between(first, last));
  _mm512_storeu_si512(rows.visible.data() + row, visible);
  const __m256i other_word = _mm256_srli_epi32(_mm256_xor_si256(first, last), 6);
  return static_cast<std::uint32_t>(_mm512_test_epi64_mask(visible, visible)) |
         static_cast<std::uint32_t>(_mm256_test_epi32_mask(other_word, other_word));
}

PAPERT_AVX512 std::uint32_t find_free_avx512(const std::uint64_t* free, std::size_t words, int y,
                                             const Band& band, BandRows& rows) {
  const std::uint32_t upper = find_free_in_8(free, words, y, band, 0, rows);
  return upper | find_free_in_8(free + 8 * words, words, y + 8, band, 8, rows) << 8U;
}
static_assert(kBandRows == 16);

__attribute__((target("avx2,bmi2"))) std::uint32_t find_free_avx2(const std::uint64_t* free,
                                                                  std::size_t words, int y,
                                                                  int count, const Band& band,
                                                                  BandRows& rows) {
  return find_free_in_block(free, words, y, count, band, rows);
}
#endif

}  // namespace

/// Compiled several times, as the loops of bitmap.cc are.
std::uint32_t find_free(const std::uint64_t* free, std::size_t words, int y, int count,
                        const Band& band, BandRows& rows) {
  free += static_cast<std::size_t>(y) * words;
#ifdef PAPERT_X86_TARGETS
  const bool whole = count == kBandRows;
  if (whole && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    return find_free_avx512(free, words, y, band, rows);
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
    return find_free_avx2(free, words, y, count, band, rows);
  }
#endif
  return find_free_in_block(free, words, y, count, band, rows);
}

}  // namespace papert::raster::detail
