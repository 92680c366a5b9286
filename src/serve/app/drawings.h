// Pictures and explanations of samples: stored ones where the run kept them, otherwise made from
// the recorded reply, which is judged again as it was. Judging runs the model's program in its
// jail.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/recent.h"
#include "base/result.h"
#include "run/record.h"
#include "run/recorded.h"
#include "serve/app/run_store.h"
#include "suite/compared.h"

namespace papert::serve::app {

/// The compared ones are target and drawing as the rule sees them, which the overlay and the
/// difference lay over each other.
enum class PictureKind : std::uint8_t {
  kTarget,
  kDrawing,
  kOverlay,
  kDifference,
  kComparedTarget,
  kComparedDrawing,
};
[[nodiscard]] std::optional<PictureKind> picture_kind(std::string_view name);

/// What is wrong with an answer, to a reader: how it differs, or what a model is told of the
/// verdict. Empty for what is right, and for what was not scored.
[[nodiscard]] std::string in_words(const suite::TaskSet& tasks, std::size_t index,
                                   const suite::Judged& judged);

/// What the rule lays over each other: as the suite says or, where it says nothing of it, target
/// and drawing as they are, `how` being empty. Nothing where a picture is missing or is not what is
/// judged. `pictures` are those of the tasks for the same answer.
[[nodiscard]] std::optional<suite::Compared> what_is_compared(
    const suite::TaskSet& tasks, std::size_t index, const suite::Judged& judged,
    const std::vector<suite::Picture>& pictures);

/// kNotFound, naming the id, where there is no such task.
[[nodiscard]] Result<std::size_t> index_of(const suite::TaskSet& tasks, std::string_view id);

/// Thread-safe.
class Drawings {
 public:
  explicit Drawings(std::size_t jobs) : jobs_(jobs) {}

  /// A PNG. kNotFound where there is no such picture: the answer drew nothing, say.
  [[nodiscard]] Result<std::string> picture(StoredRun& run, const run::Record& record,
                                            PictureKind kind);

  /// {"text": what is wrong, in words, "verdict": of today's rules, "pictures": the kinds there
  /// are, "compared": null, or {"how": ..., "pictures": [...]} where the overlay shows other
  /// pictures than target and drawing}.
  [[nodiscard]] Result<Json> explanation(StoredRun& run, const run::Record& record);

  /// How the answer draws, step by step: the text of scene/replay_json.h. kNotFound where there is
  /// nothing to step through.
  [[nodiscard]] Result<std::string> replay(StoredRun& run, const run::Record& record);

  using Tasks = Result<std::shared_ptr<const run::RecordedRun>>;
  /// The tasks that a run was about; those of a few runs are held.
  [[nodiscard]] Tasks tasks_of(StoredRun& run);

 private:
  struct Again {
    std::shared_ptr<const run::RecordedRun> run;
    std::size_t index = 0;
    suite::Judged judged;
  };
  using Pictures = Result<std::vector<suite::Picture>>;

  [[nodiscard]] std::shared_ptr<const Result<Again>> judged(StoredRun& run,
                                                            const run::Record& record);
  [[nodiscard]] Result<Again> judge(StoredRun& run, const run::Record& record);
  [[nodiscard]] std::shared_ptr<const Pictures> pictures_of(StoredRun& run,
                                                            const run::Record& record);
  [[nodiscard]] Result<std::string> make_replay(StoredRun& run, const run::Record& record);
  /// kNotFound where nothing is compared.
  [[nodiscard]] Result<suite::Compared> compared(StoredRun& run, const run::Record& record);
  [[nodiscard]] Pictures make_pictures(StoredRun& run, const run::Record& record);

  const std::size_t jobs_;
  Recent<Tasks> tasks_{4};
  Recent<Result<Again>> judged_{64};
  Recent<Pictures> pictures_{std::size_t{64} << 20};  // bytes, and so are these
  Recent<Result<std::string>> replays_{std::size_t{32} << 20};
};

}  // namespace papert::serve::app
