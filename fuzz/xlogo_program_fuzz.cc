// Any bytes as a program in the Python form and in the short form. What parses must keep to the
// limits, survive being written and read again in every form, and run to an end.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "lang/xlogo/emulator.h"

namespace {

using namespace papert::lang::xlogo;

void require(bool condition) {
  if (!condition) std::abort();
}

Task open_grid() {
  Task task;
  task.world.width = 3;
  task.world.height = 3;
  task.world.tiles.assign(9, {.present = true, .allowed = true});
  task.world.turtle_x = 1;
  task.world.turtle_y = 1;
  return task;
}

void check(const Parsed<Program>& parsed, GridRun& judge) {
  if (!parsed) {
    require(parsed.error().line >= 1 && !parsed.error().message.empty());
    require(papert::is_valid_utf8(parsed.error().message));
    return;
  }
  require(parsed->blocks.size() <= kMaxBlocks && facts(*parsed).depth <= kMaxNesting);
  require(parse_python(to_python(*parsed)) == *parsed);
  require(parse_dsl(to_dsl(*parsed)) == *parsed);
  const auto from_json = program_from_json(to_json(*parsed));
  require(from_json && *from_json == *parsed);
  const Judgement judgement = judge.run(*parsed);
  require(judgement.calls <= kMaxCalls + 1);
  require(judgement.crash.has_value() != judgement.success());
  require(!judge.explain(*parsed, judgement).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  GridRun judge(open_grid());
  check(parse_python(text), judge);
  check(parse_python("def run():\n " + std::string(text)), judge);
  const auto forgiving = parse_python(text, PythonForm::kForgiving);
  check(forgiving, judge);
  if (const auto published = parse_python(text)) require(forgiving && *forgiving == *published);
  check(parse_dsl(text), judge);
  return 0;
}
