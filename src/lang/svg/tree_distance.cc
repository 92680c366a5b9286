// Zhang and Shasha, "Simple fast algorithms for the editing distance between trees and related
// problems" (1989). Nodes are numbered in postorder; l(i) is the left-most leaf below i. The key
// roots are the nodes with a left sibling, and the root: for each pair of them the distance between
// all beginnings of their two forests is filled in from smaller ones. Time: the sum of the key
// roots' subtree sizes of one tree times that of the other; space: nodes times nodes.
//
// Mirroring both trees leaves the distance as it is, but not the key roots: in a chain of groups
// whose attributes come first every group has a left sibling, in its mirror image none has (110
// nested groups: 20 times less work). The cheaper way round is taken.
//
// Hand-written: forty lines, and no packaged library has it.
#include "lang/svg/tree_distance.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <ranges>
#include <string>
#include <vector>

#include "base/text.h"

namespace papert::lang::svg {
namespace {

using Labels = std::map<std::string, int>;

/// A tree in postorder.
struct Postorder {
  std::vector<int> label;
  std::vector<int> leftmost;
  std::vector<int> key_roots;

  [[nodiscard]] int size() const { return static_cast<int>(label.size()); }
};

class Flattener {
 public:
  explicit Flattener(Labels& labels) : labels_(labels) {}

  Postorder flatten(const Node& root, bool mirrored) {
    tree_ = {};
    mirrored ? add_mirrored(root) : add(root);
    std::map<int, int> last;  // left-most leaf -> the highest node that has it
    for (int i = 0; i < tree_.size(); ++i) last[tree_.leftmost[index(i)]] = i;
    for (const auto& [leaf, node] : last) tree_.key_roots.push_back(node);
    std::sort(tree_.key_roots.begin(), tree_.key_roots.end());
    return std::move(tree_);
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  void leaf(const std::string& label) {
    tree_.leftmost.push_back(tree_.size());
    push(label);
  }
  void push(const std::string& label) {
    const auto next = static_cast<int>(labels_.size());
    tree_.label.push_back(labels_.emplace(label, next).first->second);
  }

  static std::vector<const Attribute*> sorted_attributes(const Node& node) {
    std::vector<const Attribute*> sorted;
    sorted.reserve(node.attributes.size());
    for (const Attribute& attribute : node.attributes) sorted.push_back(&attribute);
    std::sort(sorted.begin(), sorted.end(),
              [](const Attribute* a, const Attribute* b) { return a->name < b->name; });
    return sorted;
  }

  void text_leaf(const Node& node) {
    if (node.kind == Node::Kind::kComment || trim(node.text).empty()) return;
    leaf("\"" + std::string(trim(node.text)));
  }

  void add(const Node& node) {
    const int first = tree_.size();
    for (const Attribute* attribute : sorted_attributes(node)) {
      leaf(attribute->name + "=" + attribute->value);
    }
    for (const Node& child : node.children) child.is_element() ? add(child) : text_leaf(child);
    tree_.leftmost.push_back(first);
    push("<" + node.name);
  }

  void add_mirrored(const Node& node) {
    const int first = tree_.size();
    for (const auto& child : std::ranges::reverse_view(node.children)) {
      child.is_element() ? add_mirrored(child) : text_leaf(child);
    }
    const std::vector<const Attribute*> attributes = sorted_attributes(node);
    for (auto attribute : std::ranges::reverse_view(attributes)) {
      leaf(attribute->name + "=" + attribute->value);
    }
    tree_.leftmost.push_back(first);
    push("<" + node.name);
  }

  Labels& labels_;
  Postorder tree_;
};

class Distance {
 public:
  Distance(const Postorder& a, const Postorder& b)
      : a_(a),
        b_(b),
        trees_(a.label.size() * b.label.size()),
        forests_((a.label.size() + 1) * (b.label.size() + 1)) {}

  std::size_t run() {
    for (const int i : a_.key_roots) {
      for (const int j : b_.key_roots) fill(i, j);
    }
    return static_cast<std::size_t>(trees_.back());
  }

 private:
  std::int32_t& tree(int i, int j) {
    return trees_[static_cast<std::size_t>(i) * static_cast<std::size_t>(b_.size()) +
                  static_cast<std::size_t>(j)];
  }

  void fill(int root_a, int root_b) {
    const int la = a_.leftmost[static_cast<std::size_t>(root_a)];
    const int lb = b_.leftmost[static_cast<std::size_t>(root_b)];
    const std::size_t width = static_cast<std::size_t>(root_b - lb) + 2;
    const auto forest = [&](int i, int j) -> std::int32_t& {
      return forests_[static_cast<std::size_t>(i - la + 1) * width +
                      static_cast<std::size_t>(j - lb + 1)];
    };
    forest(la - 1, lb - 1) = 0;
    for (int i = la; i <= root_a; ++i) forest(i, lb - 1) = forest(i - 1, lb - 1) + 1;
    for (int j = lb; j <= root_b; ++j) forest(la - 1, j) = forest(la - 1, j - 1) + 1;
    for (int i = la; i <= root_a; ++i) {
      const int li = a_.leftmost[static_cast<std::size_t>(i)];
      for (int j = lb; j <= root_b; ++j) {
        const int lj = b_.leftmost[static_cast<std::size_t>(j)];
        const std::int32_t gap = std::min(forest(i - 1, j), forest(i, j - 1)) + 1;
        if (li == la && lj == lb) {
          const bool same =
              a_.label[static_cast<std::size_t>(i)] == b_.label[static_cast<std::size_t>(j)];
          forest(i, j) = std::min(gap, forest(i - 1, j - 1) + (same ? 0 : 1));
          tree(i, j) = forest(i, j);
        } else {
          forest(i, j) = std::min(gap, forest(li - 1, lj - 1) + tree(i, j));
        }
      }
    }
  }

  const Postorder& a_;
  const Postorder& b_;
  std::vector<std::int32_t> trees_;
  std::vector<std::int32_t> forests_;
};

double key_work(const Postorder& tree) {
  double work = 0;
  for (const int root : tree.key_roots) {
    work += root - tree.leftmost[static_cast<std::size_t>(root)] + 1;
  }
  return work;
}

}  // namespace

std::size_t tree_size(const Document& document) {
  Labels labels;
  return Flattener(labels).flatten(document.root, false).label.size();
}

Result<std::size_t> tree_distance(const Document& a, const Document& b,
                                  const DistanceLimits& limits) {
  Labels labels;
  Flattener flattener(labels);
  Postorder left = flattener.flatten(a.root, false);
  Postorder right = flattener.flatten(b.root, false);
  const std::size_t left_size = left.label.size();
  const std::size_t right_size = right.label.size();
  const auto too_large = [&] {
    return fail(ErrorCode::kLimit,
                "the programs are too large to compare as trees: " + std::to_string(left_size) +
                    " and " + std::to_string(right_size) + " nodes");
  };
  if (std::max(left_size, right_size) > limits.nodes ||
      (left_size + 1) * (right_size + 1) > limits.cells) {
    return too_large();
  }
  Postorder left_mirror = flattener.flatten(a.root, true);
  Postorder right_mirror = flattener.flatten(b.root, true);
  const double work = key_work(left) * key_work(right);
  const double mirrored_work = key_work(left_mirror) * key_work(right_mirror);
  if (std::min(work, mirrored_work) > limits.steps) return too_large();
  return mirrored_work < work ? Distance(left_mirror, right_mirror).run()
                              : Distance(left, right).run();
}

}  // namespace papert::lang::svg
