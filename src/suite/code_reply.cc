#include "suite/code_reply.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace papert::suite {
namespace {

std::string_view without_carriage_return(std::string_view line) {
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

/// A line that opens or closes a block: its run of ` or ~ and what follows.
struct Fence {
  char mark = 0;
  std::size_t length = 0;  // 0: the line is no fence
  std::string_view rest;
};

Fence fence_of(std::string_view line) {
  line = trim(line);
  if (line.empty() || (line.front() != '`' && line.front() != '~')) return {};
  const std::size_t length = std::min(line.find_first_not_of(line.front()), line.size());
  const std::string_view rest = trim(line.substr(length));
  // "```x = 1```" on one line is inline code, not the start of a block.
  if (length < 3 || rest.find('`') != std::string_view::npos) return {};
  return {line.front(), length, rest};
}

std::string joined(const std::vector<std::string_view>& lines) {
  std::string text;
  for (const std::string_view line : lines) text.append(line).append("\n");
  return text;
}

/// Blocks in a list or quote are indented as a whole: the fence's own indentation is taken off.
std::string_view outdented(std::string_view line, std::size_t columns) {
  return line.substr(std::min(columns, indentation(line)));
}

/// Code that is indented as a whole, as Markdown has it without a fence.
std::vector<std::string_view> all_outdented(std::vector<std::string_view> lines) {
  std::size_t columns = std::string_view::npos;
  for (const std::string_view line : lines) {
    if (!trim(line).empty()) columns = std::min(columns, indentation(line));
  }
  for (std::string_view& line : lines) line = outdented(line, columns);
  return lines;
}

struct Block {
  std::string code;
  bool closed = false;
};

std::vector<Block> fenced_blocks(const std::vector<std::string_view>& lines) {
  std::vector<Block> blocks;
  std::vector<std::string_view> body;
  Fence open;
  std::size_t columns = 0;
  for (const std::string_view line : lines) {
    const Fence fence = fence_of(line);
    if (open.length == 0) {
      if (fence.length == 0) continue;
      open = fence;
      columns = indentation(line);
      body.clear();
    } else if (fence.mark == open.mark && fence.length >= open.length && fence.rest.empty()) {
      blocks.push_back({joined(body), true});
      open = {};
      if (blocks.size() == kMaxCodeBlocks) return blocks;
    } else {
      body.push_back(outdented(line, columns));
    }
  }
  if (open.length > 0) blocks.push_back({joined(body), false});
  return blocks;
}

bool is_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || text[word.size()] == ' ' ||
                                    text[word.size()] == ':' || text[word.size()] == '(');
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

/// "name(", "name =", "a.b += " and the like at the start of a line.
bool is_call_or_assignment(std::string_view line) {
  const std::size_t end = static_cast<std::size_t>(
      std::find_if_not(line.begin(), line.end(), is_name_character) - line.begin());
  if (end == 0 || end == line.size()) return false;
  if (line[end] == '(' || line[end] == '[') {
    return line.find_first_of(")]", end) != line.npos || end + 1 == line.size() ||
           line.ends_with(',');
  }
  std::string_view rest = trim(line.substr(end));
  if (rest.starts_with(':')) {  // size: int = 100
    const std::size_t equals = rest.find('=');
    const std::string_view type = trim(rest.substr(1, equals == rest.npos ? 0 : equals - 1));
    const bool plain = !type.empty() && std::all_of(type.begin(), type.end(), [](char c) {
      return is_name_character(c) || c == '[' || c == ']';
    });
    if (plain) rest = rest.substr(equals);
  }
  constexpr std::array<std::string_view, 6> kAssignments{"=", "+=", "-=", "*=", "/=", ","};
  return std::any_of(kAssignments.begin(), kAssignments.end(), [&](std::string_view operation) {
    return rest.starts_with(operation) && !rest.starts_with("==") &&
           (operation != "," || rest.find('=') != rest.npos);
  });
}

/// Python keywords open prose as well ("for example", "if you ..."), so those lines must also end
/// as code does.
bool looks_like_code(std::string_view line) {
  line = trim(line);
  if (line.empty()) return false;
  if (line.front() == '#' || line.front() == '@') return true;
  for (const std::string_view word : {"import", "from"}) {
    if (is_word(line, word)) return line.find('.') == line.npos || !line.ends_with('.');
  }
  for (const std::string_view word : {"def", "class", "for", "while", "if", "elif", "else", "try",
                                      "except", "finally", "with", "match", "case"}) {
    if (is_word(line, word)) return line.find(':') != line.npos && !line.ends_with('.');
  }
  for (const std::string_view word : {"return", "pass", "break", "continue", "global"}) {
    if (is_word(line, word)) return !line.ends_with('.');
  }
  return is_call_or_assignment(line);
}

/// How many more brackets a line opens than it closes.
int opened_brackets(std::string_view line) {
  int open = 0;
  char quote = 0;
  for (const char c : line) {
    if (quote != 0 || c == '"' || c == '\'') {
      quote = quote == 0 ? c : c == quote ? char{0} : quote;
      continue;
    }
    if (c == '#') break;
    if (c == '(' || c == '[' || c == '{') ++open;
    if (c == ')' || c == ']' || c == '}') --open;
  }
  return open;
}

/// The longest stretch of code lines; blank lines, indented ones and those within brackets belong
/// to the stretch around them.
std::vector<std::string_view> longest_stretch(const std::vector<std::string_view>& lines) {
  std::vector<std::string_view> best;
  std::vector<std::string_view> stretch;
  std::size_t code_lines = 0;
  std::size_t best_code_lines = 0;
  int brackets = 0;
  const auto close = [&] {
    while (!stretch.empty() && trim(stretch.back()).empty()) stretch.pop_back();
    if (code_lines > best_code_lines) {
      best = stretch;
      best_code_lines = code_lines;
    }
    stretch.clear();
    code_lines = 0;
    brackets = 0;
  };
  for (const std::string_view line : lines) {
    const bool code = looks_like_code(line);
    const bool continues =
        !stretch.empty() && (trim(line).empty() || indentation(line) > 0 || brackets > 0);
    if (!code && !continues) {
      close();
      continue;
    }
    stretch.push_back(line);
    code_lines += code ? 1 : 0;
    brackets = std::max(brackets + opened_brackets(line), 0);
  }
  close();
  return best;
}

void add(std::vector<CodeCandidate>& candidates, std::string code, std::string_view rule) {
  if (trim(code).empty()) return;
  const bool known = std::any_of(candidates.begin(), candidates.end(),
                                 [&](const CodeCandidate& c) { return c.code == code; });
  if (!known) candidates.push_back({std::move(code), rule});
}

}  // namespace

std::vector<CodeCandidate> find_code(std::string_view reply) {
  std::vector<std::string_view> lines;
  for (const std::string_view line : split(reply, '\n')) {
    lines.push_back(without_carriage_return(line));
  }
  std::vector<CodeCandidate> candidates;
  const std::vector<Block> blocks = fenced_blocks(lines);
  std::string all;
  for (const Block& block : blocks) {
    add(candidates, block.code, block.closed ? "fence" : "open_fence");
    all += block.code;
  }
  if (blocks.size() > 1) add(candidates, std::move(all), "joined");
  if (!candidates.empty()) return candidates;
  const auto first = std::find_if(lines.begin(), lines.end(),
                                  [](std::string_view line) { return !trim(line).empty(); });
  if (first != lines.end() && looks_like_code(*first)) {
    add(candidates, joined(all_outdented(lines)), "bare");
  }
  add(candidates, joined(all_outdented(longest_stretch(lines))), "lines");
  return candidates;
}

Answer find_code_strictly(std::string_view reply) {
  if (reply.find("```") == std::string_view::npos && reply.find("~~~") == std::string_view::npos) {
    const std::string_view whole = trim(reply);
    return {std::string(whole), whole.empty() ? "" : "whole"};
  }
  const std::vector<CodeCandidate> candidates = find_code(reply);
  if (candidates.size() != 1 || candidates.front().rule != "fence") return {};
  return {candidates.front().code, std::string(candidates.front().rule)};
}

}  // namespace papert::suite
