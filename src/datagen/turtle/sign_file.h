// Signs of many drawings (score/faithful_signs.h) in a file: what is not looked at is not in
// memory. They are read in an order of the caller's, so that those which are looked at together lie
// together, and what was read is let go of now and then.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
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

  /// The same signs in another order, which names each by when it was appended; those can be read.
  [[nodiscard]] Result<SignFile> in_order(std::span<const std::uint32_t> order,
                                          const std::filesystem::path& folder);

  /// By their place in the order of in_order(). Any thread.
  [[nodiscard]] const score::FaithfulSigns& operator[](std::size_t i) const {
    if (reads_->fetch_add(1, std::memory_order_relaxed) % kReadsHeld == 0) let_go();
    return signs_[i];
  }

 private:
  static constexpr std::uint64_t kReadsHeld = 32'768;  // of 2.3 kB each

  explicit SignFile(FileDescriptor file) : file_(std::move(file)) {}
  [[nodiscard]] Result<void> flush();
  [[nodiscard]] Result<void> map();
  void let_go() const;

  FileDescriptor file_;
  std::string buffer_;
  std::size_t size_ = 0;  // signs
  const score::FaithfulSigns* signs_ = nullptr;
  std::unique_ptr<std::atomic<std::uint64_t>> reads_ =
      std::make_unique<std::atomic<std::uint64_t>>(1);
};

}  // namespace papert::datagen
