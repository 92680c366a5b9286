// The book of designs: shapes for fresh tasks, what each looks like in words, the program that
// draws it, and the changes that make sense for it. designs/*.txt hold families; a design is a
// family, chosen by chance, with numbers in its holes. The drawings themselves are checked by
// whoever runs the programs (mint.h).
//
//     === flower 4                         a family and how often it is chosen (1 if not given)
//     radius := 90..140/10                 a variable of the program: whole tens from 90 to 140
//     n = 3..10                            a number: {n}, {n:word}, {n:ordinal}, {n:polygon}
//     m = 3..10 but {n}                    the same, but never n
//     points, skip = 5, 2 | 7, 3           one of the alternatives
//     f = figure                           one of figures.txt: {f:a}, {f:one}, {f:many}, @{f}
//     petal: rep 2 [ arc radius 60 lt 120 ]     a part: steps of a turtle
//     > A flower of {n:word} petals.       what it looks like
//     shape: rep {n} [ @petal rt 360/{n} ]      the drawing itself
//     deletion in the given shape removes the first petal.
//         rt 360/{n} rep {n}-1 [ @petal rt 360/{n} ]
//
// Steps: fd X, bk X, lt A, rt A, circle R, arc R A, go [ ... ] without a line, rep N [ ... ],
// but K [ ... ] in every round of the loop around it except the K-th, at X Y [ ... ] with the
// turtle X to the right and Y above, and @name, a part. An amount is a Python expression without
// spaces, worked out where it is a whole number.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "mint/turtle/sketch.h"

namespace papert::mint::turtle {

struct Change {
  std::string kind;   // "deletion", "insertion" or "generalisation"; others in changes.h
  std::string query;  // "in the given shape removes ..."
  Sketch sketch;
};

struct Design {
  std::string family;
  std::string variables;    // lines of Python
  std::string description;  // one or two sentences
  Sketch sketch;
  std::vector<Change> changes;
};

class DesignBook {
 public:
  /// The book that is part of the program.
  [[nodiscard]] static Result<DesignBook> open();

  /// Families and figures as text. The error names the family and what is wrong with it.
  [[nodiscard]] static Result<DesignBook> parse(std::string_view families,
                                                std::string_view figures);

  /// The names of all families, in the order of the book.
  [[nodiscard]] std::vector<std::string> families() const;

  /// A design of any family.
  [[nodiscard]] Result<Design> make(Random& random) const;

  /// A design of the family of that index.
  [[nodiscard]] Result<Design> make(std::size_t family, Random& random) const;

 private:
  struct Parameter {
    std::vector<std::string> names;
    std::string rule;
    bool variable = false;  // of the program
  };
  struct Part {
    std::string name;
    std::string steps;
  };
  struct Wording {
    std::string kind;
    std::string query;
    std::string steps;
  };
  struct Family {
    std::string name;
    double weight = 1;
    std::vector<Parameter> parameters;
    std::vector<Part> parts;
    std::string description;
    std::vector<Wording> changes;
  };
  struct Figure {
    std::string key;
    std::string one;
    std::string many;
    std::string steps;
  };
  class Writer;

  [[nodiscard]] Result<void> add_families(std::string_view text);
  [[nodiscard]] Result<void> add_figures(std::string_view text);
  [[nodiscard]] static Result<void> add_line(Family& family, std::string_view line);

  std::vector<Family> families_;
  std::vector<Figure> figures_;
};

/// "three" to "twenty"; the digits beyond.
[[nodiscard]] std::string number_word(std::int64_t number);
/// "first" to "tenth".
[[nodiscard]] std::string ordinal_word(std::int64_t number);
/// "equilateral triangle", "square", "regular pentagon", ...
[[nodiscard]] std::string polygon_word(std::int64_t sides);

}  // namespace papert::mint::turtle
