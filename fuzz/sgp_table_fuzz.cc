// Any bytes as a table of questions and as lines of them. Reading ends, every problem has words and
// a place, no two questions share an id, and what is accepted is written and read back unchanged.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "data/sgp/load.h"
#include "suite/sgp/prompt.h"

namespace {

namespace sgp = papert::suite::sgp;

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const papert::Result<papert::data::sgp::StoredQuestions>& stored) {
  if (!stored) {
    require(!stored.error().message.empty());
    return;
  }
  for (const papert::Error& error : stored->problems) {
    require(!error.message.empty() && !error.where.empty());
  }
  std::set<std::string> ids;
  for (const papert::mint::Question& question : stored->questions) {
    require(ids.insert(question.id).second);
    const auto json = papert::parse_json(papert::dump_json(to_json(question)));
    require(json.has_value());
    const auto again = papert::mint::question_from_json(*json, "again");
    require(again && *again == question);
    require(sgp::make_prompt(question, sgp::default_template()).has_value());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(papert::data::sgp::questions_from_csv(text, "input"));
  check(papert::data::sgp::questions_from_lines(text, "input"));
  return 0;
}
