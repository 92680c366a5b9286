#include "base/shard.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/numbers.h"
#include "base/sha256.h"

namespace papert {
namespace {

Result<void> check_shard(const Shard& shard, const std::string& text) {
  const bool good = shard.count >= 1 && shard.count <= Shard::kMost && shard.index >= 0 &&
                    shard.index < shard.count;
  if (good) return {};
  return fail(ErrorCode::kUsage,
              fmt::format("'{}' is not a shard: give I/N with I from 0 to N - 1, N at most {}",
                          text, Shard::kMost),
              "--shard");
}

Result<Shard> shard_of_text(const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto index = parse_number<std::int64_t>(text.substr(0, slash));
  const auto count = slash == std::string::npos
                         ? std::nullopt
                         : parse_number<std::int64_t>(text.substr(slash + 1));
  const Shard shard{index.value_or(-1), count.value_or(0)};
  TRY(check_shard(shard, text));
  return shard;
}

/// The place of this task in its array, whatever number that begins with and goes by.
Result<Shard> shard_of_array(const std::string& id, const Shard::LookUp& look_up) {
  const auto number = [&](const char* name, std::int64_t fallback) {
    const std::string text = look_up(name);
    return text.empty() ? std::optional(fallback) : parse_number<std::int64_t>(text);
  };
  const auto task = parse_number<std::int64_t>(id);
  const auto first = number("SLURM_ARRAY_TASK_MIN", 0);
  const auto step = number("SLURM_ARRAY_TASK_STEP", 1);
  const auto count = number("SLURM_ARRAY_TASK_COUNT", 0);
  if (!task || !first || !step || !count || *step < 1 || *task < *first) {
    return fail(ErrorCode::kUsage, "the variables of the Slurm array are not numbers of an array",
                "--shard auto");
  }
  const Shard shard{(*task - *first) / *step, *count};
  if ((*task - *first) % *step != 0 || shard.index >= shard.count) {
    return fail(ErrorCode::kUsage,
                "the tasks of this Slurm array are not evenly numbered: give --shard I/N",
                "--shard auto");
  }
  TRY(check_shard(shard, shard.text()));
  return shard;
}

}  // namespace

std::uint64_t lot_of(std::string_view name) {
  const std::string digits = sha256_hex(name);
  std::uint64_t lot = 0;
  std::from_chars(digits.data(), digits.data() + 16, lot, 16);
  return lot;
}

Result<Shard> Shard::parse(const std::string& text, const LookUp& look_up) {
  if (text != "auto") return shard_of_text(text);
  if (const std::string id = look_up("SLURM_ARRAY_TASK_ID"); !id.empty()) {
    return shard_of_array(id, look_up);
  }
  const std::string given = look_up("PAPERT_SHARD");
  if (!given.empty() && given != "auto") return shard_of_text(given);
  return fail(ErrorCode::kUsage,
              "neither SLURM_ARRAY_TASK_ID nor PAPERT_SHARD says which shard this is",
              "--shard auto");
}

Result<Shard> Shard::from_json(const Json& json, const std::string& where) {
  if (!json.is_object()) return fail(ErrorCode::kBadData, "'shard' must be an object", where);
  Shard shard;
  shard.index = TRY(get_int(json, "index", where));
  shard.count = TRY(get_int(json, "count", where));
  if (!check_shard(shard, shard.text())) {
    return fail(ErrorCode::kBadData, "'shard' is not a shard: " + shard.text(), where);
  }
  return shard;
}

std::optional<Shard> Shard::of_name(std::string_view name) {
  const std::size_t dot = name.rfind(".s");
  const std::size_t of = dot == std::string_view::npos ? dot : name.find("of", dot);
  if (of == std::string_view::npos) return std::nullopt;
  const auto index = parse_number<std::int64_t>(name.substr(dot + 2, of - dot - 2));
  const auto count = parse_number<std::int64_t>(name.substr(of + 2));
  if (!index || !count) return std::nullopt;
  const Shard shard{*index, *count};
  const bool ours = check_shard(shard, "") && name.substr(dot) == shard.suffix();
  return ours ? std::optional(shard) : std::nullopt;
}

std::string Shard::suffix() const {
  if (whole()) return "";
  const std::size_t width = std::max<std::size_t>(3, std::to_string(count).size());
  return fmt::format(".s{:0{}}of{:0{}}", index, width, count, width);
}

std::filesystem::path Shard::part_of(std::filesystem::path path) const {
  if (path.has_relative_path() && !path.has_filename()) path = path.parent_path();
  path += suffix();
  return path;
}

std::string Shard::text() const { return fmt::format("{}/{}", index, count); }

bool Shard::owns(std::string_view name) const {
  return whole() ||
         lot_of(name) % static_cast<std::uint64_t>(count) == static_cast<std::uint64_t>(index);
}

bool Shard::owns_number(std::int64_t number) const {
  const std::int64_t rest = number % count;
  return (rest < 0 ? rest + count : rest) == index;
}

}  // namespace papert
