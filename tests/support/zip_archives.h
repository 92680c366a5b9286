// Small zip archives: stored ones of any content, and one text as two other programs packed it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace papert::test {

/// What both archives below hold as a.txt.
inline const std::string kPackedText = [] {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "grid ";
  return text;
}();

/// By Python's zipfile, deflated.
inline const std::string kDeflatedZip(
    "\120\113\003\004\024\000\000\000\010\000\000\000\041\000\075\146\243\160\012\000\000\000"
    "\310\000\000\000\005\000\000\000\141\056\164\170\164\113\057\312\114\121\110\037\372\004"
    "\000\120\113\001\002\024\003\024\000\000\000\010\000\000\000\041\000\075\146\243\160\012"
    "\000\000\000\310\000\000\000\005\000\000\000\000\000\000\000\000\000\000\000\200\001\000"
    "\000\000\000\141\056\164\170\164\120\113\005\006\000\000\000\000\001\000\001\000\063\000"
    "\000\000\055\000\000\000\000\000",
    118);

/// With the bytes of the zstd program.
inline const std::string kZstdZip(
    "\120\113\003\004\077\000\000\000\135\000\000\000\041\000\075\146\243\160\025\000\000\000"
    "\310\000\000\000\005\000\000\000\141\056\164\170\164\050\265\057\375\000\150\145\000\000"
    "\050\147\162\151\144\040\001\000\100\120\105\013\120\113\001\002\077\000\077\000\000\000"
    "\135\000\000\000\041\000\075\146\243\160\025\000\000\000\310\000\000\000\005\000\000\000"
    "\000\000\000\000\000\000\000\000\000\000\000\000\000\000\141\056\164\170\164\120\113\005"
    "\006\000\000\000\000\001\000\001\000\063\000\000\000\070\000\000\000\000\000",
    129);

inline std::uint32_t zip_checksum(const std::string& text) {
  std::uint32_t sum = 0xFFFFFFFF;
  for (const char c : text) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ ((sum & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~sum;
}

inline void put_number(std::size_t value, int bytes, std::string& out) {
  for (int i = 0; i < bytes; ++i, value >>= 8) out.push_back(static_cast<char>(value & 0xFF));
}

/// An archive whose members are not packed.
inline std::string stored_zip(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string bytes;
  std::string directory;
  for (const auto& [name, text] : members) {
    std::string facts;  // as both headers have them
    put_number(20, 2, facts);
    put_number(0, 8, facts);
    put_number(zip_checksum(text), 4, facts);
    put_number(text.size(), 4, facts);
    put_number(text.size(), 4, facts);
    put_number(name.size(), 2, facts);
    put_number(0, 2, facts);
    std::string entry = "PK\1\2";
    put_number(20, 2, entry);
    entry += facts;
    put_number(0, 10, entry);
    put_number(bytes.size(), 4, entry);
    directory += entry + name;
    bytes += "PK\3\4" + facts + name + text;
  }
  const std::size_t offset = bytes.size();
  bytes += directory + "PK\5\6";
  put_number(0, 4, bytes);
  put_number(members.size(), 2, bytes);
  put_number(members.size(), 2, bytes);
  put_number(directory.size(), 4, bytes);
  put_number(offset, 4, bytes);
  put_number(0, 2, bytes);
  return bytes;
}

}  // namespace papert::test
