// What was found in a reply, and how it was looked for.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace papert::reply {

/// How the answer is looked for. Strict: the reply is the answer, or holds it in its one fenced
/// block, or (where the suite asks for a last line) in that line. Lenient: wherever it can be
/// found, by one rule for all suites. Published: as the suite's paper does, which may count the
/// first program of a reply, the last, or any.
enum class Extraction { kLenient, kStrict, kPublished };

/// A piece of a reply that may be the answer.
struct Candidate {
  std::string code;   // or what else was asked for: a letter, a value
  std::string rule;   // that found it
  std::string label;  // of the fenced block it stood in, e.g. "python"

  friend bool operator==(const Candidate&, const Candidate&) = default;
};

struct Answer {
  std::vector<Candidate> candidates;  // in the order in which they count; none: nothing was found
  std::size_t programs = 0;           // how many programs the reply held
  std::string program;                // written beside the answer, where one was asked for

  /// The one that counts first; an empty one where nothing was found.
  [[nodiscard]] const Candidate& first() const {
    static const Candidate none;
    return candidates.empty() ? none : candidates.front();
  }

  /// An answer of one candidate.
  [[nodiscard]] static Answer one(std::string code, std::string rule, std::string label = {},
                                  std::size_t programs = 0) {
    Answer answer;
    answer.candidates.push_back({std::move(code), std::move(rule), std::move(label)});
    answer.programs = programs;
    return answer;
  }
};

}  // namespace papert::reply
