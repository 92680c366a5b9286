// What requests cost: prices from a file the user gives, estimates before a request is sent, and a
// budget that is not exceeded.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/result.h"
#include "model/model.h"

namespace papert::model {

/// US dollars per million tokens.
struct Price {
  double input = 0;
  double output = 0;
  std::optional<double> cached_input;  // as input if not set
};

/// A price file is a JSON object,
///
///     {"openai/gpt-4o": {"input": 2.5, "output": 10, "cached_input": 1.25},
///      "anthropic/*":   {"input": 3, "output": 15}}
///
/// where a name that ends with * stands for all that begin with the rest.
class Prices {
 public:
  /// kBadData, naming the entry, for anything else than the above.
  [[nodiscard]] static Result<Prices> parse(std::string_view text, const std::string& where);
  [[nodiscard]] static Result<Prices> load(const std::filesystem::path& path);

  /// Of a model such as openai/gpt-4o: its own entry, else the longest pattern that fits.
  [[nodiscard]] std::optional<Price> find(std::string_view model) const;

 private:
  std::map<std::string, Price, std::less<>> prices_;
};

/// Nothing if the provider did not count tokens.
[[nodiscard]] std::optional<double> cost_usd(const Price& price, const Usage& usage);

/// How many tokens a request takes, roughly: a quarter of the text's characters, and for each image
/// its pixels by 750, at least 85 and at most 1600 (what providers document lies near that).
[[nodiscard]] std::int64_t estimated_input_tokens(const Request& request);

/// Output to count on where no bound is set.
inline constexpr std::int64_t kAssumedOutputTokens = 16384;

/// What a request costs at most, for all that can be known before: twice the estimated input, and
/// an output of max_tokens, or kAssumedOutputTokens.
[[nodiscard]] double highest_cost_usd(const Price& price, const Request& request,
                                      std::optional<std::int64_t> max_tokens);

/// Money that may be spent. Before a request its highest cost is reserved, afterwards what it did
/// cost is settled; so what is spent stays under the limit, as long as no request costs more than
/// was reserved for it. Any thread.
class Budget {
 public:
  explicit Budget(double limit_usd) : limit_(limit_usd) {}

  enum class Answer { kGranted, kSpent, kCancelled };

  /// Waits while only other reservations stand in the way. Once one request was told kSpent, all
  /// that follow are: a run ends instead of picking the cheap requests.
  [[nodiscard]] Answer reserve(double usd, const CancelToken& cancel);

  /// Ends a reservation of `reserved`, of which `spent` was needed.
  void settle(double reserved, double spent);

  /// Money that was spent before, without a reservation.
  void charge(double usd);

  [[nodiscard]] double limit() const { return limit_; }
  [[nodiscard]] double spent() const;
  [[nodiscard]] bool exhausted() const;

 private:
  const double limit_;
  mutable std::mutex mutex_;
  std::condition_variable settled_;
  double spent_ = 0;
  double reserved_ = 0;
  int outstanding_ = 0;
  bool exhausted_ = false;
};

}  // namespace papert::model
