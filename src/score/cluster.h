// DBSCAN: which of many points lie close together.
//
// Points that have at least `min_samples` points within `eps` of them, themselves included, are
// *core* points. Core points within `eps` of each other are in one cluster, and so on from one to
// the next. A point that is not core but has a core point within `eps` is on the border of a
// cluster: that of the nearest core point; of equally near ones, of the one whose numbers come
// first when compared one after the other. All other points are noise. So nothing depends on the
// order of the points but the numbers that clusters get. (The published algorithm gives a border
// point to the cluster that happens to reach it first.)
//
// With min_samples 2 every point with a neighbour is core: clusters are the connected components of
// the graph "distance <= eps".
//
// Cost: comparing all pairs of 100,000 points of 512 numbers would take hours. Points are projected
// on 16 directions (principal.h), which never lengthens a distance; a grid of side eps over the
// first three leaves only points of neighbouring cells, and only pairs whose projections are within
// eps are measured in full. Pairs that are in one cluster already are not measured again. Points
// are read from mapped files, of which only a part is in memory at a time; beside them it takes
// about 170 bytes a point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "score/feature_file.h"

namespace papert::score {

inline constexpr std::int32_t kNoise = -1;

struct Clusters {
  /// Of each point: the number of its cluster, from 0 in the order of their first points; or
  /// kNoise.
  std::vector<std::int32_t> labels;
  std::size_t count = 0;
  std::size_t measured = 0;  // distances in full
};

/// `eps` is above 0 and finite, `min_samples` above 0: kUsage. kBadData for a number that is not
/// finite, kCancelled if the user interrupts.
[[nodiscard]] Result<Clusters> dbscan(const FeatureRecords& features, double eps,
                                      std::size_t min_samples, const CancelToken& cancel = {});

}  // namespace papert::score
