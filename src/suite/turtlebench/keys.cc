// By what items are recognised: what is to be drawn, in all eight ways, and how its program is
// written.
#include <array>

#include "data/turtlebench/picture.h"
#include "lang/python/program_key.h"
#include "scene/canonical.h"
#include "score/drawing_index.h"
#include "suite/turtlebench/tasks.h"

namespace papert::suite::turtlebench {
namespace {

constexpr std::array<suite::KeyInfo, 2> kTaskKeyInfos{
    {{suite::KeyKind::kDrawing,
      "what is to be drawn, on its canonical sheet, up to turning and mirroring; place and size do "
      "not count"},
     {suite::KeyKind::kProgram,
      "the tokens of the program with its variables; comments, docstrings, blank space and the "
      "names it gives do not count"}}};

/// The least of the eight turned and mirrored drawings.
std::string least_drawing_key(const scene::Scene& scene) {
  std::string least;
  for (const bool mirrored : {false, true}) {
    for (const double degrees : {0, 90, 180, 270}) {
      std::string key = score::drawing_key(scene::turned(scene, {degrees, mirrored}));
      if (least.empty() || key < least) least = std::move(key);
    }
  }
  return least;
}

}  // namespace

Result<std::string> TurtleTasks::content_key(std::size_t index) const {
  const auto target = target_of(entries_[index].item);
  if (!*target) return fail(target->error());
  return least_drawing_key((*target)->ink.scene());
}

std::span<const suite::KeyInfo> TurtleTasks::key_infos() const { return kTaskKeyInfos; }

Result<std::vector<suite::TaskKey>> TurtleTasks::more_keys(std::size_t index) const {
  const Item& item = item_of(index);
  std::vector<suite::TaskKey> keys;
  if (auto key = lang::python::program_key(item.variables + "\n" + item.code)) {
    keys.push_back({suite::KeyKind::kProgram, std::move(*key)});
  }
  return keys;
}

std::vector<suite::TaskKey> TurtleTasks::keys_in(std::string_view text) const {
  std::vector<suite::TaskKey> keys;
  const std::string code = read(text, reply::Extraction::kLenient).first().code;
  if (code.empty()) return keys;
  if (auto key = lang::python::program_key(code)) {
    keys.push_back({suite::KeyKind::kProgram, std::move(*key)});
  }
  lang::turtle::JailPool& jails = plot_jails_ ? *plot_jails_ : *jails_;
  auto drawing = lang::turtle::run_with_library(jails, settings_.library, "", code);
  if (!drawing || drawing->outcome.status != sandbox::Status::kOk) return keys;
  if (drawing->scene.items.empty()) return keys;
  const score::PaintedDrawing ink(data::turtlebench::ink_of(std::move(drawing->scene)));
  keys.push_back({suite::KeyKind::kDrawing, least_drawing_key(ink.scene())});
  return keys;
}

}  // namespace papert::suite::turtlebench
