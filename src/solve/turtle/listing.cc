#include "solve/turtle/listing.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>

#include "solve/turtle/steps.h"

namespace papert::solve::turtle {
namespace {

/// The numbers of an item such as "(1, -2.5)"; nothing where it holds anything else.
std::optional<std::vector<double>> numbers_in(const std::string& item) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < item.size();) {
    const char c = item[i];
    if (c == '-' || std::isdigit(static_cast<unsigned char>(c)) != 0) {
      double value = 0;
      const auto [end, error] = std::from_chars(item.data() + i, item.data() + item.size(), value);
      if (error != std::errc()) return std::nullopt;
      numbers.push_back(value);
      i = static_cast<std::size_t>(end - item.data());
    } else if (c == '(' || c == ')' || c == ',' || c == ' ') {
      ++i;
    } else {
      return std::nullopt;
    }
  }
  return numbers;
}

/// A number of each item, as an expression of i; nothing where they do not grow evenly.
std::optional<std::string> series_of(const std::vector<std::vector<double>>& items,
                                     std::size_t place, double tolerance) {
  const auto last = static_cast<double>(items.size() - 1);
  const auto rounded = [](double value) { return std::round(value * 100) / 100; };
  const double first = items.front()[place];
  double more = rounded((items.back()[place] - first) / last);
  if (std::abs(more - std::round(more)) * last <= tolerance) more = std::round(more);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double expected = first + more * static_cast<double>(i);
    if (std::abs(items[i][place] - expected) > tolerance) return std::nullopt;
  }
  if (more == 0) return number(first, 2);
  if (first == 0) return fmt::format("{} * i", number(more, 2));
  return fmt::format("{} {} {} * i", number(first, 2), more < 0 ? '-' : '+',
                     number(std::abs(more), 2));
}

bool is_name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// A line with an expression in place of a name.
std::string with_value(const std::string& line, const std::string& name, const std::string& value) {
  std::string result;
  for (std::size_t i = 0; i < line.size();) {
    std::size_t end = i;
    while (end < line.size() && is_name_part(line[end])) ++end;
    if (end == i) {
      result += line[i++];
      continue;
    }
    const std::string word = line.substr(i, end - i);
    const bool own = word == name && (i == 0 || line[i - 1] != '.');
    result += own ? value : word;
    i = end;
  }
  return result;
}

/// As a loop over i; empty where some number does not grow evenly.
std::vector<std::string> counted(const std::vector<std::string>& names,
                                 const std::vector<std::string>& items,
                                 std::vector<std::string> body, double tolerance) {
  constexpr std::size_t kFewest = 4;
  if (items.size() < kFewest) return {};
  std::vector<std::vector<double>> numbers;
  for (const std::string& item : items) {
    auto own = numbers_in(item);
    if (!own || own->size() != names.size()) return {};
    numbers.push_back(std::move(*own));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto series = series_of(numbers, i, tolerance);
    if (!series) return {};
    for (std::string& line : body) line = with_value(line, names[i], *series);
  }
  std::vector<std::string> lines{fmt::format("for i in range({}):", items.size())};
  for (const std::string& line : body) lines.push_back("    " + line);
  return lines;
}

}  // namespace

std::vector<std::string> listed(std::string_view before, const std::vector<std::string>& items) {
  constexpr std::size_t kColumns = 96;
  std::string whole = fmt::format("{}[{}]:", before, fmt::join(items, ", "));
  if (whole.size() <= kColumns) return {whole};
  std::vector<std::string> lines{std::string(before) + "["};
  std::string line = "   ";
  for (const std::string& item : items) {
    if (line.size() + item.size() + 2 > kColumns && line.size() > 3) {
      lines.push_back(line);
      line = "   ";
    }
    line += " " + item + ",";
  }
  lines.push_back(line);
  lines.emplace_back("]:");
  return lines;
}

std::vector<std::string> loop_over(const std::vector<std::string>& names,
                                   const std::vector<std::string>& items,
                                   const std::vector<std::string>& body, double tolerance) {
  std::vector<std::string> lines = counted(names, items, body, tolerance);
  if (!lines.empty()) return lines;
  lines = listed(fmt::format("for {} in ", fmt::join(names, ", ")), items);
  for (const std::string& line : body) lines.push_back("    " + line);
  return lines;
}

}  // namespace papert::solve::turtle
