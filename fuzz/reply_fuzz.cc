// Any bytes as a reply. Taking thoughts apart twice gives the same answer as once, a program is
// never longer than its reply, and every program has a rule that found it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "reply/reasoning.h"
#include "suite/shapecode/extract.h"
#include "suite/turtleai/extract.h"
#include "suite/turtlebench/extract.h"
#include "suite/xlogo/extract.h"

namespace {

using papert::reply::Answer;
using papert::reply::Extraction;
namespace data = papert::data;
namespace suite = papert::suite;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_split(std::string_view reply) {
  const papert::reply::SplitReply split = papert::reply::split_reasoning(reply);
  require(split.answer.size() + split.reasoning.size() <= reply.size() + 8);
  require(papert::reply::split_reasoning(split.answer).answer == split.answer);
}

void check_answer(const Answer& answer, std::string_view reply) {
  for (const papert::reply::Candidate& each : answer.candidates) {
    require(each.code.size() <= reply.size() + 1);
    require(each.code.empty() || !each.rule.empty());
    require(each.label.empty() || reply.find(each.label) != std::string_view::npos);
  }
  require(answer.candidates.size() <= suite::turtleai::kMaxCandidates);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view reply(reinterpret_cast<const char*>(data), size);
  check_split(reply);
  for (const Extraction extraction :
       {Extraction::kLenient, Extraction::kStrict, Extraction::kPublished}) {
    for (const auto dialect : {data::shapecode::Dialect::kV1, data::shapecode::Dialect::kV2}) {
      check_answer(suite::shapecode::extract_answer(reply, extraction, dialect), reply);
    }
    check_answer(suite::turtleai::extract_programs(reply, extraction), reply);
    check_answer(suite::turtlebench::extract_program(reply, extraction), reply);
    check_answer(suite::xlogo::extract_program(reply, extraction), reply);
    check_answer(suite::xlogo::extract_second(reply, extraction), reply);
  }
  return 0;
}
