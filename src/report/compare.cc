#include "report/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/text.h"

namespace papert::report {
namespace {

constexpr std::array<const char*, 2> kSides{"a", "b"};
constexpr std::array<const char*, 2> kNames{"A", "B"};

std::string count(const Json& value) { return format_count(value.get<std::int64_t>()); }

std::string plain(const Json& value) {
  return value.is_number() ? fmt::format("{:.4f}", value.get<double>()) : "-";
}

std::string with_sign(const Json& value) {
  return value.is_number() ? fmt::format("{:+.4f}", value.get<double>()) : "-";
}

std::string interval(const Json& figure) {
  if (!figure["low"].is_number() || !figure["high"].is_number()) return "-";
  return fmt::format("[{:+.4f}, {:+.4f}]", figure["low"].get<double>(),
                     figure["high"].get<double>());
}

std::string interval_title(const Json& comparison) {
  return fmt::format("{:g} % interval", 100 * comparison["bootstrap"]["level"].get<double>());
}

std::string heading(const Json& comparison) {
  std::string text;
  for (std::size_t side = 0; side < 2; ++side) {
    const Json& run = comparison["runs"][side];
    text += fmt::format("{}: {}  {}\n", kNames[side], run["model"].get<std::string>(),
                        run["run"].get<std::string>());
    if (run["not_scored"] != 0) {
      text += fmt::format("   {} of {} samples taught nothing about the model\n",
                          count(run["not_scored"]), count(run["samples"]));
    }
  }
  std::string differs;
  for (const Json& name : comparison["differs"]) {
    differs += (differs.empty() ? "" : ", ") + name.get<std::string>();
  }
  const Json& tasks = comparison["tasks"];
  text += fmt::format("{}: {} tasks in both", comparison["suite"].get<std::string>(),
                      count(tasks["both"]));
  for (std::size_t side = 0; side < 2; ++side) {
    const Json& only = tasks[std::string("only_") + kSides[side]];
    if (only != 0) text += fmt::format(", {} only in {} (left out)", count(only), kNames[side]);
  }
  text += differs.empty() ? "; same settings\n" : "; the runs differ in " + differs + "\n";
  const Json& names = comparison["differs"];
  if (std::find(names.begin(), names.end(), "data_hash") != names.end()) {
    text += "The data differ: tasks with the same id are taken to be the same.\n";
  }
  return text;
}

std::string differences(const Json& comparison, const TableOptions& options) {
  TextTable table({"metric", "A", "B", "B - A", "± stderr", interval_title(comparison), "n"});
  for (const Json& info : comparison["metrics"]) {
    const Json& figure = comparison["differences"][info["name"].get<std::string>()];
    table.add_row({info["title"].get<std::string>(), plain(figure["a"]), plain(figure["b"]),
                   with_sign(figure["difference"]), plain(figure["stderr"]), interval(figure),
                   count(figure["n"])});
  }
  return table.to_string(options);
}

std::string mcnemar(const Json& comparison) {
  const Json& test = comparison["mcnemar"];
  std::string text = fmt::format("right in both {}, only in A {}, only in B {}, in neither {}\n",
                                 count(test["both"]), count(test["only_a"]), count(test["only_b"]),
                                 count(test["neither"]));
  text += fmt::format("McNemar's exact test: p = {:.4g}\n", test["p"].get<double>());
  if (!test["independent"].get<bool>()) {
    text +=
        "Some pairs are epochs of one task or made from one task, which the test takes to be\n"
        "independent: trust the interval above rather than p.\n";
  }
  return text;
}

std::string quoted(const Json& rule) {
  const auto name = rule.get<std::string>();
  return name.empty() ? "nothing found" : "found by \"" + name + "\"";
}

std::string moves(const Json& policy) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t side = 0; side < 2; ++side) {
    const Json& run = policy[kSides[side]];
    text += fmt::format("{} under {}: {} verdicts move\n", kNames[side],
                        policy["policy"].get<std::string>(), count(run["moved"]));
    std::size_t shown = 0;
    for (const Json& move : run["moves"]) {
      if (shown++ == kShown) {
        text += fmt::format("  and {} other kinds\n", run["moves"].size() - kShown);
        break;
      }
      text += fmt::format("  {} samples: {} ({}) -> {} ({}), e.g. {}\n", count(move["count"]),
                          move["from"].get<std::string>(), quoted(move["from_rule"]),
                          move["to"].get<std::string>(), quoted(move["to_rule"]),
                          move["examples"][0].get<std::string>());
    }
  }
  return text;
}

std::string policies(const Json& comparison, const TableOptions& options) {
  if (comparison["policies"].empty()) return "";
  const auto primary = comparison["primary"].get<std::string>();
  const Json& recorded = comparison["differences"][primary];
  TextTable table({"extraction", "A", "points", "B", "points", "B - A", "± stderr",
                   interval_title(comparison)});
  const auto points = [&](const Json& figure, const char* side) -> std::string {
    if (!figure[side].is_number() || !recorded[side].is_number()) return "-";
    return fmt::format("{:+.2f}",
                       100 * (figure[side].get<double>() - recorded[side].get<double>()));
  };
  table.add_row({"as recorded", plain(recorded["a"]), "-", plain(recorded["b"]), "-",
                 with_sign(recorded["difference"]), plain(recorded["stderr"]), interval(recorded)});
  std::string text;
  for (const Json& policy : comparison["policies"]) {
    const Json& figure = policy["difference"];
    table.add_row({policy["policy"].get<std::string>(), plain(figure["a"]), points(figure, "a"),
                   plain(figure["b"]), points(figure, "b"), with_sign(figure["difference"]),
                   plain(figure["stderr"]), interval(figure)});
    text += moves(policy);
  }
  return fmt::format("\n{}, scored again from the recorded replies\n{}{}", primary,
                     table.to_string(options), text);
}

/// The same text with control characters as spaces: a reply is a stranger's, and terminals obey
/// some of them (those of one byte, and U+0080 to U+009F, which UTF-8 begins with C2).
std::string printable(std::string_view text) {
  std::string shown(text);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto c = static_cast<unsigned char>(shown[i]);
    if (c < 0x20 || c == 0x7F) shown[i] = ' ';
    if (c == 0xC2 && i + 1 < shown.size() && static_cast<unsigned char>(shown[i + 1]) < 0xA0) {
      shown[i] = shown[i + 1] = ' ';
    }
  }
  return shown;
}

/// The first line that says something, cut to fit a terminal.
std::string first_line(const Json& text) {
  constexpr std::size_t kWidth = 90;
  if (!text.is_string()) return "-";
  const std::string_view trimmed = trim(text.get_ref<const std::string&>());
  if (trimmed.empty()) return "(empty)";
  const std::string_view line = cut_utf8(trim(trimmed.substr(0, trimmed.find('\n'))), kWidth);
  return printable(line) + (line.size() < trimmed.size() ? " ..." : "");
}

std::string flips(const Json& comparison) {
  std::string text;
  for (std::size_t side = 0; side < 2; ++side) {
    const std::string key = std::string("only_") + kSides[side];
    const Json& total = comparison["mcnemar"][key];
    if (total == 0) continue;
    const Json& list = comparison["flips"][key];
    text += fmt::format("\nright only in {}: {}", kNames[side], count(total));
    text += list.size() < total.get<std::size_t>() ? fmt::format(", the first {}\n", list.size())
                                                   : std::string("\n");
    for (const Json& flip : list) {
      text += fmt::format("  {}, epoch {}\n", flip["id"].get<std::string>(),
                          flip["epoch"].get<std::int64_t>());
      for (std::size_t s = 0; s < 2; ++s) {
        const Json& sample = flip[kSides[s]];
        if (!sample.is_object()) continue;
        text += fmt::format("    {} {}: {}\n", kNames[s], sample["verdict"].get<std::string>(),
                            first_line(sample["reply"]));
      }
    }
  }
  return text;
}

}  // namespace

std::string comparison_text(const Json& comparison, const TableOptions& options) {
  return heading(comparison) + "\n" + differences(comparison, options) + "\n" +
         mcnemar(comparison) + policies(comparison, options) + flips(comparison);
}

}  // namespace papert::report
