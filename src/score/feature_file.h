// Features of many pictures in a file: records of float32 numbers, one behind the other, with
// nothing before, between or after them, in the byte order of the machine. Record i begins at byte
// i x dimensions x 4, so a file that a killed process left is whole again when what is behind its
// last whole record is cut off.
//
//     FeatureWriter writer = TRY(FeatureWriter::open("features.f32", 512));
//     for (std::size_t i = writer.size(); i < pictures.size(); ++i) TRY(writer.append(...));
//     TRY(writer.finish());
//
//     FeatureRecords records(512);
//     TRY(records.add("features.f32"));    // mapped: only what is looked at is in memory
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/file_descriptor.h"
#include "base/result.h"

namespace papert::score {

/// Appends records. One thread at a time.
class FeatureWriter {
 public:
  /// Opens or begins a file; a torn last record is cut off.
  [[nodiscard]] static Result<FeatureWriter> open(const std::filesystem::path& path,
                                                  std::size_t dimensions);

  /// Records in the file.
  [[nodiscard]] std::size_t size() const { return size_; }

  /// What was written is on the disk a second later. `record` has `dimensions` numbers.
  [[nodiscard]] Result<void> append(std::span<const float> record);

  /// All of it is on the disk.
  [[nodiscard]] Result<void> finish();

 private:
  using Clock = std::chrono::steady_clock;

  FeatureWriter(FileDescriptor file, std::string name, std::size_t size)
      : file_(std::move(file)), name_(std::move(name)), size_(size) {}

  FileDescriptor file_;
  std::string name_;
  std::size_t size_ = 0;
  Clock::time_point synced_ = Clock::now();
};

/// The records of one or more files, one file behind the other. The files must not change while
/// they are read.
class FeatureRecords {
 public:
  /// Every record has 1 or more numbers.
  explicit FeatureRecords(std::size_t dimensions) : dimensions_(dimensions) {}

  /// Maps a file of whole records. kBadData for one that ends within a record.
  [[nodiscard]] Result<void> add(const std::filesystem::path& path);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }
  [[nodiscard]] std::span<const float> operator[](std::size_t record) const;

  /// Where a record lies, for messages: "features.f32, record 12".
  [[nodiscard]] std::string name_of(std::size_t record) const;

  /// Takes all pages out of this process's memory; the system reads them again when they are
  /// looked at.
  void release() const;

 private:
  class Mapping {
   public:
    Mapping(const float* numbers, std::size_t bytes) : numbers_(numbers), bytes_(bytes) {}
    ~Mapping();
    Mapping(Mapping&& other) noexcept;
    Mapping& operator=(Mapping&&) = delete;
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    [[nodiscard]] const float* numbers() const { return numbers_; }
    void release() const;

   private:
    const float* numbers_;
    std::size_t bytes_;
  };
  struct File {
    Mapping mapping;
    std::size_t first = 0;  // the number of its first record
    std::string name;
  };

  [[nodiscard]] const File& file_of(std::size_t record) const;

  std::size_t dimensions_;
  std::size_t size_ = 0;
  std::vector<File> files_;
};

}  // namespace papert::score
