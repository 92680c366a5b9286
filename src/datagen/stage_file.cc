#include "datagen/stage_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <set>

#include "base/file.h"
#include "base/format.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/version.h"

namespace papert::datagen {
namespace {

constexpr std::chrono::seconds kSyncEvery{1};

/// The bytes that the lines take.
Result<std::size_t> visit_lines(const std::filesystem::path& path, const VisitLine& visit) {
  LineReader reader = TRY(LineReader::open(path));
  Line line;
  JsonView view;
  std::size_t end = 0;
  while (TRY(reader.next(line))) {
    if (!line.complete || !view.read(line.text)) {
      return fail(ErrorCode::kBadData,
                  "is not a line that this command wrote; remove the folder and begin again",
                  fmt::format("{}:{}", path.string(), line.number));
    }
    const LinePlace place = TRY(LinePlace::at(line.offset, line.text.size(), path.string()));
    TRY(visit(view, place));
    end = line.offset + line.text.size() + 1;
  }
  return end;
}

}  // namespace

Result<LinePlace> LinePlace::at(std::size_t offset, std::size_t size, const std::string& file) {
  if (offset <= kMaxOffset && size <= kMaxSize) return LinePlace(offset, size);
  return fail(ErrorCode::kLimit, "a file of lines ends at 64 GB, a line at 256 MB", file);
}

Result<void> for_each_line(const std::filesystem::path& path, const VisitLine& visit) {
  TRY(visit_lines(path, visit));
  return {};
}

Result<StageFile> StageFile::open(const std::filesystem::path& path, const VisitLine& visit) {
  JsonlWriter writer = TRY(JsonlWriter::open_append(path));
  const std::size_t size = TRY(visit_lines(path, visit));
  return StageFile(std::move(writer), size, path.string());
}

Result<LinePlace> StageFile::append(std::string_view line) {
  const LinePlace place = TRY(LinePlace::at(size_, line.size(), name_));
  TRY(writer_.write_line(line));
  size_ += line.size() + 1;
  if (const Clock::time_point now = Clock::now(); now - synced_ >= kSyncEvery) {
    TRY(writer_.sync());
    synced_ = now;
  }
  return place;
}

Result<LineSource> LineSource::open(const std::filesystem::path& path) {
  FileDescriptor file = TRY(open_file(path, O_RDONLY));
  return LineSource(std::move(file), path.string());
}

Error LineSource::no_field(const LinePlace& place, std::string_view key) const {
  return {ErrorCode::kBadData, fmt::format("the line has no '{}'", key),
          fmt::format("{}, byte {}", name_, place.offset)};
}

Result<std::string> LineSource::field(const LinePlace& place, std::string_view key) const {
  const std::string text = TRY(read_at(file_.get(), place.offset, place.size, name_));
  JsonView view;
  if (!view.read(text) || !view[key].is_string()) return fail(no_field(place, key));
  return view[key].string();
}

Result<std::uint64_t> LineSource::number(const LinePlace& place, std::string_view key) const {
  const std::string text = TRY(read_at(file_.get(), place.offset, place.size, name_));
  JsonView view;
  const auto value = view.read(text) ? view[key].integer() : std::nullopt;
  if (!value || *value < 0) return fail(no_field(place, key));
  return static_cast<std::uint64_t>(*value);
}

Result<BarrierFile> BarrierFile::begin(const std::filesystem::path& path) {
  std::filesystem::path part =
      path.parent_path() / fmt::format(".{}.{}.tmp", path.filename().string(), ::getpid());
  FileDescriptor file = TRY(open_file(part, O_WRONLY | O_CREAT | O_TRUNC));
  return BarrierFile(std::move(file), std::move(part), path);
}

BarrierFile::~BarrierFile() {
  if (file_) ::unlink(part_.c_str());
}

Result<void> BarrierFile::add(std::string_view text) {
  constexpr std::size_t kBuffered = std::size_t{1} << 20;
  buffer_ += text;
  return buffer_.size() < kBuffered ? Result<void>() : flush();
}

Result<void> BarrierFile::flush() {
  TRY(write_all(file_.get(), buffer_, path_.string()));
  buffer_.clear();
  return {};
}

Result<void> BarrierFile::finish() {
  TRY(flush());
  if (::fsync(file_.get()) != 0) return fail(system_error(errno, "sync", path_.string()));
  if (::rename(part_.c_str(), path_.c_str()) != 0) {
    return fail(system_error(errno, "write", path_.string()));
  }
  file_.reset();
  const std::filesystem::path folder = path_.parent_path();
  const auto opened = open_file(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY);
  if (opened) ::fsync(opened->get());  // some file systems refuse; the bytes themselves are safe
  return {};
}

Result<std::string> write_sorted(const std::filesystem::path& path, NamedLines lines) {
  lines.sort(NamedLines::Twice::kFirst);
  BarrierFile file = TRY(BarrierFile::begin(path));
  Sha256 hash;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string text = TRY(lines.line(i));
    hash.update(text);
    TRY(file.add(text));
  }
  TRY(file.finish());
  return hash.hex();
}

Result<void> claim_folder(const std::filesystem::path& folder, const Json& request) {
  const std::filesystem::path path = folder / "request.json";
  if (!may_exist(path)) {
    Json json{{"format", kFormat}, {"version", version()}};
    json.update(request);
    return write_file(path, dump_json_pretty(json) + "\n");
  }
  const std::string text = TRY(read_file(path));
  const Json before = TRY(parse_json(text, path.string()));
  TRY(refuse_later_format(before, path.string()));
  std::set<std::string> keys;
  for (const auto& [key, value] : request.items()) keys.insert(key);
  for (const auto& [key, value] : before.items()) {
    if (key != "format" && key != "version") keys.insert(key);
  }
  const auto text_of = [](const Json& json, const std::string& key) {
    const auto found = json.find(key);
    return found == json.end() ? std::string("nothing") : dump_json(*found);
  };
  for (const std::string& key : keys) {
    const std::string then = text_of(before, key);
    const std::string now = text_of(request, key);
    if (then == now) continue;
    return fail(ErrorCode::kUsage,
                fmt::format("this folder was begun with another {} ({} instead of {}); repeat that "
                            "command, or give another --out",
                            key, then, now),
                folder.string());
  }
  return {};
}

}  // namespace papert::datagen
