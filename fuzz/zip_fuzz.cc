// Any bytes as a zip archive: a member is whole or refused with a reason, and limits hold.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/zip.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const ZipLimits limits{.members = 64, .member_bytes = std::size_t{1} << 16};
  const auto archive = ZipArchive::open(bytes, "fuzz.zip", limits);
  if (!archive) {
    fuzz::require(!archive.error().message.empty());
    return 0;
  }
  fuzz::require(archive->members().size() <= limits.members);
  for (const ZipMember& member : archive->members()) {
    const auto text = archive->read(member);
    fuzz::require(text ? text->size() == member.bytes && text->size() <= limits.member_bytes
                       : !text.error().message.empty());
  }
  return 0;
}
