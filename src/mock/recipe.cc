#include "mock/recipe.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/numbers.h"
#include "base/sha256.h"
#include "base/text.h"

namespace papert::mock {
namespace {

constexpr const char* kPlantPlace = "--plant";

std::string joined_names(std::span<const std::string_view> names) {
  std::string all;
  for (const std::string_view name : names) {
    if (!all.empty()) all += ", ";
    all += name;
  }
  return all.empty() ? "none" : all;
}

/// From 0 to 1, by the first 52 bits of a hash.
double lot(std::string_view hash) {
  constexpr std::size_t kDigits = 13;
  const std::string digest = sha256_hex("plant:" + std::string(hash));
  std::uint64_t bits = 0;
  std::from_chars(digest.data(), digest.data() + kDigits, bits, 16);
  return static_cast<double>(bits) / static_cast<double>(std::uint64_t{1} << 52);
}

}  // namespace

Result<Plants> Plants::parse(std::string_view text, std::span<const std::string_view> known) {
  Plants plants;
  if (trim(text).empty()) return plants;
  double total = 0;
  for (std::string_view item : split(text, ',')) {
    item = trim(item);
    const std::size_t colon = std::min(item.find(':'), item.size());
    const std::string name(item.substr(0, colon));
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return fail(ErrorCode::kUsage,
                  "'" + name + "' cannot be planted here; there are: " + joined_names(known),
                  kPlantPlace);
    }
    const auto share = parse_number<double>(item.substr(std::min(colon + 1, item.size())));
    if (!share || !(*share >= 0 && *share <= 1)) {
      return fail(ErrorCode::kUsage,
                  "'" + std::string(item) + "' is not NAME:SHARE with a share from 0 to 1",
                  kPlantPlace);
    }
    for (const Share& other : plants.shares_) {
      if (other.name == name) {
        return fail(ErrorCode::kUsage, "'" + name + "' is given twice", kPlantPlace);
      }
    }
    total += *share;
    if (total > 1 + 1e-9) {
      return fail(ErrorCode::kUsage, "the shares add up to more than 1", kPlantPlace);
    }
    plants.shares_.push_back({name, *share});
  }
  return plants;
}

std::string Plants::draw(std::string_view hash, std::span<const std::string_view> possible) const {
  if (shares_.empty()) return {};
  double left = lot(hash);
  for (const Share& share : shares_) {
    if (std::find(possible.begin(), possible.end(), share.name) == possible.end()) continue;
    if (left < share.share) return share.name;
    left -= share.share;
  }
  return {};
}

Result<RecipeAnswer> EchoRecipe::answer(const RecipeQuestion& question) const {
  std::string planted = plants_.draw(question.hash, kPlants);
  if (!planted.empty()) return RecipeAnswer{"", std::move(planted)};
  return RecipeAnswer{std::string(question.text), ""};
}

}  // namespace papert::mock
