#include "datagen/turtle/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

#include "base/numbers.h"
#include "base/sha256.h"
#include "base/text.h"

namespace papert::datagen {

Result<TurtleSettings> preset_settings(const std::string& name) {
  if (std::find(std::begin(kPresets), std::end(kPresets), name) == std::end(kPresets)) {
    return fail(ErrorCode::kUsage,
                fmt::format("'{}' is not a preset; there are: {}", name, fmt::join(kPresets, ", ")),
                "--preset");
  }
  TurtleSettings settings;
  settings.preset = name;
  if (name == "syn") {
    settings.rounds = 3;
    settings.keep = 0.3;
    settings.labels = false;
    settings.validation = 0;
  } else if (name == "mini") {
    settings.rounds = 2;
    settings.pairs = 4;
    settings.keep = 0.5;
  }
  return settings;
}

namespace {

std::string dedup_name(const TurtleSettings& settings) {
  if (!settings.exact) return std::string(kNobody);
  std::string name = settings.symbolic ? "exact,symbolic" : "exact";
  if (settings.encoder) name += ",encoder";
  return name;
}

}  // namespace

Json to_json(const TurtleSettings& settings) {
  const auto limit = [](std::size_t count) { return count == 0 ? Json(nullptr) : Json(count); };
  Json json{{"preset", settings.preset},
            {"rounds", settings.target > 0 ? Json(nullptr) : Json(settings.rounds)},
            {"pairs", settings.pairs},
            {"keep", settings.keep},
            {"mutate", "grammar"},
            {"score", settings.score},
            {"label", settings.labels ? "template" : "none"},
            {"dedup", dedup_name(settings)},
            {"carry", settings.carry_elite ? "elite" : "none"},
            {"validation", settings.validation},
            {"seed", settings.seed},
            {"target", limit(settings.target)},
            {"max_candidates", limit(settings.max_candidates)}};
  // What is as it always was is not written: folders of earlier versions stay usable.
  if (settings.encoder) {
    json["encoder"] = settings.encoder->hash;
    json["eps"] = settings.encoder->eps;
    json["min_samples"] = settings.encoder->min_samples;
    json["features"] = settings.encoder->unit ? "unit" : "raw";
  }
  if (settings.guide != "pairs") json["guide"] = settings.guide;
  if (settings.balance) json["balance"] = "category";
  if (settings.picture != "clean") json["picture"] = settings.picture;
  return json;
}

std::string CandidateKey::text() const {
  return fmt::format("{}-{:06}-{:02}", round, parent, number);
}

Result<CandidateKey> candidate_key(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, '-');
  if (parts.size() == 3) {
    const auto round = parse_number<std::uint32_t>(parts[0]);
    const auto parent = parse_number<std::uint32_t>(parts[1]);
    const auto number = parse_number<std::uint32_t>(parts[2]);
    const bool small = round && number && std::max(*round, *number) <= CandidateKey::kMost;
    if (small && parent) return CandidateKey{*round, *parent, *number};
  }
  return fail(ErrorCode::kBadData, fmt::format("'{}' is not the key of a candidate", text));
}

Random candidate_random(std::int64_t seed, std::uint32_t round, std::string_view parent_id,
                        std::uint32_t number) {
  const std::string digest =
      sha256_hex(fmt::format("turtle-datagen {} {} {} {}", seed, round, parent_id, number));
  return Random(std::stoll(digest.substr(0, 15), nullptr, 16));
}

ShortKey short_key(std::string_view drawing) {
  ShortKey key{};
  for (std::size_t i = 0; i < key.size(); ++i) {
    const std::string_view digits = drawing.substr(std::min(16 * i, drawing.size()), 16);
    std::from_chars(digits.data(), digits.data() + digits.size(), key[i], 16);
  }
  return key;
}

ShortKey order_of_equals(const TurtleSettings& settings, std::string_view drawing) {
  if (settings.score != kNobody) return short_key(drawing);
  return short_key(sha256_hex(fmt::format("turtle-datagen lot {} {}", settings.seed, drawing)));
}

RoundPlan::RoundPlan(std::uint32_t round, std::size_t parents, std::size_t pairs, std::size_t most)
    : round_(round), parents_(parents), each_(pairs), size_(parents * pairs) {
  if (size_ <= most) return;
  cut_ = true;
  size_ = most;
  each_ = most / parents;
  extra_ = most % parents;
}

CandidateKey RoundPlan::at(std::size_t index) const {
  const std::size_t long_ones = extra_ * (each_ + 1);
  const bool longer = index < long_ones;
  const std::size_t length = longer ? each_ + 1 : each_;
  const std::size_t rest = longer ? index : index - long_ones;
  const std::size_t parent = (longer ? 0 : extra_) + rest / length;
  return {round_, static_cast<std::uint32_t>(parent), static_cast<std::uint32_t>(rest % length)};
}

std::optional<std::size_t> RoundPlan::index_of(const CandidateKey& key) const {
  const bool longer = key.parent < extra_;
  if (key.round != round_ || key.parent >= parents_) return std::nullopt;
  if (key.number >= (longer ? each_ + 1 : each_)) return std::nullopt;
  const std::size_t before = key.parent * each_ + std::min<std::size_t>(key.parent, extra_);
  return before + key.number;
}

}  // namespace papert::datagen
