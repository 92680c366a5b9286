#include "base/staged_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "base/file.h"

namespace papert {

Result<StagedFile> StagedFile::begin(const std::filesystem::path& out) {
  std::error_code none;
  const auto status = std::filesystem::status(out, none);
  const bool special = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  if (out == "-" || (special && !std::filesystem::is_directory(status))) {
    return StagedFile(out, out);
  }
  if (special || !out.has_filename()) {
    return fail(ErrorCode::kUsage, "this is a folder, not a file", out.string());
  }
  std::filesystem::path path = out;
  path.replace_filename("." + out.filename().string() + ".partial");
  TRY(open_file(path, O_WRONLY | O_CREAT | O_TRUNC));
  return StagedFile(out, std::move(path));
}

StagedFile::~StagedFile() {
  if (!path_.empty() && !in_place()) ::unlink(path_.c_str());
}

Result<void> StagedFile::finish() {
  if (!in_place() && ::rename(path_.c_str(), out_.c_str()) != 0) {
    return fail(system_error(errno, "write", out_.string()));
  }
  path_.clear();
  return {};
}

}  // namespace papert
