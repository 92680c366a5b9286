#include "datagen/turtle/alike.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "score/cluster.h"
#include "score/feature_file.h"

namespace papert::datagen {
namespace {

/// Drawings to encode, by their place.
using SceneOf = std::function<Result<scene::Scene>(std::size_t)>;

void make_unit(score::Features& features) {
  double square = 0;
  for (const float number : features) square += static_cast<double>(number) * number;
  if (square == 0) return;
  const double length = std::sqrt(square);
  for (float& number : features) number = static_cast<float>(number / length);
}

struct Batch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Goes on with a file of features until it has `count` records.
Result<void> write_features(const Workbench& bench, const std::filesystem::path& path,
                            std::size_t count, const std::string& stage, const SceneOf& scene_of) {
  const DrawingEncoder& encoder = *bench.options.encoder;
  score::FeatureWriter writer = TRY(score::FeatureWriter::open(path, encoder.dimensions()));
  if (writer.size() > count) {
    return fail(ErrorCode::kBadData,
                fmt::format("has {} records for {} drawings; remove the folder and begin again",
                            writer.size(), count),
                path.string());
  }
  const bool unit = bench.options.settings.encoder->unit;
  std::size_t next = writer.size();
  TRY(for_each_in_order(
      bench.options.jobs,
      [&]() -> std::optional<Batch> {
        if (next == count || bench.options.cancel.cancelled()) return std::nullopt;
        const Batch batch{next, std::min(count, next + encoder.batch())};
        next = batch.end;
        return batch;
      },
      [&](const Batch& batch) -> Result<std::vector<score::Features>> {
        std::vector<scene::Scene> scenes;
        scenes.reserve(batch.end - batch.begin);
        for (std::size_t i = batch.begin; i < batch.end; ++i) {
          scene::Scene scene = TRY(scene_of(i));
          scenes.push_back(std::move(scene));
        }
        return encoder.encode(scenes);
      },
      [&](std::vector<score::Features>&& all) -> Result<void> {
        for (score::Features& features : all) {
          if (unit) make_unit(features);
          TRY(writer.append(features));
          bench.report(stage, writer.size(), count);
        }
        return {};
      }));
  TRY(writer.finish());
  return not_cancelled(bench);
}

std::string cluster_line(const CandidateKey& key, std::int32_t label,
                         const std::optional<std::string>& dropped_for) {
  std::string line = fmt::format(R"({{"key":"{}","cluster":{},"kept":{})", key.text(), label,
                                 !dropped_for.has_value());
  if (dropped_for) {
    line += ",\"dropped_for\":";
    append_quoted(*dropped_for, line);
  }
  return line + "}\n";
}

}  // namespace

std::filesystem::path features_path(const std::filesystem::path& round_folder) {
  return round_folder / "features.f32";
}

std::filesystem::path clusters_path(const std::filesystem::path& round_folder) {
  return round_folder / "clusters.jsonl";
}

AlikeDrawings::AlikeDrawings(const Workbench& bench, const std::vector<Elite>& seeds)
    : bench_(bench), seeds_(seeds) {}

std::string AlikeDrawings::name_of(const CandidateKey& key) const {
  return key.round == 0 ? bench_.programs.id(seeds_[key.parent]) : key.text();
}

Result<void> AlikeDrawings::encode_seeds() {
  const std::filesystem::path path = bench_.options.out / "seeds.f32";
  TRY(write_features(bench_, path, seeds_.size(), "seeds features",
                     [&](std::size_t i) -> Result<scene::Scene> {
                       const std::string code = TRY(bench_.programs.code(seeds_[i]));
                       return bench_.drawer.drawing_of(bench_.programs.id(seeds_[i]), code);
                     }));
  files_.push_back(path);
  encoded_.reserve(seeds_.size());
  for (std::size_t i = 0; i < seeds_.size(); ++i) {
    encoded_.push_back({{0, static_cast<std::uint32_t>(i), 0}, true});
  }
  return {};
}

Result<void> AlikeDrawings::encode_round(const Round& round,
                                         const std::vector<Survivor>& survivors) const {
  const LineSource source = TRY(LineSource::open(candidates_path(round.folder)));
  return write_features(bench_, features_path(round.folder), survivors.size(),
                        round.named("features"), [&](std::size_t i) -> Result<scene::Scene> {
                          const std::string code = TRY(source.field(survivors[i].place, "code"));
                          return bench_.drawer.drawing_of(survivors[i].key.text(), code);
                        });
}

Result<std::vector<std::int32_t>> AlikeDrawings::labels() const {
  const EncoderSettings& settings = *bench_.options.settings.encoder;
  score::FeatureRecords records(bench_.options.encoder->dimensions());
  for (const std::filesystem::path& file : files_) TRY(records.add(file));
  auto clusters = score::dbscan(records, settings.eps, settings.min_samples, bench_.options.cancel);
  TRY(not_cancelled(bench_));
  score::Clusters found = TRY(std::move(clusters));
  return std::move(found.labels);
}

Result<std::map<std::int32_t, CandidateKey>> AlikeDrawings::leaders(
    const Round& round, const std::vector<Survivor>& survivors,
    const std::vector<std::int32_t>& all) const {
  std::map<std::int32_t, CandidateKey> leaders;
  for (std::size_t i = 0; i < encoded_.size(); ++i) {
    if (encoded_[i].stands) leaders.emplace(all[i], encoded_[i].key);
  }
  const LineSource source = TRY(LineSource::open(candidates_path(round.folder)));
  std::map<std::int32_t, std::uint64_t> fewest;  // lines of code
  for (std::size_t i = 0; i < survivors.size(); ++i) {
    const std::int32_t label = all[encoded_.size() + i];
    if (label == score::kNoise) continue;
    const auto leader = leaders.find(label);
    if (leader != leaders.end() && leader->second.round < round.number) continue;
    const std::uint64_t lines = TRY(source.number(survivors[i].place, "lines"));
    if (leader != leaders.end() && fewest.at(label) <= lines) continue;
    fewest[label] = lines;
    leaders[label] = survivors[i].key;
  }
  return leaders;
}

Result<void> AlikeDrawings::write_clusters(const Round& round,
                                           const std::vector<Survivor>& survivors) const {
  const std::vector<std::int32_t> all = TRY(labels());
  const auto by_cluster = TRY(leaders(round, survivors, all));
  BarrierFile file = TRY(BarrierFile::begin(clusters_path(round.folder)));
  for (std::size_t i = 0; i < survivors.size(); ++i) {
    const std::int32_t label = all[encoded_.size() + i];
    const CandidateKey& key = survivors[i].key;
    const bool kept = label == score::kNoise || by_cluster.at(label) == key;
    TRY(file.add(cluster_line(key, label,
                              kept ? std::nullopt : std::optional(name_of(by_cluster.at(label))))));
  }
  return file.finish();
}

Result<std::vector<Survivor>> AlikeDrawings::keep_one_of_each(
    const Round& round, const std::vector<Survivor>& survivors) {
  if (files_.empty()) TRY(encode_seeds());
  TRY(encode_round(round, survivors));
  files_.push_back(features_path(round.folder));
  const std::filesystem::path path = clusters_path(round.folder);
  if (!may_exist(path)) TRY(write_clusters(round, survivors));
  std::vector<Survivor> kept;
  std::size_t next = 0;
  encoded_.reserve(encoded_.size() + survivors.size());
  TRY(for_each_line(path, [&](const JsonView& line, const LinePlace&) -> Result<void> {
    const std::string key = line["key"].string();
    if (next == survivors.size() || survivors[next].key.text() != key) {
      return fail(ErrorCode::kBadData,
                  "'" + key + "' is not the next drawing; remove the folder and begin again",
                  path.string());
    }
    const bool stands = line["kept"].is_true();
    encoded_.push_back({survivors[next].key, stands});
    if (stands) kept.push_back(survivors[next]);
    ++next;
    return {};
  }));
  if (next == survivors.size()) return kept;
  return fail(ErrorCode::kBadData,
              fmt::format("has {} lines for {} drawings; remove the folder and begin again", next,
                          survivors.size()),
              path.string());
}

}  // namespace papert::datagen
