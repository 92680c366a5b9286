// One of n equal parts of some work, for machines that share nothing but its definition. Everything
// about shards that is arithmetic or a name is here; every verb that takes --shard asks here.
//
// What has a name belongs to shard lot_of(name) mod n: the parts are of about the same size and
// mix, whatever names end in, and a name stays where it is when there is more work. What is
// numbered (seeds, lines) belongs to shard number mod n.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace papert {

/// The first 64 bits of a name's SHA-256: the same on every machine.
[[nodiscard]] std::uint64_t lot_of(std::string_view name);

struct Shard {
  std::int64_t index = 0;
  std::int64_t count = 1;

  /// The value of a variable of the environment, "" for none.
  using LookUp = std::function<std::string(const std::string& name)>;

  static constexpr std::int64_t kMost = 1'000'000;

  /// "3/16", or "auto": the place of a task in its Slurm array, else PAPERT_SHARD. kUsage for what
  /// is not a shard.
  [[nodiscard]] static Result<Shard> parse(const std::string& text, const LookUp& look_up);

  /// {"index", "count"}; kBadData for what is not a shard.
  [[nodiscard]] static Result<Shard> from_json(const Json& json, const std::string& where);
  [[nodiscard]] Json to_json() const { return {{"index", index}, {"count", count}}; }

  /// The shard that a file or folder's name ends with, if any.
  [[nodiscard]] static std::optional<Shard> of_name(std::string_view name);

  /// What the name of a part ends with: ".s003of016"; "" for all of the work.
  [[nodiscard]] std::string suffix() const;

  /// The path of this part of what is to be at `path`.
  [[nodiscard]] std::filesystem::path part_of(std::filesystem::path path) const;

  /// "3/16", as parse reads it.
  [[nodiscard]] std::string text() const;

  [[nodiscard]] bool whole() const { return count == 1; }
  [[nodiscard]] bool owns(std::string_view name) const;
  [[nodiscard]] bool owns_number(std::int64_t number) const;

  friend bool operator==(const Shard&, const Shard&) = default;
};

}  // namespace papert
