#include "datagen/sit/source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/csv.h"
#include "base/file.h"
#include "base/json_view.h"
#include "base/jsonl.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "lang/svg/in_text.h"

namespace papert::datagen::sit {
namespace {

/// What a program is called in lines and columns.
constexpr std::array<std::string_view, 3> kProgramNames{"program", "svg", "code"};

SourceItem refused_item(std::string id, Status status, std::string reason) {
  return {std::move(id), "", status, std::move(reason)};
}

SourceItem read_item(const std::filesystem::path& path, std::string id) {
  auto text = read_file(path, kMaxSourceBytes);
  if (text) return {std::move(id), std::move(*text), Status::kOk, ""};
  const bool limit = text.error().code == ErrorCode::kLimit;
  return refused_item(std::move(id), limit ? Status::kTooLong : Status::kUnreadable,
                      text.error().message);
}

class FolderSource final : public ProgramSource {
 public:
  [[nodiscard]] static Result<std::unique_ptr<ProgramSource>> open(
      const std::filesystem::path& folder) {
    auto source = std::make_unique<FolderSource>(folder);
    TRY(source->list());
    if (source->names_.empty()) {
      return fail(ErrorCode::kBadData, "there is no .svg file in or below this folder",
                  folder.string());
    }
    return std::unique_ptr<ProgramSource>(std::move(source));
  }

  explicit FolderSource(std::filesystem::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] std::size_t size() const override { return names_.size(); }

  [[nodiscard]] Result<std::optional<SourceItem>> next() override {
    if (at_ == names_.size()) return std::nullopt;
    const std::string& name = names_[at_++];
    return read_item(folder_ / name, clean_id(name));
  }

 private:
  [[nodiscard]] Result<void> list() {
    namespace fs = std::filesystem;
    std::error_code error;
    std::vector<std::pair<std::string, std::uintmax_t>> found;
    std::size_t links = 0;
    fs::recursive_directory_iterator entry(folder_, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      if (lower(entry->path().extension().string()) != ".svg") continue;
      std::error_code unknown;
      const bool link = entry->is_symlink(unknown);
      if (link) ++links;
      if (link || !entry->is_regular_file(unknown)) continue;
      const std::uintmax_t size = entry->file_size(unknown);
      found.emplace_back(entry->path().lexically_relative(folder_).string(), unknown ? 0 : size);
      if (found.size() > kMaxPrograms) {
        return fail(ErrorCode::kLimit, fmt::format("more than {} files", kMaxPrograms),
                    folder_.string());
      }
    }
    if (error) {
      return fail(ErrorCode::kIo, "cannot list the folder: " + error.message(), folder_.string());
    }
    std::sort(found.begin(), found.end());
    Sha256 hash;
    names_.reserve(found.size());
    for (auto& [name, size] : found) {
      hash.update(fmt::format("{} {}\n", size, name));
      names_.push_back(std::move(name));
    }
    hash_ = hash.hex();
    if (links > 0) {
      notes_.push_back(fmt::format("{} links to .svg files were passed over",
                                   format_count(static_cast<std::int64_t>(links))));
    }
    return {};
  }

  std::filesystem::path folder_;
  std::vector<std::string> names_;
  std::size_t at_ = 0;
};

/// Counts the ids of a file that gives none of its own.
std::string place_id(const std::string& stem, std::int64_t line) {
  return clean_id(fmt::format("{}:{}", stem, line));
}

class LinesSource final : public ProgramSource {
 public:
  [[nodiscard]] static Result<std::unique_ptr<ProgramSource>> open(
      const std::filesystem::path& path) {
    auto source = std::make_unique<LinesSource>(path.stem().string());
    Sha256 hash;
    Line line;
    LineReader first = TRY(begin(path));
    while (TRY(first.next(line))) {
      hash.update(line.text);
      hash.update("\n");
      if (!line.blank()) ++source->size_;
    }
    if (source->size_ == 0) return fail(ErrorCode::kBadData, "the file is empty", path.string());
    if (source->size_ > kMaxPrograms) {
      return fail(ErrorCode::kLimit, fmt::format("more than {} lines", kMaxPrograms),
                  path.string());
    }
    source->hash_ = hash.hex();
    source->reader_ = TRY(begin(path));
    return std::unique_ptr<ProgramSource>(std::move(source));
  }

  explicit LinesSource(std::string stem) : stem_(std::move(stem)) {}

  [[nodiscard]] std::size_t size() const override { return size_; }

  [[nodiscard]] Result<std::optional<SourceItem>> next() override {
    Line line;
    do {
      if (!TRY(reader_->next(line))) return std::nullopt;
    } while (line.blank());
    return item_of(line);
  }

 private:
  static constexpr std::size_t kMaxLine = 4 * kMaxSourceBytes;

  [[nodiscard]] static Result<LineReader> begin(const std::filesystem::path& path) {
    return LineReader::open(path, {.max_line_bytes = kMaxLine, .cancel = std::nullopt});
  }

  [[nodiscard]] SourceItem item_of(const Line& line) const {
    std::string id = place_id(stem_, line.number);
    if (line.too_long) {
      return refused_item(std::move(id), Status::kTooLong,
                          fmt::format("the line has more than {} bytes", kMaxLine));
    }
    const auto json = parse_json(line.text);
    if (!json || !json->is_object()) {
      return refused_item(std::move(id), Status::kUnreadable, "the line is not a JSON object");
    }
    if (const auto given = json->find("id"); given != json->end()) {
      if (given->is_string()) id = clean_id(given->get<std::string>());
      if (given->is_number_integer()) id = given->dump();
    }
    if (const auto language = json->find("language");
        language != json->end() && language->is_string() && *language != "svg") {
      return refused_item(std::move(id), Status::kNotSvg,
                          "it is a program in " + clean_id(language->get<std::string>()));
    }
    for (const std::string_view name : kProgramNames) {
      const auto program = json->find(name);
      if (program == json->end() || !program->is_string()) continue;
      return {std::move(id), program->get<std::string>(), Status::kOk, ""};
    }
    return refused_item(
        std::move(id), Status::kUnreadable,
        fmt::format("the line has none of the texts {}", fmt::join(kProgramNames, ", ")));
  }

  std::string stem_;
  std::optional<LineReader> reader_;
  std::size_t size_ = 0;
};

/// A file in the address space, so that its pages need not stay in memory.
class MappedText {
 public:
  [[nodiscard]] static Result<MappedText> open(const std::filesystem::path& path) {
    const FileDescriptor file = TRY(open_file(path, O_RDONLY));
    struct stat facts{};
    if (::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
      return fail(ErrorCode::kBadData, "is not a file", path.string());
    }
    const auto size = static_cast<std::size_t>(facts.st_size);
    if (size == 0) return fail(ErrorCode::kBadData, "the file is empty", path.string());
    void* const data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (data == MAP_FAILED) return fail(system_error(errno, "map the file", path.string()));
    return MappedText(data, size);
  }

  MappedText(MappedText&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}
  MappedText& operator=(MappedText&&) = delete;
  MappedText(const MappedText&) = delete;
  MappedText& operator=(const MappedText&) = delete;
  ~MappedText() {
    if (data_ != nullptr) ::munmap(data_, size_);
  }

  [[nodiscard]] std::string_view text() const { return {static_cast<const char*>(data_), size_}; }

 private:
  MappedText(void* data, std::size_t size) : data_(data), size_(size) {}

  void* data_;
  std::size_t size_;
};

class TableSource final : public ProgramSource {
 public:
  [[nodiscard]] static Result<std::unique_ptr<ProgramSource>> open(
      const std::filesystem::path& path) {
    MappedText text = TRY(MappedText::open(path));
    auto source = std::make_unique<TableSource>(path.stem().string(), std::move(text));
    TRY(source->read_head(path));
    source->hash_ = sha256_hex(source->text_.text());
    CsvReader rows(source->text_.text());
    CsvRow row;
    while (rows.next(row)) ++source->size_;
    --source->size_;  // the head
    if (source->size_ == 0) return fail(ErrorCode::kBadData, "the table is empty", path.string());
    return std::unique_ptr<ProgramSource>(std::move(source));
  }

  TableSource(std::string stem, MappedText text)
      : stem_(std::move(stem)), text_(std::move(text)), rows_(text_.text()) {}

  [[nodiscard]] std::size_t size() const override { return size_; }

  [[nodiscard]] Result<std::optional<SourceItem>> next() override {
    CsvRow row;
    if (!rows_.next(row)) return std::nullopt;
    return item_of(row);
  }

 private:
  [[nodiscard]] Result<void> read_head(const std::filesystem::path& path) {
    CsvRow head;
    if (!rows_.next(head) || !head.error.empty()) {
      return fail(ErrorCode::kBadData, "the first line does not name columns", path.string());
    }
    for (std::size_t i = 0; i < head.fields.size(); ++i) {
      const std::string name = lower(trim(head.fields[i]));
      if (std::find(kProgramNames.begin(), kProgramNames.end(), name) != kProgramNames.end()) {
        program_ = i;
        questions_ = false;
      } else if (name == "question" && !program_) {
        program_ = i;
        questions_ = true;
      } else if (name == "id") {
        id_ = i;
      }
    }
    if (program_) return {};
    return fail(ErrorCode::kBadData,
                fmt::format("there is no column {}, and none of a table of questions (Question)",
                            fmt::join(kProgramNames, ", ")),
                path.string());
  }

  /// As papert eval sgp calls the rows of a published table: <number>-<k>.
  [[nodiscard]] std::string row_id(const CsvRow& row) {
    if (id_ && *id_ < row.fields.size()) return clean_id(row.fields[*id_]);
    if (!questions_ || row.fields.empty()) return place_id(stem_, row.line);
    const std::string number = clean_id(row.fields.front());
    return fmt::format("{}-{}", number, ++rows_of_[number]);
  }

  [[nodiscard]] SourceItem item_of(const CsvRow& row) {
    std::string id = row_id(row);
    if (!row.error.empty()) return refused_item(std::move(id), Status::kUnreadable, row.error);
    if (*program_ >= row.fields.size()) {
      return refused_item(std::move(id), Status::kUnreadable, "the row ends before its program");
    }
    const std::string& cell = row.fields[*program_];
    return {std::move(id), cell, Status::kOk, ""};
  }

  std::string stem_;
  MappedText text_;
  CsvReader rows_;
  std::size_t size_ = 0;
  std::optional<std::size_t> program_;
  std::optional<std::size_t> id_;
  bool questions_ = false;
  std::unordered_map<std::string, std::size_t> rows_of_;
};

}  // namespace

Result<std::unique_ptr<ProgramSource>> open_source(const std::filesystem::path& path) {
  if (is_folder(path)) {
    const std::filesystem::path tasks = path / "tasks.jsonl";
    return may_exist(tasks) ? LinesSource::open(tasks) : FolderSource::open(path);
  }
  const std::string ending = lower(path.extension().string());
  if (ending == ".csv") return TableSource::open(path);
  if (ending == ".jsonl") return LinesSource::open(path);
  if (!may_exist(path)) {
    return fail(ErrorCode::kNotFound, "there is no such file or folder", path.string());
  }
  return fail(ErrorCode::kUsage,
              "give a folder of .svg files, a data folder of sgp, a .jsonl or a .csv file",
              path.string());
}

std::string clean_id(std::string_view name) {
  const std::string valid = sanitise_utf8(cut_utf8(name, kMaxIdBytes));
  std::string id(cut_utf8(valid, kMaxIdBytes));
  for (char& c : id) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return id;
}

}  // namespace papert::datagen::sit
