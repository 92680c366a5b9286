// Training data as it lies on disks: lines of JSON, lists, single programs, pictures. No reader of
// any trainer's format is needed, because what gives a task away is the same in all of them: a
// program or a task in some text, a picture in a file. So every text of every line is looked into,
// and every PNG file.
//
// What is stored in other ways (Parquet, archives, tables) cannot be looked into here. Each such
// file is a problem: a certificate must not say that it was compared.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/certificate_index.h"
#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/jsonl.h"
#include "base/paths.h"
#include "base/text.h"
#include "raster/png.h"

namespace papert::analysis {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxTrainingLine = std::size_t{64} << 20;
constexpr std::size_t kMaxListFile = std::size_t{256} << 20;
constexpr std::size_t kMaxProgramFile = std::size_t{16} << 20;
constexpr std::size_t kMaxTrainingFiles = 2'000'000;
constexpr std::size_t kMaxLabelBytes = 80;  // of an id
constexpr std::size_t kNamedFiles = 5;      // in a note

enum class FileKind : std::uint8_t { kLines, kList, kText, kPicture, kUnreadable, kOther };

FileKind kind_of_file(const fs::path& path) {
  const std::string ending = lower(path.extension().string());
  const auto is = [&](std::initializer_list<std::string_view> endings) {
    return std::ranges::find(endings, ending) != endings.end();
  };
  if (is({".jsonl", ".ndjson"})) return FileKind::kLines;
  if (is({".json"})) return FileKind::kList;
  if (is({".py", ".svg", ".txt", ".xml", ".md"})) return FileKind::kText;
  if (is({".png"})) return FileKind::kPicture;
  if (is({".parquet", ".arrow", ".feather", ".tar",  ".zip", ".gz",  ".tgz",     ".xz",
          ".zst",     ".bz2",   ".csv",     ".tsv",  ".jpg", ".gif", ".jpeg",    ".webp",
          ".npy",     ".npz",   ".pkl",     ".hdf5", ".h5",  ".pt",  ".tfrecord"})) {
    return FileKind::kUnreadable;
  }
  return FileKind::kOther;
}

struct TrainingFile {
  fs::path path;
  std::string name;  // below the folder
  FileKind kind = FileKind::kOther;
  std::size_t bytes = 0;
};

Result<std::vector<TrainingFile>> files_below(const fs::path& folder) {
  std::vector<TrainingFile> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code unknown;
    if (!entry->is_regular_file(unknown)) continue;
    if (files.size() == kMaxTrainingFiles) {
      return fail(ErrorCode::kLimit,
                  fmt::format("has more than {} files", format_count(kMaxTrainingFiles)),
                  folder.string());
    }
    const fs::path& path = entry->path();
    const auto bytes = entry->file_size(unknown);
    files.push_back({path, path.lexically_relative(folder).string(), kind_of_file(path),
                     unknown ? 0 : static_cast<std::size_t>(bytes)});
  }
  if (error) {
    return fail(ErrorCode::kIo, "cannot read the folder: " + error.message(), folder.string());
  }
  std::ranges::sort(files, {}, &TrainingFile::name);
  return files;
}

/// One thing to look into, in the order of files and lines.
struct TrainingItem {
  std::string label;
  FileKind kind = FileKind::kLines;
  std::string text;                  // a line
  std::shared_ptr<const Json> list;  // or an element of a list
  std::size_t place = 0;
  fs::path path;                 // or a file
  std::optional<Error> problem;  // or nothing
};

/// Gives the items of all files, one after the other.
class TrainingItems {
 public:
  explicit TrainingItems(std::vector<TrainingFile> files) : files_(std::move(files)) {}

  std::optional<TrainingItem> next() {
    for (;;) {
      if (lines_) {
        if (auto item = next_line()) return item;
      } else if (list_) {
        if (auto item = next_element()) return item;
      }
      if (file_ == files_.size()) return std::nullopt;
      if (auto item = open(files_[file_])) return item;
    }
  }

  /// Bytes of the files that were opened so far, or of the lines of the open one.
  [[nodiscard]] std::size_t done() const { return before_ + in_file_; }

 private:
  void close() {
    before_ += files_[file_].bytes;
    in_file_ = 0;
    ++file_;
    lines_.reset();
    list_.reset();
  }

  TrainingItem failed(Error error) {
    TrainingItem item;
    item.label = files_[file_].name;
    item.problem = std::move(error);
    item.problem->where = item.label;
    close();
    return item;
  }

  std::optional<TrainingItem> open(const TrainingFile& file) {
    switch (file.kind) {
      case FileKind::kLines: {
        auto reader = LineReader::open(file.path, {.max_line_bytes = kMaxTrainingLine});
        if (!reader) return failed(std::move(reader.error()));
        lines_.emplace(std::move(*reader));
        return std::nullopt;
      }
      case FileKind::kList: {
        auto text = read_file(file.path, kMaxListFile);
        if (!text) return failed(std::move(text.error()));
        auto json = parse_json(*text, file.name);
        if (!json) return failed(std::move(json.error()));
        list_ = std::make_shared<const Json>(std::move(*json));
        element_ = 0;
        return std::nullopt;
      }
      case FileKind::kText:
      case FileKind::kPicture: {
        TrainingItem item;
        item.label = file.name;
        item.kind = file.kind;
        item.path = file.path;
        close();
        return item;
      }
      case FileKind::kUnreadable:
        return failed({ErrorCode::kBadData,
                       "cannot be looked into; give the same data as lines of JSON and PNG files "
                       "(papert export --jsonl, or another --format)",
                       ""});
      case FileKind::kOther:
        close();
        return std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<TrainingItem> next_line() {
    do {
      const auto more = lines_->next(line_);
      if (!more) return failed(more.error());
      if (!*more) {
        close();
        return std::nullopt;
      }
    } while (line_.blank());
    in_file_ = std::min(line_.offset + line_.text.size(), files_[file_].bytes);
    TrainingItem item;
    item.label = fmt::format("{}:{}", files_[file_].name, line_.number);
    if (line_.too_long) {
      item.problem = Error{ErrorCode::kLimit, "the line is too long", item.label};
    } else {
      item.text = line_.text;
    }
    return item;
  }

  std::optional<TrainingItem> next_element() {
    const std::size_t elements = list_->is_array() ? list_->size() : 1;
    if (element_ == elements) {
      close();
      return std::nullopt;
    }
    TrainingItem item;
    item.kind = FileKind::kList;
    item.list = list_;
    item.place = element_++;
    item.label = list_->is_array() ? fmt::format("{}[{}]", files_[file_].name, item.place)
                                   : files_[file_].name;
    return item;
  }

  std::vector<TrainingFile> files_;
  std::size_t file_ = 0;
  std::size_t before_ = 0;
  std::size_t in_file_ = 0;
  std::optional<LineReader> lines_;
  Line line_;
  std::shared_ptr<const Json> list_;
  std::size_t element_ = 0;
};

/// Calls use(text) for every text of a value, and look(object) for every object.
template <class Use, class Look>
void each_text(const Json& json, const Use& use, const Look& look) {
  if (json.is_string()) {
    use(json.get_ref<const std::string&>());
  } else if (json.is_object()) {
    look(json);
    for (const auto& [key, value] : json.items()) each_text(value, use, look);
  } else if (json.is_array()) {
    for (const Json& value : json) each_text(value, use, look);
  }
}

std::string labelled(const std::string& label, const Json& json) {
  const auto id = get_optional_string(json, "id");
  if (!id || !*id || (*id)->empty()) return label;
  return fmt::format("{} ({})", label, cut_utf8(**id, kMaxLabelBytes));
}

/// What to say of files that were passed over.
std::vector<std::string> notes_on(const std::vector<TrainingFile>& files) {
  std::vector<std::string> names;
  for (const TrainingFile& file : files) {
    if (file.kind == FileKind::kOther) names.push_back(file.name);
  }
  if (names.empty()) return {};
  const std::size_t shown = std::min(names.size(), kNamedFiles);
  std::string text = "not looked into, as nothing of their kind holds examples: ";
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return {std::move(text)};
}

/// A Parquet file beside lines of the same name holds the same rows (papert export --jsonl).
void pass_over_copies(std::vector<TrainingFile>& files, std::vector<std::string>& notes) {
  for (TrainingFile& file : files) {
    if (file.kind != FileKind::kUnreadable || !file.name.ends_with(".parquet")) continue;
    const std::string lines = file.name.substr(0, file.name.size() - 7) + "jsonl";
    const bool copied =
        std::ranges::any_of(files, [&](const TrainingFile& each) { return each.name == lines; });
    if (!copied) continue;
    file.kind = FileKind::kOther;
    notes.push_back(fmt::format("{} is taken to hold the rows of {}", file.name, lines));
  }
}

}  // namespace

Result<CertifiedSource> KeyIndex::against_training(const fs::path& path,
                                                   const CertifyOptions& options) const {
  std::vector<TrainingFile> files;
  if (is_folder(path)) {
    files = TRY(files_below(path));
  } else {
    std::error_code unknown;
    const auto bytes = fs::file_size(path, unknown);
    FileKind kind = kind_of_file(path);
    if (kind == FileKind::kOther) kind = FileKind::kLines;
    files.push_back(
        {path, path.filename().string(), kind, unknown ? 0 : static_cast<std::size_t>(bytes)});
  }
  std::vector<std::string> notes;
  pass_over_copies(files, notes);
  for (std::string& note : notes_on(files)) notes.push_back(std::move(note));
  std::size_t total = 0;
  for (const TrainingFile& file : files) total += file.bytes;

  const Data& data = *data_;
  const auto look_into = [&](const Json& json, FoundKeys& found) {
    if (data.keyed == nullptr) return;
    each_text(
        json, [&](const std::string& text) { data.add(data.keyed->keys_in(text), found.keys); },
        [&](const Json& object) { data.add(data.keyed->keys_in_record(object), found.keys); });
  };
  const auto work = [&](TrainingItem&& item) -> Result<FoundKeys> {
    if (options.cancel.cancelled()) return fail(ErrorCode::kCancelled, "interrupted");
    FoundKeys found;
    found.label = std::move(item.label);
    const auto refuse = [&](Error error) {
      error.where = found.label;
      found.problems.push_back(std::move(error));
      found.is_item = false;
      return found;
    };
    if (item.problem) return refuse(std::move(*item.problem));
    if (item.kind == FileKind::kLines) {
      auto json = parse_json(item.text, found.label);
      if (!json) return refuse(std::move(json.error()));
      look_into(*json, found);
      found.label = labelled(found.label, *json);
    } else if (item.kind == FileKind::kList) {
      const Json& json = item.list->is_array() ? (*item.list)[item.place] : *item.list;
      look_into(json, found);
      found.label = labelled(found.label, json);
    } else {
      const bool picture = item.kind == FileKind::kPicture;
      auto bytes = read_file(item.path, picture ? raster::PngLimits{}.max_bytes : kMaxProgramFile);
      if (!bytes) return refuse(std::move(bytes.error()));
      if (!picture) {
        if (data.keyed != nullptr) data.add(data.keyed->keys_in(*bytes), found.keys);
      } else if (data.wants(suite::KeyKind::kPicture)) {
        auto key = picture_key(*bytes);
        if (!key) return refuse(std::move(key.error()));
        data.add({std::move(*key)}, found.keys);
      }
    }
    return found;
  };

  TrainingItems items(std::move(files));
  Matches matches(data, options);
  TRY(for_each_in_order(
      options.jobs,
      [&] {
        auto item = items.next();
        if (options.progress) options.progress("KB read", items.done() / 1024, total / 1024);
        return item;
      },
      work,
      [&](FoundKeys found) -> Result<void> {
        matches.take(std::move(found));
        return {};
      }));
  CertifiedSource source = matches.finish(SourceKind::kTraining);
  source.notes = std::move(notes);
  if (source.items == 0 && source.problems.all == 0) {
    return fail(ErrorCode::kBadData, "holds neither tasks nor lines, programs or pictures",
                path.string());
  }
  if (data.keyed == nullptr) {
    source.notes.push_back("this suite finds nothing in texts; only pictures were compared");
  }
  return source;
}

}  // namespace papert::analysis
