// Folders of small drawings for tests.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/random.h"

namespace papert::test {

inline void put(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

/// A drawing of 1 to 20 shapes, another one for each seed.
inline std::string drawing(std::int64_t seed) {
  Random random(seed);
  const std::int64_t shapes = random.randint(1, 20);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\">\n";
  for (std::int64_t i = 0; i < shapes; ++i) {
    const std::int64_t x = random.randint(4, 60);
    const std::int64_t y = random.randint(4, 60);
    const std::int64_t size = random.randint(2, 20);
    const std::int64_t color = random.randint(0, 0xEFEFEF);
    const std::int64_t kind = random.randint(0, 2);
    if (kind == 0) {
      svg +=
          fmt::format(R"(  <circle cx="{}.25" cy="{}" r="{}" fill="#{:06x}"/>)", x, y, size, color);
    } else if (kind == 1) {
      svg += fmt::format(R"(  <rect x="{}" y="{}" width="{}" height="9" style="fill:#{:06x}"/>)", x,
                         y, size, color);
    } else {
      svg += fmt::format(R"(  <path d="M{} {}l{} 3-5 9z" fill="#{:06x}"/>)", x, y, size, color);
    }
    svg += "\n";
  }
  return svg + "</svg>\n";
}

/// `count` drawings, some of them in a folder below.
inline void put_drawings(const std::filesystem::path& folder, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    put(folder / fmt::format("{}icon-{:04}.svg", i % 3 == 0 ? "more/" : "", i), drawing(i));
  }
}

}  // namespace papert::test
