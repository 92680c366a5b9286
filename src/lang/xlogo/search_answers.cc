#include "lang/xlogo/search_answers.h"

#include <vector>

#include "lang/xlogo/search_problem.h"

namespace papert::lang::xlogo {
namespace {

class FlatAnswers {
 public:
  FlatAnswers(const SearchProblem& problem, const AnswerLimits& limits,
              const std::function<bool(std::span<const Block>)>& visit)
      : problem_(problem), limits_(limits), visit_(visit) {}

  std::size_t run() {
    if (problem_.hopeless()) return 0;
    const std::size_t least = problem_.bound.lower_bound(problem_.start->walker, true);
    for (length_ = std::max(least, limits_.min_length); length_ <= limits_.max_length; ++length_) {
      descend(problem_.start->walker);
      if (done_) break;
    }
    return steps_;
  }

 private:
  void descend(const Walker& walker) {
    if (text_.size() == length_) {
      if (!problem_.arena.goal_reached(walker)) return;
      done_ = visit_(text_) || ++answers_ >= limits_.max_answers;
      return;
    }
    for (const Block& command : problem_.commands) {
      if (done_) return;
      if (useless(command)) continue;
      done_ = ++steps_ > limits_.max_steps;
      Walker after = walker;
      if (!problem_.arena.step(command, after)) continue;
      if (text_.size() + 1 + problem_.bound.lower_bound(after, true) > length_) continue;
      text_.push_back(command);
      descend(after);
      text_.pop_back();
    }
  }

  [[nodiscard]] bool useless(const Block& command) const {
    if (text_.empty()) return false;
    const BlockType last = text_.back().type;
    switch (command.type) {
      case BlockType::kLeft:
      case BlockType::kRight:
        if (last == BlockType::kLeft || last == BlockType::kRight) {
          return last != command.type || (text_.size() > 1 && text_[text_.size() - 2].type == last);
        }
        return false;
      case BlockType::kSetPen:
        return last == BlockType::kSetPen;
      default:
        return false;
    }
  }

  const SearchProblem& problem_;
  const AnswerLimits& limits_;
  const std::function<bool(std::span<const Block>)>& visit_;
  std::vector<Block> text_;
  std::size_t length_ = 0;
  std::size_t steps_ = 0;
  std::size_t answers_ = 0;
  bool done_ = false;
};

}  // namespace

std::size_t for_each_flat_answer(const Task& task, const AnswerLimits& limits,
                                 const std::function<bool(std::span<const Block>)>& visit) {
  SearchMemory memory;
  if (!memory.arena.load(task)) return 0;
  memory.bound.load(memory.arena);
  Task free = task;
  free.constraints.clear();
  const SearchProblem problem(free, {.max_length = limits.max_length}, memory);
  return FlatAnswers(problem, limits, visit).run();
}

}  // namespace papert::lang::xlogo
