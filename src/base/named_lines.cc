#include "base/named_lines.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

#include "base/scratch_folder.h"

namespace papert {
namespace {

constexpr std::size_t kHeldBytes = std::size_t{16} << 20;
constexpr std::size_t kMaxOffset = std::size_t{1} << 40;
constexpr std::size_t kMaxSize = std::size_t{1} << 23;
constexpr std::size_t kMaxNames = std::numeric_limits<std::uint32_t>::max();

/// A file without a name, which goes when it is closed.
Result<FileDescriptor> temporary_file() {
  const std::filesystem::path folder = TRY(temporary_files());
  std::string path = (folder / "papert-lines-XXXXXX").string();
  FileDescriptor file(::mkostemp(path.data(), O_CLOEXEC));
  if (!file) return fail(system_error(errno, "make a temporary file", path));
  ::unlink(path.c_str());
  return file;
}

}  // namespace

Result<NamedLines> NamedLines::of(const std::filesystem::path& file) {
  NamedLines lines;
  lines.file_ = TRY(open_file(file, O_RDONLY));
  lines.source_ = file.string();
  return lines;
}

std::string_view NamedLines::name(std::size_t index) const {
  const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
  return std::string_view(names_).substr(begin, ends_[index] - begin);
}

std::optional<std::size_t> NamedLines::find(std::string_view wanted) const {
  std::size_t low = 0;
  std::size_t high = size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    name(middle) < wanted ? low = middle + 1 : high = middle;
  }
  return low < size() && name(low) == wanted ? std::optional(low) : std::nullopt;
}

Result<void> NamedLines::note(std::string_view name, std::size_t offset, std::size_t size,
                              bool wanted) {
  if (offset >= kMaxOffset || size >= kMaxSize || names_.size() + name.size() > kMaxNames) {
    return fail(ErrorCode::kLimit, "too long, or too far back in the file, to be found again",
                source_ + ": '" + std::string(name) + "'");
  }
  sorted_ = sorted_ && (places_.empty() || this->name(this->size() - 1) < name);
  names_ += name;
  ends_.push_back(static_cast<std::uint32_t>(names_.size()));
  Place place{};
  place.offset = offset & (kMaxOffset - 1);
  place.size = size & (kMaxSize - 1);
  place.wanted = wanted ? 1 : 0;
  places_.push_back(place);
  return {};
}

Result<void> NamedLines::append(std::string_view name, std::string_view line, bool wanted) {
  TRY(note(name, written_ + held_.size(), line.size(), wanted));
  held_ += line;
  return held_.size() < kHeldBytes ? Result<void>() : spill();
}

Result<void> NamedLines::spill() {
  if (!file_) file_ = TRY(temporary_file());
  TRY(write_all(file_.get(), held_, source_));
  written_ += held_.size();
  held_.clear();
  held_.shrink_to_fit();
  return {};
}

Result<std::string> NamedLines::line(std::size_t index) const {
  const std::size_t offset = places_[index].offset;
  const std::size_t size = places_[index].size;
  if (!held_.empty() && offset >= written_) return held_.substr(offset - written_, size);
  std::string text = TRY(read_at(file_.get(), offset, size, source_));
  if (text.size() == size) return text;
  return fail(ErrorCode::kIo, "the file has become shorter while it was read", source_);
}

std::vector<std::string> NamedLines::sort(Twice twice) {
  std::vector<std::string> gone;
  if (!sorted_) {
    std::vector<std::uint32_t> order(size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return name(a) < name(b); });
    std::vector<std::uint32_t> kept;
    kept.reserve(order.size());
    for (const std::uint32_t index : order) {
      const bool again = !kept.empty() && name(kept.back()) == name(index);
      if (again) gone.emplace_back(name(index));
      if (again && twice == Twice::kLast) kept.back() = index;
      if (!again) kept.push_back(index);
    }
    take(kept);
    sorted_ = true;
  }
  names_.shrink_to_fit();
  ends_.shrink_to_fit();
  places_.shrink_to_fit();
  return gone;
}

void NamedLines::drop_unwanted() {
  std::vector<std::uint32_t> order;
  for (std::size_t i = 0; i < size(); ++i) {
    if (places_[i].wanted != 0) order.push_back(static_cast<std::uint32_t>(i));
  }
  if (order.size() < size()) take(order);
}

void NamedLines::take(const std::vector<std::uint32_t>& order) {
  std::string names;
  std::vector<std::uint32_t> ends;
  std::vector<Place> places;
  ends.reserve(order.size());
  places.reserve(order.size());
  for (const std::uint32_t index : order) {
    names += name(index);
    ends.push_back(static_cast<std::uint32_t>(names.size()));
    places.push_back(places_[index]);
  }
  names_ = std::move(names);
  ends_ = std::move(ends);
  places_ = std::move(places);
}

}  // namespace papert
