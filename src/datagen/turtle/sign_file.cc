#include "datagen/turtle/sign_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/file.h"
#include "datagen/turtle/ink.h"

namespace papert::datagen {
namespace {

constexpr std::size_t kBufferedSigns = 256;
constexpr const char* kSignsName = "signs of drawings";  // for messages

static_assert(std::is_trivially_copyable_v<score::FaithfulSigns>);

}  // namespace

Result<SignFile> SignFile::create(const std::filesystem::path& folder) {
  FileDescriptor file = TRY(unnamed_file(folder));
  return SignFile(std::move(file));
}

SignFile::SignFile(SignFile&& other) noexcept
    : file_(std::move(other.file_)),
      buffer_(std::move(other.buffer_)),
      size_(other.size_),
      signs_(std::exchange(other.signs_, nullptr)),
      reads_(std::move(other.reads_)) {}

SignFile::~SignFile() {
  if (signs_ == nullptr) return;
  ::munmap(const_cast<score::FaithfulSigns*>(signs_), size_ * sizeof(score::FaithfulSigns));
}

Result<void> SignFile::append(const score::FaithfulSigns& signs) {
  buffer_ += std::string_view(reinterpret_cast<const char*>(&signs), sizeof signs);
  ++size_;
  if (buffer_.size() < kBufferedSigns * sizeof signs) return {};
  return flush();
}

Result<void> SignFile::flush() {
  TRY(write_all(file_.get(), buffer_, kSignsName));
  buffer_.clear();
  return {};
}

Result<SignFile> SignFile::in_order(std::span<const std::uint32_t> order,
                                    const std::filesystem::path& folder) {
  TRY(flush());
  buffer_.shrink_to_fit();
  SignFile ordered = TRY(create(folder));
  score::FaithfulSigns signs;
  for (const std::uint32_t i : order) {
    const auto place = static_cast<off_t>(i * sizeof signs);
    if (::pread(file_.get(), &signs, sizeof signs, place) != ssize_t{sizeof signs}) {
      return fail(system_error(errno, "read", kSignsName));
    }
    TRY(ordered.append(signs));
  }
  TRY(ordered.map());
  return ordered;
}

Result<void> SignFile::map() {
  TRY(flush());
  buffer_.shrink_to_fit();
  if (size_ == 0) return {};
  void* const mapped =
      ::mmap(nullptr, size_ * sizeof(score::FaithfulSigns), PROT_READ, MAP_SHARED, file_.get(), 0);
  if (mapped == MAP_FAILED) {
    return fail(system_error(errno, "map", kSignsName));
  }
  signs_ = static_cast<const score::FaithfulSigns*>(mapped);
  return {};
}

// What another thread is reading comes back from the file.
void SignFile::let_go() const {
  ::madvise(const_cast<score::FaithfulSigns*>(signs_), size_ * sizeof(score::FaithfulSigns),
            MADV_DONTNEED);
}

}  // namespace papert::datagen
