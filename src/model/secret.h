// Keeps keys out of everything that is shown or stored. A server knows the key it was sent, and may
// repeat it in an error, a redirection or an answer, plain or in the dress of whatever it writes:
//
//     sk-a/b   sk-a\/b   sk\u002da\u002fb   sk-a%2Fb   sk&#45;a&#x2f;b   c2stYS9i   736b2d612f62
//
// All of these, also nested once or twice (\\u002d, %252F, &amp;#45;), are found without decoding
// the text first, so what is masked is masked wherever a later step would decode it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace papert::model {

/// A key as it may be printed: "sk-...abcd"; short ones are hidden altogether.
[[nodiscard]] std::string masked(std::string_view key);

class Secrets {
 public:
  /// Less than four characters ("x", where a server wants any key) are not secret.
  void add(std::string_view secret);

  /// For messages: every secret masked. Linear in the text.
  [[nodiscard]] std::string hide(std::string_view text) const;

  /// For replies: only secrets that no answer holds by chance are masked. What people write where a
  /// server wants any key (EMPTY, not-needed, placeholder) may be a word of an answer, and an
  /// answer must not change.
  [[nodiscard]] std::string hide_in_reply(std::string text) const;

 private:
  struct Secret {
    std::string text;
    std::string mask;
    bool unmistakable = false;
    std::vector<std::string> disguises;  // other spellings, to be found as they stand
  };

  [[nodiscard]] std::string hide(std::string text, bool only_unmistakable) const;

  std::vector<Secret> secrets_;
};

}  // namespace papert::model
