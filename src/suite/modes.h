// What a suite lets the user choose: how its tasks are asked and judged.
//
//     constexpr std::array<std::string_view, 2> kForms{"text", "picture"};
//     constexpr Mode<Form> kForm{{"form", kForms, "how the world is shown"}};
//     Form form = kForm.of(modes);
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "data/options.h"

namespace papert::suite {

/// Numbers from `low` on and below `high`.
struct NumberRange {
  double low = 0;
  double high = 0;
};

/// A flag of the command line that is short for a mode. Suites that share one give the same title.
struct ModeFlag {
  std::string_view name;     // "--metric"; empty: there is none
  std::string_view type;     // of its value, as help names it; empty for a flag that takes none
  std::string_view value;    // that a flag without one stands for
  std::string_view title;    // as help has it
  std::string_view setting;  // of the environment, which is asked where the flag is not given
  bool mints = false;        // the mode says what is minted: `papert mint` has the flag, too
};

/// A value that a mode once had, and what is chosen for it now.
struct ChosenMode {
  std::string_view key;
  std::string_view value;
};
struct FormerValue {
  std::string_view value;
  std::span<const ChosenMode> means;
};

struct ModeInfo {
  std::string_view key;
  std::span<const std::string_view> values;  // the first is the default
  std::string_view title;
  std::optional<NumberRange> numbers = std::nullopt;  // also any of these
  bool files = false;                                 // also the path of a file
  bool several = false;  // also any of those after the default, with commas between them
  ModeFlag flag = {};
  std::span<const FormerValue> former = {};  // understood, where runs or commands still have them
  /// The mode came when there were runs without it: its default is not in Modes, so that they keep
  /// their identity and go on.
  bool later = false;
};

/// A value for every mode of the suite but those left at a default that came later. A number is
/// written in the shortest way, a file as "sha256:<hash> <absolute path>", several values in the
/// order of the mode's.
using data::Modes;

/// The value of a mode, or its place among the mode's values; the default where `modes` has none.
[[nodiscard]] std::string_view chosen_value(const Modes& modes, const ModeInfo& mode);
[[nodiscard]] std::size_t chosen_index(const Modes& modes, const ModeInfo& mode);

/// The value as a number, where it is one.
[[nodiscard]] std::optional<double> chosen_number(const Modes& modes, const ModeInfo& mode);

/// Whether the value, or one of several, is this one.
[[nodiscard]] bool is_chosen(const Modes& modes, const ModeInfo& mode, std::string_view value);

/// A file that a mode names.
struct NamedFile {
  std::string hash;  // SHA-256 of its bytes when the mode was resolved
  std::filesystem::path path;
};
[[nodiscard]] std::optional<NamedFile> chosen_file(const Modes& modes, const ModeInfo& mode);

/// A mode whose values are the names of an enumeration's, in its order.
template <class Enum>
struct Mode {
  ModeInfo info;

  [[nodiscard]] Enum of(const Modes& modes) const {
    return static_cast<Enum>(chosen_index(modes, info));
  }
  [[nodiscard]] constexpr std::string_view name_of(Enum value) const {
    return info.values[static_cast<std::size_t>(value)];
  }
};

/// The same with "any" before them, for what may be left open.
template <class Enum>
struct OpenMode {
  ModeInfo info;

  [[nodiscard]] std::optional<Enum> of(const Modes& modes) const {
    const std::size_t index = chosen_index(modes, info);
    return index == 0 ? std::nullopt : std::optional(static_cast<Enum>(index - 1));
  }
};

/// What a mode can be, in words: "paper, or a number from 0 to below 1".
[[nodiscard]] std::string values_text(const ModeInfo& mode);

/// The modes as they identify a run: files by their bytes, wherever they are.
[[nodiscard]] Modes identity_of(const Modes& modes);

/// The same for a suite whose modes have changed: a choice that could be made before the change is
/// identified as it was then, so that its runs are found again.
[[nodiscard]] Modes identity_of(const Modes& modes, std::span<const ModeInfo> known);

}  // namespace papert::suite
