#include "datagen/forecast.h"

#include <algorithm>

namespace papert::datagen {
namespace {

constexpr std::size_t kMostForecastRounds = 12;

// Measured on a generation of 20,000 candidates (docs/datagen-turtle.md).
constexpr double kBytesPerCandidate = 1'000;
constexpr double kBytesPerScore = 250;
constexpr double kBytesPerTask = 9'000;  // picture, labels, lines
constexpr double kSecondsPerCandidate = 0.004;
constexpr double kSecondsPerScore = 0.004;
constexpr double kSecondsPerTask = 0.010;

bool goes_on(const ForecastInput& input, std::size_t round, double generation) {
  if (input.target == 0) return round < input.rounds;
  return round < kMostForecastRounds && generation < static_cast<double>(input.target);
}

}  // namespace

Forecast forecast(const ForecastInput& input) {
  Forecast all;
  auto generation = static_cast<double>(input.seeds);
  double earlier = 0;  // elites before the last
  bool cut = false;
  for (std::size_t round = 0; !cut && goes_on(input, round, round == 0 ? 0 : generation); ++round) {
    ForecastRound next;
    next.parents = generation;
    next.candidates = generation * static_cast<double>(input.pairs);
    const auto limit = static_cast<double>(input.max_candidates);
    cut = input.max_candidates > 0 && all.candidates + next.candidates >= limit;
    if (cut) next.candidates = limit - all.candidates;
    next.scored = next.candidates * (1 - input.lost);
    next.elite = next.scored * input.keep;
    if (round > 0) earlier += generation;
    generation = next.elite;
    all.candidates += next.candidates;
    all.scored += next.scored;
    all.rounds.push_back(next);
  }
  all.tasks = generation + (cut || input.carry_elite ? earlier : 0);
  if (input.target > 0) all.tasks = std::min(all.tasks, static_cast<double>(input.target));
  all.labels = input.labels ? all.tasks : 0;
  all.disk_bytes =
      all.candidates * kBytesPerCandidate + all.scored * kBytesPerScore + all.tasks * kBytesPerTask;
  all.core_hours = (all.candidates * kSecondsPerCandidate + all.scored * kSecondsPerScore +
                    all.tasks * kSecondsPerTask) /
                   3600;
  return all;
}

RequestForecast forecast_requests(double requests, double input_tokens, const RequestRate& rate) {
  return {requests, requests * input_tokens, requests * rate.output_tokens, requests * rate.hours};
}

}  // namespace papert::datagen
