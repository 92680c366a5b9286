#include "suite/modes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "suite/suite.h"

namespace papert::suite {
namespace {

template <class Range, class Name>
std::string listed(const Range& range, Name name) {
  std::string text;
  for (const auto& entry : range) {
    if (!text.empty()) text += ", ";
    text += name(entry);
  }
  return text;
}

constexpr std::string_view kFilePrefix = "sha256:";
constexpr std::size_t kFileHashEnd = kFilePrefix.size() + 64;

bool is_named_file(std::string_view value) {
  return value.starts_with(kFilePrefix) && value.size() > kFileHashEnd + 1 &&
         value[kFileHashEnd] == ' ' &&
         value.substr(kFilePrefix.size(), 64).find_first_not_of("0123456789abcdef") ==
             std::string_view::npos;
}

/// Several values as Modes has them, whatever their order was; nothing where one is not known.
std::optional<std::string> several_values(const ModeInfo& mode, std::string_view value) {
  const std::vector<std::string_view> given = split(value, ',');
  const auto known = mode.values.subspan(1);
  const auto is_known = [&](std::string_view each) {
    return std::find(known.begin(), known.end(), each) != known.end();
  };
  if (!std::all_of(given.begin(), given.end(), is_known)) return std::nullopt;
  std::string text;
  for (const std::string_view each : known) {
    if (std::find(given.begin(), given.end(), each) == given.end()) continue;
    if (!text.empty()) text += ',';
    text += each;
  }
  return text;
}

/// A value that is a number, a file or several ones, as Modes has it; nothing where it is none.
Result<std::optional<std::string>> open_value(const ModeInfo& mode, const std::string& value) {
  if (mode.numbers) {
    const std::optional<double> number = parse_number<double>(value);
    if (number && *number >= mode.numbers->low && *number < mode.numbers->high) {
      return fmt::format("{}", *number == 0 ? 0.0 : *number);
    }
  }
  if (mode.several) return several_values(mode, value);
  if (mode.files && is_named_file(value)) return value;
  if (mode.files && !value.empty()) {
    const std::string bytes = TRY(read_file(value));
    return fmt::format("{}{} {}", kFilePrefix, sha256_hex(bytes),
                       absolute_path(value).lexically_normal().string());
  }
  return std::optional<std::string>();
}

const FormerValue* former_value(const ModeInfo& mode, std::string_view value) {
  const auto found = std::find_if(mode.former.begin(), mode.former.end(),
                                  [&](const FormerValue& each) { return each.value == value; });
  return found == mode.former.end() ? nullptr : &*found;
}

/// Puts what a former value means in its place.
Result<void> modernise(const ModeInfo& mode, const FormerValue& former, const Modes& given,
                       Modes& modes) {
  for (const ChosenMode& each : former.means) {
    const auto other = given.find(each.key);
    if (each.key != mode.key && other != given.end() && other->second != each.value) {
      return fail(
          ErrorCode::kUsage,
          fmt::format("{}={} is a former name of {}; {}={} says otherwise", mode.key, former.value,
                      listed(former.means,
                             [](const ChosenMode& one) {
                               return fmt::format("{}={}", one.key, one.value);
                             }),
                      each.key, other->second));
    }
    modes[std::string(each.key)] = each.value;
  }
  return {};
}

/// Whether modes could be chosen by a former value alone: what was added since is its meaning or at
/// its default.
bool is_former_choice(const FormerValue& former, const Modes& modes,
                      std::span<const ModeInfo> known) {
  const auto meant = [&](std::string_view key) {
    return std::any_of(former.means.begin(), former.means.end(),
                       [&](const ChosenMode& each) { return each.key == key; });
  };
  const bool chosen =
      std::all_of(former.means.begin(), former.means.end(), [&](const ChosenMode& each) {
        const auto found = modes.find(each.key);
        return found != modes.end() && found->second == each.value;
      });
  return chosen && std::all_of(known.begin(), known.end(), [&](const ModeInfo& info) {
           return !info.later || meant(info.key) || chosen_index(modes, info) == 0;
         });
}

}  // namespace

std::string_view chosen_value(const Modes& modes, const ModeInfo& mode) {
  const auto found = modes.find(mode.key);
  return found == modes.end() ? mode.values.front() : std::string_view(found->second);
}

std::size_t chosen_index(const Modes& modes, const ModeInfo& mode) {
  const auto place = std::find(mode.values.begin(), mode.values.end(), chosen_value(modes, mode));
  return static_cast<std::size_t>(place - mode.values.begin());
}

std::optional<double> chosen_number(const Modes& modes, const ModeInfo& mode) {
  return parse_number<double>(chosen_value(modes, mode));
}

bool is_chosen(const Modes& modes, const ModeInfo& mode, std::string_view value) {
  const std::vector<std::string_view> all = split(chosen_value(modes, mode), ',');
  return std::find(all.begin(), all.end(), value) != all.end();
}

std::optional<NamedFile> chosen_file(const Modes& modes, const ModeInfo& mode) {
  const std::string_view value = chosen_value(modes, mode);
  if (!is_named_file(value)) return std::nullopt;
  return NamedFile{std::string(value.substr(kFilePrefix.size(), 64)),
                   value.substr(kFileHashEnd + 1)};
}

std::string values_text(const ModeInfo& mode) {
  std::string text = listed(mode.values, [](std::string_view v) { return v; });
  if (mode.numbers) {
    text += fmt::format(", or a number from {} to below {}", mode.numbers->low, mode.numbers->high);
  }
  if (mode.files) text += ", or a file";
  if (mode.several) text += ", or several with commas between them";
  return text;
}

Result<Modes> resolve_modes(const Suite& suite, const Modes& given) {
  Modes modes;
  for (const ModeInfo& info : suite.modes()) {
    if (!info.later) modes.emplace(info.key, info.values.front());
  }
  for (const auto& [key, value] : given) {
    const auto known = suite.modes();
    const auto info = std::find_if(known.begin(), known.end(),
                                   [&](const ModeInfo& mode) { return mode.key == key; });
    if (info == known.end()) {
      return fail(ErrorCode::kUsage,
                  "suite " + std::string(suite.name()) + " has no mode '" + key + "'" +
                      (known.empty() ? ": it has none"
                                     : "; its modes are: " +
                                           listed(known, [](const ModeInfo& m) { return m.key; })));
    }
    if (const FormerValue* former = former_value(*info, value)) {
      TRY(modernise(*info, *former, given, modes));
      continue;
    }
    std::optional<std::string> resolved = value;
    if (std::find(info->values.begin(), info->values.end(), value) == info->values.end()) {
      resolved = TRY(open_value(*info, value));
    }
    if (!resolved) {
      return fail(ErrorCode::kUsage,
                  fmt::format("'{}' is not a valid value of mode {}; there are: {}", value, key,
                              values_text(*info)));
    }
    if (info->later && *resolved == info->values.front()) continue;
    modes[key] = *resolved;
  }
  return modes;
}

Modes identity_of(const Modes& modes) {
  Modes identity = modes;
  for (auto& [key, value] : identity) {
    if (is_named_file(value)) value.resize(kFileHashEnd);
  }
  return identity;
}

Modes identity_of(const Modes& modes, std::span<const ModeInfo> known) {
  Modes identity = identity_of(modes);
  for (const ModeInfo& info : known) {
    for (const FormerValue& former : info.former) {
      if (!is_former_choice(former, modes, known)) continue;
      for (const ChosenMode& each : former.means) identity.erase(std::string(each.key));
      identity[std::string(info.key)] = former.value;
    }
  }
  for (const ModeInfo& info : known) {
    const auto found = identity.find(info.key);
    if (info.later && found != identity.end() && found->second == info.values.front()) {
      identity.erase(found);
    }
  }
  return identity;
}

}  // namespace papert::suite
