// Any text before and after a key in one of its spellings: the key is gone from what is shown, and
// text without a key in it stays what it is.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "model/secret.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using papert::model::Secrets;
  static const Secrets secrets = [] {
    Secrets made;
    made.add("sk-a/b-SECRET-0123456789");
    return made;
  }();
  static constexpr std::array<std::string_view, 5> kSpellings{
      "sk-a/b-SECRET-0123456789", R"(sk\u002da\/b-SECRET-0123456789)", "sk-a%2Fb-SECRET-0123456789",
      "sk&#45;a&sol;b-SECRET-0123456789", "9876543210-TERCES-b/a-ks"};
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string shown = secrets.hide(text);
  if (shown.find(kSpellings[0]) != std::string::npos) std::abort();
  if (text.find("SECRET") == std::string::npos && text.find_first_of("\\%&") == std::string::npos &&
      shown.size() > text.size()) {
    std::abort();
  }
  for (const std::string_view spelling : kSpellings) {
    const std::string around = secrets.hide(text + " " + std::string(spelling) + " " + text);
    if (around.find(spelling) != std::string::npos) std::abort();
  }
  return 0;
}
