#include "reward/task_sets.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/file.h"
#include "base/scratch_folder.h"
#include "suite/registry.h"

namespace papert::reward {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownBytes = 80;

/// The files of an inline task, as long as its set is open.
Result<std::shared_ptr<const ScratchFolder>> write_files(const suite::DataFiles& files) {
  auto folder = std::make_shared<const ScratchFolder>(TRY(ScratchFolder::make("task")));
  for (const auto& [path, content] : files) {
    const fs::path file = folder->path() / path;
    TRY(make_directories(file.parent_path()));
    TRY(write_file(file, content, Durability::kUnsynced));
  }
  return folder;
}

Result<void> check_hash(const std::string& wanted, const std::string& found,
                        std::string_view what) {
  if (wanted.empty() || wanted == found) return {};
  return fail(ErrorCode::kBadData,
              fmt::format("the {} is not that of the reference: its hash is {}, not {}", what,
                          found, wanted));
}

/// Reports what is wrong with the only task there is.
Result<void> check_not_empty(const suite::TaskSet& tasks) {
  if (tasks.size() > 0) return {};
  if (!tasks.problems().empty()) return fail(tasks.problems().front());
  return fail(ErrorCode::kBadData, "there is no task in it");
}

}  // namespace

OpenSet::OpenSet(std::unique_ptr<suite::Suite> suite, std::unique_ptr<suite::TaskSet> tasks,
                 SetRef ref, std::shared_ptr<const void> kept)
    : suite_(std::move(suite)),
      kept_(std::move(kept)),
      tasks_(std::move(tasks)),
      ref_(std::move(ref)),
      key_(set_key(ref_)) {
  ids_.reserve(tasks_->size());
  for (std::size_t i = 0; i < tasks_->size(); ++i) ids_.push_back(tasks_->id(i));
  for (std::size_t i = 0; i < ids_.size(); ++i) index_.emplace(ids_[i], i);
}

Result<std::size_t> OpenSet::find(std::string_view id) const {
  const auto found = index_.find(id);
  if (found != index_.end()) return found->second;
  return fail(ErrorCode::kNotFound, fmt::format("there is no task '{}' among the {} of this set",
                                                id.substr(0, kShownBytes), ids_.size()));
}

Result<TaskRef> OpenSet::inline_ref(std::size_t index) const {
  TaskRef ref{ref_, ids_[index]};
  const auto* const portable = dynamic_cast<const suite::PortableTasks*>(tasks_.get());
  if (portable == nullptr) {
    return fail(ErrorCode::kUsage,
                fmt::format("a task of {} cannot be carried apart from its data", suite_->name()));
  }
  InlineSource source;
  source.files = TRY(portable->files(index));
  ref.set.source = std::move(source);
  // A task that is there is not minted again.
  for (const suite::ModeInfo& mode : suite_->modes()) {
    if (mode.flag.mints) ref.set.modes.erase(std::string(mode.key));
  }
  return ref;
}

void OpenSet::learn(std::chrono::nanoseconds per_reply) const {
  const std::int64_t known = usual_ns_.load(std::memory_order_relaxed);
  const std::int64_t now = per_reply.count();
  // What is slow is believed at once, what is fast by and by.
  usual_ns_.store(known < now ? now : known - (known - now) / 8, std::memory_order_relaxed);
}

std::optional<std::chrono::nanoseconds> OpenSet::usual() const {
  const std::int64_t known = usual_ns_.load(std::memory_order_relaxed);
  return known < 0 ? std::nullopt : std::optional(std::chrono::nanoseconds(known));
}

TaskSets::TaskSets(TaskSetsOptions options) : options_(std::move(options)) {
  sets_.most = std::max<std::size_t>(options_.held, 1);
  inlines_.most = std::max<std::size_t>(options_.held_inline, 1);
}

TaskSets& TaskSets::of_this_process() {
  static std::atomic<TaskSets*> current = nullptr;
  static std::once_flag once;
  std::call_once(once, [] { ::pthread_atfork(nullptr, nullptr, [] { current = nullptr; }); });
  TaskSets* sets = current;
  if (sets != nullptr) return *sets;
  auto* const fresh = new TaskSets;
  if (current.compare_exchange_strong(sets, fresh)) return *fresh;
  delete fresh;
  return *sets;
}

std::shared_ptr<TaskSets::Cell> TaskSets::cell_of(const std::string& key, Held& held) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(held.order.begin(), held.order.end(), [&](const Entry& each) {
    return std::find(each.keys.begin(), each.keys.end(), key) != each.keys.end();
  });
  if (found != held.order.end()) {
    held.order.splice(held.order.begin(), held.order, found);
  } else {
    held.order.push_front({{key}, std::make_shared<Cell>()});
    if (held.order.size() > held.most) held.order.pop_back();
  }
  return held.order.front().cell;
}

void TaskSets::add_key(const std::shared_ptr<Cell>& cell, const std::string& key, Held& held) {
  const std::lock_guard lock(mutex_);
  for (Entry& each : held.order) {
    if (each.cell == cell) each.keys.push_back(key);
  }
}

void TaskSets::forget(const std::shared_ptr<Cell>& cell, Held& held) {
  const std::lock_guard lock(mutex_);
  held.order.remove_if([&](const Entry& each) { return each.cell == cell; });
}

Result<std::shared_ptr<const OpenSet>> TaskSets::open(const SetRef& ref) {
  Held& held = std::holds_alternative<InlineSource>(ref.source) ? inlines_ : sets_;
  const std::string key = set_key(ref);
  const std::shared_ptr<Cell> cell = cell_of(key, held);
  std::call_once(cell->once, [&] {
    cell->opened.emplace(load(ref));
    if (*cell->opened && (**cell->opened)->key() != key)
      add_key(cell, (**cell->opened)->key(), held);
  });
  // An error is not kept: the folder may be repaired, the disk emptied.
  if (!*cell->opened) forget(cell, held);
  return *cell->opened;
}

// A path of a client must not reach the file system.
Result<void> TaskSets::check_allowed(const suite::Suite& suite, const SetRef& ref) const {
  if (const auto* mint = std::get_if<MintSource>(&ref.source);
      mint != nullptr && mint->count > options_.max_count) {
    return fail(ErrorCode::kLimit,
                fmt::format("at most {} tasks are minted here", options_.max_count),
                "src.mint.count");
  }
  if (!options_.folders) return {};
  for (const suite::ModeInfo& mode : suite.modes()) {
    const auto chosen = ref.modes.find(mode.key);
    const bool named =
        chosen != ref.modes.end() &&
        std::find(mode.values.begin(), mode.values.end(), chosen->second) != mode.values.end();
    if (mode.files && chosen != ref.modes.end() && !named) {
      return fail(ErrorCode::kUsage, "files cannot be named here",
                  "modes." + std::string(mode.key));
    }
  }
  return {};
}

Result<fs::path> TaskSets::folder_of(const FolderSource& source, std::string_view suite) {
  if (!options_.folders) {
    if (!source.path.empty()) return fs::path(source.path);
    return fail(ErrorCode::kBadData, "has no path, and there are no folders to find it among",
                "src.data");
  }
  const std::string& wanted = source.hash.empty() ? source.path : source.hash;
  for (const AllowedFolder& each : TRY(allowed())) {
    if (each.hash == wanted && each.suite == suite) return each.path;
  }
  return fail(ErrorCode::kNotFound,
              fmt::format("there are no data of suite {} with the hash '{}' here", suite,
                          wanted.substr(0, kShownBytes)),
              "src.data");
}

Result<std::vector<AllowedFolder>> TaskSets::allowed() {
  std::call_once(allowed_once_, [&] {
    const auto look = [&]() -> Result<std::vector<AllowedFolder>> {
      std::vector<AllowedFolder> all;
      for (const fs::path& path : options_.folders.value_or(std::vector<fs::path>())) {
        const auto suite = suite::suite_of_data(path);
        if (!suite) return fail(ErrorCode::kBadData, "no suite knows these data", path.string());
        const suite::Modes modes = TRY(suite::resolve_modes(*suite, {}));
        const auto tasks = TRY(suite->load(path, {.modes = modes, .jobs = options_.jobs}));
        all.push_back({std::string(suite->name()), tasks->data_hash(), path});
      }
      return all;
    };
    allowed_.emplace(look());
  });
  return *allowed_;
}

TaskSets::Opened TaskSets::load(const SetRef& ref) {
  auto suite = TRY(suite::find_suite(ref.suite));
  TRY(check_allowed(*suite, ref));
  SetRef whole = ref;
  whole.modes = TRY(suite::resolve_modes(*suite, ref.modes));
  std::shared_ptr<const void> kept;
  std::unique_ptr<suite::TaskSet> tasks;
  if (auto* mint = std::get_if<MintSource>(&whole.source)) {
    tasks = TRY(suite->mint({.modes = whole.modes,
                             .seed = mint->seed,
                             .count = mint->count,
                             .tiers = mint->tiers,
                             .split = mint->split,
                             .jobs = options_.jobs}));
    TRY(check_hash(mint->hash, tasks->data_hash(), "generator"));
    mint->hash = tasks->data_hash();
  } else if (auto* folder = std::get_if<FolderSource>(&whole.source)) {
    const fs::path path = TRY(folder_of(*folder, suite->name()));
    tasks = TRY(
        suite->load(path, {.modes = whole.modes, .tiers = folder->tiers, .jobs = options_.jobs}));
    if (options_.folders && folder->hash.empty()) folder->hash = folder->path;
    TRY(check_hash(folder->hash, tasks->data_hash(), "data"));
    folder->hash = tasks->data_hash();
    if (options_.folders) folder->path.clear();
  } else {
    const auto files = TRY(write_files(std::get<InlineSource>(whole.source).files));
    tasks = TRY(suite->load(files->path(), {.modes = whole.modes}));
    TRY(check_not_empty(*tasks));
    kept = files;
  }
  return std::make_shared<const OpenSet>(std::move(suite), std::move(tasks), std::move(whole),
                                         std::move(kept));
}

}  // namespace papert::reward
