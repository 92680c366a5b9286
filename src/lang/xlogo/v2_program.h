// A program of the second dialect: the commands and loops of the first, conditions on what lies
// ahead and underfoot, loops that go on while one holds, and functions without parameters that do
// not call each other in a circle. The published dialect (program.h) knows nothing of it.
//
//     def side():                        functions[0]: {while, body 1} {fd} {rt}
//         while not blocked():
//             move_forward()
//         turn_right()
//
//     def run():                         run: {repeat 4, body 1} {call 0}
//         for i in range(4):
//             side()
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "lang/xlogo/program.h"
#include "lang/xlogo/vocabulary.h"

namespace papert::lang::xlogo::v2 {

inline constexpr std::size_t kMaxFunctions = 64;
inline constexpr std::size_t kMaxNameBytes = 64;  // of a function
inline constexpr std::size_t kMaxTests = 4;       // of a condition

/// The first six are those of the published dialect.
enum class BlockType : std::uint8_t {
  kForward,
  kBack,
  kLeft,
  kRight,
  kRepeat,
  kSetPen,
  kIf,
  kWhile,
  kCall
};
/// What blocks are counted by: their types, then definitions of functions, then all of these.
inline constexpr std::size_t kCountDef = 9;
inline constexpr std::size_t kCountAll = 10;
inline constexpr std::array<std::string_view, 11> kCountNames{
    "fd", "bk", "lt", "rt", "repeat", "setpc", "if", "while", "call", "def", "all"};
using Counts = std::array<std::size_t, 11>;

[[nodiscard]] inline std::string_view block_name(BlockType type) {
  return kCountNames[static_cast<std::size_t>(type)];
}
[[nodiscard]] std::optional<BlockType> block_from_name(std::string_view name);

enum class Sensor : std::uint8_t {
  kBlocked,  // a move forward would crash
  kItem,     // on a thing of that name
  kColor     // on a thing of that colour
};

struct Test {
  Sensor sensor = Sensor::kBlocked;
  std::uint8_t value = 0;  // an ItemName or a Color
  bool negated = false;
  friend bool operator==(const Test&, const Test&) = default;
};

/// One to four tests, all of which must hold, or any.
struct Condition {
  std::array<Test, kMaxTests> tests{};
  std::uint8_t size = 0;
  bool any = false;  // only with two tests or more
  friend bool operator==(const Condition&, const Condition&) = default;
};

struct Block {
  BlockType type = BlockType::kForward;
  std::uint8_t times = 0;       // kRepeat
  Pen pen;                      // kSetPen
  Condition condition;          // kIf, kWhile
  std::uint32_t body = 0;       // of what holds blocks: how many follow inside, at any depth
  std::uint32_t otherwise = 0;  // kIf: how many follow after these for else
  std::uint32_t callee = 0;     // kCall: a function of the program
  std::uint32_t line = 0;       // of the text it came from, from 1; 0 where there was none

  [[nodiscard]] bool holds_blocks() const {
    return type == BlockType::kRepeat || type == BlockType::kIf || type == BlockType::kWhile;
  }
  /// The same but for the line.
  friend bool operator==(const Block& a, const Block& b) {
    return a.type == b.type && a.times == b.times && a.pen == b.pen && a.condition == b.condition &&
           a.body == b.body && a.otherwise == b.otherwise && a.callee == b.callee;
  }
};

struct Function {
  std::string name;
  std::vector<Block> blocks;
  friend bool operator==(const Function&, const Function&) = default;
};

struct Program {
  std::vector<Function> functions;  // in the order in which they are written
  std::vector<Block> run;
  friend bool operator==(const Program&, const Program&) = default;
};

/// Functions without parameters, conditions, while and for loops, and the commands of the published
/// dialect, with what kForgiving forgives there. The text is read, never executed.
[[nodiscard]] Parsed<Program> parse_python(std::string_view text);

/// "not blocked() and on('red')", as after "if".
[[nodiscard]] Parsed<Condition> parse_condition(std::string_view text);
[[nodiscard]] std::string to_python(const Condition& condition);

/// {"functions": [{"name", "body"}], "run": [...]}. The error names the path of the offending key.
[[nodiscard]] Result<Program> program_from_json(const Json& json, const std::string& where = {});

/// Both read back to the same program.
[[nodiscard]] std::string to_python(const Program& program);
[[nodiscard]] Json to_json(const Program& program);

struct Facts {
  Counts count{};  // each block, each definition and all of them, once as they are written
  int depth = 0;   // of blocks in blocks
  [[nodiscard]] std::size_t length() const { return count[kCountAll]; }
  [[nodiscard]] bool uses(BlockType type) const {
    return count[static_cast<std::size_t>(type)] > 0;
  }
};
[[nodiscard]] Facts facts(const Program& program);

/// "functions", "while and conditionals", "while" or "conditionals"; without any of these, what it
/// is called in the published dialect.
[[nodiscard]] std::string_view concept_name(const Facts& facts);

/// Nothing, or a way around: "side -> corner -> side".
[[nodiscard]] std::string circle_of_calls(const Program& program);

/// The program without what the published dialect does not know; nothing where that is something.
[[nodiscard]] std::optional<xlogo::Program> published(const Program& program);
[[nodiscard]] Program from_published(const xlogo::Program& program);

/// lt and rt swapped.
[[nodiscard]] Program mirrored(Program program);

/// Of a block by its number: those of the functions first, in their order, then those of run.
[[nodiscard]] std::uint32_t line_of(const Program& program, std::uint32_t block);

/// What functions cannot be called.
[[nodiscard]] bool is_taken_name(std::string_view name);

}  // namespace papert::lang::xlogo::v2
