// The project's own text, for tests that read it: source files, and what they include.
#pragma once

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace papert::test {

inline const std::filesystem::path& source_root() {
  static const std::filesystem::path kRoot = PAPERT_SOURCE_DIR;
  return kRoot;
}

/// Empty where there is no such file.
inline std::string read_text(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// The .h and .cc files below these folders of the project.
inline std::vector<std::filesystem::path> source_files(std::initializer_list<const char*> roots) {
  std::vector<std::filesystem::path> files;
  for (const char* root : roots) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_root() / root)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".h" || extension == ".cc") files.push_back(entry.path());
    }
  }
  return files;
}

struct Include {
  std::string file;  // relative to the root it lies below: run/log.cc
  std::string header;
  bool quoted = false;
};

/// Every #include of the source files below these folders.
inline std::vector<Include> all_includes(std::initializer_list<const char*> roots) {
  static const std::regex kInclude(R"re(#include ([<"])([^>"]+)[>"].*)re");
  std::vector<Include> includes;
  for (const char* root : roots) {
    for (const std::filesystem::path& path : source_files({root})) {
      const std::string file =
          std::filesystem::relative(path, source_root() / root).generic_string();
      std::ifstream stream(path);
      std::smatch match;
      for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with("#include ") || !std::regex_match(line, match, kInclude)) continue;
        includes.push_back({file, match[2], match[1] == "\""});
      }
    }
  }
  return includes;
}

}  // namespace papert::test
