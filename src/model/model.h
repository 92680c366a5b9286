// Something that answers prompts. Implementations are thread-safe and never throw: what went wrong
// is part of the Reply.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"

namespace papert::model {

struct Request {
  std::string id;  // of the task: recorded replies are found by (id, epoch)
  std::int64_t epoch = 0;
  std::string text;
  std::vector<std::string> images;  // PNG files as bytes
};

enum class ReplyStatus {
  kComplete,
  kRefused,
  kTruncated,  // cut off before its end
  kFailed,     // no reply was had; nothing is known about the model
};

struct Reply {
  ReplyStatus status = ReplyStatus::kComplete;
  std::string text;
  std::string reasoning;        // kept apart from the answer
  std::string error;            // why, for kFailed
  Json usage = Json::object();  // tokens as the provider counts them
};

class Model {
 public:
  virtual ~Model() = default;

  /// Whether the prompt has to be made; a model that only looks replies up does without.
  [[nodiscard]] virtual bool reads_prompt() const { return true; }
  [[nodiscard]] virtual Reply ask(const Request& request) = 0;
};

}  // namespace papert::model
