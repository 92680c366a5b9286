// A finished drawing as bytes: the wire form that scene/wire.h describes and decodes, written here
// without scene's types because it is written inside the jail, into memory of a fixed size.
#pragma once

#include <cstddef>
#include <span>

#include "lang/turtle/module/turtle.h"

namespace papert::lang::turtle {

enum class SerialiseStatus {
  kOk,
  kRecordLimit,  // more items, vertices or text than allowed, now or earlier in the program
  kNotFinite,    // a coordinate or size is infinite or not a number
  kTooFar,       // a coordinate or size is larger than max_coordinate
  kNoRoom,       // the bytes do not suffice
};

struct RecordLimits {
  std::size_t max_items = 1'000'000;
  std::size_t max_vertices = 1'000'000;
  std::size_t max_text_bytes = std::size_t{64} << 10;  // of each text
  double max_coordinate = 1e9;
};

/// Paints open lines first. Items lie in display order, lowest first; what is painted with no
/// colour is left out; a line without length is a dot. On any other status than kOk `out` holds
/// rubbish.
SerialiseStatus write_record(World& world, std::span<std::byte> out, std::size_t& used,
                             const RecordLimits& limits);

}  // namespace papert::lang::turtle
