// The reader that never draws: it solves what words give away, and minted questions are not solved.
#include "solve/text_baseline.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "data/sgp/mint.h"
#include "suite/sgp/prompt.h"

namespace papert::solve {
namespace {

std::string ask(std::string program, std::string text, std::vector<std::string> options) {
  mint::Question question;
  question.program = std::move(program);
  question.language =
      question.program.starts_with("<svg") ? mint::Language::kSvg : mint::Language::kCad3d;
  question.text = std::move(text);
  question.options = std::move(options);
  return answer_by_words(suite::sgp::make_prompt(question, suite::sgp::default_template()).value());
}

constexpr std::string_view kOpenSvg =
    "<svg viewBox=\"0 0 9 9\"><style>.a{fill:#e53935}</style><defs><rect id=\"r\" width=\"2\" "
    "height=\"2\"/></defs><g fill=\"#1e88e5\"><circle r=\"1\"/><circle r=\"4\" class=\"a\"/>"
    "<use href=\"#r\"/></g><polygon style=\"fill:#43a047\" points=\"0,0 1,0 1,1\"/></svg>";

TEST(Words, SolveWhatTheTextGivesAway) {
  const std::string svg(kOpenSvg);
  EXPECT_EQ(ask(svg, "How many circles can be seen in the picture?", {"1", "2", "3", "4"}),
            "Answer: B");
  EXPECT_EQ(ask(svg, "How many blue parts can be seen in the picture?", {"1", "2", "3", "4"}),
            "Answer: B");
  EXPECT_EQ(ask(svg, "What is the color of the largest part?", {"Blue", "Green", "Red", "Pink"}),
            "Answer: C");
  EXPECT_EQ(ask(svg, "What is the color of the square?", {"Green", "Pink", "Red", "Blue"}),
            "Answer: D");
  EXPECT_EQ(ask(svg, "What is the shape of the green part?",
                {"A circle", "A star", "A triangle", "A square"}),
            "Answer: C");
  EXPECT_EQ(ask(svg, "Some parts cover others. Which of these is not covered by any other part?",
                {"The blue circle", "The red circle", "The blue square", "The green triangle"}),
            "Answer: D");
  const std::string cad =
      "SOL; Line:(223,128); Line:(223,153); Line:(128,153); Line:(128,128); SOL; "
      "Circle:(150,140,3); "
      "SOL; Circle:(170,140,3); Ext:(128,128,128,128,128,128,95,148,128,Newbody,One-sided); EOS";
  EXPECT_EQ(ask(cad, "How many round holes are inside the outline?", {"0", "1", "2", "3"}),
            "Answer: C");
  EXPECT_EQ(ask(cad, "What is the shape of the outer outline, seen from above?",
                {"A hexagon", "A rectangle", "A triangle", "A circle"}),
            "Answer: B");
  EXPECT_EQ(answer_by_words("no question at all"), "");
}

/// Tasks that nothing was tuned on, minted once.
class FreshTasks : public testing::Test {
 protected:
  static const std::vector<mint::Question>& questions() {
    static const std::vector<mint::Question> all = [] {
      suite::MintOptions options;
      options.seed = 730'000;
      options.count = 120;
      return data::sgp::mint_questions(options, data::sgp::Family::kAny, {.jobs = 2}).value();
    }();
    return all;
  }
};

TEST_F(FreshTasks, AreNotSolvedByWords) {
  std::size_t right = 0;
  for (const mint::Question& question : questions()) {
    const auto prompt = suite::sgp::make_prompt(question, suite::sgp::default_template());
    right += answer_by_words(prompt.value()) == "Answer: " + question.answer ? 1 : 0;
  }
  EXPECT_LT(static_cast<double>(right), 0.4 * static_cast<double>(questions().size()));
}

/// The commonest answer to the same question about other programs; the first option if it is new.
TEST_F(FreshTasks, AreNotSolvedByTheQuestionAlone) {
  const auto answer_of = [](const mint::Question& question) {
    return question.options[static_cast<std::size_t>(question.answer[0] - 'A')];
  };
  std::map<std::string, std::map<std::string, int>> learnt;
  for (const mint::Question& question : questions()) ++learnt[question.text][answer_of(question)];
  std::size_t right = 0;
  for (const mint::Question& question : questions()) {
    std::map<std::string, int> others = learnt[question.text];
    --others[answer_of(question)];
    std::string best = question.options.front();
    for (const std::string& option : question.options) {
      if (others[option] > others[best]) best = option;
    }
    right += best == answer_of(question) ? 1 : 0;
  }
  EXPECT_LT(static_cast<double>(right), 0.3 * static_cast<double>(questions().size()));
}

}  // namespace
}  // namespace papert::solve
