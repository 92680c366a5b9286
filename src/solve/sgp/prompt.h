// A question about a graphics program, read back from its prompt: what stands there is all that who
// plays without a language model knows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace papert::solve::sgp {

struct AskedQuestion {
  std::string program;   // empty where the prompt shows none
  std::string question;  // its first line
  std::vector<std::string> options;
};

[[nodiscard]] AskedQuestion read_prompt(std::string_view prompt);

}  // namespace papert::solve::sgp
