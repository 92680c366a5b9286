#include "datagen/sit/wordings.h"

#include <fmt/format.h>

#include <charconv>

#include "base/embedded.h"
#include "base/file.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"

extern "C" {
PAPERT_EMBEDDED(sit_describe);
PAPERT_EMBEDDED(sit_write);
PAPERT_EMBEDDED(sit_ask);
}

namespace papert::datagen::sit {
namespace {

constexpr std::size_t kMaxWordingFile = std::size_t{1} << 20;

/// The file of the folder, if both are there, else `ours`.
Result<std::string> own_or(const std::filesystem::path& folder, const char* name,
                           std::string_view ours) {
  if (folder.empty() || !may_exist(folder / name)) return std::string(ours);
  return read_file(folder / name, kMaxWordingFile);
}

}  // namespace

std::size_t Wordings::describe_index(std::int64_t seed, std::string_view id) const {
  return static_cast<std::size_t>(lot("describe", seed, id) % describe.size());
}

std::size_t Wordings::write_index(std::int64_t seed, std::string_view id) const {
  return static_cast<std::size_t>(lot("write", seed, id) % write.size());
}

std::string Wordings::hash() const {
  return sha256_hex(
      fmt::format("{}\n\n{}\n\n{}", fmt::join(describe, "\n"), fmt::join(write, "\n"), ask));
}

Result<Wordings> read_wordings(const std::filesystem::path& folder) {
  if (!folder.empty() && !is_folder(folder)) {
    return fail(ErrorCode::kNotFound, "there is no such folder", folder.string());
  }
  const std::string describe =
      TRY(own_or(folder, "describe.txt",
                 embedded(papert_embedded_sit_describe, papert_embedded_sit_describe_end)));
  const std::string write = TRY(own_or(
      folder, "write.txt", embedded(papert_embedded_sit_write, papert_embedded_sit_write_end)));
  Wordings wordings;
  wordings.describe = TRY(parse_wordings(describe, (folder / "describe.txt").string()));
  wordings.write = TRY(parse_wordings(write, (folder / "write.txt").string()));
  wordings.ask = TRY(
      own_or(folder, "ask.txt", embedded(papert_embedded_sit_ask, papert_embedded_sit_ask_end)));
  return wordings;
}

Result<std::vector<std::string>> parse_wordings(std::string_view text, const std::string& where) {
  std::vector<std::string> wordings;
  const std::vector<std::string_view> lines = split(text, '\n');
  wordings.reserve(lines.size());
  for (const std::string_view line : lines) {
    const std::string_view wording = trim(line);
    if (wording.empty() || wording.front() == '#') continue;
    if (wording.size() > kMaxWordingBytes) {
      return fail(ErrorCode::kLimit,
                  fmt::format("a wording of more than {} bytes", kMaxWordingBytes), where);
    }
    wordings.push_back(sanitise_utf8(wording));
  }
  if (wordings.empty()) return fail(ErrorCode::kBadData, "there is no wording in it", where);
  if (wordings.size() > kMaxWordings) {
    return fail(ErrorCode::kLimit, fmt::format("more than {} wordings", kMaxWordings), where);
  }
  return wordings;
}

std::string filled(std::string_view wording, std::string_view name, std::string_view value) {
  const std::string mark = fmt::format("{{{{{}}}}}", name);
  const std::size_t place = wording.find(mark);
  if (place == std::string_view::npos) return fmt::format("{}\n\n{}", wording, value);
  return fmt::format("{}{}{}", wording.substr(0, place), value,
                     wording.substr(place + mark.size()));
}

std::uint64_t lot(std::string_view purpose, std::int64_t seed, std::string_view id) {
  constexpr std::size_t kDigits = 15;
  const std::string digest = sha256_hex(fmt::format("sit {} {} {}", purpose, seed, id));
  std::uint64_t value = 0;
  std::from_chars(digest.data(), digest.data() + kDigits, value, 16);
  return value;
}

}  // namespace papert::datagen::sit
