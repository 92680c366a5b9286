// Small runs of every suite in a temporary folder, made by this program itself, one after the
// other, without network: so that a newcomer sees every page filled.
#pragma once

#include <filesystem>
#include <memory>
#include <thread>

#include "base/cancel.h"
#include "base/result.h"
#include "base/scratch_folder.h"

namespace papert::cli {

class Demo {
 public:
  [[nodiscard]] static Result<std::unique_ptr<Demo>> make();
  ~Demo() { stop(); }
  Demo(const Demo&) = delete;
  Demo& operator=(const Demo&) = delete;

  [[nodiscard]] const std::filesystem::path& folder() const;

  /// Makes the runs in the background.
  void start();
  /// Ends the one that is being made.
  void stop();

 private:
  explicit Demo(ScratchFolder folder);
  void work();

  ScratchFolder folder_;
  CancelToken cancel_;
  std::thread thread_;
};

}  // namespace papert::cli
