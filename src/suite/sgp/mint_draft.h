// A question on its way to being asked: the answer and wrong ones that sound just as likely.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "suite/sgp/question.h"

namespace papert::sgp {

struct Draft {
  QuestionType type = QuestionType::kSemantic;
  std::string text;
  std::string answer;
  std::vector<std::string> wrong;  // three, all different from the answer and each other
};

inline constexpr std::size_t kWrongOptions = 3;

/// A count among four that follow each other; the right one is any of the four with equal chance,
/// as far as counts are not negative.
[[nodiscard]] Draft count_draft(std::string text, std::size_t count, Random& random);

/// Wrong answers from `likely`, then from `others`, in an order drawn by chance; what equals the
/// answer is passed over. There must be enough.
[[nodiscard]] Draft word_draft(QuestionType type, std::string text, std::string answer,
                               std::vector<std::string> likely, std::vector<std::string> others,
                               Random& random);

/// "a house", "an ellipse".
[[nodiscard]] std::string with_article(std::string_view noun);
[[nodiscard]] std::string capitalised(std::string text);

/// A program and what is asked about it.
struct Minted {
  Language language = Language::kSvg;
  std::string program;
  std::string category;
  std::vector<Draft> drafts;
};

}  // namespace papert::sgp
