// The six scores in what a vision model replied. It is asked for one JSON object,
//
//     {"geometry": {"score": 8, "explanation": "..."}, ..., "final_score": 51}
//
// and what comes may be in a fence, between sentences, with numbers as texts ("8", "8/10"), with
// plain numbers in place of objects, or no JSON at all but lines ("Geometry: 8"). The sum is ours;
// theirs is not read.
#pragma once

#include <string_view>

#include "base/result.h"
#include "datagen/turtle/rubric.h"

namespace papert::datagen {

/// kBadData, saying what is missing or impossible. Cost is linear in the reply.
[[nodiscard]] Result<RubricScores> read_rubric_reply(std::string_view reply);

}  // namespace papert::datagen
