// The routes about samples: pages of them, one in full, and pictures.

#include <cmath>

#include "base/file.h"
#include "base/text.h"
#include "run/folder.h"
#include "serve/app/app.h"
#include "serve/app/query.h"
#include "serve/app/selection.h"
#include "suite/registry.h"

namespace papert::serve::app {
namespace {

constexpr std::size_t kMaxPictureBytes = std::size_t{16} << 20;
constexpr std::size_t kExcerptBytes = 400;
constexpr std::size_t kMaxOtherRuns = 40;

/// What a card shows.
Json light_row(const run::Record& record) {
  Json row{{"id", record.id}, {"epoch", record.epoch}};
  row["verdict"] = suite::verdict_name(record.verdict);
  row["success"] = suite::success_json(record.verdict);
  row["tags"] = suite::tags_json(record.tags);
  row["metrics"] = Json::object();
  for (const run::RecordedMetric& metric : record.metrics) {
    row["metrics"][metric.name] = number_or_null(metric.value);
  }
  for (const char* key : {"error", "message"}) {
    if (const std::string* text = record.detail_text(key); text != nullptr) {
      row[key] = std::string(cut_utf8(*text, kExcerptBytes));
    }
  }
  row["pictures"] = Json::array();
  for (const run::RecordedPicture& picture : record.pictures) {
    if (run::is_picture_hash(picture.image)) {
      row["pictures"].push_back({{"title", picture.title}, {"image", picture.image}});
    }
  }
  const std::string& answer = record.texts.answer;
  row["answer"] = std::string(cut_utf8(answer, kExcerptBytes));
  if (answer.empty()) {
    row["reply"] = std::string(cut_utf8(record.texts.reply.value_or(""), kExcerptBytes));
  }
  return row;
}

struct Found {
  std::shared_ptr<StoredRun> run;
  run::Record record;
};

/// The sample that an address names.
Result<Found> find_sample(App& app, const Asked& asked) {
  Found found;
  found.run = TRY(app.store.find(asked.names[0]));
  const std::string& id = asked.names[1];
  const auto epoch = read_epoch(asked.names[2]);
  const auto nothing = fail(ErrorCode::kNotFound, "the run has no such sample", id);
  if (!epoch) return nothing;
  TRY(found.run->look([&](const SampleIndex& index) -> Result<void> {
    const IndexEntry* entry = index.find(id, *epoch);
    if (entry == nullptr) return nothing;
    found.record = TRY(index.read(*entry, run::Part::kAll));
    found.record.offset = entry->offset;
    return {};
  }));
  if (found.record.id != id) return nothing;
  return found;
}

Json short_entry(const IndexEntry& entry) {
  return {{"epoch", entry.epoch},
          {"verdict", suite::verdict_name(entry.the_verdict())},
          {"primary", std::isnan(entry.primary) ? Json(nullptr) : Json(entry.primary)}};
}

/// The same task elsewhere: all epochs here, and runs of the same suite; how many of those were not
/// looked at, because they are still being read or because there are too many, is said.
Json related_json(App& app, const Found& found) {
  Json json{{"epochs", Json::array()}, {"runs", Json::array()}};
  std::size_t unread = 0;
  std::size_t beyond = 0;
  const auto own = found.run->facts();
  if (!own) return json;
  for (const auto& run : app.store.list()) {
    const auto facts = run->facts();
    if (!facts || (*facts)->config.suite != (*own)->config.suite) continue;
    const bool here = run->name() == found.run->name();
    if (!here && json["runs"].size() >= kMaxOtherRuns) {
      ++beyond;
      continue;
    }
    if (!here && !run->is_ready()) {
      ++unread;
      continue;
    }
    Json epochs = Json::array();
    const auto looked = run->look([&](const SampleIndex& index) -> Result<void> {
      for (const IndexEntry* entry : index.epochs(found.record.id)) {
        epochs.push_back(short_entry(*entry));
      }
      return {};
    });
    if (!looked || epochs.empty()) continue;
    if (here) {
      json["epochs"] = std::move(epochs);
    } else {
      json["runs"].push_back(
          {{"run", run->name()}, {"label", (*facts)->label}, {"epochs", std::move(epochs)}});
    }
  }
  json["unread"] = unread;
  json["beyond"] = beyond;
  return json;
}

}  // namespace

Result<http::Response> get_samples(App& app, const Asked& asked) {
  const SampleQuery query = TRY(read_sample_query(asked.request));
  const auto run = TRY(app.store.find(asked.names[0]));
  Json json{{"rows", Json::array()}};
  TRY(run->look([&](const SampleIndex& index) -> Result<void> {
    const auto selection = TRY(run->select(index, query));
    std::size_t place = query.from;
    if (!query.after.empty()) place = TRY(place_behind(query.after, index, *selection));
    json["total"] = selection->size();
    json["from"] = place;
    std::string last;
    for (; place < selection->size() && json["rows"].size() < query.limit; ++place) {
      const auto record = index.read(index.entries()[(*selection)[place]], run::Part::kAll);
      if (!record) continue;
      json["rows"].push_back(light_row(*record));
      last = cursor_of(*record);
    }
    json["next"] = place < selection->size() && !last.empty() ? Json(last) : Json(nullptr);
    return {};
  }));
  return json_answer(json);
}

Result<http::Response> get_sample(App& app, const Asked& asked) {
  const Found found = TRY(find_sample(app, asked));
  const auto facts = TRY(found.run->facts());
  Json json;
  json["sample"] = run::to_json(found.record);
  json["run"] = {{"name", found.run->name()},        {"suite", facts->config.suite},
                 {"model", facts->config.model},     {"label", facts->label},
                 {"started", facts->config.started}, {"epochs", facts->config.epochs}};
  json["metrics"] = Json::array();
  if (const auto suite = suite::find_suite(facts->config.suite)) {
    for (const suite::MetricInfo& metric : (*suite)->metrics()) {
      json["metrics"].push_back({{"name", metric.name}, {"title", metric.title}});
    }
  }
  json["related"] = related_json(app, found);
  return json_answer(json);
}

Result<http::Response> get_explanation(App& app, const Asked& asked) {
  const Found found = TRY(find_sample(app, asked));
  return json_answer(TRY(app.drawings.explanation(*found.run, found.record)));
}

Result<http::Response> get_replay(App& app, const Asked& asked) {
  const Found found = TRY(find_sample(app, asked));
  std::string text = TRY(app.drawings.replay(*found.run, found.record));
  return http::Response{.body = std::move(text)};
}

Result<http::Response> get_made_picture(App& app, const Asked& asked) {
  const auto kind = picture_kind(asked.names[3]);
  if (!kind) {
    return fail(ErrorCode::kNotFound,
                "pictures are target, drawing, overlay, difference, compared_target and "
                "compared_drawing");
  }
  const Found found = TRY(find_sample(app, asked));
  return png_answer(TRY(app.drawings.picture(*found.run, found.record, *kind)));
}

Result<http::Response> get_stored_picture(App& app, const Asked& asked) {
  const auto run = TRY(app.store.find(asked.names[0]));
  const std::string& hash = asked.names[1];
  if (!run::is_picture_hash(hash)) return fail(ErrorCode::kNotFound, "there is no such picture");
  auto bytes = read_file(run::picture_path(run->folder(), hash), kMaxPictureBytes);
  if (!bytes) return fail(ErrorCode::kNotFound, "there is no such picture", hash);
  return png_answer(std::move(*bytes));
}

}  // namespace papert::serve::app
