// What suites share that keep their tasks in a folder: names, order, checksums.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace papert::suite {

/// File (relative, with forward slashes) -> SHA-256 in hex: the lines of SHA256SUMS.
using Checksums = std::map<std::string, std::string>;

[[nodiscard]] std::filesystem::path checksums_path(const std::filesystem::path& folder);

/// An absent file is an empty list.
[[nodiscard]] Result<Checksums> read_checksums(const std::filesystem::path& folder);
[[nodiscard]] std::string checksums_text(const Checksums& checksums);

/// Puts tasks in the order of their ids, which `id_of` gives. Of several tasks with one id the
/// first stays; the others become problems.
template <class Task, class IdOf>
void put_in_id_order(std::vector<Task>& tasks, std::vector<Error>& problems, IdOf id_of) {
  std::vector<std::pair<std::string, std::size_t>> order;
  order.reserve(tasks.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) order.emplace_back(id_of(tasks[i]), i);
  std::sort(order.begin(), order.end());
  std::vector<Task> ordered;
  ordered.reserve(tasks.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && order[i].first == order[i - 1].first) {
      problems.push_back({ErrorCode::kBadData, "a second task of this id was left out",
                          "task '" + order[i].first + "'"});
    } else {
      ordered.push_back(std::move(tasks[order[i].second]));
    }
  }
  tasks = std::move(ordered);
}

}  // namespace papert::suite
