#include "datagen/export/lines.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <utility>

#include "base/paths.h"
#include "datagen/export/placeholders.h"

namespace papert::datagen {
namespace {

class LinesWriter final : public ExportWriter {
 public:
  LinesWriter(std::filesystem::path out, ExportPlan plan, LinesFormat format, SplitLines lines)
      : out_(std::move(out)),
        plan_(std::move(plan)),
        format_(std::move(format)),
        lines_(std::move(lines)) {}

  [[nodiscard]] Result<void> add(const ExportRecord& record) override {
    const Json line = TRY(format_.line(record, out_, plan_));
    return lines_.add(record.split, line);
  }

  [[nodiscard]] Result<void> finish() override {
    TRY(lines_.finish());
    return format_.finish == nullptr ? Result<void>() : format_.finish(out_, plan_);
  }

 private:
  std::filesystem::path out_;
  ExportPlan plan_;
  LinesFormat format_;
  SplitLines lines_;
};

}  // namespace

Result<LineFile> LineFile::create(const std::filesystem::path& path) {
  TRY(make_directories(path.parent_path()));
  FileDescriptor file = TRY(open_file(path, O_WRONLY | O_CREAT | O_TRUNC));
  return LineFile(std::move(file), path.string());
}

Result<void> LineFile::add(std::string_view line) {
  constexpr std::size_t kBuffered = std::size_t{1} << 20;
  buffer_.append(line).append("\n");
  return buffer_.size() < kBuffered ? Result<void>() : finish();
}

Result<void> LineFile::finish() {
  TRY(write_all(file_.get(), buffer_, name_));
  buffer_.clear();
  return {};
}

Result<SplitLines> SplitLines::create(const std::filesystem::path& folder,
                                      const std::string& pattern, const ExportPlan& plan) {
  const auto path = [&](const char* split) {
    return folder / fmt::format(fmt::runtime(pattern), split);
  };
  LineFile train = TRY(LineFile::create(path("train")));
  SplitLines lines(std::move(train));
  if (plan.validation) lines.validation_ = TRY(LineFile::create(path("validation")));
  return lines;
}

Result<void> SplitLines::add(std::string_view split, const Json& line) {
  LineFile& file = split == "validation" && validation_ ? *validation_ : train_;
  return file.add(dump_json(line));
}

Result<void> SplitLines::finish() {
  TRY(train_.finish());
  return validation_ ? validation_->finish() : Result<void>();
}

Result<void> store_picture(const std::filesystem::path& folder, const ExportPicture& picture) {
  const std::filesystem::path path = folder / picture.name;
  std::error_code unknown;
  if (std::filesystem::exists(path, unknown)) return {};
  TRY(make_directories(folder));
  return write_file(path, picture.bytes, Durability::kUnsynced);
}

Result<Json> store_pictures(const std::filesystem::path& out, const ExportRecord& record) {
  Json names = Json::array();
  for (const ExportPicture& picture : record.pictures) {
    TRY(store_picture(out / "images", picture));
    names.push_back("images/" + picture.name);
  }
  return names;
}

Json chat_turn(std::string_view role, std::string_view text) {
  return Json{{"role", role}, {"content", text}};
}

Json prompt_turns(const ExportRecord& record, const std::string& lead) {
  Json turns = Json::array();
  for (const ExportTurn& turn : record.prompt) {
    turns.push_back(chat_turn(turn.role, turns.empty() ? lead + turn.text : turn.text));
  }
  return turns;
}

Json all_turns(const ExportRecord& record, const std::string& lead) {
  Json turns = prompt_turns(record, lead);
  turns.push_back(chat_turn("assistant", record.target));
  return turns;
}

std::string image_placeholders(const ExportRecord& record) {
  std::string text;
  for (std::size_t i = 0; i < record.pictures.size(); ++i) text += kImagePlaceholder;
  return text;
}

void add_pair(const ExportRecord& record, Json& line) {
  line["prompt"] = prompt_turns(record);
  line["chosen"] = Json::array({chat_turn("assistant", record.target)});
  line["rejected"] = Json::array({chat_turn("assistant", record.rejected)});
}

void add_truth(const ExportRecord& record, Json& line) {
  line["ground_truth"] = record.ground_truth;
  line["suite"] = record.suite;
  line["task"] = record.task;
}

std::string with_word(std::string text, std::string_view word, std::string_view value) {
  return text.replace(text.find(word), word.size(), value);
}

OpenedWriter open_lines(const std::filesystem::path& out, const ExportPlan& plan,
                        const LinesFormat& format) {
  SplitLines lines = TRY(SplitLines::create(out, format.pattern, plan));
  return std::make_unique<LinesWriter>(out, plan, format, std::move(lines));
}

}  // namespace papert::datagen
