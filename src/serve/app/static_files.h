// The files of the web application, as the build packed them into the program (web/build_app.mjs):
//
//     papert-app 1\n
//     PATH \t TYPE \t BYTES \t PACKED \n      for each file; PACKED: of its gzip, 0: there is none
//     \n
//     the bytes, and behind them the packed ones, of each file in that order
//
// Names hold a hash of the content, but for the page itself, so whoever has a file has it for good.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/message.h"

namespace papert::serve::app {

struct StaticFile {
  std::string type;
  std::string_view bytes;
  std::string_view packed;  // empty: none
  bool lasting = false;     // its name has a hash
};

class StaticFiles {
 public:
  /// Refers to the bytes. kInternal if they are not a pack.
  [[nodiscard]] static Result<StaticFiles> open(std::string_view pack);
  /// Those of this program.
  [[nodiscard]] static Result<StaticFiles> embedded();

  /// Null where there is none. "/" is the page.
  [[nodiscard]] const StaticFile* find(std::string_view path) const;

 private:
  std::map<std::string, StaticFile, std::less<>> files_;
};

/// With the packed bytes where the client takes them.
[[nodiscard]] http::Response file_response(const StaticFile& file, const http::Request& request);

}  // namespace papert::serve::app
