// The numbers of the Parquet format, and Thrift's compact protocol, in which its headers are
// written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace papert::parquet {

// The numbers of the format.
enum class Physical { kBoolean = 0, kInt64 = 2, kDouble = 5, kByteArray = 6 };
enum class Repetition { kOptional = 1, kRepeated = 2 };
enum class Converted { kUtf8 = 0, kList = 3 };
enum class Logical { kString = 1, kList = 3 };
enum class Codec { kUncompressed = 0, kZstd = 6 };
enum class Encoding { kPlain = 0, kRle = 3 };
inline constexpr int kDataPage = 0;
inline constexpr int kVersion = 1;

/// Appends structs in Thrift's compact protocol. A field is written as its distance from the one
/// before, so fields come in the order of their numbers.
class Thrift {
 public:
  enum Type : unsigned { kI32 = 5, kI64 = 6, kBinary = 8, kList = 9, kStruct = 12 };

  void number(int id, std::int64_t value, Type type = kI32) {
    field(id, type);
    zigzag(value);
  }
  void text(int id, std::string_view value) {
    field(id, kBinary);
    bare_text(value);
  }
  void list(int id, Type of, std::size_t size) {
    field(id, kList);
    if (size < 15) {
      byte(static_cast<unsigned>(size) << 4 | of);
    } else {
      byte(0xF0U | of);
      varint(size);
    }
  }
  /// Elements of a list have no field.
  void bare_text(std::string_view value) {
    varint(value.size());
    bytes_.append(value);
  }
  void bare_number(std::int64_t value) { zigzag(value); }
  void begin(int id) {
    field(id, kStruct);
    begin();
  }
  void begin() { last_.push_back(0); }
  void end() {
    byte(0);
    last_.pop_back();
  }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void byte(unsigned value) { bytes_.push_back(static_cast<char>(value)); }
  void varint(std::uint64_t value) {
    for (; value > 0x7F; value >>= 7) byte(static_cast<unsigned>(value & 0x7F) | 0x80U);
    byte(static_cast<unsigned>(value));
  }
  void zigzag(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    varint(value < 0 ? ~(bits << 1) : bits << 1);
  }
  void field(int id, Type type) {
    byte(static_cast<unsigned>(id - last_.back()) << 4 | type);  // all our distances are below 16
    last_.back() = id;
  }

  std::string bytes_;
  std::vector<int> last_;  // the number of the last field, of each open struct
};

}  // namespace papert::parquet
