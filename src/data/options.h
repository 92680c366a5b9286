// What can be asked of a folder of tasks: to mint into it, to change its tasks, to check it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "base/shard.h"

namespace papert::data {

/// What was chosen where there is a choice (suite/modes.h says what there is): key -> value.
using Modes = std::map<std::string, std::string, std::less<>>;

struct MintOptions {
  Modes modes;
  std::int64_t seed = 0;
  std::int64_t count = 1;          // per tier: seeds seed .. seed+count-1
  std::vector<std::string> tiers;  // empty: all
  std::string split = "fresh";
  std::size_t jobs = 1;  // never changes what is minted
  /// Only this part of the seeds. What other parts may have, too, is not left out then: whoever
  /// joins the parts does that.
  Shard shard;
  /// Folders that were minted in shards: tasks are taken from there instead of made again, and
  /// seeds that none of them has are passed over.
  std::vector<std::filesystem::path> parts;
};

struct WriteOptions {
  std::size_t jobs = 1;
  CancelToken cancel;
  std::function<void(std::size_t done, std::size_t total)> progress;
};

struct PerturbOptions {
  std::vector<std::string> kinds;  // the suite's names
  std::vector<std::string> ids;    // only these tasks; empty: all
  Shard shard;                     // only the tasks that belong to it
  /// Folders that were made in shards: joined instead of made again; `data` is not read then.
  std::vector<std::filesystem::path> parts;
  std::size_t count = 1;  // versions per task, for kinds that are drawn by chance
  std::int64_t seed = 0;
  std::size_t jobs = 1;  // threads, at most
  CancelToken cancel;
  std::function<void(std::size_t done, std::size_t total)> progress;
  std::function<void(const Error&)> problem;  // what could not be read or changed, and why
};

struct CheckReport {
  std::size_t checked = 0;
  std::vector<Error> problems;
};

}  // namespace papert::data
