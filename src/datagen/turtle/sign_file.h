// Signs of many drawings (score/faithful_signs.h) in a file: what is not looked at is not in
// memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "base/file_descriptor.h"
#include "base/result.h"
#include "score/faithful_signs.h"

namespace papert::datagen {

class SignFile {
 public:
  /// Begins a file that has no name and ends with the process.
  [[nodiscard]] static Result<SignFile> create(const std::filesystem::path& folder);
  ~SignFile();
  SignFile(SignFile&& other) noexcept;
  SignFile& operator=(SignFile&&) = delete;

  /// One thread at a time.
  [[nodiscard]] Result<void> append(const score::FaithfulSigns& signs);

  /// No more are appended, and all can be read.
  [[nodiscard]] Result<void> finish();

  /// In the order in which they were appended. Any thread, after finish().
  [[nodiscard]] const score::FaithfulSigns& operator[](std::size_t i) const { return signs_[i]; }

 private:
  explicit SignFile(FileDescriptor file) : file_(std::move(file)) {}
  [[nodiscard]] Result<void> flush();

  FileDescriptor file_;
  std::string buffer_;
  std::size_t size_ = 0;  // signs
  const score::FaithfulSigns* signs_ = nullptr;
};

}  // namespace papert::datagen
