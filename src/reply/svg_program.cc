#include "reply/svg_program.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/text.h"

namespace papert::reply {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

/// A stretch of the reply.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A piece of XML that begins with "<".
struct Markup {
  enum class Kind { kText, kAside, kOpen, kClose, kEmpty };  // an aside: comment, CDATA, <?, <!

  Kind kind = Kind::kText;
  std::size_t end = 0;
  std::string name;  // of a tag: small letters, no prefix
};

/// Reads one piece after the other. A search that fails is not repeated further on, and quotes that
/// do not close are forgiven a limited number of times, so the cost stays linear.
class MarkupReader {
 public:
  explicit MarkupReader(std::string_view text) : text_(text) {}

  [[nodiscard]] Markup at(std::size_t begin) {
    struct Aside {
      std::string_view opens;
      std::string_view closes;
    };
    static constexpr std::array<Aside, kAsides> kForms{
        {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}}};
    const std::string_view rest = text_.substr(begin);
    for (std::size_t i = 0; i < kForms.size(); ++i) {
      if (!rest.starts_with(kForms[i].opens)) continue;
      const std::size_t from = begin + kForms[i].opens.size();
      const std::size_t close = missing_[i] ? kNowhere : text_.find(kForms[i].closes, from);
      missing_[i] = close == kNowhere;
      if (close == kNowhere) return {};
      return {Markup::Kind::kAside, close + kForms[i].closes.size(), {}};
    }
    return tag(begin);
  }

 private:
  static constexpr std::size_t kAsides = 4;
  static constexpr int kMaxForgiven = 64;

  static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ':' ||
           c == '_' || c == '-' || c == '.';
  }

  Markup tag(std::size_t begin) {
    const bool closes = text_.substr(begin).starts_with("</");
    const std::size_t from = begin + (closes ? 2 : 1);
    std::size_t after = from;
    while (after < text_.size() && is_name(text_[after])) ++after;
    if (after == from) return {};
    const std::size_t bracket = end_of_tag(after);
    if (bracket == kNowhere) return {};
    std::string name = lower(text_.substr(from, after - from));
    name.erase(0, name.find(':') == std::string::npos ? 0 : name.find(':') + 1);
    const bool empty = !closes && bracket > after && text_[bracket - 1] == '/';
    const auto kind = closes  ? Markup::Kind::kClose
                      : empty ? Markup::Kind::kEmpty
                              : Markup::Kind::kOpen;
    return {kind, bracket + 1, std::move(name)};
  }

  /// The ">" that ends a tag, which is not in quotes unless those never close.
  std::size_t end_of_tag(std::size_t from) {
    if (no_bracket_) return kNowhere;
    if (forgiven_ < kMaxForgiven) {
      std::size_t at = from;
      while ((at = text_.find_first_of("\"'>", at)) != kNowhere) {
        if (text_[at] == '>') return at;
        at = text_.find(text_[at], at + 1);
        if (at == kNowhere) break;
        ++at;
      }
      ++forgiven_;
    }
    const std::size_t bracket = text_.find('>', from);
    no_bracket_ = bracket == kNowhere;
    return bracket;
  }

  std::string_view text_;
  std::array<bool, kAsides> missing_{};
  bool no_bracket_ = false;
  int forgiven_ = 0;
};

bool is_svg_element(std::string_view name) {
  constexpr std::array<std::string_view, 28> kNames{
      "svg",      "g",       "defs",    "use",      "symbol",         "path",           "rect",
      "circle",   "ellipse", "line",    "polyline", "polygon",        "text",           "tspan",
      "textpath", "title",   "desc",    "style",    "lineargradient", "radialgradient", "stop",
      "clippath", "mask",    "pattern", "marker",   "filter",         "image",          "metadata"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// What begins a line: only white space or marks of a quotation stand in front.
bool begins_line(std::string_view text, std::size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t' || text[at - 1] == '>')) --at;
  return at == 0 || text[at - 1] == '\n';
}

/// Finds the documents of a reply in one pass.
class DocumentFinder {
 public:
  explicit DocumentFinder(std::string_view text) : text_(text), reader_(text) {}

  void run() {
    for (std::size_t at = text_.find('<'); at != kNowhere; at = text_.find('<', at)) {
      const Markup markup = reader_.at(at);
      if (markup.kind == Markup::Kind::kText) {
        ++at;
        continue;
      }
      take(markup, at);
      at = markup.end;
    }
    open_.resize(std::min(open_.size(), kMaxCutOff));
    for (const Open& open : open_) cut_off(open);
  }

  [[nodiscard]] const std::vector<Stretch>& documents() const { return documents_; }
  [[nodiscard]] const std::vector<Stretch>& pieces() const { return pieces_; }

 private:
  struct Open {
    std::size_t begin = 0;
    std::size_t after = 0;  // the end of its tag
  };

  void take(const Markup& markup, std::size_t at) {
    if (markup.kind == Markup::Kind::kAside) return aside(markup, at);
    if (is_svg_element(markup.name) && begins_line(text_, at)) lines_.push_back({at, markup.end});
    if (markup.name != "svg") return;
    switch (markup.kind) {
      case Markup::Kind::kOpen:
        open_.push_back({open_.empty() ? with_prolog(at) : at, markup.end});
        break;
      case Markup::Kind::kEmpty:
        if (open_.empty()) documents_.push_back({with_prolog(at), markup.end});
        break;
      default:
        close(markup, at);
    }
  }

  /// Comments and declarations in front of a document belong to it, and comments behind it.
  void aside(const Markup& markup, std::size_t at) {
    if (!open_.empty()) return;
    if (!documents_.empty() && touches(documents_.back().end, at)) {
      documents_.back().end = markup.end;
      return;
    }
    if (!prolog_ || !touches(prolog_->end, at)) prolog_ = Stretch{at, at};
    prolog_->end = markup.end;
  }

  /// Whether only white space, and not much of it, is in between.
  [[nodiscard]] bool touches(std::size_t end, std::size_t begin) const {
    constexpr std::size_t kMaxBetween = 256;
    return begin - end <= kMaxBetween && trim(text_.substr(end, begin - end)).empty();
  }

  [[nodiscard]] std::size_t with_prolog(std::size_t at) const {
    return prolog_ && touches(prolog_->end, at) ? prolog_->begin : at;
  }

  void close(const Markup& markup, std::size_t at) {
    if (open_.empty()) {
      // More of a document whose end was mistaken, unless the tag is only named.
      const bool named = at > 0 && (text_[at - 1] == '`' || text_[at - 1] == '"');
      if (!documents_.empty() && !named) documents_.back().end = markup.end;
      return;
    }
    const std::size_t begin = open_.back().begin;
    open_.pop_back();
    while (!documents_.empty() && documents_.back().begin >= begin) documents_.pop_back();
    documents_.push_back({begin, markup.end});
  }

  /// A document without its end: to the last line that begins with a tag of SVG, before the next
  /// document. One that does not begin a line is only named.
  void cut_off(const Open& open) {
    if (!begins_line(text_, open.begin)) return;
    std::size_t limit = text_.size();
    for (const Stretch& document : documents_) {
      if (document.begin > open.begin) limit = std::min(limit, document.begin);
    }
    std::size_t end = open.after;
    for (const Stretch& line : lines_) {
      if (line.begin > open.begin && line.begin < limit) end = std::max(end, line.end);
    }
    pieces_.push_back({open.begin, end});
  }

  static constexpr std::size_t kMaxCutOff = 64;
  std::string_view text_;
  MarkupReader reader_;
  std::vector<Open> open_;
  std::vector<Stretch> documents_;  // outermost, in order
  std::vector<Stretch> pieces_;
  std::vector<Stretch> lines_;  // tags of SVG that begin a line
  std::optional<Stretch> prolog_;
};

/// The label of a line that opens or closes a fenced block; nothing for other lines.
std::optional<std::string> fence_label(std::string_view line) {
  line = trim(line);
  if (!line.starts_with("```") && !line.starts_with("~~~")) return std::nullopt;
  return lower(trim(line.substr(std::min(line.find_first_not_of(line.front()), line.size()))));
}

/// In order, and no two that meet.
std::vector<Stretch> merged(std::vector<Stretch> stretches) {
  std::sort(stretches.begin(), stretches.end(),
            [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; });
  std::vector<Stretch> disjoint;
  for (const Stretch& each : stretches) {
    if (!disjoint.empty() && each.begin <= disjoint.back().end) {
      disjoint.back().end = std::max(disjoint.back().end, each.end);
    } else {
      disjoint.push_back(each);
    }
  }
  return disjoint;
}

/// Whether one of them, which are merged, has a part of the text from `begin` to `end`.
bool overlap(const std::vector<Stretch>& stretches, std::size_t begin, std::size_t end) {
  const auto first =
      std::upper_bound(stretches.begin(), stretches.end(), begin,
                       [](std::size_t place, const Stretch& each) { return place < each.end; });
  return first != stretches.end() && first->begin < end;
}

/// The insides of closed blocks that are labelled as SVG and hold no document.
std::vector<Stretch> labelled_blocks(std::string_view text, const std::vector<Stretch>& known) {
  std::vector<Stretch> blocks;
  std::size_t inside = kNowhere;  // where the open block begins
  bool svg = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const auto label = fence_label(text.substr(at, end - at));
    if (label && !overlap(known, at, end)) {
      if (inside == kNowhere) {
        inside = std::min(end + 1, text.size());
        svg = *label == "svg" || *label == "xml";
      } else if (label->empty()) {
        const bool code = svg && at > inside && !overlap(known, inside, at);
        if (code) blocks.push_back({inside, at});
        inside = kNowhere;
      }
    }
    at = end + 1;
  }
  return blocks;
}

/// The text without these stretches, which are merged.
std::string without(std::string_view text, const std::vector<Stretch>& stretches) {
  std::string rest;
  std::size_t at = 0;
  for (const Stretch& each : stretches) {
    rest.append(text.substr(at, each.begin - at)).append("\n");
    at = each.end;
  }
  return rest.append(text.substr(at));
}

}  // namespace

SvgReply split_svg(std::string_view reply) {
  SvgReply split;
  if (reply.find('<') == kNowhere) {
    split.rest = reply;
    return split;
  }
  DocumentFinder finder(reply);
  finder.run();
  const std::vector<Stretch>& documents = finder.documents();
  split.programs = documents.size();
  if (!documents.empty()) {
    const auto first = std::find_if(documents.rbegin(), documents.rend(), [&](const Stretch& each) {
      return begins_line(reply, each.begin);
    });
    const Stretch& chosen = first == documents.rend() ? documents.back() : *first;
    split.program = reply.substr(chosen.begin, chosen.end - chosen.begin);
  }
  std::vector<Stretch> code = documents;
  code.insert(code.end(), finder.pieces().begin(), finder.pieces().end());
  code = merged(std::move(code));
  const std::vector<Stretch> blocks = labelled_blocks(reply, code);
  code.insert(code.end(), blocks.begin(), blocks.end());
  split.rest = without(reply, merged(std::move(code)));
  return split;
}

}  // namespace papert::reply
