#include "reply/reply_layout.h"

#include <algorithm>

#include "base/text.h"
#include "reply/cues.h"
#include "reply/plain_reply.h"

namespace papert::reply {
namespace {

constexpr std::size_t kMaxItems = 200;      // of lists
constexpr std::size_t kHeadBytes = 16'384;  // of a very long reply only its ends are read
constexpr std::size_t kTailBytes = 114'688;

/// The beginning and the end of a reply that is too long to be read whole.
std::string ends_of(std::string_view reply) {
  if (reply.size() <= kHeadBytes + kTailBytes) return std::string(reply);
  return std::string(reply.substr(0, kHeadBytes)) + "\n" +
         std::string(reply.substr(reply.size() - kTailBytes));
}

}  // namespace

bool is_one_of(const Word& word, std::string_view signs) {
  return word.kind == Word::Kind::kSign && signs.find(word.text) != std::string_view::npos;
}

ReplyLayout::ReplyLayout(std::string_view reply)
    : text_(plain_reply(ends_of(reply))), all_(words_of(text_)) {
  words_ = all_;
}

void ReplyLayout::find_sentences() {
  starts_.assign(words_.size(), 0);
  lines_.assign(words_.size(), 0);
  for (std::size_t start = 0; start < words_.size();) {
    const std::size_t end = std::min(end_of(start), words_.size() - 1);
    for (std::size_t i = start; i <= end; ++i) {
      starts_[i] = start;
      lines_[i] = i > 0 && !words_[i - 1].is_break() ? lines_[i - 1] : i;
    }
    start = end + 1;
  }
}

std::size_t ReplyLayout::end_of(std::size_t at) const {
  return sentence_end(words_.first(std::min(words_.size(), at + kWindow)), at);
}

std::size_t ReplyLayout::line_end(std::size_t at) const {
  const std::size_t last = std::min(words_.size(), at + kWindow);
  while (at < last && !words_[at].is_break()) ++at;
  return at;
}

std::size_t ReplyLayout::next_line(std::size_t at) const {
  while (at < words_.size() && !words_[at].is_break()) ++at;
  return at + 1;
}

std::size_t ReplyLayout::line_begin(std::size_t at) const {
  return at < lines_.size() ? lines_[at] : at;
}

std::size_t ReplyLayout::skip_signs(std::size_t at, std::string_view signs) const {
  while (at < words_.size() && is_one_of(words_[at], signs)) ++at;
  return at;
}

bool ReplyLayout::has_word(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    if (words_[i].kind == Word::Kind::kWord || words_[i].kind == Word::Kind::kNumber) return true;
  }
  return false;
}

std::string ReplyLayout::text_between(std::size_t begin, std::size_t end) const {
  if (begin >= end) return {};
  std::string text = text_.substr(words_[begin].begin, words_[end - 1].end - words_[begin].begin);
  std::erase_if(text, [](char c) { return c > 0 && c <= kCross; });
  return std::string(trim(text));
}

std::string ReplyLayout::piece_at(std::size_t at) const {
  std::size_t end = line_end(at);
  while (end < words_.size() && !has_word(at, end)) {
    at = end + 1;
    end = line_end(at);
  }
  std::string text = text_between(at, end);
  for (const auto& items : lists_) {
    for (const Item& item : items) {
      const bool first = item.begin >= at && item.begin < end;
      if (first && items.back().begin >= end) {
        text += "; " + text_between(items.back().begin, items.back().end);
      }
    }
  }
  return text;
}

bool ReplyLayout::is_item(std::size_t at) const {
  return std::any_of(lists_.begin(), lists_.end(), [&](const std::vector<Item>& items) {
    return std::any_of(items.begin(), items.end(),
                       [&](const Item& item) { return item.begin == at; });
  });
}

bool ReplyLayout::is_listed(std::size_t at) const {
  for (const auto& items : lists_) {
    for (const Item& item : items) {
      if (line_begin(item.begin) == line_begin(at)) return true;
    }
  }
  return false;
}

void ReplyLayout::find_items() {
  lists_.clear();
  std::vector<Item> items;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (starts_[i] != i && i != line_begin(i)) continue;
    const std::size_t letter = label_at(i);
    if (letter == kNoLetter) continue;
    if (items.size() == kMaxItems) break;
    if (!items.empty()) items.back().end = i;
    items.push_back({letter, i, words_.size()});
  }
  for (Item& item : items) item.end = std::min(item.end, paragraph_end(item.begin));
  for (std::size_t i = 0; i < items.size();) {
    std::size_t next = i + 1;
    while (next < items.size() && items[next].letter == items[next - 1].letter + 1) ++next;
    if (next - i >= 2)
      lists_.emplace_back(items.begin() + static_cast<std::ptrdiff_t>(i),
                          items.begin() + static_cast<std::ptrdiff_t>(next));
    i = next;
  }
}

std::size_t ReplyLayout::paragraph_end(std::size_t at) const {
  const std::size_t last = std::min(words_.size(), at + kWindow);
  for (; at + 1 < last; ++at) {
    if (words_[at].is_break() && words_[at + 1].is_break()) return at;
  }
  return last;
}

std::size_t ReplyLayout::label_at(std::size_t at) const {
  std::size_t i = skip_signs(at, "([|\"'");
  if (i < words_.size() && (words_[i].is("option") || words_[i].is("choice"))) ++i;
  i = skip_signs(i, "([");
  if (i >= words_.size() || letter_of(words_[i]) == kNoLetter) return kNoLetter;
  if (i + 1 == words_.size()) return i == at ? letter_of(words_[i]) : kNoLetter;
  const std::size_t behind = skip_signs(i + 1, "\"'");
  const bool sign =
      behind < words_.size() && (is_one_of(words_[behind], ").:]-|=") || words_[behind].is_break());
  return sign && words_[i].capital ? letter_of(words_[i]) : kNoLetter;
}

bool ReplyLayout::is_stated(std::size_t at) const {
  const std::size_t start = std::max(starts_[at], at < kLookBack ? 0 : at - kLookBack);
  const std::size_t end = end_of(at);
  if (end < words_.size() && words_[end].is("?")) return false;
  if (any_of_words(words_, start, at, cues::kDisbelief)) return false;
  if (any_of_words(words_, start, at, cues::kNoHypothesis)) return true;
  return !any_of_words(words_, start, at, cues::kHypothesis);
}

bool ReplyLayout::is_short_line(std::size_t at) const {
  return at == line_begin(at) && line_end(at) - at <= 6 && !label_is_open(at);
}

bool ReplyLayout::label_is_open(std::size_t at) const {
  const std::size_t end = line_end(at);
  return end > at && words_[end - 1].is(":");
}

ReplyLayout::Mark ReplyLayout::mark_of(const Item& item) const {
  for (std::size_t i = item.begin + 1; i < item.end; ++i) {
    const bool tick = is_one_of(words_[i], "\x03\x04");
    const bool apart =
        is_one_of(words_[i - 1], "-:(,=>.") || words_[i - 1].is("is") || words_[i - 1].is("the");
    if (!tick && !apart) continue;
    if (phrase_at(words_, i, cues::kMarkedRight) > 0) return Mark::kRight;
    if (phrase_at(words_, i, cues::kMarkedWrong) > 0) return Mark::kWrong;
  }
  return Mark::kNone;
}

std::vector<ReplyLayout::Marked> ReplyLayout::marked_options() const {
  std::vector<Marked> marked;
  for (const auto& items : lists_) {
    std::vector<std::size_t> right;
    std::vector<std::size_t> open;
    for (const Item& item : items) {
      const Mark mark = mark_of(item);
      if (mark == Mark::kRight) right.push_back(item.letter);
      if (mark == Mark::kNone) open.push_back(item.letter);
    }
    if (right.empty() && items.size() >= 3) right = open;
    if (right.size() != 1) continue;
    marked.push_back({items.front().begin, right.front()});
  }
  return marked;
}

}  // namespace papert::reply
