#include "datagen/sit/training_files.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "base/file.h"
#include "base/json.h"
#include "datagen/export/lines.h"

namespace papert::datagen::sit {
namespace {

/// A line of a training file, before it is made.
struct PlannedLine {
  std::uint64_t lot = 0;
  std::size_t index = 0;  // of an accepted program, or of a row that is mixed in
  bool reverse = false;
  bool foreign = false;
};

struct PooledText {
  std::string id;
  std::string program;
  std::string description;
};

/// A file that takes its name when it is complete.
class WholeFile {
 public:
  [[nodiscard]] static Result<WholeFile> create(const std::filesystem::path& path) {
    std::filesystem::path hidden = path.parent_path() / ("." + path.filename().string() + ".tmp");
    LineFile lines = TRY(LineFile::create(hidden));
    return WholeFile(path, std::move(hidden), std::move(lines));
  }

  [[nodiscard]] Result<void> add(std::string_view line) { return lines_.add(line); }

  [[nodiscard]] Result<void> finish() {
    TRY(lines_.finish());
    const FileDescriptor file = TRY(open_file(hidden_, O_RDONLY));
    if (::fsync(file.get()) != 0) return fail(system_error(errno, "sync", hidden_.string()));
    std::error_code error;
    std::filesystem::rename(hidden_, path_, error);
    if (!error) return {};
    return fail(ErrorCode::kIo, "cannot rename: " + error.message(), path_.string());
  }

 private:
  WholeFile(std::filesystem::path path, std::filesystem::path hidden, LineFile lines)
      : path_(std::move(path)), hidden_(std::move(hidden)), lines_(std::move(lines)) {}

  std::filesystem::path path_;
  std::filesystem::path hidden_;
  LineFile lines_;
};

std::string messages_of(const std::string& id, const Json& turns) {
  return dump_json(Json{{"id", id}, {"messages", turns}, {"images", Json::array()}});
}

class TrainingWriter {
 public:
  TrainingWriter(const Bench& bench, const TrainingTask& task, LineSource pool)
      : bench_(bench), task_(task), pool_(std::move(pool)) {}

  [[nodiscard]] Result<std::vector<TrainingFile>> run() {
    TRY(read_lots());
    if (task_.mix) rows_ = TRY(open_file(task_.mix->path, O_RDONLY));
    for (const ChosenSet& set : task_.sets) {
      for (const Direction direction : task_.directions) {
        TRY(not_cancelled(bench_.cancel));
        const std::string name = fmt::format("sit-{}-{}", set.size.name, name_of(direction));
        std::vector<PlannedLine> lines = planned(set, direction);
        TRY(write(name, lines, true));
        if (!task_.mix) continue;
        add_rows(lines);
        TRY(write(name + "-with-" + task_.mix->name, lines, false));
      }
    }
    TRY(write_file(bench_.out / "dataset_info.json", dump_json_pretty(info_) + "\n"));
    return std::move(files_);
  }

 private:
  /// What chance decides about each program, so that ids need not stay in memory.
  [[nodiscard]] Result<void> read_lots() {
    order_.reserve(task_.pool.accepted.size());
    turned_.reserve(task_.pool.accepted.size());
    for (const PooledProgram& program : task_.pool.accepted) {
      const std::string id = TRY(pool_.field(program.place, "id"));
      order_.push_back(lot("order", bench_.seed, id));
      turned_.push_back(lot("mixed", bench_.seed, id));
    }
    return {};
  }

  [[nodiscard]] std::vector<PlannedLine> planned(const ChosenSet& set, Direction direction) const {
    std::vector<PlannedLine> lines;
    lines.reserve(set.members.size() + (task_.mix ? task_.mix->places.size() : 0));
    for (const std::size_t index : set.members) {
      lines.push_back({turned_[index], index, direction == Direction::kReverse, false});
    }
    if (direction == Direction::kMixed) {
      sort_lines(lines);
      for (std::size_t i = 0; i < lines.size() / 2; ++i) lines[i].reverse = true;
    }
    for (PlannedLine& line : lines) line.lot = order_[line.index];
    sort_lines(lines);
    return lines;
  }

  void add_rows(std::vector<PlannedLine>& lines) const {
    for (std::size_t i = 0; i < task_.mix->places.size(); ++i) {
      lines.push_back({lot("row", bench_.seed, std::to_string(i)), i, false, true});
    }
    sort_lines(lines);
  }

  static void sort_lines(std::vector<PlannedLine>& lines) {
    std::sort(lines.begin(), lines.end(), [](const PlannedLine& a, const PlannedLine& b) {
      return std::tie(a.lot, a.foreign, a.index) < std::tie(b.lot, b.foreign, b.index);
    });
  }

  [[nodiscard]] Result<PooledText> text_of(std::size_t index) const {
    const LinePlace& place = task_.pool.accepted[index].place;
    PooledText text;
    text.id = TRY(pool_.field(place, "id"));
    text.program = TRY(pool_.field(place, "program"));
    text.description = TRY(pool_.field(place, "description"));
    return text;
  }

  [[nodiscard]] std::string line_of(const PooledText& text, bool reverse) const {
    const Wordings& wordings = task_.wordings;
    const std::string asked =
        reverse ? filled(wordings.write[wordings.write_index(bench_.seed, text.id)], "description",
                         text.description)
                : filled(wordings.describe[wordings.describe_index(bench_.seed, text.id)],
                         "program", text.program);
    return messages_of(
        text.id, Json::array({chat_turn("user", asked),
                              chat_turn("assistant", reverse ? text.program : text.description)}));
  }

  [[nodiscard]] Result<std::string> foreign_line(std::size_t index) const {
    const LinePlace& place = task_.mix->places[index];
    const std::string row =
        TRY(read_at(rows_.get(), place.offset, place.size, task_.mix->path.string()));
    const Json turns = TRY(instruction_turns(row));
    return messages_of(fmt::format("{}:{}", task_.mix->name, index), turns);
  }

  [[nodiscard]] Result<void> write(const std::string& name, const std::vector<PlannedLine>& lines,
                                   bool with_ids) {
    TrainingFile facts;
    facts.name = name + ".jsonl";
    facts.lines = lines.size();
    WholeFile file = TRY(WholeFile::create(bench_.out / facts.name));
    std::string ids;
    for (const PlannedLine& line : lines) {
      if (line.foreign) {
        const std::string text = TRY(foreign_line(line.index));
        TRY(file.add(text));
        ++facts.mixed_in;
        continue;
      }
      const PooledText text = TRY(text_of(line.index));
      TRY(file.add(line_of(text, line.reverse)));
      facts.reverse += line.reverse ? 1 : 0;
      facts.longest = std::max(facts.longest, text.program.size());
      if (with_ids) ids += fmt::format("{} {}\n", line.reverse ? "reverse" : "forward", text.id);
    }
    TRY(file.finish());
    if (with_ids) TRY(write_file(bench_.out / (name + ".ids"), ids));
    info_[name] = {{"file_name", facts.name},
                   {"formatting", "sharegpt"},
                   {"columns", {{"messages", "messages"}}},
                   {"tags",
                    {{"role_tag", "role"},
                     {"content_tag", "content"},
                     {"user_tag", "user"},
                     {"assistant_tag", "assistant"},
                     {"system_tag", "system"}}}};
    files_.push_back(std::move(facts));
    if (bench_.progress) {
      bench_.progress("training files", files_.size(),
                      task_.sets.size() * task_.directions.size() * (task_.mix ? 2 : 1), "");
    }
    return {};
  }

  const Bench& bench_;
  const TrainingTask& task_;
  LineSource pool_;
  FileDescriptor rows_;
  std::vector<std::uint64_t> order_;   // by accepted program: where its line stands
  std::vector<std::uint64_t> turned_;  // the smaller half of a mixed set is reversed
  std::vector<TrainingFile> files_;
  Json info_ = Json::object();
};

}  // namespace

Result<Direction> direction_of(std::string_view word) {
  const auto* const found = std::find(std::begin(kDirectionNames), std::end(kDirectionNames), word);
  if (found == std::end(kDirectionNames)) {
    return fail(ErrorCode::kUsage,
                fmt::format("'{}' is not a direction; there are: {}", word,
                            fmt::join(kDirectionNames, ", ")),
                "--direction");
  }
  return static_cast<Direction>(found - std::begin(kDirectionNames));
}

Result<std::vector<TrainingFile>> write_training_files(const Bench& bench,
                                                       const TrainingTask& task) {
  LineSource pool = TRY(LineSource::open(pool_path(bench.out)));
  TrainingWriter writer(bench, task, std::move(pool));
  return writer.run();
}

}  // namespace papert::datagen::sit
