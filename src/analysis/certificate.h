// Whether a set of tasks occurs in other data: the certificate that it is fit to measure a model
// that was trained on them.
//
// Tasks are compared by keys (suite/task_keys.h), each hashed: drawings, worlds, programs. Of the
// set all hashes are held (24 bytes each); what it is compared with is read once, item by item, so
// it may be of any size. Every count is exact. Lists of ids are cut, and say so.
//
// What it is compared with may be tasks (a data folder), training data (a folder or a file of
// lines, where programs and worlds are looked for in every text, and pictures in PNG files), or a
// table of hashes. What cannot be compared is a problem, never passed over.
//
// The same data give the same certificate, for any number of jobs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/frozen_gap.h"
#include "base/cancel.h"
#include "base/json.h"
#include "base/result.h"
#include "suite/task_keys.h"

namespace papert::analysis {

struct CertifyOptions {
  std::size_t jobs = 1;
  std::size_t most_listed = 50;       // pairs of ids per source and kind of key, and problems
  std::vector<suite::KeyKind> kinds;  // only these, and all of them count; empty: all
  bool pictures = false;              // also keys of the pictures that prompts show
  std::string prompt_template;        // of the prompts
  CancelToken cancel;
  std::function<void(const char* what, std::size_t done, std::size_t total)> progress;
};

/// What can be compared: a kind of key of the set.
struct CertifiedKey {
  suite::KeyInfo info;
  bool counts = true;        // sharing it is an overlap
  std::size_t tasks = 0;     // that have one
  std::size_t distinct = 0;  // different ones among them
};

struct ListedProblems {
  std::vector<Error> first;
  std::size_t all = 0;
};

struct OverlapPair {
  std::string id;     // of the set
  std::string other;  // of the other data: an id, or a file and line
};

struct KeyOverlap {
  suite::KeyKind kind = suite::KeyKind::kTask;
  bool looked_for = true;          // false: nothing over there has keys of this kind
  std::size_t tasks = 0;           // of the set that occur over there
  std::size_t others = 0;          // items over there that are one of them
  std::vector<OverlapPair> pairs;  // for each task of the set the first item, in the set's order
};

enum class SourceKind : std::uint8_t { kTasks, kTraining, kTable };

struct CertifiedSource {
  std::string name;
  SourceKind kind = SourceKind::kTasks;
  std::size_t items = 0;  // tasks, lines and pictures, entries of a table
  std::string data_hash;  // of tasks
  std::vector<KeyOverlap> keys;
  std::vector<std::string> notes;  // what was not looked at because it holds no examples
  ListedProblems problems;         // what could not be compared
};

struct Certificate {
  std::string suite;
  std::string data;
  std::string data_hash;
  std::size_t tasks = 0;
  std::vector<CertifiedKey> keys;
  ListedProblems problems;  // tasks, and keys of tasks, that could not be looked at
  std::vector<CertifiedSource> sources;
  std::vector<FrozenGap> gaps;
  std::vector<std::string> gap_notes;

  /// Whether a key that counts is shared with any source.
  [[nodiscard]] bool overlaps() const;
  /// Whether everything could be compared.
  [[nodiscard]] bool complete() const;
};

[[nodiscard]] Json to_json(const Certificate& certificate);

/// The keys of a set of tasks.
class KeyIndex {
 public:
  /// kUsage where the set has no keys, or none of the kinds that are asked for.
  [[nodiscard]] static Result<KeyIndex> of(std::string_view suite, const suite::TaskSet& tasks,
                                           const CertifyOptions& options);

  KeyIndex(KeyIndex&&) noexcept;
  KeyIndex& operator=(KeyIndex&&) noexcept;
  ~KeyIndex();

  /// What the certificate says of the set itself.
  [[nodiscard]] const std::vector<CertifiedKey>& keys() const;
  [[nodiscard]] const ListedProblems& problems() const;

  /// Another set of the same suite.
  [[nodiscard]] Result<CertifiedSource> against_tasks(const suite::TaskSet& other,
                                                      const CertifyOptions& options) const;

  /// A folder of training data, or one file of it.
  [[nodiscard]] Result<CertifiedSource> against_training(const std::filesystem::path& path,
                                                         const CertifyOptions& options) const;

  /// A table of hashes of content_key() (suite::task_hash) with so many entries of this suite.
  [[nodiscard]] CertifiedSource against_table(
      const std::function<bool(std::string_view hash)>& holds, std::size_t entries,
      const CertifyOptions& options) const;

 private:
  struct Data;
  class Matches;
  explicit KeyIndex(std::unique_ptr<Data> data);
  std::unique_ptr<Data> data_;
};

}  // namespace papert::analysis
