// What was found in a reply, and how it was looked for.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace papert::reply {

/// How the answer is looked for. Strict: the reply is the answer, or holds it in its one fenced
/// block, or (where the suite asks for a last line) in that line. Lenient: wherever it can be
/// found, by one rule for all suites. Published: as the suite's paper does, which may count the
/// first program of a reply, the last, or any.
enum class Extraction { kLenient, kStrict, kPublished };

/// What was found in a reply, and the rule that found it.
struct Answer {
  std::string text;
  std::string rule;
  std::string label;                      // of the fenced block it stood in, e.g. "python"
  std::size_t programs = 0;               // how many programs the reply held
  std::vector<std::string> alternatives;  // tried in order if `text` is not right (published rules)
};

}  // namespace papert::reply
