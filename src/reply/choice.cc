#include "reply/choice.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "reply/statements.h"

namespace papert::reply {
namespace {

constexpr std::string_view kAnswerLabel = "answer:";

/// What stands behind "Answer:" in the last line, which begins with it.
std::string_view last_line_answer(std::string_view reply) {
  reply = trim(reply);
  const std::size_t end = reply.rfind('\n');
  const std::string_view last = trim(end == std::string_view::npos ? reply : reply.substr(end + 1));
  if (lower(last.substr(0, kAnswerLabel.size())) != kAnswerLabel) return {};
  return trim(last.substr(kAnswerLabel.size()));
}

/// Where the released regular expressions look: behind each "answer", white space, a colon and
/// white space, the rest of the line.
std::vector<std::string> published_answers(std::string_view reply) {
  constexpr std::string_view kSpace = " \t\n\r\f\v";
  constexpr std::string_view kWord = "answer";
  const std::string small = lower(reply);
  std::vector<std::string> answers;
  for (std::size_t at = small.find(kWord); at != std::string::npos;
       at = small.find(kWord, at + 1)) {
    const std::size_t colon = small.find_first_not_of(kSpace, at + kWord.size());
    if (colon == std::string::npos || small[colon] != ':') continue;
    const std::size_t begin = small.find_first_not_of(kSpace, colon + 1);
    if (begin == std::string::npos) continue;
    answers.emplace_back(reply.substr(begin, reply.find('\n', begin) - begin));
  }
  return answers;
}

/// A candidate for each text, all found by one rule.
Answer answer_of(std::vector<std::string> texts, std::string_view rule) {
  Answer answer;
  for (std::string& text : texts) {
    answer.candidates.push_back({std::move(text), std::string(rule), ""});
  }
  return answer;
}

}  // namespace

Answer find_answer(std::string_view reply, Extraction extraction) {
  if (extraction == Extraction::kPublished) {
    return answer_of(published_answers(reply), "published");
  }
  const std::string_view last = last_line_answer(reply);
  if (extraction == Extraction::kStrict) {
    return last.empty() ? Answer() : answer_of({std::string(last)}, "strict");
  }
  const std::vector<Statement> pieces = find_statements(reply);
  if (pieces.empty()) return {};
  std::vector<std::string> texts;
  for (const Statement& piece : pieces) {
    if (std::find(texts.begin(), texts.end(), piece.text) == texts.end()) {
      texts.push_back(piece.text);
    }
  }
  const bool in_form = pieces.front().rule == "answer" && pieces.front().text == last;
  return answer_of(std::move(texts), in_form ? "last_line" : pieces.front().rule);
}

}  // namespace papert::reply
