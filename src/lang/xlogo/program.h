// A program of the grid world: six kinds of blocks, kept flat in the order in which they are
// written, so that running one needs neither recursion nor allocation.
//
//     repeat 4 [fd rt]   ->   {repeat, times 4, body 2}, {fd}, {rt}
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "lang/xlogo/vocabulary.h"

namespace papert::lang::xlogo {

inline constexpr std::size_t kMaxProgramBytes = std::size_t{1} << 20;  // of a text
inline constexpr std::size_t kMaxBlocks = 10'000;
inline constexpr int kMaxNesting = 16;  // of repeats; deeper is a format failure
inline constexpr int kMinTimes = 1;
inline constexpr int kMaxTimes = 12;

struct Block {
  BlockType type = BlockType::kForward;
  std::uint8_t times = 0;  // kRepeat
  Pen pen;                 // kSetPen
  std::uint32_t body = 0;  // kRepeat: how many of the following blocks are inside, at any depth
  std::uint32_t line = 0;  // of the text it came from, from 1; 0 where there was none

  /// The same but for the line.
  friend bool operator==(const Block& a, const Block& b) {
    return a.type == b.type && a.times == b.times && a.pen == b.pen && a.body == b.body;
  }
};

struct Program {
  std::vector<Block> blocks;
  friend bool operator==(const Program&, const Program&) = default;
};

/// Why a text is not a program.
struct FormatError {
  int line = 0;         // from 1
  std::string message;  // names the offending text
};

template <class T>
using Parsed = tl::expected<T, FormatError>;

/// How much of Python is read. kForgiving also takes what changes nothing: `-> None`, a `return` at
/// the end, a main guard, range(0, N) and the like, imports of turtle, math and a few others.
enum class PythonForm { kPublished, kForgiving };

/// The form models write: `def run():` with move_forward(), move_backward(), turn_left(),
/// turn_right(), setpc('red' or None), `for i in range(N):`, pass, comments and docstrings. Nothing
/// else: the text is read, never executed.
[[nodiscard]] Parsed<Program> parse_python(std::string_view text,
                                           PythonForm form = PythonForm::kPublished);

/// `fd bk lt rt repeat 4 [ fd rt ] setpc red setpc null`, on any number of lines; `;` or `#` starts
/// a comment.
[[nodiscard]] Parsed<Program> parse_dsl(std::string_view text);

/// {"run": [...]}. The error names the path of the offending key, e.g. "run[2].times".
[[nodiscard]] Result<Program> program_from_json(const Json& json, const std::string& where = {});

/// All three read back to the same program.
[[nodiscard]] std::string to_python(const Program& program);
[[nodiscard]] std::string to_dsl(const Program& program);
[[nodiscard]] Json to_json(const Program& program);

/// What can be said of a program without running it.
struct Facts {
  std::size_t length = 0;              // blocks: repeat counts 1 plus its body
  int depth = 0;                       // of nested repeats; 0 without any
  std::array<std::size_t, 6> count{};  // by BlockType
  [[nodiscard]] bool uses(BlockType type) const {
    return count[static_cast<std::size_t>(type)] > 0;
  }
};
[[nodiscard]] Facts facts(const Program& program);

/// "basic actions", "loops", "variables" or "loops and variables".
[[nodiscard]] std::string_view concept_name(const Facts& facts);

}  // namespace papert::lang::xlogo
