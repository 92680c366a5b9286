#include "score/feature_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/file.h"

namespace papert::score {
namespace {

constexpr std::chrono::seconds kFeatureSync{1};

Result<std::size_t> bytes_of(const FileDescriptor& file, const std::string& name) {
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return fail(system_error(errno, "look at", name));
  return static_cast<std::size_t>(status.st_size);
}

}  // namespace

Result<FeatureWriter> FeatureWriter::open(const std::filesystem::path& path,
                                          std::size_t dimensions) {
  FileDescriptor file = TRY(open_file(path, O_RDWR | O_CREAT | O_APPEND));
  const std::size_t bytes = TRY(bytes_of(file, path.string()));
  const std::size_t record = dimensions * sizeof(float);
  const std::size_t whole = bytes / record;
  if (whole * record != bytes && ::ftruncate(file.get(), static_cast<off_t>(whole * record)) != 0) {
    return fail(system_error(errno, "cut", path.string()));
  }
  return FeatureWriter(std::move(file), path.string(), whole);
}

Result<void> FeatureWriter::append(std::span<const float> record) {
  const std::string_view bytes(reinterpret_cast<const char*>(record.data()), record.size_bytes());
  TRY(write_all(file_.get(), bytes, name_));
  ++size_;
  if (Clock::now() - synced_ < kFeatureSync) return {};
  return finish();
}

Result<void> FeatureWriter::finish() {
  if (::fdatasync(file_.get()) != 0) return fail(system_error(errno, "write", name_));
  synced_ = Clock::now();
  return {};
}

FeatureRecords::Mapping::~Mapping() {
  if (numbers_ != nullptr) ::munmap(const_cast<float*>(numbers_), bytes_);
}

FeatureRecords::Mapping::Mapping(Mapping&& other) noexcept
    : numbers_(std::exchange(other.numbers_, nullptr)), bytes_(other.bytes_) {}

void FeatureRecords::Mapping::release() const {
  // Advice only: where it is refused, the pages stay.
  ::madvise(const_cast<float*>(numbers_), bytes_, MADV_DONTNEED);
}

Result<void> FeatureRecords::add(const std::filesystem::path& path) {
  const FileDescriptor file = TRY(open_file(path, O_RDONLY));
  const std::size_t bytes = TRY(bytes_of(file, path.string()));
  const std::size_t record = dimensions_ * sizeof(float);
  if (bytes % record != 0) {
    return fail(ErrorCode::kBadData,
                fmt::format("{} bytes are not whole records of {} numbers", bytes, dimensions_),
                path.string());
  }
  if (bytes == 0) return {};
  void* const start = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file.get(), 0);
  if (start == MAP_FAILED) return fail(system_error(errno, "map", path.string()));
  files_.push_back({Mapping(static_cast<const float*>(start), bytes), size_, path.string()});
  size_ += bytes / record;
  return {};
}

const FeatureRecords::File& FeatureRecords::file_of(std::size_t record) const {
  const auto behind =
      std::upper_bound(files_.begin(), files_.end(), record,
                       [](std::size_t number, const File& file) { return number < file.first; });
  return *(behind - 1);
}

std::span<const float> FeatureRecords::operator[](std::size_t record) const {
  const File& file = file_of(record);
  return {file.mapping.numbers() + (record - file.first) * dimensions_, dimensions_};
}

std::string FeatureRecords::name_of(std::size_t record) const {
  const File& file = file_of(record);
  return fmt::format("{}, record {}", file.name, record - file.first);
}

void FeatureRecords::release() const {
  for (const File& file : files_) file.mapping.release();
}

}  // namespace papert::score
