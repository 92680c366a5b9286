// The requests of trainers that have a form of their own, said in ours, and our answers in theirs.
// No sockets, no scoring: JSON in, JSON out.
//
//     OpenRLHF    POST /get_reward   {"query":[prompt+reply],"prompts":[...],"labels":[ref]}
//                                    -> {"rewards":[f],"scores":[f],"extra_logs":{name:[f]}}
//     NeMo-Gym    POST /verify       {"response":{"output":[...]}, the row's fields}
//                                    -> the same and "reward", and numbers
//
// Neither knows "not scored": such a reply is worth 0 and has `scored` 0.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace papert::serve {

/// The request of `reward` for one of OpenRLHF's. kBadData names what is not as it should be.
[[nodiscard]] Result<Json> openrlhf_request(const Json& body, std::string_view policy);
[[nodiscard]] Result<Json> openrlhf_answer(const Json& rewards);

/// What the model wrote: what follows the prompt, or else the last mark of an assistant's turn;
/// without the special tokens at its end.
[[nodiscard]] std::string reply_in_query(std::string_view query, std::string_view prompt);

/// The task's reference is the row's field `papert` or `ref`, or that of its verifier_metadata.
[[nodiscard]] Result<Json> nemo_gym_request(const Json& body, std::string_view policy);
[[nodiscard]] Result<Json> nemo_gym_answer(Json body, const Json& rewards);

/// POST /aggregate_metrics: means over all verify responses, and per task.
[[nodiscard]] Result<Json> nemo_gym_aggregate(const Json& body);

}  // namespace papert::serve
