// What a generation will cost, before it begins.
//
// A generation of n programs makes n p candidates, of which the share d is lost (they do not run,
// show nothing new, or are refused); of the others the share k is kept: n p k (1 - d) programs. The
// forecast is this recursion; what it needs to know and cannot is d, for which a published run
// gives 0.16.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace papert::datagen {

struct ForecastInput {
  std::size_t seeds = 10;
  std::size_t rounds = 5;
  std::size_t pairs = 16;
  double keep = 0.7;
  double lost = 0.16;              // d
  std::size_t max_candidates = 0;  // 0: no limit
  std::size_t target = 0;          // 0: so many rounds
  bool carry_elite = false;        // earlier generations go into the set, too
  bool labels = true;
};

struct ForecastRound {
  double parents = 0;
  double candidates = 0;
  double scored = 0;
  double elite = 0;
};

struct Forecast {
  std::vector<ForecastRound> rounds;
  double candidates = 0;  // mutations, each run once or more
  double scored = 0;
  double labels = 0;
  double tasks = 0;  // of the set
  double disk_bytes = 0;
  double core_hours = 0;  // by rule, on a processor as in docs/speed.md
};

[[nodiscard]] Forecast forecast(const ForecastInput& input);

/// What one request of a role receives and takes.
struct RequestRate {
  double output_tokens = 0;
  double hours = 0;  // as published, with eight H100 and 64 requests at a time
};
inline constexpr RequestRate kMutateRate{600, 8e-5};
inline constexpr RequestRate kScoreRate{350, 8e-5};
inline constexpr RequestRate kLabelRate{900, 13e-5};

struct RequestForecast {
  double requests = 0;
  double input_tokens = 0;
  double output_tokens = 0;
  double hours = 0;
};

/// `input_tokens`: of one request.
[[nodiscard]] RequestForecast forecast_requests(double requests, double input_tokens,
                                                const RequestRate& rate);

}  // namespace papert::datagen
