#include "solve/sgp/prompt.h"

#include "base/text.h"

namespace papert::solve::sgp {

AskedQuestion read_prompt(std::string_view prompt) {
  constexpr std::string_view kFence = "```";
  constexpr std::string_view kQuestion = "Question: ";
  AskedQuestion asked;
  const std::size_t open = prompt.find(kFence);
  const std::size_t close = prompt.rfind(kFence);
  if (open != std::string_view::npos && close > open) {
    asked.program = prompt.substr(open + kFence.size(), close - open - kFence.size());
    prompt = prompt.substr(close);
  }
  for (const std::string_view line : split(prompt, '\n')) {
    if (line.starts_with(kQuestion)) asked.question = line.substr(kQuestion.size());
    const bool option = line.size() > 3 && line[0] >= 'A' && line[0] <= 'H' && line[1] == ')';
    if (option) asked.options.emplace_back(trim(line.substr(2)));
  }
  return asked;
}

}  // namespace papert::solve::sgp
