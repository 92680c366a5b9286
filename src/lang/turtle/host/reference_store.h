// What reference programs draw, kept between processes: a program that is part of the data draws
// the same every time, so it need not be run again by the next command on the same data.
//
//     const auto store = open_references(data_hash, notes);
//     Drawing drawing = TRY(draw_reference(jails, program, store.get()));
//
// One SQLite file, references.sqlite in the cache folder (base/setting.h), for all data. An entry
// is found by the data's hash, the engine and the program's text; so neither a changed task nor
// another interpreter is ever given an old drawing. Only drawings of programs that ran to their end
// are kept. The file is at most Options::max_bytes large: whoever opens it while it is three
// quarters full drops the data that nobody has opened for longest, and when it is full nothing more
// is kept.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sqlite.h"
#include "lang/turtle/host/jail_pool.h"
#include "scene/scene.h"

namespace papert::lang::turtle {

/// Names all that determines a drawing but the program: this version, and the bytes of the
/// interpreter. Empty where there is no interpreter.
[[nodiscard]] std::string drawing_engine();

class ReferenceStore {
 public:
  struct Options {
    std::filesystem::path file;
    std::string data;                                      // its hash
    std::function<std::string()> engine = drawing_engine;  // asked once, when first needed
    std::int64_t max_bytes = std::int64_t{1} << 30;
  };

  /// Creates the file and its folders, and notes that the data was used; an Error where that
  /// cannot be written, or the file is not such a store.
  [[nodiscard]] static Result<std::unique_ptr<ReferenceStore>> open(Options options);
  ReferenceStore(const ReferenceStore&) = delete;
  ReferenceStore& operator=(const ReferenceStore&) = delete;

  /// Any thread. An entry whose checksum does not hold, or that is not a drawing, is not found;
  /// keeping the drawing again repairs it.
  [[nodiscard]] std::optional<scene::Scene> find(std::string_view program);

  /// Any thread. A store that fails is not a reason to stop: what cannot be kept is not.
  void keep(std::string_view program, const scene::Scene& scene);

 private:
  ReferenceStore(Options options, SqliteFile file)
      : options_(std::move(options)), file_(std::move(file)) {}
  [[nodiscard]] Result<void> prepare();
  [[nodiscard]] Result<void> make_room();
  [[nodiscard]] std::string key_of(std::string_view program);

  Options options_;
  std::once_flag engine_once_;
  std::string engine_;
  std::mutex mutex_;
  SqliteFile file_;
  SqliteStatement find_;
  SqliteStatement keep_;
  bool full_ = false;
};

/// The store in the cache folder for the data of this hash. Where it cannot be used, null, and a
/// note says why: everything works without, each process runs the programs it needs.
[[nodiscard]] std::unique_ptr<ReferenceStore> open_references(std::string data,
                                                              std::vector<std::string>& notes);

/// What a process holds of drawings of references (base/recent.h), and about what one counts that
/// has been compared: its sheets, and itself in several forms.
inline constexpr std::size_t kHeldReferenceBytes = std::size_t{32} << 20;
[[nodiscard]] std::size_t held_bytes(const scene::Scene& scene);

/// What a reference draws: as it is kept, else by running the program, and then it is kept. `store`
/// may be null. An Error if no jail can be started; what else goes wrong is in the outcome.
[[nodiscard]] Result<Drawing> draw_reference(JailPool& jails, std::string_view program,
                                             ReferenceStore* store);

}  // namespace papert::lang::turtle
