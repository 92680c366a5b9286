#include "mint/question/copies.h"

#include <algorithm>
#include <map>
#include <utility>

#include "mint/svg/moved.h"

namespace papert::mint {

std::optional<std::filesystem::path> original_of(const std::filesystem::path& table) {
  const std::string stem = table.stem().string();
  for (std::size_t at = stem.find('_'); at != std::string::npos; at = stem.find('_', at + 1)) {
    if (at + 2 >= stem.size() || (stem[at + 1] != 't' && stem[at + 1] != 'r')) continue;
    const std::size_t end = std::min(stem.find_first_not_of("0123456789", at + 2), stem.size());
    if (end == at + 2 || (end < stem.size() && stem[end] != '_')) continue;
    return table.parent_path() /
           (stem.substr(0, at) + stem.substr(end) + table.extension().string());
  }
  return std::nullopt;
}

std::vector<std::string> not_moved_copies(const std::vector<Question>& originals,
                                          const std::vector<Question>& copies) {
  std::map<std::string_view, const Question*> by_id;
  for (const Question& question : originals) by_id[question.id] = &question;
  std::map<std::pair<std::string_view, std::string_view>, bool> known;  // of two programs
  std::vector<std::string> ids;
  for (const Question& copy : copies) {
    const auto original = by_id.find(copy.id);
    if (original == by_id.end() || copy.language != Language::kSvg) continue;
    const std::pair<std::string_view, std::string_view> pair{original->second->program,
                                                             copy.program};
    auto found = known.find(pair);
    if (found == known.end()) {
      found = known.emplace(pair, mint::svg::is_moved_copy(pair.first, pair.second).value_or(true))
                  .first;
    }
    if (!found->second) ids.push_back(copy.id);
  }
  return ids;
}

}  // namespace papert::mint
