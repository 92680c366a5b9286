#include "datagen/draw.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

#include "base/file.h"
#include "base/format.h"
#include "base/json_view.h"
#include "base/jsonl.h"
#include "base/numbers.h"
#include "base/random.h"
#include "base/text.h"
#include "datagen/training.h"

namespace papert::datagen {
namespace {

Result<double> beta_number(std::string_view text) {
  const auto number = parse_number<double>(text);
  if (!number || !std::isfinite(*number) || *number < 0) {
    return fail(ErrorCode::kUsage, fmt::format("'{}' must be a finite number, 0 or more", text),
                "--beta");
  }
  return *number;
}

Result<suite::Verdict> failure_named(std::string_view name) {
  const auto verdict = suite::verdict_from_name(name);
  if (!verdict || !suite::is_scored(*verdict) || *verdict == suite::Verdict::kRight) {
    return fail(ErrorCode::kUsage,
                fmt::format("'{}' is not a verdict of a failure (wrong, no_answer, invalid, "
                            "crashed, step_limit, memory_limit, output_limit, forbidden, refused, "
                            "truncated)",
                            name),
                "--beta");
  }
  return *verdict;
}

class FileLines : public TrainingLines {
 public:
  static Result<std::unique_ptr<TrainingLines>> open(const std::filesystem::path& path) {
    auto lines = std::unique_ptr<FileLines>(new FileLines);
    LineReader reader = TRY(LineReader::open(path));
    Line line;
    std::size_t offset = 0;
    while (TRY(reader.next(line))) {
      const std::string where = path.string() + ":" + std::to_string(line.number);
      if (line.too_long) return fail(ErrorCode::kLimit, "the line is too long", where);
      const std::size_t begin = offset;
      offset += line.text.size() + 1;
      if (line.blank()) continue;
      const std::string id = TRY(lines->id_of(line.text, where));
      if (!lines->places_.emplace(id, Place{begin, line.text.size()}).second) {
        return fail(ErrorCode::kBadData, "a second line of task '" + id + "'", where);
      }
    }
    lines->name_ = path.string();
    lines->file_ = TRY(open_file(path, O_RDONLY));
    return std::unique_ptr<TrainingLines>(std::move(lines));
  }

  [[nodiscard]] Result<std::string> line(const std::string& id) override {
    const auto place = places_.find(id);
    if (place == places_.end()) {
      return fail(ErrorCode::kBadData, "there is no line of task '" + id + "'", name_);
    }
    std::string text = TRY(read_at(file_.get(), place->second.offset, place->second.size, name_));
    if (text.size() < place->second.size) {
      return fail(ErrorCode::kIo, "the file changed while it was read", name_);
    }
    return text;
  }

 private:
  struct Place {
    std::size_t offset;
    std::size_t size;
  };
  FileLines() = default;

  Result<std::string> id_of(const std::string& text, const std::string& where) {
    if (view_.read(text) && view_["id"].is_string()) return view_["id"].string();
    const Json json = TRY(parse_json(text, where));
    return get_string(json, "id", where);
  }

  std::unordered_map<std::string, Place> places_;
  JsonView view_;
  std::string name_;
  FileDescriptor file_;
};

Result<void> write_weights(const std::vector<run::Outcome>& samples,
                           const std::vector<double>& weights, const std::filesystem::path& out) {
  double total = 0;
  for (const double weight : weights) total += weight;
  JsonlWriter lines = TRY(fresh_lines(out / "weights.jsonl"));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    TRY(lines.write({{"format", kFormat},
                     {"index", i},
                     {"id", samples[i].id},
                     {"epoch", samples[i].epoch},
                     {"success", samples[i].right()},
                     {"weight", weights[i] / total}}));
  }
  return {};
}

}  // namespace

double Beta::weight(suite::Verdict verdict) const {
  if (verdict == suite::Verdict::kRight) return 1;
  const auto named = by_verdict.find(verdict);
  return 1 + (named == by_verdict.end() ? others : named->second);
}

Result<Beta> parse_beta(std::string_view text) {
  Beta beta;
  bool plain = false;
  for (const std::string_view piece : split(text, ',')) {
    const std::size_t equals = piece.find('=');
    if (equals == std::string_view::npos) {
      if (plain) return fail(ErrorCode::kUsage, "two numbers without a verdict", "--beta");
      beta.others = TRY(beta_number(piece));
      plain = true;
      continue;
    }
    const suite::Verdict verdict = TRY(failure_named(piece.substr(0, equals)));
    const double number = TRY(beta_number(piece.substr(equals + 1)));
    if (!beta.by_verdict.emplace(verdict, number).second) {
      return fail(ErrorCode::kUsage, fmt::format("'{}' is named twice", piece.substr(0, equals)),
                  "--beta");
    }
  }
  if (!plain) beta.others = 0;
  return beta;
}

Result<std::unique_ptr<TrainingLines>> lines_of_file(const std::filesystem::path& path) {
  return FileLines::open(path);
}

Result<std::size_t> draw(const std::vector<run::Outcome>& samples, const Beta& beta,
                         TrainingLines& lines, const std::filesystem::path& out,
                         const DrawOptions& options) {
  std::vector<double> weights;
  weights.reserve(samples.size());
  for (const run::Outcome& sample : samples) weights.push_back(beta.weight(sample.verdict));
  TRY(make_directories(out));
  TRY(write_weights(samples, weights, out));
  const std::size_t count = options.count > 0 ? options.count : samples.size();
  JsonlWriter index_lines = TRY(fresh_lines(out / "indices.txt"));
  JsonlWriter train_lines = TRY(fresh_lines(out / "train.jsonl"));
  Random random(options.seed);
  std::size_t done = 0;
  for (const std::size_t index : random.choice_indices_weighted(weights, count)) {
    if (options.cancel.cancelled()) {
      return fail(ErrorCode::kCancelled, "interrupted: train.jsonl is not complete", out.string());
    }
    TRY(index_lines.write_line(std::to_string(index)));
    const std::string line = TRY(lines.line(samples[index].id));
    TRY(train_lines.write_line(line));
    if (options.progress) options.progress(++done, count);
  }
  TRY(train_lines.sync());
  return count;
}

}  // namespace papert::datagen
