// A question on its way to being asked: the answer and wrong ones that sound just as likely.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"

namespace papert::mint {

enum class Language { kSvg, kCad3d, kCad3dComplex, kCad2d };
inline constexpr std::array<std::string_view, 4> kLanguageNames{"svg", "cad_3d", "cad_3d_complex",
                                                                "cad_2d"};
/// What the languages of CAD are called in tables; nothing for SVG.
inline constexpr std::array<std::string_view, 4> kSubsetNames{"", "3D", "3D complex", "2D"};

enum class QuestionType { kSemantic, kCount, kColor, kShape, kReasoning };
inline constexpr std::array<std::string_view, 5> kTypeNames{"semantic", "count", "color", "shape",
                                                            "reasoning"};
struct Draft {
  QuestionType type = QuestionType::kSemantic;
  std::string text;
  std::string answer;
  std::vector<std::string> wrong;  // three, all different from the answer and each other
};

inline constexpr std::size_t kWrongOptions = 3;

/// A number and its place among the four, following each other, that are offered. Drawn before what
/// is counted is made, so that the right one is the smallest, second, third or largest equally
/// often.
struct CountPlan {
  std::size_t lowest = 0;  // of the four
  std::size_t rank = 0;    // of the right one, from 0

  [[nodiscard]] std::size_t count() const { return lowest + rank; }

  /// How many there should be by the words of a program, whatever the right number is: at least the
  /// largest of the four.
  [[nodiscard]] std::size_t stated(Random& random) const {
    return lowest + 3 + static_cast<std::size_t>(random.randbelow(3));
  }
};

/// `lowest` is at least `least` and at most `most`.
[[nodiscard]] CountPlan draw_count(std::size_t least, std::size_t most, Random& random);

[[nodiscard]] Draft count_draft(std::string text, const CountPlan& plan, Random& random);

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

}  // namespace papert::mint
