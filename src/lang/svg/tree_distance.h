// How much two programs differ, as trees.
#pragma once

#include <cstddef>

#include "base/result.h"
#include "lang/svg/document.h"

namespace papert::lang::svg {

struct DistanceLimits {
  std::size_t nodes = 20'000;                // of one program
  std::size_t cells = std::size_t{1} << 25;  // nodes of one times nodes of the other: memory
  double steps = 2e8;                        // of the algorithm: time, at most about a second
};

/// The number of nodes of the tree that is compared: each element, each attribute and each piece of
/// text that is not white space.
[[nodiscard]] std::size_t tree_size(const Document& document);

/// The tree edit distance of Zhang and Shasha: the least number of nodes to insert, delete or
/// relabel to make one tree the other, order kept. An element is a node labelled by its name; each
/// of its attributes is a leaf below it, labelled name=value, in the order of the names, so that
/// the order in which attributes were written does not count; text follows, trimmed. Comments are
/// left out. A path with one changed number is thus 1 away.
///
/// kLimit if the trees are too large for the limits.
[[nodiscard]] Result<std::size_t> tree_distance(const Document& a, const Document& b,
                                                const DistanceLimits& limits = {});

}  // namespace papert::lang::svg
