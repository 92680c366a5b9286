// Any bytes on the standard input of a worker: frames that come out have the length they said, and
// a stream that is cut off or says too much is an error with words.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/cancel.h"
#include "require.h"
#include "reward/frames.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert;
  using fuzz::require;
  const int fd = ::memfd_create("frames", MFD_CLOEXEC);
  require(fd >= 0);
  require(::write(fd, data, size) == static_cast<ssize_t>(size));
  require(::lseek(fd, 0, SEEK_SET) == 0);
  const CancelToken nobody;
  std::size_t used = 0;
  for (;;) {
    const auto frame = reward::read_frame(fd, nobody);
    if (!frame) {
      require(!frame.error().message.empty());
      break;
    }
    if (!*frame) {
      require(used == size);
      break;
    }
    used += 4 + (*frame)->size();
    require(used <= size);
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    require(bytes.substr(used - (*frame)->size(), (*frame)->size()) == **frame);
  }
  ::close(fd);
  return 0;
}
