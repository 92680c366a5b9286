#include "model/price.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

namespace papert::model {
namespace {

constexpr double kMillion = 1e6;

Result<double> dollars(const Json& entry, const char* key, const std::string& where) {
  const double value = TRY(get_number(entry, key, where));
  if (!std::isfinite(value) || value < 0) {
    return fail(ErrorCode::kBadData, fmt::format("'{}' is not a price", key), where);
  }
  return value;
}

Result<Price> parse_price(const Json& entry, const std::string& where) {
  if (!entry.is_object()) {
    return fail(ErrorCode::kBadData, R"(a price is written {"input": 2.5, "output": 10})", where);
  }
  for (const auto& [key, value] : entry.items()) {
    if (key != "input" && key != "output" && key != "cached_input") {
      return fail(ErrorCode::kBadData,
                  fmt::format("'{}' is none of input, output, cached_input", key), where);
    }
  }
  Price price;
  price.input = TRY(dollars(entry, "input", where));
  price.output = TRY(dollars(entry, "output", where));
  if (entry.contains("cached_input")) {
    price.cached_input = TRY(dollars(entry, "cached_input", where));
  }
  return price;
}

std::int64_t characters(std::string_view text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

std::int64_t image_tokens(std::string_view png) {
  constexpr std::size_t kWidthAt = 16;  // of the header that every PNG file begins with
  constexpr std::int64_t kLeast = 85;
  constexpr std::int64_t kMost = 1600;
  constexpr std::int64_t kPixelsPerToken = 750;
  if (png.size() < kWidthAt + 8) return kMost;
  const auto number = [&](std::size_t at) {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value = value << 8 | static_cast<unsigned char>(png[at + i]);
    return value;
  };
  const std::int64_t width = number(kWidthAt);
  const std::int64_t height = number(kWidthAt + 4);
  if (width > 100'000 || height > 100'000) return kMost;
  return std::clamp(width * height / kPixelsPerToken, kLeast, kMost);
}

}  // namespace

Result<Prices> Prices::parse(std::string_view text, const std::string& where) {
  const Json json = TRY(parse_json(text, where));
  if (!json.is_object()) return fail(ErrorCode::kBadData, "a price file is a JSON object", where);
  Prices prices;
  for (const auto& [name, entry] : json.items()) {
    prices.prices_[name] = TRY(parse_price(entry, fmt::format("{}: {}", where, name)));
  }
  return prices;
}

Result<Prices> Prices::load(const std::filesystem::path& path) {
  return parse(TRY(read_file(path)), path.string());
}

std::optional<Price> Prices::find(std::string_view model) const {
  if (const auto exact = prices_.find(model); exact != prices_.end()) return exact->second;
  std::optional<Price> best;
  std::size_t length = 0;
  for (const auto& [name, price] : prices_) {
    if (!name.ends_with('*') || name.size() <= length) continue;
    if (!model.starts_with(std::string_view(name).substr(0, name.size() - 1))) continue;
    best = price;
    length = name.size();
  }
  return best;
}

std::optional<double> cost_usd(const Price& price, const Usage& usage) {
  if (!usage.input_tokens || !usage.output_tokens) return std::nullopt;
  const std::int64_t cached =
      std::clamp<std::int64_t>(usage.cached_input_tokens.value_or(0), 0, *usage.input_tokens);
  const double input = static_cast<double>(*usage.input_tokens - cached) * price.input +
                       static_cast<double>(cached) * price.cached_input.value_or(price.input);
  return (input + static_cast<double>(*usage.output_tokens) * price.output) / kMillion;
}

std::int64_t estimated_input_tokens(const Request& request) {
  std::int64_t read = characters(request.system) + characters(request.text);
  std::int64_t seen = 0;
  for (const std::string& image : request.images) seen += image_tokens(image);
  for (const PastTurn& turn : request.history) {
    read += characters(turn.text) + characters(turn.reply);
    for (const std::string& image : turn.images) seen += image_tokens(image);
  }
  return (read + 3) / 4 + seen;
}

double highest_cost_usd(const Price& price, const Request& request,
                        std::optional<std::int64_t> max_tokens) {
  const auto input = static_cast<double>(2 * estimated_input_tokens(request));
  const auto output = static_cast<double>(max_tokens.value_or(kAssumedOutputTokens));
  return (input * price.input + output * price.output) / kMillion;
}

Budget::Answer Budget::reserve(double usd, const CancelToken& cancel) {
  constexpr std::chrono::milliseconds kLook{100};  // a token wakes nobody
  std::unique_lock lock(mutex_);
  for (;;) {
    if (cancel.cancelled()) return Answer::kCancelled;
    if (exhausted_) return Answer::kSpent;
    if (spent_ + reserved_ + usd <= limit_) break;
    if (outstanding_ == 0) {
      exhausted_ = true;
      settled_.notify_all();
      return Answer::kSpent;
    }
    settled_.wait_for(lock, kLook);
  }
  reserved_ += usd;
  ++outstanding_;
  return Answer::kGranted;
}

void Budget::settle(double reserved, double spent) {
  const std::lock_guard lock(mutex_);
  spent_ += spent;
  // Sums of fractions do not return to zero by themselves.
  reserved_ = --outstanding_ == 0 ? 0 : reserved_ - reserved;
  settled_.notify_all();
}

void Budget::charge(double usd) {
  const std::lock_guard lock(mutex_);
  spent_ += usd;
}

double Budget::spent() const {
  const std::lock_guard lock(mutex_);
  return spent_;
}

bool Budget::exhausted() const {
  const std::lock_guard lock(mutex_);
  return exhausted_;
}

}  // namespace papert::model
