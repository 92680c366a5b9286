// What /proc says about a process.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace papert::sandbox {

/// The processes whose parent is `parent`, dead ones that were not reaped included.
inline std::vector<int> children_of(int parent) {
  std::vector<int> children;
  std::ifstream file("/proc/" + std::to_string(parent) + "/task/" + std::to_string(parent) +
                     "/children");
  for (int pid = 0; file >> pid;) children.push_back(pid);
  return children;
}

inline std::size_t open_descriptors(int pid) {
  std::size_t count = 0;
  std::error_code error;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/fd", error)) {
    ++count;
  }
  return count;
}

/// A line of /proc/PID/status without its name and blanks, e.g. "CapBnd".
inline std::string status_line(int pid, const std::string& name) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  std::string word;
  while (file >> word) {
    if (word == name + ":" && file >> word) return word;
  }
  return {};
}

/// What a process has spent in its own code, in seconds; 0 where there is none.
inline double cpu_seconds_of(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(file, text, ')');  // its name, which may hold blanks
  for (int field = 3; field < 14 && file >> text; ++field) {
  }
  double ticks = 0;
  file >> ticks;
  return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

struct Mapping {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string access;  // as in "r-xp"
};

/// None if this user may not see them.
inline std::vector<Mapping> mappings_of(int pid) {
  std::vector<Mapping> mappings;
  std::ifstream file("/proc/" + std::to_string(pid) + "/maps");
  for (std::string line; std::getline(file, line);) {
    const std::size_t dash = line.find('-');
    const std::size_t blank = line.find(' ');
    mappings.push_back({std::stoul(line.substr(0, dash), nullptr, 16),
                        std::stoul(line.substr(dash + 1, blank), nullptr, 16),
                        line.substr(blank + 1, 4)});
  }
  return mappings;
}

inline std::size_t resident_kilobytes(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  std::size_t size = 0;
  std::size_t resident = 0;
  file >> size >> resident;
  return resident * 4;
}

}  // namespace papert::sandbox
