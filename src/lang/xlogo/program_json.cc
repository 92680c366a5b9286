#include <fmt/format.h>

#include <utility>

#include "lang/xlogo/task_parts.h"

namespace papert::lang::xlogo {
namespace {

Result<void> read_blocks(const Json& json, int depth, const Place& place, Program& program);

Result<void> read_repeat(const Json& json, int depth, const Place& place, Program& program) {
  if (depth == kMaxNesting) {
    return place.fail(fmt::format("repeats nested deeper than {}", kMaxNesting), ErrorCode::kLimit);
  }
  const int times = TRY(int_member(json, "times", kMinTimes, kMaxTimes, place));
  const Json* const body = TRY(need_member(json, "body", place));
  const std::size_t at = program.blocks.size();
  program.blocks.push_back({.type = BlockType::kRepeat, .times = static_cast<std::uint8_t>(times)});
  TRY(read_blocks(*body, depth + 1, place.key("body"), program));
  program.blocks[at].body = static_cast<std::uint32_t>(program.blocks.size() - at - 1);
  return {};
}

Result<void> read_block(const Json& json, int depth, const Place& place, Program& program) {
  const Json* const name = TRY(need_member(json, "type", place));
  const std::string text = TRY(read_string(*name, place.key("type")));
  const auto type = block_from_name(text);
  if (!type) return place.key("type").expected("fd, bk, lt, rt, repeat or setpc", *name);
  if (program.blocks.size() == kMaxBlocks) {
    return place.fail(fmt::format("more than {} blocks", kMaxBlocks), ErrorCode::kLimit);
  }
  if (*type == BlockType::kRepeat) return read_repeat(json, depth, place, program);
  Block block{.type = *type};
  if (*type == BlockType::kSetPen) {
    const Json* const value = TRY(need_member(json, "value", place));
    block.pen = TRY(read_pen(*value, place.key("value")));
  }
  program.blocks.push_back(block);
  return {};
}

Result<void> read_blocks(const Json& json, int depth, const Place& place, Program& program) {
  const Json* const list = TRY(read_array(json, kMaxBlocks, place));
  for (std::size_t i = 0; i < list->size(); ++i) {
    TRY(read_block((*list)[i], depth, place.item(i), program));
  }
  return {};
}

}  // namespace

Result<Pen> read_pen(const Json& json, const Place& place) {
  if (json.is_null()) return Pen();
  const auto color = json.is_string() ? color_from_name(json.get<std::string>()) : std::nullopt;
  if (!color || static_cast<std::size_t>(*color) >= kPenColors) {
    return place.expected("a pen colour (red, black, blue, green, yellow, white) or null", json);
  }
  return Pen(color);
}

Result<Program> read_program(const Json& json, const Place& place) {
  const Json* const run = TRY(need_member(json, "run", place));
  Program program;
  TRY(read_blocks(*run, 0, place.key("run"), program));
  return program;
}

Result<Program> program_from_json(const Json& json, const std::string& where) {
  return read_program(json, Place(where));
}

Json to_json(const Program& program) {
  struct Open {
    Json list = Json::array();
    std::size_t end = 0;
  };
  std::vector<Open> open(1);
  const auto close = [&] {
    Json body = std::move(open.back().list);
    open.pop_back();
    open.back().list.back()["body"] = std::move(body);
  };
  for (std::size_t i = 0; i < program.blocks.size(); ++i) {
    const Block& block = program.blocks[i];
    Json entry{{"type", block_name(block.type)}};
    if (block.type == BlockType::kSetPen) {
      entry["value"] = block.pen ? Json(color_name(*block.pen)) : Json(nullptr);
    }
    if (block.type == BlockType::kRepeat) entry["times"] = block.times;
    open.back().list.push_back(std::move(entry));
    if (block.type == BlockType::kRepeat) open.push_back({.end = i + block.body});
    while (open.size() > 1 && open.back().end == i) close();
  }
  return Json{{"run", std::move(open.back().list)}};
}

}  // namespace papert::lang::xlogo
