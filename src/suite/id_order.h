// Tasks in the order of their ids, each id once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace papert::suite {

/// `id_of` gives a task's id. Of several tasks with one id the first stays; the others become
/// problems.
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
