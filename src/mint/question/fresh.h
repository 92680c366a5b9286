// Fresh questions from a seed: an SVG scene or a machine part, and up to kQuestionsPerProgram
// questions about it whose answers follow from how it was made.
//
// The right letters are dealt, not drawn: of any four seeds that follow each other from a multiple
// of four on, the first questions have the answers A, B, C and D, in an order drawn by chance, and
// so have the second ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "mint/question/question.h"

namespace papert::mint {

inline constexpr std::size_t kQuestionsPerProgram = 2;

/// <split>-<seed>-<k>, of different types. The same seed gives the same questions.
[[nodiscard]] Result<std::vector<Question>> mint_program(std::int64_t seed,
                                                         const std::string& split);

/// Two questions about one illusion (mint/svg/illusion.h): the classic picture, <split>-<seed>-1,
/// and the opposite one, -2; variants say which is which. Even seeds are Ebbinghaus's.
[[nodiscard]] std::vector<Question> mint_illusions(std::int64_t seed, const std::string& split);

/// Equal for questions that ask the same about the same picture.
[[nodiscard]] Result<std::string> question_key(const Question& question);

struct PictureCheck {
  std::size_t decided = 0;
  std::vector<Error> disagreements;  // the question's id, its answer and the picture's
};

/// The second opinion on minted questions (mint/svg/check.h), on every one that pixels can decide;
/// programs that do not render are passed over.
[[nodiscard]] PictureCheck check_pictures(const std::vector<Question>& questions);

}  // namespace papert::mint
