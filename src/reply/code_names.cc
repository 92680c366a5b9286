// A statement is read word by word. Its first word says what the others are: behind `def` comes a
// name and then parameters, behind `import` everything is bound, up to `in` a loop's variables are.
// A single = outside brackets binds the words before it; inside brackets it names an argument.

#include "reply/code_names.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace papert::reply {
namespace {

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_character(char c) { return is_name_start(c) || (c >= '0' && c <= '9'); }

class NameReader {
 public:
  explicit NameReader(std::string_view code) : code_(code) {}

  CodeNames run() {
    while (at_ < code_.size()) step();
    end_statement();
    return std::move(names_);
  }

 private:
  void step() {
    const char c = code_[at_];
    if (c == '\n') {
      if (brackets_ == 0) end_statement();
      ++at_;
    } else if (c == '#') {
      at_ = std::min(code_.find('\n', at_), code_.size());
    } else if (c == '"' || c == '\'') {
      skip_string(c);
    } else if (is_name_start(c)) {
      read_word();
    } else if (c >= '0' && c <= '9') {
      while (at_ < code_.size() && is_name_character(code_[at_])) ++at_;
    } else {
      read_mark(c);
    }
  }

  void skip_string(char quote) {
    const std::string_view three = code_.substr(at_, 3);
    const std::size_t length = three == std::string(3, quote) ? 3 : 1;
    const std::string_view end = three.substr(0, length);
    at_ += length;
    while (at_ < code_.size() && code_.substr(at_, length) != end) {
      if (length == 1 && code_[at_] == '\n') return;
      at_ += code_[at_] == '\\' ? 2 : 1;
    }
    at_ = std::min(at_ + length, code_.size());
  }

  void read_mark(char c) {
    ++at_;
    if (c == '(' || c == '[' || c == '{') ++brackets_;
    if (c == ')' || c == ']' || c == '}') brackets_ = std::max(brackets_ - 1, 0);
    if (c == ';' && brackets_ == 0) end_statement();
    if (c == ':' && (brackets_ == 0 || lambda_)) binding_ = lambda_ = false;
    if (c == '*' && head_ == "from") names_.star_import = true;
    const bool single =
        c == '=' && (at_ >= code_.size() || code_[at_] != '=') &&
        (at_ < 2 || std::string_view("=!<>").find(code_[at_ - 2]) == std::string_view::npos);
    if (single && brackets_ == 0) {
      for (const std::string_view word : words_) bind(word);
      words_.clear();
    } else if (single && !words_.empty()) {
      words_.pop_back();  // an argument's name
    }
    attribute_ = c == '.';
  }

  void read_word() {
    const std::size_t begin = at_;
    while (at_ < code_.size() && is_name_character(code_[at_])) ++at_;
    const std::string_view word = code_.substr(begin, at_ - begin);
    const bool attribute = std::exchange(attribute_, false);
    if (head_.empty()) begin_statement(word, begin);
    if (attribute && head_ != "import" && head_ != "from") return;
    if (word == "def" || word == "class") {
      names_function_ = true;
      binding_ = true;
    } else if (word == "for" || word == "lambda" || word == "import" || word == "from" ||
               word == "as") {
      binding_ = true;
      lambda_ = word == "lambda";
    } else if (word == "in") {
      binding_ = false;
    } else if (binding_) {
      bind(word);
      if (names_function_ && top_level_) {
        names_.functions.insert(word);
        function_ = word;
      }
      names_function_ = false;
    } else {
      words_.push_back(word);
    }
  }

  void begin_statement(std::string_view word, std::size_t begin) {
    head_ = word;
    top_level_ = begin == 0 || code_[begin - 1] == '\n';
    if (top_level_) function_ = {};
    names_.imports = names_.imports || word == "import" || word == "from";
  }

  void bind(std::string_view word) {
    names_.bound.insert(word);
    // Of a function only its name can be seen from outside.
    const bool parameter = (head_ == "def" || head_ == "class") && !names_function_;
    if (top_level_ && !parameter) names_.defined.insert(word);
  }

  void end_statement() {
    for (const std::string_view word : words_) {
      names_.used.insert(word);
      if (word != function_) names_.called.insert(word);
    }
    words_.clear();
    head_ = {};
    binding_ = lambda_ = attribute_ = names_function_ = false;
    brackets_ = 0;
  }

  std::string_view code_;
  CodeNames names_;
  std::size_t at_ = 0;
  int brackets_ = 0;
  std::string_view head_;                // the first word of the statement
  std::vector<std::string_view> words_;  // of the statement, not bound so far
  bool top_level_ = false;
  std::string_view function_;    // at the top level, whose body this is
  bool binding_ = false;         // words are bound here
  bool lambda_ = false;          // as parameters of a lambda
  bool names_function_ = false;  // the next word is the name of a function or class
  bool attribute_ = false;       // the next word is one
};

}  // namespace

NameSet CodeNames::missing() const {
  NameSet names;
  for (const std::string_view name : used) {
    if (!bound.contains(name)) names.insert(name);
  }
  return names;
}

CodeNames names_in(std::string_view code) { return NameReader(code).run(); }

}  // namespace papert::reply
