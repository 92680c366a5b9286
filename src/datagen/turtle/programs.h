// The programs of a generation, of which there may be millions: what is held of one is small, and
// its text stays in the file that it was written to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "datagen/stage_file.h"
#include "datagen/turtle/plan.h"

namespace papert::datagen {

/// A program that stays: a seed, or one of the best of a round.
struct Elite {
  CandidateKey key;    // round 0: the number of a seed
  ShortKey drawing{};  // the beginning of its key
  LinePlace place;     // in seeds.jsonl, or in elite.jsonl of its round
  double total = 0;    // its score
};
static_assert(sizeof(Elite) <= 40, "a million of them are held");

[[nodiscard]] std::filesystem::path round_folder(const std::filesystem::path& folder,
                                                 std::uint32_t round);
[[nodiscard]] std::filesystem::path seeds_path(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path elite_path(const std::filesystem::path& round_folder);

[[nodiscard]] Result<std::vector<Elite>> read_seeds(const std::filesystem::path& path);
[[nodiscard]] Result<std::vector<Elite>> read_elite(const std::filesystem::path& path);

/// The id of a drawing.
[[nodiscard]] std::string drawing_id(const ShortKey& drawing);

/// Where the rest of a program is. Any thread.
class ProgramFiles {
 public:
  /// `one_of_each`: duplicates are sought, so a drawing has one program, and its id is that one's.
  ProgramFiles(std::filesystem::path folder, bool one_of_each)
      : folder_(std::move(folder)), one_of_each_(one_of_each) {}

  /// The first 16 digits of the drawing's key. Where nobody looks for duplicates, the candidate's
  /// key tells those of one drawing from each other.
  [[nodiscard]] std::string id(const CandidateKey& key, const ShortKey& drawing) const;
  [[nodiscard]] std::string id(const Elite& one) const { return id(one.key, one.drawing); }

  void sort_by_id(std::vector<Elite>& programs) const;

  /// The place of an id in programs that are sorted by it.
  [[nodiscard]] std::optional<std::size_t> find(const std::vector<Elite>& programs,
                                                const std::string& id) const;

  [[nodiscard]] Result<std::string> code(const Elite& one) const { return field(one, "code"); }
  /// The whole key of the drawing.
  [[nodiscard]] Result<std::string> drawing(const Elite& one) const {
    return field(one, "drawing");
  }

 private:
  [[nodiscard]] Result<std::string> field(const Elite& one, std::string_view name) const;
  [[nodiscard]] Result<const LineSource*> source(std::uint32_t round) const;

  std::filesystem::path folder_;
  bool one_of_each_ = true;
  mutable std::mutex mutex_;
  mutable std::map<std::uint32_t, LineSource> sources_;  // by round, opened when they are needed
};

}  // namespace papert::datagen
