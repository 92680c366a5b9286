// The JSON form of programs of the second dialect. A condition is written as in the Python form;
// a function is called by its name, wherever it is defined.
//
//     {"functions": [{"name": "side", "body": [{"type": "while", "test": "not blocked()",
//                                               "body": [{"type": "fd"}]}]}],
//      "run": [{"type": "if", "test": "on('red')", "body": [...], "else": [...]},
//              {"type": "call", "name": "side"}]}

#include <fmt/format.h>

#include <map>
#include <span>
#include <utility>

#include "lang/xlogo/python_reader.h"
#include "lang/xlogo/task_parts.h"
#include "lang/xlogo/v2_task.h"

namespace papert::lang::xlogo::v2 {
namespace {

class ProgramReader {
 public:
  Result<Program> read(const Json& json, const Place& place) {
    TRY(read_names(json, place));
    if (functions_ != nullptr) {
      const Place at = place.key("functions");
      for (std::size_t i = 0; i < functions_->size(); ++i) {
        const Json* const body = TRY(need_member((*functions_)[i], "body", at.item(i)));
        TRY(read_list(*body, 0, at.item(i).key("body"), program_.functions[i].blocks));
      }
    }
    const Json* const run = TRY(need_member(json, "run", place));
    TRY(read_list(*run, 0, place.key("run"), program_.run));
    const std::string circle = circle_of_calls(program_);
    if (!circle.empty()) {
      return place.fail("the functions call each other in a circle: " + circle);
    }
    return std::move(program_);
  }

 private:
  /// All of them first: a function may be called before it is defined.
  Result<void> read_names(const Json& json, const Place& place) {
    const Json* const list = TRY(find_member(json, "functions", place));
    if (list == nullptr) return {};
    const Place at = place.key("functions");
    functions_ = TRY(read_array(*list, kMaxFunctions, at));
    for (std::size_t i = 0; i < functions_->size(); ++i) {
      const Json* const name = TRY(need_member((*functions_)[i], "name", at.item(i)));
      std::string text = TRY(read_string(*name, at.item(i).key("name")));
      if (!is_function_name(text)) {
        return at.item(i).key("name").expected("the name of a function", *name);
      }
      TRY(spend(at.item(i)));
      const auto number = static_cast<std::uint32_t>(i);
      if (!numbers_.emplace(text, number).second) {
        return at.item(i).fail(fmt::format("the function {} is defined twice", text));
      }
      program_.functions.push_back({std::move(text), {}});
    }
    return {};
  }

  Result<void> spend(const Place& place) {
    if (++blocks_ <= kMaxBlocks) return {};
    return place.fail(fmt::format("more than {} blocks", kMaxBlocks), ErrorCode::kLimit);
  }

  Result<void> read_list(const Json& json, int depth, const Place& place,
                         std::vector<Block>& blocks) {
    const Json* const list = TRY(read_array(json, kMaxBlocks, place));
    for (std::size_t i = 0; i < list->size(); ++i) {
      TRY(read_one((*list)[i], depth, place.item(i), blocks));
    }
    return {};
  }

  Result<void> read_one(const Json& json, int depth, const Place& place,
                        std::vector<Block>& blocks) {
    const Json* const name = TRY(need_member(json, "type", place));
    const std::string text = TRY(read_string(*name, place.key("type")));
    const auto type = block_from_name(text);
    if (!type) {
      return place.key("type").expected("fd, bk, lt, rt, repeat, setpc, if, while or call", *name);
    }
    TRY(spend(place));
    const std::size_t at = blocks.size();
    blocks.emplace_back();
    blocks[at].type = *type;
    TRY(read_head(json, place, blocks[at]));
    if (!blocks[at].holds_blocks()) return {};
    if (depth == kMaxNesting) {
      return place.fail(fmt::format("blocks nested deeper than {}", kMaxNesting),
                        ErrorCode::kLimit);
    }
    const Json* const body = TRY(need_member(json, "body", place));
    TRY(read_list(*body, depth + 1, place.key("body"), blocks));
    blocks[at].body = static_cast<std::uint32_t>(blocks.size() - at - 1);
    const Json* const other = TRY(find_member(json, "else", place));
    if (other == nullptr) return {};
    if (*type != BlockType::kIf) return place.key("else").fail("only an if has an else");
    TRY(read_list(*other, depth + 1, place.key("else"), blocks));
    blocks[at].otherwise = static_cast<std::uint32_t>(blocks.size() - at - 1 - blocks[at].body);
    return {};
  }

  /// What a block says of itself.
  Result<void> read_head(const Json& json, const Place& place, Block& block) {
    switch (block.type) {
      case BlockType::kRepeat:
        block.times =
            static_cast<std::uint8_t>(TRY(int_member(json, "times", kMinTimes, kMaxTimes, place)));
        return {};
      case BlockType::kSetPen: {
        const Json* const value = TRY(need_member(json, "value", place));
        block.pen = TRY(read_pen(*value, place.key("value")));
        return {};
      }
      case BlockType::kIf:
      case BlockType::kWhile:
        return read_test(json, place, block);
      case BlockType::kCall:
        return read_callee(json, place, block);
      default:
        return {};
    }
  }

  static Result<void> read_test(const Json& json, const Place& place, Block& block) {
    const Json* const test = TRY(need_member(json, "test", place));
    const std::string text = TRY(read_string(*test, place.key("test")));
    const auto condition = parse_condition(text);
    if (!condition) return place.key("test").fail(condition.error().message);
    block.condition = *condition;
    return {};
  }

  Result<void> read_callee(const Json& json, const Place& place, Block& block) {
    const Json* const name = TRY(need_member(json, "name", place));
    const std::string text = TRY(read_string(*name, place.key("name")));
    const auto found = numbers_.find(text);
    if (found == numbers_.end())
      return place.key("name").expected("a function that is defined", *name);
    block.callee = found->second;
    return {};
  }

  static bool is_function_name(std::string_view text) {
    if (text.empty() || text.size() > kMaxNameBytes || is_taken_name(text)) return false;
    const auto parsed = parse_python(fmt::format("def {}():\n pass\ndef run():\n pass\n", text));
    return parsed && parsed->functions.size() == 1 && parsed->functions.front().name == text;
  }

  Program program_;
  const Json* functions_ = nullptr;
  std::map<std::string, std::uint32_t> numbers_;
  std::size_t blocks_ = 0;
};

Json list_json(const Program& program, std::span<const Block> blocks) {
  Json list = Json::array();
  while (!blocks.empty()) {
    const Block& block = blocks.front();
    Json json = Json::object();
    json["type"] = block_name(block.type);
    if (block.type == BlockType::kSetPen) {
      json["value"] = block.pen ? Json(color_name(*block.pen)) : Json(nullptr);
    }
    if (block.type == BlockType::kRepeat) json["times"] = block.times;
    if (block.type == BlockType::kCall) json["name"] = program.functions[block.callee].name;
    if (block.condition.size > 0) json["test"] = to_python(block.condition);
    if (block.holds_blocks()) json["body"] = list_json(program, blocks.subspan(1, block.body));
    const auto other = blocks.subspan(std::size_t{1} + block.body, block.otherwise);
    if (!other.empty()) json["else"] = list_json(program, other);
    list.push_back(std::move(json));
    blocks = blocks.subspan(std::size_t{1} + block.body + block.otherwise);
  }
  return list;
}

}  // namespace

Result<Program> read_code(const Json& json, const Place& place) {
  return ProgramReader().read(json, place);
}

Result<Program> program_from_json(const Json& json, const std::string& where) {
  return read_code(json, Place(where));
}

Json to_json(const Program& program) {
  Json json = Json::object();
  if (!program.functions.empty()) {
    Json& functions = json["functions"] = Json::array();
    for (const Function& function : program.functions) {
      Json entry = Json::object();
      entry["name"] = function.name;
      entry["body"] = list_json(program, function.blocks);
      functions.push_back(std::move(entry));
    }
  }
  json["run"] = list_json(program, program.run);
  return json;
}

}  // namespace papert::lang::xlogo::v2
