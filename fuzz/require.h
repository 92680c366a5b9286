// What fuzz targets share: a claim that must hold, and a folder for readers that want files.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace papert::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

/// A folder of this process, in memory where the system has such a place, removed at its end.
class Scratch {
 public:
  Scratch() {
    const bool memory = std::filesystem::is_directory("/dev/shm");
    folder_ = std::filesystem::path(memory ? "/dev/shm" : "/tmp") /
              ("papert-fuzz-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    std::filesystem::path file = folder_ / name;
    std::ofstream(file, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file;
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace papert::fuzz
