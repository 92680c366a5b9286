// Any bytes as the reply to a question: where the answer stands and what it says. What is found
// names an option there is, and the language of a program always has a name. An SVG program beside
// the answer is a piece of the reply, and what is left is not longer than the reply was.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reply/choice.h"
#include "reply/language.h"
#include "reply/reading.h"
#include "reply/svg_program.h"
#include "require.h"

namespace {

using namespace papert::reply;
using papert::fuzz::require;

void check_reading(std::string_view piece) {
  static const std::vector<std::string> kOptions{"a red circle", "4", "The door", "blue"};
  const Reading choice = read_choice(piece, kOptions);
  if (choice.kind == Reading::Kind::kFound) {
    require(choice.value.size() == 1 && choice.value[0] >= 'A' && choice.value[0] <= 'D');
  }
  for (const bool number : {false, true}) {
    const Reading value = read_value(piece, number);
    require((value.kind == Reading::Kind::kFound) != value.value.empty());
    (void)is_number(value.value);
  }
  (void)comparable(piece);
}

void check_svg(std::string_view reply) {
  const SvgReply split = split_svg(reply);
  require(reply.find(split.program) != std::string_view::npos);
  require(split.program.empty() == (split.programs == 0));
  require(split.rest.size() <= reply.size());
  check_reading(split.rest);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view reply(reinterpret_cast<const char*>(data), size);
  for (const Extraction extraction :
       {Extraction::kLenient, Extraction::kStrict, Extraction::kPublished}) {
    const Answer answer = find_answer(reply, extraction);
    for (const Candidate& each : answer.candidates) {
      require(each.code.empty() || !each.rule.empty());
      check_reading(each.code);
    }
  }
  check_reading(reply);
  check_svg(reply);
  const std::size_t line = reply.find('\n');
  require(!language_of(reply).empty());
  if (line != std::string_view::npos) {
    require(!language_of(reply.substr(line + 1), reply.substr(0, line)).empty());
  }
  return 0;
}
