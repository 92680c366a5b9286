// Any bytes as a line of training data: what suites find in it never ends the program, every key
// has a text, and the same text gives the same keys. Suites whose programs are run are left out.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "require.h"
#include "suite/registry.h"
#include "suite/task_keys.h"

namespace {

using namespace papert;

const std::vector<std::unique_ptr<suite::TaskSet>>& sets() {
  static const auto all = [] {
    std::vector<std::unique_ptr<suite::TaskSet>> made;
    for (const char* name : {"shapecode", "xlogo"}) {
      auto tasks = (*suite::find_suite(name))->mint({.seed = 7, .count = 1});
      fuzz::require(tasks.has_value());
      made.push_back(std::move(*tasks));
    }
    return made;
  }();
  return all;
}

void check(const std::vector<suite::TaskKey>& keys, const std::vector<suite::TaskKey>& again) {
  fuzz::require(keys.size() == again.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    fuzz::require(!keys[i].text.empty() && keys[i].text == again[i].text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto json = parse_json(text);
  for (const auto& tasks : sets()) {
    const auto* const keyed = dynamic_cast<const suite::KeyedTasks*>(tasks.get());
    fuzz::require(keyed != nullptr);
    check(keyed->keys_in(text), keyed->keys_in(text));
    if (json) check(keyed->keys_in_record(*json), keyed->keys_in_record(*json));
  }
  return 0;
}
