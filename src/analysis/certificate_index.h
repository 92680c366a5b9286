// What the parts of a certificate's making share. Private to certificate*.cc.
#pragma once

#include <map>
#include <set>
#include <utility>

#include "analysis/certificate.h"

namespace papert::analysis {

/// The first 128 bits of a key's hash.
using KeyHash = std::pair<std::uint64_t, std::uint64_t>;

struct FoundKey {
  suite::KeyKind kind = suite::KeyKind::kTask;
  KeyHash hash;

  friend auto operator<=>(const FoundKey&, const FoundKey&) = default;
};

/// What an item was found to have, and what could not be looked at.
struct FoundKeys {
  std::string label;  // of the item: an id, or a file and line
  std::set<FoundKey> keys;
  std::vector<Error> problems;
  bool is_item = true;  // false: it is only a problem
};

struct KeyIndex::Data {
  struct Entry {
    KeyHash hash;
    std::uint32_t task = 0;

    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  std::string suite;
  const suite::TaskSet* tasks = nullptr;
  const suite::KeyedTasks* keyed = nullptr;  // the same; null where it has content_key() alone
  suite::KeyKind content = suite::KeyKind::kTask;
  std::array<bool, suite::kKeyKinds> wanted{};
  std::vector<CertifiedKey> keys;
  std::array<std::vector<Entry>, suite::kKeyKinds> entries;  // sorted
  ListedProblems problems;

  [[nodiscard]] bool wants(suite::KeyKind kind) const {
    return wanted[static_cast<std::size_t>(kind)];
  }
  /// Those of the kinds that are wanted.
  void add(const std::vector<suite::TaskKey>& found, std::set<FoundKey>& keys) const;
  [[nodiscard]] FoundKeys of_task(const suite::TaskSet& set, std::size_t index,
                                  const CertifyOptions& options) const;
  void add_pictures(const suite::Prompt& prompt, FoundKeys& found) const;
};

/// The key of a PNG file's pixels: the same for every way to write them.
[[nodiscard]] Result<suite::TaskKey> picture_key(std::string_view png);

void add_problem(Error error, std::size_t most, ListedProblems& problems);

[[nodiscard]] KeyHash key_hash_of(std::string_view hex);

/// Which tasks occur in a source, as its items come by.
class KeyIndex::Matches {
 public:
  Matches(const Data& data, const CertifyOptions& options);

  void take(FoundKeys item);
  [[nodiscard]] CertifiedSource finish(SourceKind kind);

 private:
  struct Kind {
    suite::KeyKind kind = suite::KeyKind::kTask;
    bool seen = false;
    std::vector<bool> hit;  // by task
    std::size_t tasks = 0;
    std::size_t others = 0;
    std::map<std::uint32_t, std::string> first;  // of the first tasks that are hit
  };
  void note_what_is_missing();
  [[nodiscard]] bool match(const FoundKey& key, const std::string& label, Kind& kind) const;

  const Data& data_;
  std::size_t most_;
  std::vector<Kind> kinds_;
  std::size_t items_ = 0;
  ListedProblems problems_;
};

}  // namespace papert::analysis
