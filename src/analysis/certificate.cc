#include "analysis/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "analysis/certificate_index.h"
#include "base/for_each_in_order.h"
#include "base/format.h"
#include "base/version.h"
#include "raster/png.h"

namespace papert::analysis {
namespace {

constexpr std::size_t kHalfDigits = 16;
constexpr std::array<std::string_view, 3> kSourceNames{"tasks", "training data", "table of hashes"};
constexpr suite::KeyInfo kPictureInfo{
    suite::KeyKind::kPicture,
    "the pixels of a picture that the prompt shows, however it is stored"};

Error interrupted() { return {ErrorCode::kCancelled, "interrupted", ""}; }

std::string names_of(std::span<const suite::KeyInfo> infos) {
  std::string names;
  for (const suite::KeyInfo& info : infos) {
    names += (names.empty() ? "" : ", ") + std::string(suite::key_name(info.kind));
  }
  return names;
}

Json problems_json(const ListedProblems& problems) {
  Json json{{"count", problems.all}, {"listed", Json::array()}};
  for (const Error& error : problems.first) json["listed"].push_back(error.to_string());
  return json;
}

Json to_json(const CertifiedSource& source) {
  Json json{{"source", source.name},
            {"kind", kSourceNames[static_cast<std::size_t>(source.kind)]},
            {"items", source.items}};
  if (!source.data_hash.empty()) json["data_hash"] = source.data_hash;
  json["keys"] = Json::array();
  for (const KeyOverlap& overlap : source.keys) {
    Json pairs = Json::array();
    for (const OverlapPair& pair : overlap.pairs) pairs.push_back({pair.id, pair.other});
    json["keys"].push_back({{"key", suite::key_name(overlap.kind)},
                            {"found_there", overlap.looked_for},
                            {"tasks", overlap.tasks},
                            {"others", overlap.others},
                            {"pairs", std::move(pairs)}});
  }
  json["notes"] = source.notes;
  json["problems"] = problems_json(source.problems);
  return json;
}

}  // namespace

bool Certificate::overlaps() const {
  return std::ranges::any_of(sources, [&](const CertifiedSource& source) {
    return std::ranges::any_of(source.keys, [&](const KeyOverlap& overlap) {
      return overlap.tasks > 0 && std::ranges::any_of(keys, [&](const CertifiedKey& key) {
               return key.counts && key.info.kind == overlap.kind;
             });
    });
  });
}

bool Certificate::complete() const {
  return problems.all == 0 && std::ranges::all_of(sources, [](const CertifiedSource& source) {
           return source.problems.all == 0;
         });
}

Json to_json(const Certificate& certificate) {
  Json json{{"format", kFormat},
            {"papert", version()},
            {"suite", certificate.suite},
            {"data", certificate.data},
            {"data_hash", certificate.data_hash},
            {"tasks", certificate.tasks},
            {"overlaps", certificate.overlaps()},
            {"complete", certificate.complete()}};
  json["keys"] = Json::array();
  for (const CertifiedKey& key : certificate.keys) {
    json["keys"].push_back({{"key", suite::key_name(key.info.kind)},
                            {"equal", key.info.equal},
                            {"counts", key.counts},
                            {"tasks", key.tasks},
                            {"distinct", key.distinct}});
  }
  json["problems"] = problems_json(certificate.problems);
  json["sources"] = Json::array();
  for (const CertifiedSource& source : certificate.sources)
    json["sources"].push_back(to_json(source));
  json["gaps"] = Json::array();
  for (const FrozenGap& gap : certificate.gaps) json["gaps"].push_back(to_json(gap));
  json["gap_notes"] = certificate.gap_notes;
  return json;
}

void add_problem(Error error, std::size_t most, ListedProblems& problems) {
  ++problems.all;
  if (problems.first.size() < most) problems.first.push_back(std::move(error));
}

KeyHash key_hash_of(std::string_view hex) {
  const auto half = [&](std::size_t from) {
    std::uint64_t value = 0;
    std::from_chars(hex.data() + from, hex.data() + from + kHalfDigits, value, 16);
    return value;
  };
  return {half(0), half(kHalfDigits)};
}

Result<suite::TaskKey> picture_key(std::string_view png) {
  raster::Image image = TRY(raster::decode_png(png));
  std::string pixels = fmt::format("{}x{}:", image.width(), image.height());
  const auto data = image.data();
  bool gray = image.channels() == 1;
  if (!gray) {
    gray = true;
    for (std::size_t i = 0; gray && i < data.size(); i += 3) {
      gray = data[i] == data[i + 1] && data[i] == data[i + 2];
    }
  }
  // A picture in greys is the same picture, whichever way a trainer's tools store it.
  const std::size_t step = gray && image.channels() == 3 ? 3 : 1;
  for (std::size_t i = 0; i < data.size(); i += step) pixels += static_cast<char>(data[i]);
  return suite::TaskKey{suite::KeyKind::kPicture, std::move(pixels)};
}

void KeyIndex::Data::add(const std::vector<suite::TaskKey>& found, std::set<FoundKey>& all) const {
  for (const suite::TaskKey& key : found) {
    if (!wants(key.kind) || key.text.empty()) continue;
    const std::string hash = suite::key_hash(suite, key, key.kind == content);
    all.insert({key.kind, key_hash_of(hash)});
  }
}

void KeyIndex::Data::add_pictures(const suite::Prompt& prompt, FoundKeys& found) const {
  for (const std::string& png : prompt.images) {
    auto key = picture_key(png);
    if (key) {
      add({std::move(*key)}, found.keys);
    } else {
      found.problems.push_back(std::move(key.error()));
    }
  }
}

FoundKeys KeyIndex::Data::of_task(const suite::TaskSet& set, std::size_t index,
                                  const CertifyOptions& options) const {
  FoundKeys found;
  found.label = set.id(index);
  const auto note = [&](const char* what, Error error) {
    error.message = fmt::format("{} could not be looked at: {}", what, error.message);
    if (error.where.empty()) error.where = found.label;
    found.problems.push_back(std::move(error));
  };
  if (wants(content)) {
    auto key = set.content_key(index);
    if (key) {
      add({{content, std::move(*key)}}, found.keys);
    } else {
      note(std::string(suite::key_name(content)).c_str(), std::move(key.error()));
    }
  }
  if (const auto* const own = dynamic_cast<const suite::KeyedTasks*>(&set)) {
    auto more = own->more_keys(index);
    if (more) {
      add(*more, found.keys);
    } else {
      note("further keys", std::move(more.error()));
    }
  }
  if (!options.pictures || !wants(suite::KeyKind::kPicture)) return found;
  auto prompt = set.prompt(index, options.prompt_template);
  if (prompt) {
    add_pictures(*prompt, found);
  } else {
    note("the picture", std::move(prompt.error()));
  }
  return found;
}

KeyIndex::KeyIndex(std::unique_ptr<Data> data) : data_(std::move(data)) {}
KeyIndex::KeyIndex(KeyIndex&&) noexcept = default;
KeyIndex& KeyIndex::operator=(KeyIndex&&) noexcept = default;
KeyIndex::~KeyIndex() = default;

const std::vector<CertifiedKey>& KeyIndex::keys() const { return data_->keys; }
const ListedProblems& KeyIndex::problems() const { return data_->problems; }

Result<KeyIndex> KeyIndex::of(std::string_view suite, const suite::TaskSet& tasks,
                              const CertifyOptions& options) {
  auto data = std::make_unique<Data>();
  data->suite = suite;
  data->tasks = &tasks;
  data->keyed = dynamic_cast<const suite::KeyedTasks*>(&tasks);
  const auto own = suite::key_infos(tasks);
  std::vector<suite::KeyInfo> infos(own.begin(), own.end());
  data->content = infos.front().kind;
  if (options.pictures) infos.push_back(kPictureInfo);
  for (const suite::KeyKind kind : options.kinds) {
    const bool there =
        std::ranges::any_of(infos, [&](const auto& info) { return info.kind == kind; });
    if (there) continue;
    return fail(ErrorCode::kUsage,
                fmt::format("{} has no key '{}' here; it has: {}", suite, suite::key_name(kind),
                            names_of(infos)),
                "--keys");
  }
  for (const suite::KeyInfo& info : infos) {
    const bool asked = std::ranges::find(options.kinds, info.kind) != options.kinds.end();
    if (!options.kinds.empty() && !asked) continue;
    data->keys.push_back({.info = info, .counts = asked || info.identifies});
    data->wanted[static_cast<std::size_t>(info.kind)] = true;
  }
  std::size_t next = 0;
  std::uint32_t done = 0;
  TRY(for_each_in_order(
      options.jobs, [&] { return next < tasks.size() ? std::optional(next++) : std::nullopt; },
      [&](std::size_t index) -> Result<FoundKeys> {
        if (options.cancel.cancelled()) return fail(interrupted());
        return data->of_task(tasks, index, options);
      },
      [&](FoundKeys found) -> Result<void> {
        for (const FoundKey& key : found.keys) {
          data->entries[static_cast<std::size_t>(key.kind)].push_back({key.hash, done});
        }
        for (Error& error : found.problems) {
          add_problem(std::move(error), options.most_listed, data->problems);
        }
        ++done;
        if (options.progress) options.progress("tasks", done, tasks.size());
        return {};
      }));
  for (CertifiedKey& key : data->keys) {
    auto& entries = data->entries[static_cast<std::size_t>(key.info.kind)];
    std::ranges::sort(entries);
    std::vector<bool> has(tasks.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      has[entries[i].task] = true;
      key.distinct += i == 0 || entries[i].hash != entries[i - 1].hash ? 1 : 0;
    }
    key.tasks = static_cast<std::size_t>(std::ranges::count(has, true));
  }
  // Where prompts show no picture, that is no key of this set.
  if (options.kinds.empty()) {
    std::erase_if(data->keys, [&](const CertifiedKey& key) {
      const bool none = key.info.kind == suite::KeyKind::kPicture && key.tasks == 0;
      if (none) data->wanted[static_cast<std::size_t>(key.info.kind)] = false;
      return none;
    });
  }
  const bool any = std::ranges::any_of(data->keys, [](const auto& key) { return key.tasks > 0; });
  if (!any && data->problems.all == 0 && tasks.size() > 0) {
    return fail(ErrorCode::kUsage, std::string(suite) +
                                       " does not tell its tasks by their content: nothing can be "
                                       "compared");
  }
  return KeyIndex(std::move(data));
}

KeyIndex::Matches::Matches(const Data& data, const CertifyOptions& options)
    : data_(data), most_(options.most_listed) {
  for (const CertifiedKey& key : data.keys) {
    Kind& kind = kinds_.emplace_back();
    kind.kind = key.info.kind;
    kind.hit.resize(data.tasks->size());
  }
}

bool KeyIndex::Matches::match(const FoundKey& key, const std::string& label, Kind& kind) const {
  const auto& entries = data_.entries[static_cast<std::size_t>(key.kind)];
  auto entry = std::ranges::lower_bound(entries, Data::Entry{key.hash, 0});
  bool any = false;
  for (; entry != entries.end() && entry->hash == key.hash; ++entry) {
    any = true;
    if (kind.hit[entry->task]) continue;
    kind.hit[entry->task] = true;
    ++kind.tasks;
    kind.first.emplace(entry->task, label);
    if (kind.first.size() > most_) kind.first.erase(std::prev(kind.first.end()));
  }
  return any;
}

void KeyIndex::Matches::take(FoundKeys item) {
  items_ += item.is_item ? 1 : 0;
  for (Error& error : item.problems) add_problem(std::move(error), most_, problems_);
  for (Kind& kind : kinds_) {
    bool any = false;
    for (const FoundKey& key : item.keys) {
      if (key.kind != kind.kind) continue;
      kind.seen = true;
      any = match(key, item.label, kind) || any;
    }
    kind.others += any ? 1 : 0;
  }
}

// Tasks of xlogo are told in words in most training data: finding none of them says nothing.
void KeyIndex::Matches::note_what_is_missing() {
  std::string names;
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    if (!data_.keys[i].counts) continue;
    if (kinds_[i].seen) return;
    names += (names.empty() ? "" : ", ") + std::string(suite::key_name(kinds_[i].kind));
  }
  add_problem({ErrorCode::kBadData,
               fmt::format("none of its items has a key that counts here ({}), so nothing was "
                           "compared",
                           names),
               ""},
              most_, problems_);
}

CertifiedSource KeyIndex::Matches::finish(SourceKind source_kind) {
  CertifiedSource source;
  source.kind = source_kind;
  source.items = items_;
  if (source_kind == SourceKind::kTraining && items_ > 0) note_what_is_missing();
  source.problems = std::move(problems_);
  for (Kind& kind : kinds_) {
    KeyOverlap& overlap = source.keys.emplace_back();
    overlap.kind = kind.kind;
    overlap.looked_for = kind.seen;
    overlap.tasks = kind.tasks;
    overlap.others = kind.others;
    for (auto& [task, other] : kind.first) {
      overlap.pairs.push_back({data_.tasks->id(task), std::move(other)});
    }
  }
  return source;
}

Result<CertifiedSource> KeyIndex::against_tasks(const suite::TaskSet& other,
                                                const CertifyOptions& options) const {
  CertifyOptions without_pictures = options;
  without_pictures.pictures = false;
  Matches matches(*data_, options);
  std::size_t next = 0;
  std::size_t done = 0;
  TRY(for_each_in_order(
      options.jobs, [&] { return next < other.size() ? std::optional(next++) : std::nullopt; },
      [&](std::size_t index) -> Result<FoundKeys> {
        if (options.cancel.cancelled()) return fail(interrupted());
        return data_->of_task(other, index, without_pictures);
      },
      [&](FoundKeys found) -> Result<void> {
        matches.take(std::move(found));
        if (options.progress) options.progress("compared", ++done, other.size());
        return {};
      }));
  CertifiedSource source = matches.finish(SourceKind::kTasks);
  for (const Error& problem : other.problems()) {
    add_problem(problem, options.most_listed, source.problems);
  }
  source.data_hash = other.data_hash();
  return source;
}

CertifiedSource KeyIndex::against_table(const std::function<bool(std::string_view hash)>& holds,
                                        std::size_t entries, const CertifyOptions& options) const {
  Matches matches(*data_, options);
  if (data_->wants(data_->content)) {
    KeyHash last{};
    for (const Data::Entry& entry : data_->entries[static_cast<std::size_t>(data_->content)]) {
      const std::string hash = fmt::format("{:016x}{:016x}", entry.hash.first, entry.hash.second);
      if (entry.hash == last || !holds(hash)) continue;
      last = entry.hash;
      FoundKeys found;
      found.label = hash;
      found.keys.insert({data_->content, entry.hash});
      matches.take(std::move(found));
    }
  }
  CertifiedSource source = matches.finish(SourceKind::kTable);
  source.items = entries;
  for (KeyOverlap& overlap : source.keys) {
    overlap.looked_for = overlap.kind == data_->content && entries > 0;
  }
  return source;
}

}  // namespace papert::analysis
