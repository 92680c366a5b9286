#include "analysis/bands.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.h"
#include "base/text.h"
#include "run/recorded.h"

namespace papert::analysis {
namespace {

constexpr const char* kTag = "distance";

tl::unexpected<Error> not_a_band(std::string_view text, std::string_view why) {
  return fail(ErrorCode::kUsage,
              fmt::format("'{}' is not a band of distances: {}", cut_utf8(text, 40), why),
              "--bands");
}

Result<Band> parse_band(std::string_view text) {
  constexpr std::string_view kForm = "give two whole numbers and a dash, such as 5-10";
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return not_a_band(text, kForm);
  const auto low = parse_number<std::int64_t>(text.substr(0, dash));
  const auto high = parse_number<std::int64_t>(text.substr(dash + 1));
  if (!low || !high || *low < 0 || *high < 0) return not_a_band(text, kForm);
  if (*low > *high) return not_a_band(text, "its first number is larger than its second");
  return Band{*low, *high, std::string(text)};
}

}  // namespace

Result<std::vector<Band>> parse_bands(std::string_view text) {
  std::vector<Band> bands;
  for (const std::string_view piece : split(text, ',')) {
    Band band = TRY(parse_band(trim(piece)));
    const bool known = std::ranges::any_of(
        bands, [&](const Band& each) { return each.low == band.low && each.high == band.high; });
    if (known) return not_a_band(band.name, "it is given twice");
    bands.push_back(std::move(band));
  }
  return bands;
}

void DistanceBands::retag(run::Record& record) const {
  if (bands.empty()) return;
  std::erase_if(record.tags, [](const suite::Tag& tag) { return tag.key == kTag; });
  const auto distance = distances.find(record.id);
  if (distance == distances.end()) return;
  for (const Band& band : bands) {
    if (band.has(distance->second)) record.tags.push_back({kTag, band.name});
  }
}

std::vector<std::string> DistanceBands::empty_bands() const {
  std::vector<std::string> names;
  for (const Band& band : bands) {
    const bool any = std::ranges::any_of(
        distances, [&](const auto& distance) { return band.has(distance.second); });
    if (!any) names.push_back(band.name);
  }
  return names;
}

std::vector<std::string_view> DistanceBands::order(
    std::span<const std::string_view> value_order) const {
  std::vector<std::string_view> names;
  names.reserve(bands.size() + value_order.size());
  for (const Band& band : bands) names.emplace_back(band.name);
  names.insert(names.end(), value_order.begin(), value_order.end());
  return names;
}

Result<DistanceBands> open_bands(std::vector<Band> bands, const std::filesystem::path& folder,
                                 std::size_t jobs) {
  DistanceBands opened;
  opened.bands = std::move(bands);
  auto run = run::open_recorded(folder, jobs);
  if (!run) {
    Error error = run.error();
    error.message = "the distances are in the run's data, which cannot be used: " + error.message;
    return fail(std::move(error));
  }
  for (std::size_t i = 0; i < run->tasks->size(); ++i) {
    const suite::Task task = run->tasks->task(i);
    if (task.distance) opened.distances.emplace(task.id, *task.distance);
  }
  if (!opened.distances.empty()) return opened;
  return fail(ErrorCode::kUsage,
              "no task of " + folder.string() +
                  " has a distance from an original; 'papert perturb sgp' makes tasks that have",
              "--bands");
}

}  // namespace papert::analysis
