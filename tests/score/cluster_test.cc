// Clusters against those of an oracle that measures every pair and knows no projection and no grid.

#include "score/cluster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "base/random.h"
#include "support/temp_folder.h"

namespace papert::score {
namespace {

using Point = std::vector<float>;
using Points = std::vector<Point>;

double square(const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double gap = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += gap * gap;
  }
  return sum;
}

/// The definition, step by step.
std::vector<std::int32_t> naive_labels(const Points& points, double eps, std::size_t min_samples) {
  const std::size_t count = points.size();
  std::vector<std::vector<std::size_t>> near(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      if (square(points[i], points[j]) <= eps * eps) near[i].push_back(j);
    }
  }
  const auto core = [&](std::size_t i) { return near[i].size() >= min_samples; };
  std::vector<std::int32_t> labels(count, kNoise);
  std::int32_t next = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!core(i) || labels[i] != kNoise) continue;
    std::vector<std::size_t> open{i};
    labels[i] = next;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      for (const std::size_t other : near[at]) {
        if (!core(other) || labels[other] != kNoise) continue;
        labels[other] = next;
        open.push_back(other);
      }
    }
    ++next;
  }
  std::vector<std::int32_t> all = labels;
  for (std::size_t i = 0; i < count; ++i) {
    if (core(i)) continue;
    const std::size_t* best = nullptr;
    for (const std::size_t& other : near[i]) {
      if (!core(other)) continue;
      const auto rank = [&](std::size_t j) {
        return std::pair(square(points[i], points[j]), points[j]);
      };
      if (best == nullptr || rank(other) < rank(*best)) best = &other;
    }
    if (best != nullptr) all[i] = labels[*best];
  }
  return all;
}

/// The same clusters under other numbers: each as the set of its points.
std::set<std::vector<std::size_t>> parts_of(const std::vector<std::int32_t>& labels) {
  std::map<std::int32_t, std::vector<std::size_t>> parts;
  std::set<std::vector<std::size_t>> all;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == kNoise) {
      all.insert({i});
    } else {
      parts[labels[i]].push_back(i);
    }
  }
  for (auto& [label, part] : parts) {
    part.push_back(labels.size());  // a cluster of one is not noise
    all.insert(std::move(part));
  }
  return all;
}

class Dbscan : public testing::Test {
 protected:
  Result<Clusters> run(const Points& points, double eps, std::size_t min_samples) {
    const auto path = folder_.path() / "features.f32";
    std::filesystem::remove(path);
    const std::size_t dimensions = points.empty() ? 2 : points[0].size();
    {
      FeatureWriter writer = TRY(FeatureWriter::open(path, dimensions));
      for (const Point& point : points) TRY(writer.append(point));
    }
    FeatureRecords records(dimensions);
    TRY(records.add(path));
    return dbscan(records, eps, min_samples);
  }

  test::TempFolder folder_;
};

/// Clouds around a few centres in a few of the dimensions, and points by themselves; some points
/// twice.
Points random_points(Random& random) {
  const auto dimensions = static_cast<std::size_t>(random.randint(1, 40));
  const std::int64_t count = random.randint(0, 120);
  const std::int64_t centres = random.randint(1, 6);
  const double width = random.uniform(0.02, 0.4);
  const double far = random.choice(std::vector<double>{0, 1, 1000});
  Points middles;
  for (std::int64_t i = 0; i < centres; ++i) {
    Point middle(dimensions);
    for (float& number : middle) number = static_cast<float>(random.uniform(-1, 1) + far);
    middles.push_back(middle);
  }
  Points points;
  for (std::int64_t i = 0; i < count; ++i) {
    const bool again = !points.empty() && random.randint(0, 9) == 0;
    Point point = again ? random.choice(points) : random.choice(middles);
    for (float& number : point) {
      const double shift = random.gauss(0, width);
      if (!again) number = static_cast<float>(static_cast<double>(number) + shift);
    }
    points.push_back(point);
  }
  return points;
}

/// A length that no pair is exactly apart, with about a share of them nearer.
double length_between(const Points& points, double share) {
  std::vector<double> lengths{0};
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) lengths.push_back(std::sqrt(square(points[i], points[j])));
  }
  std::sort(lengths.begin(), lengths.end());
  auto place = static_cast<std::size_t>(share * static_cast<double>(lengths.size() - 1));
  while (place + 1 < lengths.size() && lengths[place + 1] - lengths[place] < 1e-9) ++place;
  return place + 1 < lengths.size() ? (lengths[place] + lengths[place + 1]) / 2
                                    : lengths.back() + 1;
}

TEST_F(Dbscan, GivesTheLabelsOfTheOracleFor200RandomSets) {
  Random random(9);
  std::size_t clusters = 0;
  std::size_t noise = 0;
  for (int set = 0; set < 200; ++set) {
    const Points points = random_points(random);
    const double share = std::pow(random.random(), 3);
    const double eps = length_between(points, share);
    for (const std::size_t min_samples : {1U, 2U, 3U, 4U, 7U, 20U}) {
      const auto found = run(points, eps, min_samples);
      ASSERT_TRUE(found) << found.error().to_string();
      const auto expected = naive_labels(points, eps, min_samples);
      // Numbers follow the first points, which may be on a border: the parts are what counts.
      ASSERT_EQ(parts_of(found->labels), parts_of(expected))
          << "set " << set << ", " << min_samples;
      if (min_samples == 2) {
        ASSERT_EQ(found->labels, expected) << "set " << set;
      }
      clusters += found->count;
      noise +=
          static_cast<std::size_t>(std::count(found->labels.begin(), found->labels.end(), kNoise));
    }
  }
  EXPECT_GT(clusters, 1000U);
  EXPECT_GT(noise, 1000U);
}

TEST_F(Dbscan, AnotherOrderGivesTheSameClusters) {
  Random random(10);
  for (int set = 0; set < 50; ++set) {
    const Points points = random_points(random);
    const double eps = length_between(points, 0.05);
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(order);
    Points shuffled;
    for (const std::size_t place : order) shuffled.push_back(points[place]);
    for (const std::size_t min_samples : {2U, 4U}) {
      const auto straight = run(points, eps, min_samples);
      const auto mixed = run(shuffled, eps, min_samples);
      ASSERT_TRUE(straight && mixed);
      std::vector<std::int32_t> back(points.size());
      for (std::size_t i = 0; i < order.size(); ++i) back[order[i]] = mixed->labels[i];
      EXPECT_EQ(parts_of(back), parts_of(straight->labels)) << set;
    }
  }
}

TEST_F(Dbscan, ABorderPointBelongsToTheNearestCorePointThenToTheFirstByItsNumbers) {
  // The points 4 and 0.5 are core, and the fourth point is near both.
  const auto labels_with = [&](float border) {
    return run({{4}, {5}, {6}, {border}, {0.5F}, {-1}, {-1.25F}}, 2, 4)->labels;
  };
  EXPECT_EQ(labels_with(2.375F), (std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(labels_with(2.125F), (std::vector<std::int32_t>{0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(labels_with(2.25F), (std::vector<std::int32_t>{0, 0, 0, 1, 1, 1, 1}));
}

TEST_F(Dbscan, PointsExactlyEpsApartAreNeighboursAndTheOthersAreNoise) {
  const Points points{{0, 0}, {3, 4}, {100, 0}, {0, 5.0001F}};
  const auto found = run(points, 5, 2);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->labels, (std::vector<std::int32_t>{0, 0, kNoise, 0}));
  EXPECT_EQ(run(points, 4.999, 2)->labels, (std::vector<std::int32_t>{kNoise, 0, kNoise, 0}));
  EXPECT_EQ(run(points, 1, 1)->labels, (std::vector<std::int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(run({}, 1, 2)->labels.size(), 0U);
  EXPECT_EQ(run({{1, 2}}, 1, 2)->labels, (std::vector<std::int32_t>{kNoise}));
  EXPECT_EQ(run({{1, 2}, {1, 2}, {1, 2}}, 1e-30, 3)->labels, (std::vector<std::int32_t>{0, 0, 0}));
}

TEST_F(Dbscan, MeasuresFewPairsOfManyPoints) {
  Random random(11);
  Points points;
  for (int i = 0; i < 2000; ++i) {
    Point point(64);
    for (float& number : point) number = static_cast<float>(random.uniform(0, 1));
    points.push_back(point);
  }
  for (std::size_t i = 0; i < 1000; ++i) points[2 * i + 1][5] = points[2 * i][5] + 0.001F;
  for (std::size_t i = 0; i < 1000; ++i) {
    for (std::size_t k = 0; k < 64; ++k) {
      if (k != 5) points[2 * i + 1][k] = points[2 * i][k];
    }
  }
  const auto found = run(points, 0.01, 2);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->count, 1000U);
  EXPECT_LT(found->measured, 1100U);
}

TEST_F(Dbscan, RefusesWhatCannotBe) {
  const Points points{{1, 2}, {3, 4}};
  EXPECT_EQ(run(points, 0, 2).error().code, ErrorCode::kUsage);
  EXPECT_EQ(run(points, std::numeric_limits<double>::infinity(), 2).error().code,
            ErrorCode::kUsage);
  EXPECT_EQ(run(points, 1, 0).error().code, ErrorCode::kUsage);
  const Points broken{{1, 2}, {std::numeric_limits<float>::quiet_NaN(), 4}};
  const auto refused = run(broken, 1, 2);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBadData);
  EXPECT_NE(refused.error().where.find("record 1"), std::string::npos);
}

TEST_F(Dbscan, StopsWhenItIsAskedTo) {
  const auto path = folder_.path() / "points";
  {
    auto writer = FeatureWriter::open(path, 2);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(writer->append(Point{static_cast<float>(i), 0}));
  }
  FeatureRecords records(2);
  ASSERT_TRUE(records.add(path));
  const CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(dbscan(records, 1, 2, cancel).error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace papert::score
