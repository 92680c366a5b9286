#include "serve/app/drawings.h"

#include <utility>

#include "base/file.h"
#include "raster/png.h"
#include "run/answer_reader.h"
#include "run/folder.h"
#include "serve/app/index_file.h"
#include "serve/app/overlay.h"
#include "serve/app/replayed_program.h"
#include "suite/feedback.h"
#include "suite/replay.h"

namespace papert::serve::app {
namespace {

constexpr std::size_t kMaxDrawingBytes = std::size_t{8} << 20;
constexpr std::size_t kMostPixelBytes = 4;
constexpr auto one = [](const auto&) { return std::size_t{1}; };

std::size_t bytes_of(const Result<std::vector<suite::Picture>>& pictures) {
  std::size_t bytes = 1;
  if (!pictures) return bytes;
  for (const suite::Picture& picture : *pictures) {
    bytes += static_cast<std::size_t>(picture.image.width()) *
             static_cast<std::size_t>(picture.image.height()) * kMostPixelBytes;
  }
  return bytes;
}

std::size_t key_of(const StoredRun& run, const run::Record& record) {
  return text_hash(run.name() + "\n" + std::to_string(record.epoch) + "\n" +
                   std::to_string(record.offset) + "\n" + record.id);
}

/// The pictures that the run kept; fewer than two where not all of them are there.
std::vector<suite::Picture> stored_pictures(const StoredRun& run, const run::Record& record) {
  std::vector<suite::Picture> pictures;
  for (const run::RecordedPicture& each : record.pictures) {
    if (!run::is_picture_hash(each.image)) return {};
    const auto bytes = read_file(run::picture_path(run.folder(), each.image), kMaxDrawingBytes);
    auto image = bytes ? raster::decode_png(*bytes) : Result<raster::Image>(fail(bytes.error()));
    if (!image) return {};
    pictures.push_back({each.title, std::move(*image)});
  }
  return pictures;
}

/// The answer that was judged: what a judge model read out, where it was asked; elsewhere the rules
/// find it again.
reply::Answer answer_of(const run::RecordedRun& recorded, const run::Record& record) {
  const suite::TaskSet& tasks = *recorded.tasks;
  const run::RunConfig& config = recorded.config;
  reply::Answer own = suite::read_answer(tasks, record.texts.reply.value_or(""), config.extraction);
  const bool by_judge =
      record.judge && config.judging != run::Judging::kNever && suite::was_read(record.verdict);
  if (!by_judge) return own;
  return run::judged_answer(tasks, record.judge->reply, config.judging, std::move(own.program));
}

bool is_compared_apart(const suite::TaskSet& tasks) {
  return dynamic_cast<const suite::ComparedTasks*>(&tasks) != nullptr;
}

std::optional<suite::Compared> as_they_are(const std::vector<suite::Picture>& pictures) {
  if (pictures.size() < 2) return std::nullopt;
  return suite::Compared{.target = pictures[0].image,
                         .drawing = pictures[1].image,
                         .same_color = kSmoothing,
                         .how = {}};
}

raster::Image picture_of(const suite::Compared& both, PictureKind kind) {
  if (kind == PictureKind::kComparedTarget) return both.target;
  if (kind == PictureKind::kComparedDrawing) return both.drawing;
  if (kind == PictureKind::kOverlay) return overlay_picture(both.target, both.drawing);
  return difference_of(both.target, both.drawing, both.same_color);
}

}  // namespace

std::optional<suite::Compared> what_is_compared(const suite::TaskSet& tasks, std::size_t index,
                                                const suite::Judged& judged,
                                                const std::vector<suite::Picture>& pictures) {
  const auto* const rule = dynamic_cast<const suite::ComparedTasks*>(&tasks);
  return rule == nullptr ? as_they_are(pictures) : rule->compared(index, judged);
}

std::string in_words(const suite::TaskSet& tasks, std::size_t index, const suite::Judged& judged) {
  const suite::Verdict verdict = judged.score.verdict;
  if (verdict == suite::Verdict::kRight || !suite::is_scored(verdict)) return {};
  std::string text;
  if (verdict == suite::Verdict::kWrong) text = tasks.difference(index, judged);
  if (text.empty()) return suite::explain_to_model(tasks, index, judged);
  if (text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text.ends_with('.') ? text : text + ".";
}

Result<std::size_t> index_of(const suite::TaskSet& tasks, std::string_view id) {
  for (std::size_t index = 0; index < tasks.size(); ++index) {
    if (tasks.id(index) == id) return index;
  }
  return fail(ErrorCode::kNotFound, "the run's data have no such task", std::string(id));
}

std::optional<PictureKind> picture_kind(std::string_view name) {
  if (name == "target") return PictureKind::kTarget;
  if (name == "drawing") return PictureKind::kDrawing;
  if (name == "overlay") return PictureKind::kOverlay;
  if (name == "difference") return PictureKind::kDifference;
  if (name == "compared_target") return PictureKind::kComparedTarget;
  if (name == "compared_drawing") return PictureKind::kComparedDrawing;
  return std::nullopt;
}

Drawings::Tasks Drawings::tasks_of(StoredRun& run) {
  const auto open = [&]() -> Tasks {
    auto recorded = TRY(run::open_recorded(run.folder(), jobs_));
    return std::make_shared<const run::RecordedRun>(std::move(recorded));
  };
  const std::size_t key = text_hash(run.name());
  const auto held = tasks_.get(key, open, one);
  // The data may be there the next time.
  if (!*held) tasks_.forget(key);
  return *held;
}

Result<Drawings::Again> Drawings::judge(StoredRun& run, const run::Record& record) {
  Again again;
  again.run = TRY(tasks_of(run));
  const suite::TaskSet& tasks = *again.run->tasks;
  again.index = TRY(index_of(tasks, record.id));
  again.judged.score.verdict = record.verdict;
  if (!suite::was_read(record.verdict) || !record.texts.reply) return again;
  again.judged = tasks.judge(again.index, answer_of(*again.run, record));
  return again;
}

std::shared_ptr<const Result<Drawings::Again>> Drawings::judged(StoredRun& run,
                                                                const run::Record& record) {
  const std::size_t key = key_of(run, record);
  auto held = judged_.get(key, [&] { return judge(run, record); }, one);
  // Our own fault, or a machine that was too busy: recorded as such, or worth another try.
  if (!*held || (!is_scored((*held)->judged.score.verdict) && is_scored(record.verdict))) {
    judged_.forget(key);
  }
  return held;
}

Drawings::Pictures Drawings::make_pictures(StoredRun& run, const run::Record& record) {
  std::vector<suite::Picture> stored = stored_pictures(run, record);
  if (stored.size() > 1 || (!stored.empty() && !suite::was_read(record.verdict))) return stored;
  const auto again = judged(run, record);
  if (!*again) return fail(again->error());
  return (*again)->run->tasks->pictures((*again)->index, (*again)->judged);
}

std::shared_ptr<const Drawings::Pictures> Drawings::pictures_of(StoredRun& run,
                                                                const run::Record& record) {
  const std::size_t key = key_of(run, record);
  auto held = pictures_.get(key, [&] { return make_pictures(run, record); }, bytes_of);
  if (!*held) pictures_.forget(key);
  return held;
}

Result<suite::Compared> Drawings::compared(StoredRun& run, const run::Record& record) {
  const auto held = pictures_of(run, record);
  if (!*held) return fail(held->error());
  if ((*held)->size() < 2) return fail(ErrorCode::kNotFound, "the answer drew nothing");
  const Tasks recorded = tasks_of(run);
  std::optional<suite::Compared> both;
  if (recorded && is_compared_apart(*(*recorded)->tasks)) {
    const auto again = judged(run, record);
    if (!*again) return fail(again->error());
    both = what_is_compared(*(*recorded)->tasks, (*again)->index, (*again)->judged, **held);
    // Where no program can be run, what the run has kept is better than nothing.
    const bool ours = !suite::is_scored((*again)->judged.score.verdict);
    if (!both && ours && suite::is_scored(record.verdict)) both = as_they_are(**held);
  } else {
    // Also where the data are missing and the run has kept its pictures.
    both = as_they_are(**held);
  }
  if (!both) return fail(ErrorCode::kNotFound, "the rule compares no two pictures here");
  return std::move(*both);
}

Result<std::string> Drawings::picture(StoredRun& run, const run::Record& record, PictureKind kind) {
  if (kind != PictureKind::kTarget && kind != PictureKind::kDrawing) {
    const suite::Compared both = TRY(compared(run, record));
    return raster::encode_png(picture_of(both, kind));
  }
  const auto held = pictures_of(run, record);
  if (!*held) return fail(held->error());
  const std::vector<suite::Picture>& pictures = **held;
  if (pictures.empty()) return fail(ErrorCode::kNotFound, "the task has no picture");
  if (kind == PictureKind::kTarget) return raster::encode_png(pictures[0].image);
  if (pictures.size() < 2) return fail(ErrorCode::kNotFound, "the answer drew nothing");
  return raster::encode_png(pictures[1].image);
}

Result<std::string> Drawings::make_replay(StoredRun& run, const run::Record& record) {
  const auto recorded = TRY(tasks_of(run));
  const suite::TaskSet& tasks = *recorded->tasks;
  const auto* replayed = dynamic_cast<const suite::ReplayedTasks*>(&tasks);
  if (replayed == nullptr) {
    return fail(ErrorCode::kNotFound, "this suite's answers have no steps");
  }
  const std::size_t index = TRY(index_of(tasks, record.id));
  const scene::Replay replay = TRY(replayed->replay(index, answer_of(*recorded, record)));
  const Json json = TRY(replay_json(replay));
  return dump_json(json);
}

Result<std::string> Drawings::replay(StoredRun& run, const run::Record& record) {
  const std::size_t key = key_of(run, record);
  const auto held = replays_.get(
      key, [&] { return make_replay(run, record); },
      [](const Result<std::string>& text) { return text ? text->size() + 1 : 1; });
  if (!*held) replays_.forget(key);
  return *held;
}

Result<Json> Drawings::explanation(StoredRun& run, const run::Record& record) {
  const auto again = judged(run, record);
  if (!*again) return fail(again->error());
  const Again& known = **again;
  const suite::Verdict verdict = known.judged.score.verdict;
  Json json;
  json["verdict"] = suite::verdict_name(verdict);
  json["text"] = in_words(*known.run->tasks, known.index, known.judged);
  json["reference"] = known.run->tasks->reference(known.index);
  const auto pictures = pictures_of(run, record);
  const std::size_t count = *pictures ? (*pictures)->size() : 0;
  json["pictures"] = Json::array();
  json["compared"] = nullptr;
  if (count > 0) json["pictures"].push_back("target");
  if (count < 2) return json;
  json["pictures"].push_back("drawing");
  const auto both = what_is_compared(*known.run->tasks, known.index, known.judged, **pictures);
  if (!both) return json;
  for (const char* kind : {"overlay", "difference"}) json["pictures"].push_back(kind);
  if (!both->how.empty()) {
    json["compared"] = {{"how", both->how}, {"pictures", {"compared_target", "compared_drawing"}}};
  }
  return json;
}

}  // namespace papert::serve::app
