// What a turtle program is made of, without running it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace papert::lang::turtle {

/// How often each drawing command of turtle is written in the program, by its full name: fd(10) and
/// t.forward(10) are both "forward". A call in a loop counts once. What comes after a piece that is
/// not Python is not counted.
[[nodiscard]] std::map<std::string, std::int64_t> count_calls(std::string_view program);

}  // namespace papert::lang::turtle
