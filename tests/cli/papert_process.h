// The papert program in a folder of its own, as a user would start it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "base/json.h"
#include "base/text.h"
#include "support/process.h"

namespace papert::test {

class PapertTest : public testing::Test {
 protected:
  ProcessResult papert(const std::vector<std::string>& arguments, ProcessOptions options = {}) {
    std::vector<std::string> command{PAPERT_BINARY};
    command.insert(command.end(), arguments.begin(), arguments.end());
    if (options.folder.empty()) options.folder = folder_.path();
    return run_process(command, options);
  }

  /// A line of output that begins with `key`, without it.
  static std::string line_after(const std::string& text, const std::string& key) {
    for (const std::string_view line : split(text, '\n')) {
      if (line.starts_with(key)) return std::string(line.substr(key.size()));
    }
    return "";
  }

  static std::vector<Json> json_lines(const std::string& text) {
    std::vector<Json> lines;
    for (const std::string_view line : split(text, '\n')) {
      if (!line.empty()) lines.push_back(*parse_json(line));
    }
    return lines;
  }

  std::filesystem::path path(const std::string& name) { return folder_ / name; }

  /// The run folder that an eval printed.
  std::filesystem::path run_of(const ProcessResult& result) {
    return path(line_after(result.out, "run: "));
  }

  /// (id, epoch) -> the line without what depends on time and on who asked first; fails on a
  /// duplicate.
  static std::map<std::pair<std::string, int>, std::string> samples(
      const std::filesystem::path& run) {
    std::map<std::pair<std::string, int>, std::string> lines;
    for (Json& line : json_lines(slurp(run / "samples.jsonl"))) {
      line.erase("latency_ms");
      line.erase("time");
      line.erase("cached");
      const auto key = std::make_pair(line["id"].get<std::string>(), line["epoch"].get<int>());
      EXPECT_TRUE(lines.emplace(key, dump_json(line)).second) << key.first << " twice";
    }
    return lines;
  }

  TempFolder folder_;
};

}  // namespace papert::test
