#include "base/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "base/file.h"

namespace papert {

namespace fs = std::filesystem;

Result<fs::path> temporary_files() {
  std::error_code error;
  fs::path folder = fs::temp_directory_path(error);
  if (error) return fail(ErrorCode::kIo, "there is no folder for temporary files; set TMPDIR");
  return folder;
}

Result<ScratchFolder> ScratchFolder::make(std::string_view purpose) {
  const fs::path base = TRY(temporary_files());
  std::string name = (base / ("papert-" + std::string(purpose) + "-XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr) return fail(system_error(errno, "create a folder", name));
  return ScratchFolder(name);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace papert
