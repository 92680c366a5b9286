// What a folder of tasks says that holds only one shard of them (base/shard.h): a file shard.json
// beside the tasks, written when they are complete, by which parts of the same work are known.
//
//     {"format": 1, "papert": "0.2.0", "verb": "mint", "suite": "xlogo",
//      "work": {"seed": 7, "count": 100, ...}, "shard": {"index": 3, "count": 16}}
//
// A shard of a file of lines has its note beside it, scores.jsonl.s003of016.json, with "bytes", the
// size of the file that it is about.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/shard.h"
#include "data/options.h"

namespace papert::data {

struct PartNote {
  std::string papert;  // the version that made it
  std::string verb;
  std::string suite;
  Json work;  // what all parts together are
  Shard shard;
  std::int64_t bytes = -1;  // of a file; -1: it is about a folder
};

[[nodiscard]] std::filesystem::path part_note_path(const std::filesystem::path& folder);
[[nodiscard]] Result<void> write_part_note(const std::filesystem::path& folder,
                                           const PartNote& note);
[[nodiscard]] Result<PartNote> read_part_note(const std::filesystem::path& folder);

/// The same for a file of lines.
[[nodiscard]] std::filesystem::path lines_note_path(const std::filesystem::path& file);
[[nodiscard]] Result<void> write_lines_note(const std::filesystem::path& file,
                                            const PartNote& note);
[[nodiscard]] Result<PartNote> read_lines_note(const std::filesystem::path& file);

/// What is minted, without the shard; and back. `generator` is the version of the suite's.
[[nodiscard]] Json mint_work(const MintOptions& options, int generator);
[[nodiscard]] Result<MintOptions> mint_options_of(const Json& work, const std::string& where);

/// kUsage, saying what differs, where `note` is of other work than `first`, or was made by another
/// version and that is not allowed.
[[nodiscard]] Result<void> check_same_work(const PartNote& first, const std::string& first_where,
                                           const PartNote& note, const std::string& where,
                                           bool allow_versions);

/// The shards of one work that are not among these, as "3/16". kUsage, naming the folder, where one
/// is of other work, of another version unless that is allowed, or is here twice.
[[nodiscard]] Result<std::vector<std::string>> missing_parts(
    const std::vector<std::filesystem::path>& folders, const std::vector<PartNote>& notes,
    bool allow_versions);

/// Joins tasks.jsonl of parts, line by line, in the order of ids, with its checksum. Returns how
/// many tasks there are.
[[nodiscard]] Result<std::size_t> join_task_lines(const std::vector<std::filesystem::path>& parts,
                                                  const std::filesystem::path& out);

}  // namespace papert::data
