#include "base/tar.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "base/file.h"
#include "base/text.h"

namespace papert {
namespace {

constexpr std::size_t kBlock = 512;
constexpr std::size_t kNameBytes = 100;
constexpr std::size_t kPrefixBytes = 155;

struct TarName {
  std::string_view prefix;  // of the folders above, without the slash behind it
  std::string_view name;
};

std::optional<TarName> divide(std::string_view name) {
  if (name.size() <= kNameBytes) return TarName{{}, name};
  for (std::size_t slash = name.find('/'); slash != std::string_view::npos;
       slash = name.find('/', slash + 1)) {
    const TarName parts{name.substr(0, slash), name.substr(slash + 1)};
    if (parts.prefix.size() <= kPrefixBytes && parts.name.size() <= kNameBytes) return parts;
  }
  return std::nullopt;
}

bool is_plain(std::string_view name) {
  if (name.find('\0') != std::string_view::npos) return false;
  const auto parts = split(name, '/');
  return std::none_of(parts.begin(), parts.end(), [](std::string_view part) {
    return part.empty() || part == "." || part == "..";
  });
}

/// The block before a file: fields at fixed places, numbers as octal digits.
std::string header(const TarName& parts, std::size_t size) {
  std::string block(kBlock, '\0');
  const auto put = [&](std::size_t at, std::string_view text) {
    block.replace(at, text.size(), text);
  };
  put(0, parts.name);
  put(100, "0000644");
  put(108, "0000000");  // user and group
  put(116, "0000000");
  put(124, fmt::format("{:011o}", size));
  put(136, "00000000000");  // time
  put(148, "        ");     // the sum, which counts itself as blanks
  put(156, "0");            // a plain file
  put(257, std::string_view("ustar\00000", 8));
  put(329, "0000000");  // device
  put(337, "0000000");
  put(345, parts.prefix);
  unsigned sum = 0;
  for (const char byte : block) sum += static_cast<unsigned char>(byte);
  put(148, fmt::format("{:06o}", sum));
  block[154] = '\0';
  return block;
}

}  // namespace

Result<TarWriter> TarWriter::open(const std::filesystem::path& path) {
  FileDescriptor file = TRY(open_file(path, O_WRONLY | O_CREAT | O_TRUNC));
  return TarWriter(std::move(file), path.string());
}

Result<void> TarWriter::append(std::string_view bytes) {
  TRY(write_all(file_.get(), bytes, name_));
  bytes_ += bytes.size();
  return {};
}

Result<void> TarWriter::add(std::string_view name, std::string_view bytes) {
  const std::optional<TarName> parts = divide(name);
  if (!parts || !is_plain(name)) {
    return fail(ErrorCode::kUsage,
                fmt::format("a tar archive cannot hold a file of the name '{}'", name), name_);
  }
  if (bytes.size() > kMaxTarFileBytes) {
    return fail(ErrorCode::kLimit,
                fmt::format("a tar archive cannot hold '{}', which has more than {} bytes", name,
                            kMaxTarFileBytes),
                name_);
  }
  TRY(append(header(*parts, bytes.size())));
  TRY(append(bytes));
  return append(std::string((kBlock - bytes.size() % kBlock) % kBlock, '\0'));
}

Result<void> TarWriter::finish() {
  TRY(append(std::string(2 * kBlock, '\0')));
  file_.reset();
  return {};
}

}  // namespace papert
