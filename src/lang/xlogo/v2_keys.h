// The keys that a task of the second dialect may have in JSON, as task_keys.h has those of the
// published one.
#pragma once

#include "lang/xlogo/task_keys.h"

namespace papert::lang::xlogo::v2 {

// What holds blocks holds blocks again.
inline constexpr KnownKey kBlockKeys[7] = {{"type"},
                                           {"value"},
                                           {"times"},
                                           {"test"},
                                           {"name"},
                                           {"body", std::span<const KnownKey>(kBlockKeys, 7)},
                                           {"else", std::span<const KnownKey>(kBlockKeys, 7)}};
inline constexpr KnownKey kFunctionKeys[] = {{"name"}, {"body", kBlockKeys}};
inline constexpr KnownKey kCodeKeys[] = {{"run", kBlockKeys}, {"functions", kFunctionKeys}};
inline constexpr KnownKey kTaskKeys[] = {{"id"},
                                         {"dialect"},
                                         {"world", kWorldKeys},
                                         {"goal", kObjectiveKeys},
                                         {"constraints", kConstraintKeys},
                                         {"code", kCodeKeys},
                                         {"description"},
                                         {"base"},
                                         {"format"}};

}  // namespace papert::lang::xlogo::v2
