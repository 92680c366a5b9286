// What `papert render` does with tasks of the grid world.
#pragma once

#include <string>

#include "base/result.h"

namespace papert::cli {

struct GridPicture {
  std::string file;     // tasks.jsonl or a folder with tasks
  std::string id;       // may be left out where there is only one task
  std::string program;  // a program whose way is shown; empty: none
  std::string out;      // the extension decides: .png, .svg or .apng
  int size = 400;       // pixels of the longer side
};

/// The bytes of the picture.
[[nodiscard]] Result<std::string> grid_picture(const GridPicture& picture);

}  // namespace papert::cli
