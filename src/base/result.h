// Errors as values. Result<T> is either a T or an Error; TRY passes an Error on to the caller.
//
//     Result<Config> load(const std::string& path) {
//       std::string text = TRY(read_file(path));
//       if (text.empty()) return fail(ErrorCode::kBadData, "the file is empty", path);
//       return parse(text);
//     }
//
// Result is for input and environment. What a judged program did is data (a verdict), never an
// Error; a broken invariant of our own is an assert.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace papert {

enum class ErrorCode {
  kUsage,      // the caller asked for something that cannot be: a flag, a name, a combination
  kBadData,    // an input file or line is not what it should be
  kNotFound,   // a file or an entry does not exist
  kIo,         // the system refused to read or write
  kLimit,      // input is larger than a documented limit
  kCancelled,  // the user interrupted
  kInternal,   // our own fault
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;  // names the offending text and what to do about it
  std::string where;    // file, file:line or item; may be empty

  /// "where: message", or only the message.
  [[nodiscard]] std::string to_string() const {
    return where.empty() ? message : where + ": " + message;
  }
};

template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
};

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message,
                                                std::string where = {}) {
  return tl::unexpected<Error>(Error{code, std::move(message), std::move(where)});
}

[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

namespace detail {
template <class T>
T take(Result<T>& result) {
  return std::move(*result);
}
inline void take(Result<void>&) {}
}  // namespace detail

}  // namespace papert

#define PAPERT_TRY_NAMED(name, ...)                            \
  __extension__({                                              \
    auto name = (__VA_ARGS__);                                 \
    if (!name) return ::papert::fail(std::move(name.error())); \
    ::papert::detail::take(name);                              \
  })
#define PAPERT_JOIN2(a, b) a##b
#define PAPERT_JOIN(a, b) PAPERT_JOIN2(a, b)

/// The value of a Result expression; on an Error, returns it from the enclosing function.
#define TRY(...) PAPERT_TRY_NAMED(PAPERT_JOIN(papert_try_, __COUNTER__), __VA_ARGS__)
