#include "mint/draft.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace papert::mint {

CountPlan draw_count(std::size_t least, std::size_t most, Random& random) {
  CountPlan plan;
  plan.lowest = least + static_cast<std::size_t>(random.randbelow(most - least + 1));
  plan.rank = static_cast<std::size_t>(random.randbelow(kWrongOptions + 1));
  return plan;
}

Draft count_draft(std::string text, const CountPlan& plan, Random& random) {
  Draft draft{QuestionType::kCount, std::move(text), std::to_string(plan.count()), {}};
  for (std::size_t i = 0; i <= kWrongOptions; ++i) {
    if (i != plan.rank) draft.wrong.push_back(std::to_string(plan.lowest + i));
  }
  random.shuffle(draft.wrong);
  return draft;
}

Draft word_draft(QuestionType type, std::string text, std::string answer,
                 std::vector<std::string> likely, std::vector<std::string> others, Random& random) {
  random.shuffle(likely);
  random.shuffle(others);
  Draft draft{type, std::move(text), std::move(answer), {}};
  likely.insert(likely.end(), others.begin(), others.end());
  for (std::string& word : likely) {
    if (draft.wrong.size() == kWrongOptions) break;
    const bool known = word == draft.answer ||
                       std::find(draft.wrong.begin(), draft.wrong.end(), word) != draft.wrong.end();
    if (!known) draft.wrong.push_back(std::move(word));
  }
  return draft;
}

std::string with_article(std::string_view noun) {
  const bool vowel = std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(noun);
}

std::string capitalised(std::string text) {
  if (!text.empty()) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  }
  return text;
}

}  // namespace papert::mint
