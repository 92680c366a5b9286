#include "score/principal.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace papert::score {
namespace {

constexpr std::size_t kSampleRecords = 1000;
constexpr std::size_t kSampleNumbers = std::size_t{1} << 22;  // of all sampled records together
constexpr int kIterations = 12;
constexpr double kNothingLeft = 1e-9;  // of a direction, without those before it
constexpr std::size_t kReleaseEvery = 4096;
/// Twice 16 directions' rounding to single precision, as a share of the longest record.
constexpr double kSinglePrecision = 1e-6;

using Direction = std::vector<double>;

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Gram and Schmidt's way, twice, because once leaves rounding behind. A direction that the others
/// make up is dropped.
void make_orthonormal(std::vector<Direction>& directions) {
  std::vector<Direction> kept;
  kept.reserve(directions.size());
  for (Direction& direction : directions) {
    const double before = std::sqrt(dot(direction, direction));
    for (int round = 0; round < 2; ++round) {
      for (const Direction& other : kept) {
        const double along = dot(direction, other);
        for (std::size_t i = 0; i < direction.size(); ++i) direction[i] -= along * other[i];
      }
    }
    const double length = std::sqrt(dot(direction, direction));
    if (!(length > kNothingLeft * before)) continue;
    for (double& number : direction) number /= length;
    kept.push_back(std::move(direction));
  }
  directions = std::move(kept);
}

Result<void> check_finite(const FeatureRecords& records, std::size_t record) {
  const std::span<const float> numbers = records[record];
  if (std::all_of(numbers.begin(), numbers.end(), [](float n) { return std::isfinite(n); })) {
    return {};
  }
  return fail(ErrorCode::kBadData, "it has numbers that are not finite", records.name_of(record));
}

/// Also sees to it that all numbers are finite.
Result<Direction> mean_of(const FeatureRecords& records) {
  Direction mean(records.dimensions());
  for (std::size_t i = 0; i < records.size(); ++i) {
    TRY(check_finite(records, i));
    const std::span<const float> record = records[i];
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += static_cast<double>(record[k]);
    if (i % kReleaseEvery == 0) records.release();
  }
  for (double& number : mean)
    number /= static_cast<double>(std::max<std::size_t>(records.size(), 1));
  return mean;
}

void subtract(std::span<const float> record, const Direction& mean, Direction& centred) {
  for (std::size_t k = 0; k < mean.size(); ++k) {
    centred[k] = static_cast<double>(record[k]) - mean[k];
  }
}

/// Some records, evenly spread, without their mean.
std::vector<Direction> sample_of(const FeatureRecords& records, const Direction& mean) {
  const std::size_t room = std::max<std::size_t>(kSampleNumbers / records.dimensions(), 1);
  const std::size_t count = std::min({records.size(), kSampleRecords, room});
  std::vector<Direction> sample(count, Direction(mean.size()));
  for (std::size_t i = 0; i < count; ++i) {
    subtract(records[i * records.size() / count], mean, sample[i]);
  }
  records.release();
  return sample;
}

std::vector<Direction> principal_directions(const std::vector<Direction>& sample,
                                            std::size_t dimensions, std::size_t width) {
  std::vector<Direction> directions(std::min(width, dimensions), Direction(dimensions));
  Random random(1);
  for (Direction& direction : directions) {
    for (double& number : direction) number = random.uniform(-1, 1);
  }
  make_orthonormal(directions);
  for (int round = 0; round < kIterations; ++round) {
    for (Direction& direction : directions) {
      Direction next(dimensions);
      for (const Direction& record : sample) {
        const double along = dot(record, direction);
        for (std::size_t i = 0; i < dimensions; ++i) next[i] += along * record[i];
      }
      direction = std::move(next);
    }
    make_orthonormal(directions);
  }
  return directions;
}

}  // namespace

Result<Projected> project_on_principal(const FeatureRecords& records, std::size_t width) {
  const Direction mean = TRY(mean_of(records));
  const std::vector<Direction> directions =
      principal_directions(sample_of(records, mean), records.dimensions(), width);
  Projected projected;
  projected.width = width;
  projected.numbers.resize(records.size() * width);
  Direction centred(records.dimensions());
  double longest = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    subtract(records[i], mean, centred);
    longest = std::max(longest, dot(centred, centred));
    for (std::size_t k = 0; k < directions.size(); ++k) {
      projected.numbers[i * width + k] = static_cast<float>(dot(centred, directions[k]));
    }
    if (i % kReleaseEvery == 0) records.release();
  }
  projected.slack = kSinglePrecision * std::sqrt(longest);
  return projected;
}

}  // namespace papert::score
