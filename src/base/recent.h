// Values by number, made when they are first asked for, of which only the most recently used are
// held: for what is cheap to make one by one and too much to hold for a hundred thousand tasks.
//
//     Recent<Drawing> drawings(64 << 20);
//     const std::shared_ptr<const Drawing> third =
//         drawings.get(3, [] { return draw(); }, [](const Drawing& d) { return d.bytes(); });
//
// Threads that ask for one value at the same moment wait for the one that makes it; those that ask
// for others do not. What is dropped lives on as long as somebody holds it.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

namespace papert {

template <class Value>
class Recent {
 public:
  /// Values are dropped while more than `budget` is held, by the weights they were given; never
  /// the one that was made last.
  explicit Recent(std::size_t budget) : budget_(budget) {}

  /// make() gives the value, if it is not held; weigh(value), more than 0, is what it counts.
  template <class Make, class Weigh>
  [[nodiscard]] std::shared_ptr<const Value> get(std::size_t key, Make make, Weigh weigh) {
    const std::shared_ptr<Cell> cell = find(key);
    std::call_once(cell->once, [&] {
      cell->value.emplace(make());
      add(key, cell, weigh(std::as_const(*cell->value)));
    });
    return {cell, &*cell->value};
  }

  /// Makes the value anew when it is next asked for: it was about a fault that may be gone.
  void forget(std::size_t key) {
    const std::lock_guard lock(mutex_);
    const auto place = places_.find(key);
    if (place == places_.end() || place->second->second->weight == 0) return;
    held_ -= place->second->second->weight;
    order_.erase(place->second);
    places_.erase(place);
  }

  /// How many are held.
  [[nodiscard]] std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return places_.size();
  }

 private:
  struct Cell {
    std::once_flag once;
    std::optional<Value> value;
    std::size_t weight = 0;  // 0 until it is made
  };
  using Order = std::list<std::pair<std::size_t, std::shared_ptr<Cell>>>;

  std::shared_ptr<Cell> find(std::size_t key) {
    const std::lock_guard lock(mutex_);
    const auto place = places_.find(key);
    if (place != places_.end()) {
      order_.splice(order_.begin(), order_, place->second);
    } else {
      order_.emplace_front(key, std::make_shared<Cell>());
      places_[key] = order_.begin();
    }
    return order_.front().second;
  }

  void add(std::size_t key, const std::shared_ptr<Cell>& cell, std::size_t weight) {
    const std::lock_guard lock(mutex_);
    cell->weight = weight;
    held_ += weight;
    // The oldest first; one that is still being made is not counted yet and stays.
    for (auto place = order_.end(); held_ > budget_ && place != order_.begin();) {
      --place;
      if (place->first == key || place->second->weight == 0) continue;
      held_ -= place->second->weight;
      places_.erase(place->first);
      place = order_.erase(place);
    }
  }

  const std::size_t budget_;
  mutable std::mutex mutex_;
  Order order_;  // most recently used first
  std::unordered_map<std::size_t, typename Order::iterator> places_;
  std::size_t held_ = 0;
};

}  // namespace papert
