// The routes about tasks: of the folders given at start, named by their hash, or minted from a
// seed.

#include <map>
#include <set>

#include "base/base64.h"
#include "base/text.h"
#include "raster/png.h"
#include "serve/app/app.h"
#include "serve/app/lots.h"
#include "serve/app/query.h"

namespace papert::serve::app {
namespace {

constexpr std::int64_t kMaxSeed = 1'000'000'000;
constexpr std::size_t kMaxTagValues = 60;
constexpr std::size_t kMostWithTags = 5000;  // of larger sets the values are not gathered
constexpr std::size_t kMostDrawnFrom = 100'000;

/// KEY:VALUE, in two.
Result<std::pair<std::string, std::string>> split_pair(const std::string& text, const char* where) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0) {
    return fail(ErrorCode::kUsage, "it must be KEY:VALUE", where);
  }
  return std::pair(text.substr(0, colon), text.substr(colon + 1));
}

Json task_row(const reward::OpenSet& set, std::size_t index, const suite::Task& task) {
  Json row{{"id", set.id(index)}};
  if (!task.base.empty()) row["base"] = task.base;
  row["tags"] = suite::tags_json(task.tags);
  return row;
}

bool has_tags(const suite::Task& task,
              const std::vector<std::pair<std::string, std::string>>& all) {
  for (const auto& [key, value] : all) {
    bool found = false;
    for (const suite::Tag& tag : task.tags) found |= tag.key == key && tag.value == value;
    if (!found) return false;
  }
  return true;
}

/// The values of every tag of the set, which filters offer; too many of one key are not a choice.
Json tag_values(const suite::TaskSet& tasks) {
  std::map<std::string, std::set<std::string>> values;
  for (std::size_t index = 0; index < tasks.size(); ++index) {
    for (const suite::Tag& tag : tasks.task(index).tags) {
      auto& known = values[tag.key];
      if (known.size() <= kMaxTagValues) known.insert(tag.value);
    }
  }
  Json json = Json::object();
  for (const auto& [key, known] : values) {
    if (known.size() > 1 && known.size() <= kMaxTagValues) json[key] = known;
  }
  return json;
}

/// The tasks that were drawn, and the batch of each; all of them where nothing was asked for.
struct Drawn {
  bool all = true;
  std::map<std::size_t, std::string> batches;  // by the task's place; "" without batches
};

Result<Drawn> draw(const suite::TaskSet& tasks, const Lots& lots) {
  Drawn drawn;
  if (!lots.drawn) return drawn;
  if (tasks.size() > kMostDrawnFrom) {
    return fail(
        ErrorCode::kLimit,
        "of sets of more than " + std::to_string(kMostDrawnFrom) + " tasks no sample is drawn",
        "sample");
  }
  analysis::LabelRequest wanted;
  lots.put(wanted);
  const auto places = analysis::drawn_tasks(tasks, wanted);
  if (!places) return fail(without_dashes(places.error()));
  drawn.all = false;
  for (std::size_t i = 0; i < places->size(); ++i) {
    const std::size_t size = lots.batches.size;
    drawn.batches[(*places)[i]] = size > 0 ? std::to_string(i / size + 1) : "";
  }
  return drawn;
}

/// The task that "id" names.
Result<std::size_t> named_index(const reward::OpenSet& set, const http::Request& request) {
  const std::string id = TRY(query_text(request, "id"));
  return set.find(id);
}

}  // namespace

Result<OpenSet> open_asked_set(App& app, const http::Request& request) {
  reward::SetRef ref;
  ref.suite = TRY(query_text(request, "suite"));
  for (const std::string& mode : TRY(query_values(request, "mode"))) {
    const auto [key, value] = TRY(split_pair(mode, "mode"));
    ref.modes[key] = value;
  }
  const std::string hash = TRY(query_text(request, "data"));
  const std::vector<std::string> tiers = TRY(query_values(request, "tier"));
  if (!hash.empty()) {
    ref.source = reward::FolderSource{.hash = hash, .tiers = tiers};
  } else {
    reward::MintSource source;
    source.seed = TRY(query_number(request, "seed", 0, kMaxSeed, 0));
    source.count = TRY(query_number(request, "count", 1, kMostMinted, 8));
    source.tiers = tiers;
    ref.source = source;
  }
  return app.sets.open(ref);
}

Result<http::Response> get_tasks(App& app, const Asked& asked) {
  const OpenSet set = TRY(open_asked_set(app, asked.request));
  const suite::TaskSet& tasks = set->tasks();
  const std::string after = TRY(query_text(asked.request, "after"));
  const std::string text = lower(TRY(query_text(asked.request, "q")));
  const auto limit = static_cast<std::size_t>(
      TRY(query_number(asked.request, "limit", 1, static_cast<std::int64_t>(kMaxRows), 48)));
  std::vector<std::pair<std::string, std::string>> tags;
  for (const std::string& tag : TRY(query_values(asked.request, "tag"))) {
    tags.push_back(TRY(split_pair(tag, "tag")));
  }
  const Lots lots = TRY(read_lots(asked.request));
  const Drawn drawn = TRY(draw(tasks, lots));
  Json json = reward::to_json(set->ref());
  json["hash"] = tasks.data_hash();
  json["size"] = tasks.size();
  if (lots.batches.batches > 0 && after.empty()) json["deal"] = lots.deal();
  // With the first of them, or the second page of a large set would take as long.
  if (after.empty() && tasks.size() <= kMostWithTags) json["tags"] = tag_values(tasks);
  json["rows"] = Json::array();
  json["next"] = nullptr;
  std::size_t index = after.empty() ? 0 : TRY(set->find(after)) + 1;
  for (; index < tasks.size(); ++index) {
    const auto batch = drawn.batches.find(index);
    if (!drawn.all && batch == drawn.batches.end()) continue;
    if (!text.empty() && lower(set->id(index)).find(text) == std::string::npos) continue;
    const suite::Task task = tasks.task(index);
    if (!has_tags(task, tags)) continue;
    if (json["rows"].size() == limit) {
      json["next"] = json["rows"].back()["id"];
      break;
    }
    json["rows"].push_back(task_row(*set, index, task));
    if (!drawn.all && !batch->second.empty()) json["rows"].back()["batch"] = batch->second;
  }
  json["problems"] = tasks.problems().size();
  return json_answer(json);
}

Result<http::Response> get_task(App& app, const Asked& asked) {
  const OpenSet set = TRY(open_asked_set(app, asked.request));
  const std::size_t index = TRY(named_index(*set, asked.request));
  const bool reference = TRY(query_number(asked.request, "reference", 0, 1, 0)) == 1;
  Json json = task_row(*set, index, set->tasks().task(index));
  json["ref"] = TRY(reward::ref_text(set->task_ref(index)));
  const auto prompt =
      TRY(set->tasks().prompt(index, set->suite().default_prompt(set->ref().modes)));
  json["prompt"] = {{"text", prompt.text}, {"images", Json::array()}};
  for (const std::string& image : prompt.images) {
    json["prompt"]["images"].push_back(base64(image));
  }
  if (reference) json["reference"] = set->tasks().reference(index);
  return json_answer(json);
}

Result<http::Response> get_task_picture(App& app, const Asked& asked) {
  const OpenSet set = TRY(open_asked_set(app, asked.request));
  const std::size_t index = TRY(named_index(*set, asked.request));
  const auto pictures = set->tasks().pictures(index, {});
  if (pictures.empty()) return fail(ErrorCode::kNotFound, "the task has no picture");
  return png_answer(raster::encode_png(pictures.front().image));
}

}  // namespace papert::serve::app
