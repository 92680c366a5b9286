// How rows become columns.
//
// A table of nested rows is stored as one plain column for each leaf of its schema (Melnik et al.,
// "Dremel", 2010). Beside the values of a leaf stand two small numbers for each entry. The
// definition level says how many of the nodes above, and the leaf, are there: with every node
// optional, an entry that has the highest level has a value, and a lower level tells which node is
// missing. The repetition level says which list the entry goes on: 0 begins a row.
//
//     {"a": [[1, 2], []]}, {"a": null}     values 1 2
//                                          repetition 0 2 1 0, definition 5 5 3 0
//
// A list of x is three nodes, as the format's rules on nested types have it: the list, a repeated
// group "list", and the element. Old and new names of annotations are both written, as Arrow does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/parquet.h"
#include "base/parquet_format.h"

namespace papert::parquet {

template <class Number>
void append_little_endian(Number number, std::string& out) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    out.push_back(static_cast<char>(number >> (8 * i) & 0xFF));
  }
}

/// What one leaf has in the current group.
struct Leaf {
  std::vector<std::string> path;
  ParquetKind kind = ParquetKind::kText;
  unsigned max_definition = 0;
  unsigned max_repetition = 0;

  std::vector<std::uint8_t> definition;
  std::vector<std::uint8_t> repetition;
  std::string values;
  std::size_t bits = 0;  // of a column of booleans, eight of which share a byte

  void append(const Json& value);
  [[nodiscard]] std::string page() const;
  void clear() {
    definition.clear();
    repetition.clear();
    values.clear();
    bits = 0;
  }
};

/// A column, struct, list or element with its place among the levels and leaves.
struct Node {
  ParquetColumn column;  // its children are moved to `children`
  std::vector<Node> children;
  unsigned repetition = 0;  // of a further element of this list
  std::size_t first_leaf = 0;
  std::size_t leaves = 0;  // at or below it
};

/// Where a node stands: what the nodes above it come to.
struct Place {
  std::vector<std::string> path;
  unsigned definition = 0;
  unsigned repetition = 0;
};

[[nodiscard]] Physical physical_type(ParquetKind kind);
[[nodiscard]] Codec codec_of(ParquetKind kind);

/// kUsage where columns have no names of their own, or not the children their kinds need.
[[nodiscard]] Result<void> check_columns(const std::vector<ParquetColumn>& columns,
                                         std::size_t depth);

/// The node of a column; its leaves go behind those that are there.
[[nodiscard]] Node build(ParquetColumn column, const Place& above, std::vector<Leaf>& leaves);

/// The schema as a list of nodes, each before its children, and how many they are.
[[nodiscard]] std::size_t count_elements(const Node& node);
void write_schema(const Node& node, Thrift& out);

/// Null where there is none.
[[nodiscard]] const Json* find_member(const Json& object, const std::string& name);

/// About how many bytes the values take; an error where they do not fit their columns.
[[nodiscard]] Result<std::size_t> check_members(const std::vector<Node>& nodes, const Json& object);

}  // namespace papert::parquet
