// Any bytes as the file that lists the tasks of a folder, for every suite that has one: tasks, each
// with an id of its own, and problems that have words and a place.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "data/shapecode/layout.h"
#include "data/turtleai/folder.h"
#include "data/turtlebench/folder.h"
#include "data/xlogo/folder.h"
#include "require.h"

namespace {

using namespace papert;
using fuzz::require;

void check_problems(const std::vector<Error>& problems) {
  for (const Error& problem : problems) {
    require(!problem.message.empty() && !problem.where.empty());
  }
}

template <class Stored, class Check>
void check(const Result<Stored>& stored, const Check& items) {
  if (!stored) {
    require(!stored.error().message.empty());
    return;
  }
  check_problems(stored->problems);
  items(*stored);
}

/// That no name comes twice.
template <class Items, class Name>
void check_names(const Items& items, const Name& name) {
  std::set<std::string> names;
  for (const auto& item : items) require(names.insert(name(item)).second);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Scratch kScratch;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  kScratch.write("tasks.jsonl", bytes);
  check(data::turtleai::read_tasks(kScratch.folder()), [](const auto& stored) {
    check_names(stored.tasks, [](const auto& task) { return task.id; });
  });
  check(data::xlogo::read_tasks(kScratch.folder()), [](const auto& stored) {
    check_names(stored.tasks, [](const auto& task) { return task.task.id; });
  });
  kScratch.write("dataset.jsonl", bytes);
  check(data::turtlebench::read_items(kScratch.folder()), [](const auto& stored) {
    check_names(stored.items, [](const auto& item) { return item.name(); });
  });
  kScratch.write("manifest.json", bytes);
  check(data::shapecode::read_manifest(kScratch.folder()), [](const auto& manifest) {
    check_names(manifest.keys, [](const auto& key) { return key.id(); });
  });
  return 0;
}
