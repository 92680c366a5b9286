// By what drawing tasks are recognised: what the program draws, and how it is written.
#include <array>

#include "lang/python/program_key.h"
#include "score/drawing_index.h"
#include "suite/turtleai/extract.h"
#include "suite/turtleai/tasks.h"

namespace papert::suite::turtleai {
namespace {

constexpr std::array<suite::KeyInfo, 2> kTaskKeyInfos{
    {{suite::KeyKind::kDrawing,
      "what the program draws, on its canonical sheet; place, size and the width of the pen do not "
      "count"},
     {suite::KeyKind::kProgram,
      "the tokens of the program; comments, docstrings, blank space and the names it gives do not "
      "count"}}};

}  // namespace

std::span<const suite::KeyInfo> DrawingTasks::key_infos() const { return kTaskKeyInfos; }

Result<std::vector<suite::TaskKey>> DrawingTasks::more_keys(std::size_t index) const {
  const auto task = TRY(tasks_.get(index));
  std::vector<suite::TaskKey> keys;
  if (auto key = lang::python::program_key(task->code)) {
    keys.push_back({suite::KeyKind::kProgram, std::move(*key)});
  }
  return keys;
}

std::vector<suite::TaskKey> DrawingTasks::keys_in(std::string_view text) const {
  std::vector<suite::TaskKey> keys;
  const reply::Answer answer = read(text, reply::Extraction::kLenient);
  if (answer.first().code.empty()) return keys;
  if (auto key = lang::python::program_key(answer.first().code)) {
    keys.push_back({suite::KeyKind::kProgram, std::move(*key)});
  }
  auto drawing = jails_->run(answer.first().code, settings_.judge.limits);
  if (!drawing || drawing->outcome.status != sandbox::Status::kOk) return keys;
  if (drawing->scene.items.empty()) return keys;
  const score::PaintedDrawing painted(std::move(drawing->scene));
  keys.push_back({suite::KeyKind::kDrawing, score::drawing_key(painted.scene())});
  return keys;
}

}  // namespace papert::suite::turtleai
