// The book of programs: how fresh tasks are written.
//
// A chapter for each category (programs/*.txt) holds families of programs, each for one difficulty:
// parameters, and a Python program with holes. A program is a family, chosen by chance, with values
// in its holes:
//
//     === easy turned_copies
//     copies = 3..10              a whole number; 70..130/10 goes in steps of ten
//     shape = shape               one of the helper functions of shapes.txt, or of those listed
//     points, skip = 7, 2 | 7, 3  one of the alternatives
//     ink = strong                a colour: strong for lines, light for areas, paint for either
//     tints = colors 3            three colours in quotes, for a list; strongs for lines
//     ---
//     def draw(t):
//         t.color("{{ink}}")
//         for _ in range({{copies}}): ...
//
// Helpers that the holes name are put in front of the program. Colours within one program differ.
// They are few and far apart, because an answer is right only with the same ones, and they have to
// be told from a picture.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/result.h"

namespace papert::mint::turtle {

inline constexpr std::array<std::string_view, 6> kCategories{
    "basic geometry", "rotation", "translation", "scaling", "spiral", "composite"};
inline constexpr std::array<std::string_view, 3> kDifficulties{"easy", "medium", "hard"};
inline constexpr std::array<std::string_view, 3> kDatasets{"real", "craft", "syn"};

struct Parameter {
  std::vector<std::string> names;
  std::string rule;
};

struct Family {
  std::string name;
  std::size_t difficulty = 0;  // into kDifficulties
  std::vector<Parameter> parameters;
  std::string program;
};

/// A chapter of the book. The error names the family and what is wrong with it.
[[nodiscard]] Result<std::vector<Family>> parse_chapter(std::string_view text);

class ProgramBook {
 public:
  /// The book that is part of the program.
  [[nodiscard]] static Result<ProgramBook> open();

  /// Families of a category, by its place in kCategories.
  [[nodiscard]] const std::vector<Family>& chapter(std::size_t category) const {
    return chapters_[category];
  }

  /// A program of that category and difficulty.
  [[nodiscard]] Result<std::string> write(std::size_t category, std::size_t difficulty,
                                          Random& random) const;

  /// That family's program with values from `random`.
  [[nodiscard]] Result<std::string> write(const Family& family, Random& random) const;

 private:
  struct Shape {
    std::string name;
    std::string code;
  };
  class Writer;

  std::array<std::vector<Family>, kCategories.size()> chapters_;
  std::vector<Shape> shapes_;
};

}  // namespace papert::mint::turtle
