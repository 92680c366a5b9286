#include "serve/app/lots.h"

#include <fmt/format.h>

#include "serve/app/query.h"

namespace papert::serve::app {
namespace {

constexpr std::int64_t kMaxOrder = 1'000'000'000;
constexpr std::int64_t kMaxPeople = 10'000;
constexpr std::size_t kAnswersWanted = 5;  // of each item, where nobody says how many people

}  // namespace

Error without_dashes(Error error) {
  if (error.where.starts_with("--")) error.where.erase(0, 2);
  return error;
}

Result<Lots> read_lots(const http::Request& request) {
  const std::string sample = TRY(query_text(request, "sample"));
  const std::string batches = TRY(query_text(request, "batches"));
  Lots lots;
  lots.drawn = !sample.empty() || !batches.empty();
  lots.seed = TRY(query_number(request, "order", 0, kMaxOrder, 0));
  lots.by = TRY(query_text(request, "by"));
  const auto size = analysis::SampleSize::parse(sample);
  if (!size) return fail(without_dashes(size.error()));
  lots.sample = *size;
  const auto plan = analysis::BatchPlan::parse(batches);
  if (!plan) return fail(without_dashes(plan.error()));
  lots.batches = *plan;
  if (!sample.empty() && !batches.empty()) {
    return fail(ErrorCode::kUsage, "batches say how many are drawn: leave sample out", "sample");
  }
  const std::size_t usual = lots.batches.batches * kAnswersWanted;
  const auto people = TRY(query_number(request, "people", 0, kMaxPeople, 0));
  if (people > 0 && batches.empty()) {
    return fail(ErrorCode::kUsage, "works with batches", "people");
  }
  lots.people = people > 0 ? static_cast<std::size_t>(people) : usual;
  if (lots.people * lots.batches.batches > kMostDealt) {
    return fail(ErrorCode::kLimit,
                fmt::format("{} batches for {} people: the product may be at most {}",
                            lots.batches.batches, lots.people, kMostDealt),
                "batches");
  }
  return lots;
}

void Lots::put(analysis::LabelRequest& request) const {
  request.sample = sample;
  request.batches = batches;
  request.seed = seed;
  request.by = by;
}

std::vector<std::string> Lots::deal() const {
  std::vector<std::string> names;
  if (batches.batches == 0) return names;
  for (const std::size_t batch : analysis::deal_batches(batches.batches, people, seed, {})) {
    names.push_back(std::to_string(batch + 1));
  }
  return names;
}

}  // namespace papert::serve::app
