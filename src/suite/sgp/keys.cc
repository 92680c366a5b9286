// By what questions are recognised: the program they are about, and, of SVG, what it draws.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "reply/fenced_blocks.h"
#include "reply/svg_program.h"
#include "suite/sgp/drawing.h"
#include "suite/sgp/tasks.h"

namespace papert::suite::sgp {
namespace {

constexpr std::array<suite::KeyInfo, 2> kQuestionKeys{
    {{suite::KeyKind::kProgram, "the program that is asked about, however it is spaced"},
     {suite::KeyKind::kDrawing,
      "of SVG programs: the pixels of their picture without its texts; CAD programs have none"}}};

constexpr std::size_t kMostBlocks = 64;  // of one text

/// The program with white space where it means something, and then one blank.
std::string spaced_once(std::string_view program) {
  std::string key;
  bool space = false;
  for (const char c : program) {
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      space = true;
      continue;
    }
    const bool between = key.empty() || key.back() == '>' || c == '<';
    if (space && !between) key += ' ';
    space = false;
    key += c;
  }
  return key;
}

/// Nothing for what cannot be painted, or paints nothing: blank pictures are equal by chance.
void add_drawing(std::string_view program, std::vector<suite::TaskKey>& keys) {
  const auto image = image_without_text(program);
  if (!image) return;
  const auto pixels = image->data();
  const bool blank = std::ranges::all_of(pixels, [&](auto each) { return each == pixels.front(); });
  if (pixels.empty() || blank) return;
  keys.push_back({suite::KeyKind::kDrawing, {pixels.begin(), pixels.end()}});
}

}  // namespace

Result<std::string> QuestionSet::content_key(std::size_t index) const {
  return spaced_once(stored_.questions[index].program);
}

std::span<const suite::KeyInfo> QuestionSet::key_infos() const { return kQuestionKeys; }

Result<std::vector<suite::TaskKey>> QuestionSet::more_keys(std::size_t index) const {
  const mint::Question& question = stored_.questions[index];
  std::vector<suite::TaskKey> keys;
  if (question.language == mint::Language::kSvg) add_drawing(question.program, keys);
  return keys;
}

std::vector<suite::TaskKey> QuestionSet::keys_in(std::string_view text) const {
  std::vector<suite::TaskKey> keys;
  const auto add_program = [&](std::string_view program) {
    std::string key = spaced_once(program);
    if (!key.empty()) keys.push_back({suite::KeyKind::kProgram, std::move(key)});
  };
  if (const std::string svg = reply::split_svg(text).program; !svg.empty()) {
    add_program(svg);
    add_drawing(svg, keys);
    return keys;
  }
  add_program(text);
  for (const reply::Block& block : reply::parts_of(text, kMostBlocks).blocks) {
    add_program(block.code);
  }
  return keys;
}

}  // namespace papert::suite::sgp
