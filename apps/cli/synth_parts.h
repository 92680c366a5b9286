// `papert synth --shard` and the merge of what it leaves.
#pragma once

#include "base/result.h"
#include "data/part_note.h"
#include "merge_parts.h"
#include "synth/folder.h"
#include "synth/synthesis.h"

namespace papert::cli {

/// Says that the folder is a whole part of the synthesis that this request describes.
[[nodiscard]] Result<void> note_synth_part(const std::filesystem::path& folder, const Json& request,
                                           const Shard& shard);

/// Joins all parts into a folder as one machine would have left it. Returns how many tasks it has.
[[nodiscard]] Result<std::size_t> join_synthesised(const MergeRequest& request,
                                                   const data::PartNote& note,
                                                   const std::filesystem::path& out);

}  // namespace papert::cli
