#include "mock/fault.h"

#include <algorithm>
#include <charconv>

#include "base/numbers.h"
#include "base/sha256.h"
#include "base/text.h"

namespace papert::mock {
namespace {

constexpr const char* kPlace = "--faults";

std::string known_names() {
  std::string names;
  for (const FaultInfo& info : kFaults) {
    if (!names.empty()) names += ", ";
    names += info.name;
  }
  return names;
}

const FaultInfo* find_fault(std::string_view name) {
  const auto* found =
      std::find_if(kFaults.begin(), kFaults.end(), [&](const auto& f) { return f.name == name; });
  return found == kFaults.end() ? nullptr : found;
}

Result<double> parse_share(std::string_view item, std::string_view digits) {
  const auto share = parse_number<double>(digits);
  if (!share || !(*share >= 0 && *share <= 1)) {
    return fail(
        ErrorCode::kUsage,
        "'" + std::string(item) + "' is not a fault: give NAME:SHARE with a share from 0 to 1",
        kPlace);
  }
  return *share;
}

}  // namespace

std::string_view fault_name(Fault fault) {
  for (const FaultInfo& info : kFaults) {
    if (info.fault == fault) return info.name;
  }
  return "none";
}

Result<FaultPlan> FaultPlan::parse(std::string_view text, std::int64_t seed,
                                   std::int64_t attempts) {
  FaultPlan plan;
  plan.seed_ = seed;
  plan.attempts_ = attempts;
  if (trim(text).empty()) return plan;
  for (std::string_view item : split(text, ',')) {
    item = trim(item);
    const std::size_t colon = std::min(item.find(':'), item.size());
    const FaultInfo* info = find_fault(item.substr(0, colon));
    if (info == nullptr) {
      return fail(ErrorCode::kUsage,
                  "there is no fault '" + std::string(item.substr(0, colon)) +
                      "'; there are: " + known_names(),
                  kPlace);
    }
    const double share = TRY(parse_share(item, item.substr(std::min(colon + 1, item.size()))));
    auto& shares = info->of_reply ? plan.reply_ : plan.transport_;
    double total = share;
    for (const Share& other : shares) {
      total += other.share;
      if (other.fault != info->fault) continue;
      return fail(ErrorCode::kUsage, "'" + std::string(info->name) + "' is given twice", kPlace);
    }
    if (total > 1 + 1e-9) {
      return fail(ErrorCode::kUsage, "the shares add up to more than 1", kPlace);
    }
    shares.push_back({info->fault, share});
  }
  return plan;
}

Fault FaultPlan::on_the_way(std::string_view prompt_hash, std::int64_t attempt) const {
  if (attempt >= attempts_) return Fault::kNone;
  return draw(transport_, std::string(prompt_hash) + ":" + std::to_string(attempt));
}

Fault FaultPlan::in_the_reply(std::string_view prompt_hash) const {
  return draw(reply_, std::string(prompt_hash) + ":reply");
}

Fault FaultPlan::draw(const std::vector<Share>& shares, const std::string& key) const {
  if (shares.empty()) return Fault::kNone;
  const std::string digest = sha256_hex(std::to_string(seed_) + ":" + key);
  std::uint64_t bits = 0;
  constexpr std::size_t kDigits = 13;  // 52 bits, which a double holds exactly
  std::from_chars(digest.data(), digest.data() + kDigits, bits, 16);
  double left = static_cast<double>(bits) / static_cast<double>(std::uint64_t{1} << 52);
  for (const Share& share : shares) {
    if (left < share.share) return share.fault;
    left -= share.share;
  }
  return Fault::kNone;
}

}  // namespace papert::mock
