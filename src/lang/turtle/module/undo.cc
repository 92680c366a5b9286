#include "lang/turtle/module/undo.h"

#include <algorithm>
#include <utility>

namespace papert::lang::turtle {

Fault UndoRing::append(Entry entry) {
  Entry& target = at(wrapped(last_));
  if (auto* group = std::get_if<GroupEntry>(&target.what)) {
    group->entries.push_back(std::move(entry));
    return Fault::kNone;
  }
  auto* empty = std::get_if<EmptyEntry>(&target.what);
  if (empty == nullptr) return Fault::kNotAppendable;
  (empty->shared ? shared_junk_ : empty->junk) = true;
  return Fault::kNone;
}

std::optional<Entry> UndoRing::pop() {
  if (size_ <= 0) return std::nullopt;
  Entry& place = at(wrapped(last_));
  Entry taken = std::exchange(place, Entry{EmptyEntry{.shared = false}});
  last_ = wrapped(last_ - 1);
  if (last_ < 0) last_ += size_;
  return taken;
}

std::int64_t UndoRing::count() const {
  if (size_ <= 0) return size_;
  std::int64_t used = 0;
  for (const Entry& place : places_) {
    const auto* empty = std::get_if<EmptyEntry>(&place.what);
    if (empty == nullptr || (empty->shared ? shared_junk_ : empty->junk)) ++used;
  }
  if (shared_junk_) used += size_ - static_cast<std::int64_t>(places_.size());
  return used;
}

void UndoRing::remove(const StampRef& stamp) {
  const auto found = std::find_if(places_.begin(), places_.end(), [&](const Entry& entry) {
    const auto* ref = std::get_if<StampRef>(&entry.what);
    return ref != nullptr && *ref == stamp;
  });
  if (found == places_.end()) return;
  const std::int64_t index = found - places_.begin();
  places_.erase(found);
  if (index <= last_) last_ = wrapped(last_ - 1);
  const std::int64_t gap = (last_ + 1) % size_;
  if (gap > static_cast<std::int64_t>(places_.size())) at(gap - 1);
  places_.insert(places_.begin() + gap, Entry{EmptyEntry{.shared = false}});
}

}  // namespace papert::lang::turtle
