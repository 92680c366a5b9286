// The name of a task that any process can resolve: which suite, with which modes, where its tasks
// come from, and which of them.
//
//     {"v":1,"suite":"xlogo","modes":{"form":"text"},"id":"fresh-00000007",
//      "src":{"mint":{"seed":7,"count":50,"tiers":[],"split":"fresh","hash":"..."}}}
//     ... "src":{"data":"/data/eval_v1","hash":"..."}      ... "src":{"inline":"<base64>"}
//
// Tasks that are minted need nothing else. Those of a folder need that folder, and its hash says
// whether it is still the same one. An inline task brings its own files, so it needs no data; they
// stand in the text as a JSON object, path -> content, in base 64.
//
// The text is canonical: two references that print the same are the same, and the other way round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "suite/modes.h"
#include "suite/portable.h"

namespace papert::reward {

inline constexpr std::int64_t kRefVersion = 1;
inline constexpr std::size_t kMaxInlineBytes = std::size_t{256} << 10U;  // of the base 64
inline constexpr std::size_t kMaxRefBytes = std::size_t{320} << 10U;
inline constexpr std::size_t kMaxNameBytes = 1024;  // an id, a mode's value, a tier
inline constexpr std::size_t kMaxPathBytes = 4096;
inline constexpr std::size_t kMaxNames = 64;  // modes, tiers, files of an inline task
inline constexpr std::int64_t kMaxMintCount = 1'000'000;

/// Tasks of seeds, as suite::MintOptions has them.
struct MintSource {
  std::int64_t seed = 0;
  std::int64_t count = 1;
  std::vector<std::string> tiers;
  std::string split = "fresh";
  std::string hash;  // of the tasks, which another version of the generator changes; may be empty

  friend bool operator==(const MintSource&, const MintSource&) = default;
};

/// A data folder or file. Without a path it is found by its hash among those that are allowed.
struct FolderSource {
  std::string path;
  std::string hash;  // may be empty: whatever the folder holds
  std::vector<std::string> tiers;

  friend bool operator==(const FolderSource&, const FolderSource&) = default;
};

struct InlineSource {
  suite::DataFiles files;

  friend bool operator==(const InlineSource&, const InlineSource&) = default;
};

/// Names the tasks that are opened together.
struct SetRef {
  std::string suite;
  suite::Modes modes;  // what is not there has its default
  std::variant<MintSource, FolderSource, InlineSource> source;

  friend bool operator==(const SetRef&, const SetRef&) = default;
};

struct TaskRef {
  SetRef set;
  std::string id;

  friend bool operator==(const TaskRef&, const TaskRef&) = default;
};

/// kBadData, or kLimit past the limits above, at the key that is wrong; unknown keys are refused.
[[nodiscard]] Result<TaskRef> parse_task_ref(std::string_view text, const std::string& where = {});
[[nodiscard]] Result<TaskRef> task_ref_from_json(const Json& json, const std::string& where = {});

/// The parts of a reference that stand in other objects, too: {"suite", "modes"?, "src"}. `json`
/// may have other keys.
[[nodiscard]] Result<SetRef> set_ref_from_json(const Json& json, const std::string& where = {});

[[nodiscard]] Json to_json(const TaskRef& ref);
/// {"suite", "modes", "src"}.
[[nodiscard]] Json to_json(const SetRef& set);

/// The canonical text; kLimit where the files of an inline task are too large.
[[nodiscard]] Result<std::string> ref_text(const TaskRef& ref);

/// The same for a set, by which it is found again.
[[nodiscard]] std::string set_key(const SetRef& set);

}  // namespace papert::reward
