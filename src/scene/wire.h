// A Scene as bytes: how a drawing leaves the process of the program that made it.
//
// Little-endian, without padding:
//
//     header  8 bytes "PAPSCN01", u32 item count, u8 r, g, b of the background, u8 0
//     item    u8 kind (1 stroke, 2 fill, 3 dot, 4 stamp, 5 text), u8 r, g, b (a stamp's fill), then
//     stroke  f64 width, u32 n, n times (f64 x, f64 y)
//     fill    u32 n, n times (f64 x, f64 y)
//     dot     f64 diameter, f64 x, f64 y
//     stamp   u8 has_fill, u8 has_outline, u8 r, g, b of the outline, f64 outline width, u32 n, n
//             times (f64 x, f64 y)
//     text    f64 x, f64 y, f64 font size, u8 align (0 left, 1 center, 2 right), u16 length and
//             family, u16 length and style, u32 length and text
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "scene/scene.h"

namespace papert::scene {

/// What a drawing may hold. Each is the largest accepted value.
///
/// max_painting_rows bounds the time that painting takes, whatever the drawing: see painting_rows
/// in canonical.h. 200,000 lines from the top to the bottom of the window are within it, and so are
/// a million short ones.
struct WireLimits {
  std::size_t max_items = 1'000'000;
  std::size_t max_vertices = 1'000'000;                // of all strokes, fills and stamps together
  std::size_t max_text_bytes = std::size_t{64} << 10;  // of each string
  double max_coordinate = 1e9;                         // of every number, by absolute value
  double max_painting_rows = 250e6;
};

/// kLimit if painting the drawing takes more than limits.max_painting_rows. decode() and
/// from_text() end with this check.
[[nodiscard]] Result<void> check_painting_rows(const Scene& scene, const WireLimits& limits);

/// Appends. An alignment other than "center" and "right" is written as left; a family or style is
/// cut at 65,535 bytes. Every scene that decode accepts comes back equal.
void encode(const Scene& scene, std::string& out);

/// The bytes are untrusted: any drawing that comes back is complete and within the limits, its
/// numbers are finite, its strings UTF-8, its strokes have two points and its fills three. Counts
/// are compared with the bytes that are left before anything is allocated, so memory stays within a
/// small multiple of the input. Errors: kLimit for what is larger than a limit, kBadData for
/// everything else; `where` names the item, counted from 0.
[[nodiscard]] Result<Scene> decode(std::string_view bytes, const WireLimits& limits = {});

}  // namespace papert::scene
