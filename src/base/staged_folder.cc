#include "base/staged_folder.h"

#include <string>
#include <system_error>

#include "base/file.h"
#include "base/folder_lock.h"

namespace papert {

Result<StagedFolder> StagedFolder::begin(const std::filesystem::path& out) {
  std::filesystem::path place = out.lexically_normal();
  if (place.has_relative_path() && !place.has_filename()) place = place.parent_path();
  const std::string name = place.filename().string();
  if (name.empty() || name == "." || name == "..") {
    return fail(ErrorCode::kUsage, "this is not a name for a new folder", out.string());
  }
  std::error_code error;
  const bool there =
      std::filesystem::symlink_status(place, error).type() != std::filesystem::file_type::not_found;
  if (there && !std::filesystem::is_empty(place, error)) {
    return fail(ErrorCode::kUsage, "there is something here already", out.string());
  }
  std::filesystem::path path = place.parent_path() / ("." + name + ".partial");
  TRY(make_directories(path));
  FileDescriptor lock = TRY(lock_folder(path, "another process is writing this"));
  for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
    std::filesystem::remove_all(entry.path(), error);
  }
  return StagedFolder(std::move(place), std::move(path), std::move(lock));
}

StagedFolder::~StagedFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

Result<void> StagedFolder::finish() {
  std::error_code error;
  std::filesystem::rename(path_, out_, error);
  if (error) return fail(system_error(error.value(), "write", out_.string()));
  path_.clear();
  return {};
}

}  // namespace papert
