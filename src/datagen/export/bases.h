// Which originals the tasks of a set were made from, in four bytes a task.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

namespace papert::datagen {

/// An original has a number, by which it is told from others.
class Bases {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// For the tasks one after the other; an empty name is none.
  void add(const std::string& name) {
    ++tasks_;
    if (name.empty() && of_.empty()) return;
    of_.resize(tasks_ - 1, kNone);
    if (name.empty()) return of_.push_back(kNone);
    const auto [known, fresh] = numbers_.emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (fresh) names_.push_back(&known->first);
    of_.push_back(known->second);
  }

  [[nodiscard]] std::uint32_t of(std::size_t task) const {
    return task < of_.size() ? of_[task] : kNone;
  }
  /// The number of a name; kNone where nothing was made from it.
  [[nodiscard]] std::uint32_t find(const std::string& name) const {
    const auto known = numbers_.find(name);
    return known == numbers_.end() ? kNone : known->second;
  }
  [[nodiscard]] const std::string& name(std::uint32_t base) const { return *names_[base]; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

 private:
  std::size_t tasks_ = 0;
  std::vector<std::uint32_t> of_;  // by task; empty as long as no task has one
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<const std::string*> names_;
};

}  // namespace papert::datagen
