// Something that answers prompts: a provider over a network, a program, a baseline (solve), the
// replies of an earlier run (run/replay.h). Implementations are thread-safe and never throw: what
// went wrong is part of the Reply.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/json.h"

namespace papert::model {

/// How answers are drawn. What is not set is left to the provider.
struct Sampling {
  std::optional<double> temperature;
  std::optional<double> top_p;
  std::optional<std::int64_t> max_tokens;
  std::optional<std::int64_t> seed;
  std::string reasoning_effort;      // as the provider names it
  Json extra_body = Json::object();  // merged into the request, last

  /// Part of a run's identity.
  [[nodiscard]] Json to_json() const;
};

/// What was said earlier in the conversation that a request goes on with.
struct PastTurn {
  std::string text;
  std::vector<std::string> images;
  std::string reply;  // without the model's thoughts
};

struct Request {
  std::string id;  // of the task: recorded replies are found by (id, epoch)
  std::int64_t epoch = 0;
  std::string text;
  std::vector<std::string> images;  // PNG files as bytes
  int repeat = 0;                   // how often it was asked before without an answer in the reply
  std::string system;               // the system message; empty: none
  std::size_t index = 0;            // of the task in its set: baselines play by it
  std::vector<PastTurn> history{};  // oldest first; `text` and `images` are what is said now
};

enum class ReplyStatus {
  kComplete,
  kRefused,
  kTruncated,  // cut off before its end
  kFailed,     // no reply was had; nothing is known about the model
};

/// The sum, or the largest number where it would be larger: servers may count as they like.
[[nodiscard]] std::int64_t saturated_sum(std::int64_t a, std::int64_t b);

/// Tokens as the provider counts them, and what they cost if prices are known.
struct Usage {
  std::optional<std::int64_t> input_tokens;         // all of them
  std::optional<std::int64_t> cached_input_tokens;  // those of them that the provider had in store
  std::optional<std::int64_t> output_tokens;        // reasoning included
  std::optional<std::int64_t> reasoning_tokens;
  std::optional<double> cost_usd;

  [[nodiscard]] Json to_json() const;  // only what is set

  /// What is set in either is set in the sum.
  Usage& operator+=(const Usage& other);
};

/// The inverse of Usage::to_json; what is absent or of another type is not set.
[[nodiscard]] Usage usage_from_json(const Json& json);

struct Reply {
  ReplyStatus status = ReplyStatus::kComplete;
  std::string text;
  std::string reasoning;   // kept apart from the answer
  std::string error;       // why, for kFailed
  bool fatal = false;      // kFailed, and every further request would fail the same way
  bool cached = false;     // another run bought it: cost_usd is what that one paid
  bool recovered = false;  // from the cache, but bought by this run before it was interrupted: its
                           // cost is this run's, its latency is not known
  int attempts = 1;
  Usage usage;
  int http_status = 0;              // of a failed request that a server answered
  std::optional<std::string> time;  // UTC, when it came, of one that came before it was asked for;
                                    // empty: not known

  /// No reply was had, and why.
  [[nodiscard]] static Reply failed(std::string why);
};

/// Whether replies are kept and kept ones used; if not, why, in words to go on with: "the cache is
/// not used: the server is on this machine".
struct CacheUse {
  bool on = false;
  std::string why_not;
};

class Model {
 public:
  virtual ~Model() = default;

  /// Whether the prompt has to be made; a model that only looks replies up does without.
  [[nodiscard]] virtual bool reads_prompt() const { return true; }

  /// How many requests are worth having in flight at once; 0: as many as there are processors.
  [[nodiscard]] virtual std::size_t concurrency() const { return 0; }

  /// Blocks until there is a reply. A cancelled token makes it return soon, with kFailed.
  [[nodiscard]] virtual Reply ask(const Request& request, const CancelToken& cancel) = 0;

  /// The server's address, without credentials and query ("http://127.0.0.1:8000/v1"): part of what
  /// a run is, as the same name elsewhere is another model. Empty if no server is asked.
  [[nodiscard]] virtual std::string address() const { return {}; }

  /// Names the run that pays, by its folder (equal runs in two folders are two runs), so that
  /// replies it bought and did not live to log are not taken for those of others. Before the first
  /// ask.
  virtual void charge_to(const std::string& /*run*/) {}

  /// Of a model that has no use for one: off, without a reason.
  [[nodiscard]] virtual CacheUse cache_use() const { return {}; }

  /// Where requests go, in one line to print at the start of a run, keys masked; empty if nowhere.
  [[nodiscard]] virtual std::string describe() const { return {}; }

  /// What it is waiting for, in words for a progress line ("429, waiting 12 s"); empty if nothing.
  [[nodiscard]] virtual std::string waiting() const { return {}; }
};

}  // namespace papert::model
