// XID_Start and XID_Continue are nearly a function of the general category, which utf8proc knows:
// letters and letter numbers start a name; marks, decimal digits and connectors continue it. What
// the standard adds (Other_ID_Start, Other_ID_Continue) and takes away (characters whose NFKC form
// would not be an identifier) is listed here.

#include "lang/python/identifiers.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace papert::lang::python {
namespace {

struct Range {
  utf8proc_int32_t first;
  utf8proc_int32_t last;
};

template <std::size_t kCount>
bool contains(const Range (&ranges)[kCount], utf8proc_int32_t code) {
  return std::ranges::any_of(ranges, [code](Range r) { return code >= r.first && code <= r.last; });
}

constexpr Range kStartToo[] = {{0x1885, 0x1886}, {0x2118, 0x2118}, {0x212E, 0x212E}};
constexpr Range kContinueToo[] = {{0xB7, 0xB7},     {0x387, 0x387},   {0x1369, 0x1371},
                                  {0x19DA, 0x19DA}, {0x2118, 0x2118}, {0x212E, 0x212E}};
constexpr Range kNever[] = {{0x37A, 0x37A},   {0x2E2F, 0x2E2F}, {0xFC5E, 0xFC63}, {0xFDFA, 0xFDFB},
                            {0xFE70, 0xFE70}, {0xFE72, 0xFE72}, {0xFE74, 0xFE74}, {0xFE76, 0xFE76},
                            {0xFE78, 0xFE78}, {0xFE7A, 0xFE7A}, {0xFE7C, 0xFE7C}, {0xFE7E, 0xFE7E}};
constexpr Range kNeverFirst[] = {{0xE33, 0xE33}, {0xEB3, 0xEB3}, {0xFF9E, 0xFF9F}};

bool is_letter(utf8proc_category_t category) {
  switch (category) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_NL:
      return true;
    default:
      return false;
  }
}

bool starts_identifier(utf8proc_int32_t code) {
  if (code == '_' || contains(kStartToo, code)) return true;
  if (contains(kNever, code) || contains(kNeverFirst, code)) return false;
  return is_letter(utf8proc_category(code));
}

bool continues_identifier(utf8proc_int32_t code) {
  if (contains(kContinueToo, code)) return true;
  if (contains(kNever, code)) return false;
  const utf8proc_category_t category = utf8proc_category(code);
  return is_letter(category) || category == UTF8PROC_CATEGORY_MN ||
         category == UTF8PROC_CATEGORY_MC || category == UTF8PROC_CATEGORY_ND ||
         category == UTF8PROC_CATEGORY_PC;
}

const utf8proc_uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const utf8proc_uint8_t*>(text.data());
}

}  // namespace

bool is_identifier(std::string_view name) {
  bool first = true;
  while (!name.empty()) {
    utf8proc_int32_t code = -1;
    const utf8proc_ssize_t length =
        utf8proc_iterate(bytes_of(name), static_cast<utf8proc_ssize_t>(name.size()), &code);
    if (length <= 0) return false;
    if (!(first ? starts_identifier(code) : continues_identifier(code))) return false;
    first = false;
    name.remove_prefix(static_cast<std::size_t>(length));
  }
  return !first;
}

std::string normalised_identifier(std::string_view name) {
  if (std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
    return std::string(name);
  }
  utf8proc_uint8_t* form = nullptr;
  const utf8proc_ssize_t length = utf8proc_map(
      bytes_of(name), static_cast<utf8proc_ssize_t>(name.size()), &form,
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(form, &std::free);
  if (length < 0) return std::string(name);
  return {reinterpret_cast<const char*>(form), static_cast<std::size_t>(length)};
}

}  // namespace papert::lang::python
