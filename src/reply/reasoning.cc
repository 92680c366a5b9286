// One pass over a reply. Outside a thought a line may open or close a fenced block, may begin with
// an opening mark, and may hold closing marks; inside a thought only its own closing
// mark counts, because thoughts are full of drafts whose fences never close.
//
//     draft ```python ... </think>      an unclosed fence does not hide the end of the thought
//     t.write("</think>")               a mark within a line of a block is the program's
//     use `<think>` and `</think>`      quoted: text
//     no <think>tags</think> here       the opening mark is in mid-line, so its partner is text,
//     too
//
// A closing mark without an opening one makes a thought of everything before it. Taking a thought
// out can bring another kind to the front (a channel behind a <think>), so the steps are repeated
// while they find something, a few times at most.

#include "reply/reasoning.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"

namespace papert::reply {
namespace {

struct Mark {
  std::string_view open;
  std::string_view close;
};

constexpr std::array<Mark, 8> kMarks{{{"<think>", "</think>"},
                                      {"<thinking>", "</thinking>"},
                                      {"<thought>", "</thought>"},
                                      {"<reasoning>", "</reasoning>"},
                                      {"<seed:think>", "</seed:think>"},
                                      {"<|begin_of_thought|>", "<|end_of_thought|>"},
                                      {"[THINK]", "[/THINK]"},
                                      {"◁think▷", "◁/think▷"}}};

/// What ends the text of a model whose decoder keeps its marks.
constexpr std::array<std::string_view, 11> kEndMarks{
    "</s>",       "<|im_end|>", "<|eot_id|>", "<|endoftext|>", "<|end_of_text|>",      "<|end|>",
    "<|return|>", "<|eom_id|>", "<eos>",      "<end_of_turn>", "<｜end▁of▁sentence｜>"};

constexpr std::string_view kChannel = "<|channel|>";
constexpr std::string_view kMessage = "<|message|>";
constexpr std::string_view kStart = "<|start|>";
constexpr std::string_view kNextMessage = "<|start|>assistant<|channel|>";
constexpr std::string_view kBlanks = " \t\r\n";

/// How often the steps are repeated at most: the cost stays linear.
constexpr int kMaxRounds = 8;

void add_thought(std::string& reasoning, std::string_view thought) {
  thought = trim(thought);
  if (thought.empty()) return;
  if (!reasoning.empty()) reasoning += '\n';
  reasoning += thought;
}

/// Whether text[at, end) stands between two equal quotes. Two fences are not quotes:
/// "```</think>```python".
bool is_quoted(std::string_view text, std::size_t at, std::size_t end) {
  if (at == 0 || end >= text.size() || text[at - 1] != text[end]) return false;
  if (text.substr(0, at).ends_with("```")) return false;
  return text[end] == '`' || text[end] == '"' || text[end] == '\'';
}

/// The run of ` or ~ that makes a line a fence; empty for any other line.
std::string_view fence_run(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t>");
  if (begin == std::string_view::npos || (line[begin] != '`' && line[begin] != '~')) return {};
  line = line.substr(begin);
  const std::size_t length = std::min(line.find_first_not_of(line.front()), line.size());
  if (length < 3 || line.find('`', length) != std::string_view::npos) return {};
  return line.substr(0, length);
}

/// Where the next byte is that a mark may begin with; the end where there is none.
std::size_t next_mark(std::string_view text, std::size_t from) {
  const auto begins = [](char c) { return c == '<' || c == '[' || c == '\xE2'; };
  while (from < text.size() && !begins(text[from])) ++from;
  return from;
}

class TagSplitter {
 public:
  explicit TagSplitter(std::string_view text) : text_(text) {}

  SplitReply run() {
    while (at_ < text_.size()) inside_ == nullptr ? read_line() : read_thought();
    if (inside_ != nullptr) {
      add_thought(split_.reasoning, text_.substr(piece_));
    } else {
      split_.answer += text_.substr(piece_);
    }
    return std::move(split_);
  }

  [[nodiscard]] bool found() const { return found_; }

 private:
  /// To the end of the thought that is open.
  void read_thought() {
    std::size_t at = text_.find(inside_->close, at_);
    while (at != std::string_view::npos && is_quoted(text_, at, at + inside_->close.size())) {
      at = text_.find(inside_->close, at + 1);
    }
    if (at == std::string_view::npos) {
      at_ = text_.size();
      return;
    }
    add_thought(split_.reasoning, text_.substr(piece_, at - piece_));
    piece_ = at_ = at + inside_->close.size();
    inside_ = nullptr;
  }

  /// What is left of a line outside thoughts; behind a closing mark a line begins anew.
  void read_line() {
    const std::size_t begin = at_;
    const std::size_t newline = text_.find('\n', begin);
    const std::size_t end = newline == std::string_view::npos ? text_.size() : newline + 1;
    const std::string_view seen = text_.substr(0, end);
    if (pass_fence(seen) || enter_thought(seen)) return;
    for (std::size_t at = next_mark(seen, begin); at < end; at = next_mark(seen, at + 1)) {
      if (note_opening(at)) continue;
      const std::optional<std::size_t> behind = orphan(at, begin);
      if (!behind) continue;
      leave_orphan(at, *behind);
      return;
    }
    at_ = end;
  }

  /// A line that opens or closes a block. One with a mark behind the fence is not passed: a draft
  /// may end in "``` </think>".
  bool pass_fence(std::string_view seen) {
    const std::string_view line = seen.substr(at_);
    const std::string_view fence = fence_run(line);
    if (fence.empty() || line.find_first_of("<[") != std::string_view::npos) return false;
    if (fence_.empty()) {
      fence_ = fence;
    } else if (fence.starts_with(fence_) && trim(line).ends_with(fence)) {
      fence_ = {};
    }
    at_ = seen.size();
    return true;
  }

  bool enter_thought(std::string_view seen) {
    if (!fence_.empty()) return false;
    const std::size_t begin = seen.find_first_not_of(kBlanks, at_);
    if (begin == std::string_view::npos) return false;
    const auto* mark = std::find_if(kMarks.begin(), kMarks.end(), [&](const Mark& each) {
      return text_.substr(begin).starts_with(each.open);
    });
    if (mark == kMarks.end()) return false;
    const std::string_view before = text_.substr(piece_, begin - piece_);
    if (!split_.answer.empty() || !trim(before).empty()) split_.answer += before;
    inside_ = mark;
    piece_ = at_ = begin + mark->open.size();
    found_ = true;
    return true;
  }

  /// An opening mark where none counts: its partner will not count either.
  bool note_opening(std::size_t at) {
    for (std::size_t i = 0; i < kMarks.size(); ++i) {
      if (!text_.substr(at).starts_with(kMarks[i].open)) continue;
      if (!is_quoted(text_, at, at + kMarks[i].open.size())) ++mentioned_[i];
      return true;
    }
    return false;
  }

  /// Behind the closing mark at `at`, if it ends a thought that was opened elsewhere.
  std::optional<std::size_t> orphan(std::size_t at, std::size_t line) {
    for (std::size_t i = 0; i < kMarks.size(); ++i) {
      if (!text_.substr(at).starts_with(kMarks[i].close)) continue;
      const std::size_t behind = at + kMarks[i].close.size();
      if (mentioned_[i] > 0) {
        --mentioned_[i];
        return std::nullopt;
      }
      const std::string_view before = text_.substr(line, at - line);
      const bool begins_line = before.find_first_not_of(" \t`~>") == std::string_view::npos;
      if (is_quoted(text_, at, behind) || (!fence_.empty() && !begins_line)) return std::nullopt;
      return behind;
    }
    return std::nullopt;
  }

  void leave_orphan(std::size_t at, std::size_t behind) {
    split_.answer += text_.substr(piece_, at - piece_);
    // "thought </think> answer </think>": the second mark ends nothing.
    const bool stray = found_ && text_.find_first_not_of(kBlanks, behind) == std::string_view::npos;
    if (!stray) {
      add_thought(split_.reasoning, split_.answer);
      split_.answer.clear();
    }
    found_ = true;
    fence_ = {};
    mentioned_ = {};
    piece_ = at_ = behind;
  }

  std::string_view text_;
  SplitReply split_;
  std::size_t at_ = 0;
  std::size_t piece_ = 0;         // where the thought, or the piece of the answer, begins
  const Mark* inside_ = nullptr;  // of the thought that is open
  std::string_view fence_;        // of the block that is open
  std::array<int, kMarks.size()> mentioned_{};
  bool found_ = false;
};

/// Blank lines before the answer go, the indentation of its first line stays.
std::string_view without_blank_start(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  const std::size_t newline = text.substr(0, begin).rfind('\n');
  return text.substr(newline == std::string_view::npos ? begin : newline + 1);
}

std::string_view without_end_marks(std::string_view text) {
  for (;;) {
    const std::string_view trimmed = text.substr(0, text.find_last_not_of(kBlanks) + 1);
    const auto* mark = std::find_if(kEndMarks.begin(), kEndMarks.end(),
                                    [&](std::string_view each) { return trimmed.ends_with(each); });
    if (mark == kEndMarks.end()) return text;
    text = trimmed.substr(0, trimmed.size() - mark->size());
  }
}

/// The messages of a reply in channels. The last one for the reader is the answer, all others are
/// thoughts; nothing where the text has no channels.
std::optional<SplitReply> split_channels(std::string_view text) {
  const std::string_view begin = trim(text);
  const std::size_t next = text.find(kNextMessage);
  const bool later = next != std::string_view::npos &&
                     (next == 0 || std::string_view("`\"'").find(text[next - 1]) == text.npos);
  const bool channels = text.find(kChannel) != std::string_view::npos;
  if (!channels || !(begin.starts_with(kChannel) || begin.starts_with(kStart) || later)) {
    return std::nullopt;
  }
  SplitReply split;
  std::size_t at = text.find(kChannel);
  const std::string_view before = text.substr(0, at);
  // What stands before the first channel is the end of a thought that the template had opened.
  add_thought(split.reasoning, before.substr(0, before.find("<|")));
  while (at != std::string_view::npos) {
    const std::size_t following = text.find(kChannel, at + kChannel.size());
    const std::string_view message =
        text.substr(at + kChannel.size(), following == std::string_view::npos
                                              ? std::string_view::npos
                                              : following - at - kChannel.size());
    const std::size_t header = message.find(kMessage);
    if (header != std::string_view::npos) {
      std::string_view body = message.substr(header + kMessage.size());
      for (const std::string_view mark : {"<|end|>", "<|return|>", "<|call|>", "<|start|>"}) {
        body = body.substr(0, body.find(mark));
      }
      const bool final = trim(message.substr(0, header)).starts_with("final");
      if (final) add_thought(split.reasoning, split.answer);
      final ? void(split.answer = body) : add_thought(split.reasoning, body);
    }
    at = following;
  }
  return split;
}

/// The same where the decoder dropped the marks and left the names of the channels.
std::optional<SplitReply> split_bare_channels(std::string_view text) {
  constexpr std::string_view kAnalysis = "analysis";
  constexpr std::string_view kFinal = "assistantfinal";
  const std::size_t final = text.rfind(kFinal);
  if (final == std::string_view::npos || !trim(text).starts_with(kAnalysis)) return std::nullopt;
  SplitReply split;
  const std::size_t begin = text.find(kAnalysis) + kAnalysis.size();
  add_thought(split.reasoning, text.substr(begin, final - begin));
  split.answer = text.substr(final + kFinal.size());
  return split;
}

std::optional<SplitReply> split_once(std::string_view text) {
  if (auto split = split_channels(text)) return split;
  if (auto split = split_bare_channels(text)) return split;
  TagSplitter splitter(text);
  SplitReply split = splitter.run();
  if (!splitter.found()) return std::nullopt;
  split.answer = without_blank_start(split.answer);
  return split;
}

/// Looked for by its "f", which programs have fewer of than "a".
bool holds_final(std::string_view text) {
  constexpr std::string_view kBefore = "assistant";
  for (std::size_t at = text.find('f', kBefore.size()); at != text.npos;
       at = text.find('f', at + 1)) {
    if (text.substr(at - kBefore.size()).starts_with("assistantfinal")) return true;
  }
  return false;
}

}  // namespace

// Most replies that are nothing but a program hold no byte that any mark begins with.
bool may_hold_thoughts(std::string_view text) {
  return text.find('<') != text.npos || text.find('[') != text.npos ||
         text.find('\xE2') != text.npos || holds_final(text);
}

SplitReply split_reasoning(std::string_view text) {
  SplitReply all;
  if (!may_hold_thoughts(text)) {
    all.answer = text;
    return all;
  }
  all.answer = without_end_marks(text);
  for (int round = 0; round < kMaxRounds; ++round) {
    std::optional<SplitReply> split = split_once(all.answer);
    if (!split) break;
    add_thought(all.reasoning, split->reasoning);
    all.answer = without_end_marks(split->answer);
  }
  return all;
}

}  // namespace papert::reply
