// The keys that the parts of a task may have in JSON. The readers (task.h) pass over others; who
// reads files checks them first, so that a misspelt key is reported.
#pragma once

#include <span>

#include "base/known_keys.h"

namespace papert::lang::xlogo {

inline constexpr KnownKey kTurtleKeys[] = {{"x"}, {"y"}, {"direction"}};
inline constexpr KnownKey kWallKeys[] = {{"top"}, {"left"}, {"bottom"}, {"right"}};
inline constexpr KnownKey kTileKeys[] = {
    {"x"}, {"y"}, {"allowed"}, {"walls", kWallKeys}, {"exist"}};
inline constexpr KnownKey kItemKeys[] = {{"x"}, {"y"}, {"name"}, {"color"}, {"count"}};
inline constexpr KnownKey kLineKeys[] = {{"x1"}, {"y1"}, {"x2"}, {"y2"}, {"color"}};
inline constexpr KnownKey kWorldKeys[] = {
    {"turtle", kTurtleKeys}, {"tiles", kTileKeys}, {"items", kItemKeys}, {"lines", kLineKeys}};
// Of a literal, or of a line where the goal is to draw.
inline constexpr KnownKey kSpecKeys[] = {{"name"}, {"color"}, {"neg"}, {"x1"},
                                         {"y1"},   {"x2"},    {"y2"}};
inline constexpr KnownKey kObjectiveKeys[] = {{"name"}, {"specs", kSpecKeys}, {"total_cnt"}};
inline constexpr KnownKey kConstraintKeys[] = {{"at_most"}, {"exactly"}, {"start_by"}};
// A repeat holds blocks again.
inline constexpr KnownKey kBlockKeys[4] = {
    {"type"}, {"value"}, {"times"}, {"body", std::span<const KnownKey>(kBlockKeys, 4)}};
inline constexpr KnownKey kCodeKeys[] = {{"run", kBlockKeys}};
// A line of tasks.jsonl. "synth" says what synthesis did and proved; it is not looked into.
inline constexpr KnownKey kTaskKeys[] = {{"id"},
                                         {"world", kWorldKeys},
                                         {"goal", kObjectiveKeys},
                                         {"constraints", kConstraintKeys},
                                         {"code", kCodeKeys},
                                         {"description"},
                                         {"base"},
                                         {"perturbation"},
                                         {"synth"},
                                         {"format"}};

}  // namespace papert::lang::xlogo
