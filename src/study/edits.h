// Edits of a program's text, as a pupil errs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace papert::study {

/// Every text in which one loop `range(n)` runs once more; where n stands elsewhere too (an angle
/// of 360 / n), first with all of them changed.
[[nodiscard]] std::vector<std::string> with_one_more(std::string_view code);

/// Every text in which one turn is five degrees larger or smaller.
[[nodiscard]] std::vector<std::string> with_turn_off(std::string_view code);

/// Every text in which one length (a step, a radius, the size given to a function) is ten per cent
/// larger.
[[nodiscard]] std::vector<std::string> with_size_off(std::string_view code);

/// The text in which every step, radius, dot and place is that many times as large, as a careful
/// pupil scales a whole program. A place given by a name, as in goto(point), stays as it is.
[[nodiscard]] std::string with_lengths_scaled(std::string_view code, double factor);

/// The text in which every circle and arc is drawn by a loop of forwards, a side for five degrees,
/// or as two arcs of half its extent. Empty if there is none, or one with `steps`.
[[nodiscard]] std::string with_circles_by_forwards(std::string_view code);
[[nodiscard]] std::string with_semicircles(std::string_view code);

/// Every text in which one colour's name is another that the program does not use.
[[nodiscard]] std::vector<std::string> with_wrong_color(std::string_view code);

/// Every text in which one fill is left out; in a program without any, one in which the whole
/// drawing is filled.
[[nodiscard]] std::vector<std::string> with_wrong_fill(std::string_view code);

}  // namespace papert::study
