#include "base/staged_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <system_error>

#include "base/file.h"
#include "base/folder_lock.h"
#include "base/paths.h"

namespace papert {
namespace {

/// Without the slash that people leave behind it.
std::filesystem::path plain_path(const std::filesystem::path& out) {
  std::filesystem::path path = absolute_path(out).lexically_normal();
  return path.filename().empty() ? path.parent_path() : path;
}

Result<void> refuse_taken(const std::filesystem::path& out) {
  if (!may_exist(out)) return {};
  std::error_code error;
  if (is_folder(out) && std::filesystem::is_empty(out, error) && !error) return {};
  return fail(ErrorCode::kUsage,
              "there is something of that name already: choose another folder, or remove it first",
              out.string());
}

}  // namespace

Result<StagedFolder> StagedFolder::begin(const std::filesystem::path& out) {
  std::filesystem::path place = plain_path(out);
  if (!place.has_filename()) {
    return fail(ErrorCode::kUsage, "this is not a name for a new folder", out.string());
  }
  TRY(refuse_taken(place));
  std::filesystem::path path = place.parent_path() / ("." + place.filename().string() + ".partial");
  TRY(make_directories(path));
  FileDescriptor lock = TRY(lock_folder(path, "another process is writing this folder"));
  StagedFolder staged(std::move(place), std::move(path), std::move(lock));
  TRY(staged.clear());
  return staged;
}

StagedFolder::~StagedFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

Result<void> StagedFolder::clear() const {
  std::error_code error;
  for (const std::string& name : names_in(path_)) {
    std::filesystem::remove_all(path_ / name, error);
    if (error) return fail(system_error(error.value(), "remove", (path_ / name).string()));
  }
  return {};
}

Result<void> StagedFolder::finish() {
  if (::rename(path_.c_str(), out_.c_str()) != 0) {
    return fail(system_error(errno, "put the finished folder in its place", out_.string()));
  }
  path_.clear();
  lock_.reset();
  const FileDescriptor parent = TRY(open_file(out_.parent_path(), O_RDONLY | O_DIRECTORY));
  ::fsync(parent.get());
  return {};
}

}  // namespace papert
