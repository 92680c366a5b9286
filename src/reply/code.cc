#include "reply/code.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "reply/code_names.h"
#include "reply/fenced_blocks.h"

namespace papert::reply {
namespace {

/// The text of code that is indented as a whole, as Markdown has it without a fence.
std::string joined(const std::vector<std::string_view>& lines) {
  std::size_t columns = std::string_view::npos;
  std::size_t size = 0;
  for (const std::string_view line : lines) {
    if (columns > 0 && !trim(line).empty()) columns = std::min(columns, indentation(line));
    size += line.size() + 1;
  }
  std::string text;
  text.reserve(size);
  for (const std::string_view line : lines) text.append(outdented(line, columns)).push_back('\n');
  return text;
}

bool is_word(std::string_view text, std::string_view word) {
  if (text.empty() || text.front() != word.front()) return false;
  return text.starts_with(word) && (text.size() == word.size() || text[word.size()] == ' ' ||
                                    text[word.size()] == ':' || text[word.size()] == '(');
}

bool is_dotted_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

/// "name(", "name =", "a.b += " and the like at the start of a line.
bool is_call_or_assignment(std::string_view line) {
  const auto end = static_cast<std::size_t>(
      std::find_if_not(line.begin(), line.end(), is_dotted_name_character) - line.begin());
  if (end == 0 || end == line.size()) return false;
  if (line[end] == '(' || line[end] == '[') {
    return line.ends_with(')') || line.ends_with(',') || end + 1 == line.size() ||
           line.find(')', end) != line.npos || line.find(']', end) != line.npos;
  }
  std::string_view rest = trim(line.substr(end));
  if (rest.starts_with(':')) {  // size: int = 100
    const std::size_t equals = rest.find('=');
    const std::string_view type = trim(rest.substr(1, equals == rest.npos ? 0 : equals - 1));
    const bool plain = !type.empty() && std::all_of(type.begin(), type.end(), [](char c) {
      return is_dotted_name_character(c) || c == '[' || c == ']';
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

void add(std::vector<Candidate>& candidates, std::string code, std::string_view rule,
         std::string label = {}) {
  if (trim(code).empty()) return;
  const bool known = std::any_of(candidates.begin(), candidates.end(),
                                 [&](const Candidate& c) { return c.code == code; });
  if (!known) candidates.push_back({std::move(code), std::string(rule), std::move(label)});
}

std::vector<Candidate> bare_code(const std::vector<std::string_view>& lines) {
  std::vector<Candidate> candidates;
  const auto first = std::find_if(lines.begin(), lines.end(),
                                  [](std::string_view line) { return !trim(line).empty(); });
  if (first != lines.end() && looks_like_code(*first)) {
    add(candidates, joined(lines), "bare");
  }
  add(candidates, joined(longest_stretch(lines)), "lines");
  return candidates;
}

/// Labels of blocks that hold commands, data or output.
constexpr std::array<std::string_view, 21> kForeignLabels{
    "bash", "sh",  "shell", "zsh",  "console", "terminal", "powershell",
    "cmd",  "bat", "json",  "yaml", "yml",     "toml",     "diff",
    "ini",  "csv", "log",   "md",   "output",  "stdout",   "markdown"};

bool is_foreign(std::string_view label) {
  const std::string name = lower(label.substr(0, label.find_first_of(" \t,{:")));
  return std::ranges::find(kForeignLabels, name) != kForeignLabels.end();
}

/// The lines of code, each between line ends, without blank ones and comments.
std::string code_lines(std::string_view code) {
  std::string lines = "\n";
  for (const std::string_view line : split(code, '\n')) {
    const std::string_view text = trim(line);
    if (!text.empty() && text.front() != '#') lines.append(text).append("\n");
  }
  return lines;
}

/// Finds out whether blocks are lines quoted from the program before them, to explain it: at most
/// half of it, in one piece, and not from its beginning. Long texts and late blocks are not
/// compared, which bounds the cost.
class QuotationCheck {
 public:
  [[nodiscard]] bool quotes(std::string_view block, std::string_view program) {
    if (block.size() > kMaxBlock || program.size() > kMaxProgram || checks_++ >= kMaxCodeBlocks) {
      return false;
    }
    const std::string part = code_lines(block);
    const std::string whole = code_lines(program);
    const auto count = [](const std::string& lines) {
      return std::count(lines.begin(), lines.end(), '\n') - 1;
    };
    const std::size_t at = whole.find(part);
    return at != std::string::npos && at > 0 && 2 * count(part) <= count(whole);
  }

 private:
  static constexpr std::size_t kMaxBlock = 4U << 10;
  static constexpr std::size_t kMaxProgram = 32U << 10;
  std::size_t checks_ = 0;
};

/// Which block is the answer, and how many are programs.
struct Choice {
  std::optional<std::size_t> block;
  std::size_t programs = 0;
};

Choice choose_block(const std::vector<Block>& blocks, const ProgramRule& rule) {
  Choice choice;
  Likeness best = Likeness::kNone;
  QuotationCheck check;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Block& block = blocks[i];
    const Likeness likeness = is_foreign(block.label) ? Likeness::kNone : rule.likeness(block.code);
    if (likeness == Likeness::kNone || likeness < best) continue;
    if (choice.block && check.quotes(block.code, blocks[*choice.block].code)) continue;
    choice.programs = likeness > best ? 1 : choice.programs + 1;
    best = likeness;
    // A block that was cut off counts only where no other does.
    if (block.closed || !choice.block) choice.block = i;
  }
  return choice;
}

/// Without a program: the last block, commands and data only where there is nothing else.
std::optional<std::size_t> last_block(const std::vector<Block>& blocks) {
  std::optional<std::size_t> last;
  bool last_is_foreign = true;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (trim(blocks[i].code).empty() || (!blocks[i].closed && last)) continue;
    const bool foreign = is_foreign(blocks[i].label);
    if (last && foreign && !last_is_foreign) continue;
    last = i;
    last_is_foreign = foreign;
  }
  return last;
}

/// The blocks that `chosen` needs, itself included, in their order: earlier ones that define what
/// it uses, and later ones that call what it defines and never calls itself.
std::vector<std::size_t> needed_blocks(const std::vector<Block>& blocks, std::size_t chosen,
                                       const ProgramRule& rule) {
  std::vector<std::size_t> needed{chosen};
  const CodeNames own = names_in(blocks[chosen].code);
  NameSet missing = own.missing();
  for (const std::string_view name : rule.given) missing.erase(name);
  bool imports = own.imports;
  for (std::size_t i = chosen; i-- > 0 && (!missing.empty() || !imports);) {
    if (is_foreign(blocks[i].label)) continue;
    const CodeNames names = names_in(blocks[i].code);
    const bool defines = std::ranges::any_of(
        names.defined, [&](std::string_view name) { return missing.contains(name); });
    if (!defines && (imports || !names.star_import)) continue;
    needed.insert(needed.begin(), i);
    imports = imports || names.imports;
    for (const std::string_view name : names.defined) missing.erase(name);
    for (const std::string_view name : names.missing()) missing.insert(name);
    for (const std::string_view name : rule.given) missing.erase(name);
  }
  for (std::size_t i = chosen + 1; i < blocks.size(); ++i) {
    if (is_foreign(blocks[i].label) || !blocks[i].closed) continue;
    const CodeNames names = names_in(blocks[i].code);
    const bool calls = std::ranges::any_of(own.functions, [&](std::string_view name) {
      return name != rule.entry && !own.called.contains(name) && names.missing().contains(name);
    });
    if (calls) needed.push_back(i);
  }
  return needed;
}

Answer answer_of(std::vector<Block> blocks, std::size_t chosen, const ProgramRule& rule) {
  Block& block = blocks[chosen];
  const std::string_view fence = block.closed ? "fence" : "open_fence";
  if (rule.joins && blocks.size() > 1) {
    const std::vector<std::size_t> needed = needed_blocks(blocks, chosen, rule);
    if (needed.size() > 1) {
      std::string code;
      for (const std::size_t i : needed) code += blocks[i].code;
      return Answer::one(std::move(code), "joined", std::move(block.label));
    }
  }
  return Answer::one(std::move(block.code), std::string(fence), std::move(block.label));
}

/// Of code outside of blocks: all of it if it begins and ends as code does, else the longest
/// stretch.
Answer bare_answer(const std::vector<std::string_view>& lines) {
  const auto says_something = [](std::string_view line) { return !trim(line).empty(); };
  const auto first = std::find_if(lines.begin(), lines.end(), says_something);
  if (first == lines.end()) return {};
  const auto last = std::find_if(lines.rbegin(), lines.rend(), says_something);
  const bool to_the_end = looks_like_code(*last) || indentation(*last) > 0;
  if (to_the_end && looks_like_code(*first)) {
    return Answer::one(joined(lines), "bare");
  }
  const std::vector<Candidate> candidates = bare_code(lines);
  if (candidates.empty()) return {};
  const Candidate& best = to_the_end ? candidates.front() : candidates.back();
  return Answer::one(best.code, best.rule);
}

}  // namespace

std::vector<Candidate> find_code(std::string_view reply) {
  Parts parts = parts_of(reply, kMaxCodeBlocks);
  std::vector<Candidate> candidates;
  std::string all;
  for (Block& block : parts.blocks) {
    all += block.code;
    add(candidates, std::move(block.code), block.closed ? "fence" : "open_fence",
        std::move(block.label));
  }
  if (parts.blocks.size() > 1) add(candidates, std::move(all), "joined");
  return candidates.empty() ? bare_code(parts.outside) : candidates;
}

Answer find_program(std::string_view reply, const ProgramRule& rule) {
  Parts parts = parts_of(reply, std::string_view::npos);
  const Choice choice = choose_block(parts.blocks, rule);
  if (choice.block) {
    Answer answer = answer_of(std::move(parts.blocks), *choice.block, rule);
    answer.programs = choice.programs;
    return answer;
  }
  Answer bare = bare_answer(parts.outside);
  const bool program =
      !bare.first().code.empty() && rule.likeness(bare.first().code) != Likeness::kNone;
  bare.programs = program ? 1 : 0;
  if (program) return bare;
  const std::optional<std::size_t> last = last_block(parts.blocks);
  return last ? answer_of(std::move(parts.blocks), *last, rule) : bare;
}

Answer read_program(std::string_view reply, Extraction extraction, const ProgramRule& rule,
                    Answer (*published)(std::string_view reply)) {
  if (extraction == Extraction::kStrict) return find_code_strictly(reply, rule);
  return extraction == Extraction::kPublished ? published(reply) : find_program(reply, rule);
}

std::size_t count_programs(std::string_view reply, const ProgramRule& rule) {
  return find_program(reply, rule).programs;
}

Answer find_code_strictly(std::string_view reply, const ProgramRule& rule) {
  Answer answer;
  if (reply.find("```") == std::string_view::npos && reply.find("~~~") == std::string_view::npos) {
    const std::string_view whole = trim(reply);
    if (!whole.empty()) answer = Answer::one(std::string(whole), "whole");
  } else {
    std::vector<Candidate> candidates = find_code(reply);
    if (candidates.size() == 1 && candidates.front().rule == "fence") {
      answer.candidates = std::move(candidates);
    }
  }
  answer.programs = count_programs(reply, rule);
  return answer;
}

}  // namespace papert::reply
