#include "data/shapecode/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/format.h"
#include "base/known_keys.h"
#include "base/sha256.h"
#include "base/text.h"
#include "data/seeds.h"
#include "data/task_folder.h"
#include "lang/shapes/program.h"
#include "raster/raster.h"

namespace papert::data::shapecode {
namespace {

constexpr std::size_t kMaxManifestBytes = 256U << 20;
constexpr std::size_t kMaxSampleBytes = 64U << 20;

constexpr KnownKey kSplit[] = {{"split"}, {"difficulty"}, {"seeds"}, {"count"}};
constexpr KnownKey kManifest[] = {{"splits"},      {"dataset_id"},
                                  {"generator"},   {"generator_commit"},
                                  {"created_utc"}, {"shape_code_bench_version"},
                                  {"format"},      {"dialect"}};
constexpr KnownKey kSample[] = {
    {"sample_id"}, {"split"},      {"difficulty"}, {"seed"},          {"ground_truth_program"},
    {"format"},    {"num_shapes"}, {"image_size"}, {"render_config"}, {"shape_inventory"},
    {"dialect"}};

/// One element of "splits": {"split", "difficulty", "seeds", "count"}.
Result<void> read_split(const Json& entry, const std::string& where, Manifest& manifest) {
  if (!entry.is_object()) return fail(ErrorCode::kBadData, "not an object", where);
  TRY(check_keys(entry, kSplit, where));
  SampleKey key;
  key.split = TRY(get_string(entry, "split", where));
  if (!data::is_split_name(key.split)) {
    return fail(ErrorCode::kBadData, "'" + key.split + "' cannot be a split's name", where);
  }
  const std::string tier = TRY(get_string(entry, "difficulty", where));
  const auto known = mint::shapes::tier_from_name(tier);
  if (!known) return fail(ErrorCode::kBadData, "unknown difficulty '" + tier + "'", where);
  key.tier = *known;
  const auto seeds = entry.find("seeds");
  if (seeds == entry.end() || !seeds->is_array()) {
    return fail(ErrorCode::kBadData, "'seeds' must be a list of integers", where);
  }
  for (const Json& seed : *seeds) {
    if (!seed.is_number_integer() ||
        (seed.is_number_unsigned() && seed.get<std::uint64_t>() > INT64_MAX)) {
      manifest.problems.push_back(
          {ErrorCode::kBadData, "'" + seed.dump() + "' is not a seed", where});
      continue;
    }
    key.seed = seed.get<std::int64_t>();
    manifest.keys.push_back(key);
  }
  const std::int64_t count = TRY(get_int(entry, "count", where));
  if (count != static_cast<std::int64_t>(seeds->size())) {
    manifest.problems.push_back(
        {ErrorCode::kBadData, fmt::format("says count {} but lists {} seeds", count, seeds->size()),
         where});
  }
  return {};
}

template <class T>
Result<void> expect_field(const char* name, const T& expected, const T& found,
                          const std::string& where) {
  if (expected == found) return {};
  return fail(ErrorCode::kBadData,
              fmt::format("'{}' is {} but the manifest and the path say {}", name, found, expected),
              where);
}

/// "v1" where the file does not say.
Result<Dialect> read_dialect(const Json& json, const std::string& where) {
  const auto entry = json.find("dialect");
  if (entry == json.end()) return Dialect::kV1;
  const auto known =
      entry->is_string() ? dialect_from_name(entry->get<std::string>()) : std::nullopt;
  if (known) return *known;
  return fail(ErrorCode::kBadData,
              fmt::format("there is no dialect {}; there are: {}", entry->dump(),
                          fmt::join(dialect_names(), ", ")),
              where);
}

Result<Drawn> read_program(const std::filesystem::path& path, const SampleKey& key,
                           Dialect dialect) {
  const std::string where = path.string();
  const Json json = TRY(parse_json(TRY(read_file(path, kMaxSampleBytes)), where));
  if (!json.is_object()) return fail(ErrorCode::kBadData, "not a JSON object", where);
  TRY(refuse_later_format(json, where));
  TRY(check_keys(json, kSample, where));
  const std::string id = TRY(get_string(json, "sample_id", where));
  TRY(expect_field("sample_id", key.id(), id, where));
  const std::string split = TRY(get_string(json, "split", where));
  TRY(expect_field("split", key.split, split, where));
  const std::string tier = TRY(get_string(json, "difficulty", where));
  TRY(expect_field("difficulty", std::string(mint::shapes::tier_name(key.tier)), tier, where));
  const std::int64_t seed = TRY(get_int(json, "seed", where));
  TRY(expect_field("seed", key.seed, seed, where));
  const std::string text = TRY(get_string(json, "ground_truth_program", where));
  const Dialect own = TRY(read_dialect(json, where));
  TRY(expect_field("dialect", rules_of(dialect).name, rules_of(own).name, where));
  auto drawn = rules_of(dialect).draw(text);
  if (!drawn) {
    return fail(ErrorCode::kBadData,
                fmt::format("'ground_truth_program' is not a program ({}: {})",
                            lang::shapes::error_name(drawn.error().name), drawn.error().message),
                where);
  }
  return std::move(*drawn);
}

}  // namespace

std::string SampleKey::id() const {
  return fmt::format("{}-{}-{:08}", split, mint::shapes::tier_name(tier), seed);
}

std::filesystem::path SampleKey::stem() const {
  return std::filesystem::path(split) / mint::shapes::tier_name(tier) / id();
}

std::filesystem::path manifest_path(const std::filesystem::path& folder) {
  return folder / "manifest.json";
}

Result<Manifest> read_manifest(const std::filesystem::path& folder) {
  const std::filesystem::path path = manifest_path(folder);
  const std::string where = path.string();
  Manifest manifest;
  manifest.json = TRY(parse_json(TRY(read_file(path, kMaxManifestBytes)), where));
  TRY(refuse_later_format(manifest.json, where));
  const auto splits =
      manifest.json.is_object() ? manifest.json.find("splits") : manifest.json.end();
  if (!manifest.json.is_object() || splits == manifest.json.end() || !splits->is_array()) {
    return fail(ErrorCode::kBadData, "a manifest needs a list 'splits'", where);
  }
  if (const auto known = check_keys(manifest.json, kManifest, where); !known) {
    manifest.problems.push_back(known.error());
  }
  manifest.dialect = TRY(read_dialect(manifest.json, where));
  for (std::size_t i = 0; i < splits->size(); ++i) {
    const auto read = read_split((*splits)[i], fmt::format("{}: splits[{}]", where, i), manifest);
    if (!read) manifest.problems.push_back(read.error());
  }
  data::put_in_id_order(
      manifest.keys, manifest.problems, [](const SampleKey& key) { return key.id(); },
      [&](const std::string& id) {
        return Error{ErrorCode::kBadData, "lists " + id + " twice", where};
      });
  return manifest;
}

Json extend_manifest(const Manifest& manifest, const std::vector<SampleKey>& added) {
  std::map<std::pair<std::string, mint::shapes::Tier>, std::set<std::int64_t>> seeds;
  for (const SampleKey& key : manifest.keys) seeds[{key.split, key.tier}].insert(key.seed);
  for (const SampleKey& key : added) seeds[{key.split, key.tier}].insert(key.seed);
  Json json{{"format", kFormat}};
  json.update(manifest.json);
  if (!json.contains("dataset_id")) json["dataset_id"] = "papert-shapecode";
  if (!json.contains("generator")) json["generator"] = "papert mint shapecode";
  if (manifest.dialect != Dialect::kV1) json["dialect"] = rules_of(manifest.dialect).name;
  json["splits"] = Json::array();
  for (const auto& [group, members] : seeds) {
    Json entry;
    entry["split"] = group.first;
    entry["difficulty"] = mint::shapes::tier_name(group.second);
    entry["count"] = members.size();
    entry["seeds"] = members;
    json["splits"].push_back(std::move(entry));
  }
  return json;
}

Json sample_json(const SampleKey& key, Dialect dialect, const Drawn& drawn) {
  const DialectRules& rules = rules_of(dialect);
  std::map<std::string, int> inventory = drawn.inventory;
  for (const std::string_view function : rules.functions) inventory[std::string(function)] += 0;
  Json json;
  if (dialect != Dialect::kV1) json["dialect"] = rules.name;
  json["difficulty"] = mint::shapes::tier_name(key.tier);
  json["format"] = kFormat;
  json["ground_truth_program"] = drawn.program;
  json["image_size"] = lang::shapes::kCanvasSize;
  json["num_shapes"] = drawn.shapes;
  json["render_config"] = rules.render_config();
  json["sample_id"] = key.id();
  json["seed"] = key.seed;
  json["shape_inventory"] = inventory;
  json["split"] = key.split;
  return json;
}

Result<StoredSample> read_sample(const std::filesystem::path& folder, const SampleKey& key,
                                 Dialect dialect) {
  const std::filesystem::path stem = folder / key.stem();
  Drawn drawn = TRY(read_program(stem.string() + ".json", key, dialect));
  const std::string picture = stem.string() + ".png";
  std::string png = TRY(read_file(picture, kMaxSampleBytes));
  const auto image = raster::decode_png(png);
  if (!image) return fail(image.error().code, image.error().message, picture);
  const auto word = [](raster::PixelFormat format) {
    return format == raster::PixelFormat::kGray ? "gray" : "colour";
  };
  const raster::PixelFormat format = rules_of(dialect).format;
  if (image->width() != lang::shapes::kCanvasSize || image->height() != lang::shapes::kCanvasSize ||
      image->format() != format) {
    return fail(ErrorCode::kBadData,
                fmt::format("expected a {0} x {0} {4} picture, found {1} x {2} {3}",
                            lang::shapes::kCanvasSize, image->width(), image->height(),
                            word(image->format()), word(format)),
                picture);
  }
  if (drawn.picture != *image) {
    return fail(ErrorCode::kBadData, "the picture is not what 'ground_truth_program' draws",
                picture);
  }
  return StoredSample{std::move(drawn.program), std::move(png)};
}

Result<std::vector<mint::shapes::Tier>> select_tiers(const std::vector<std::string>& names) {
  if (names.empty()) return std::vector(mint::shapes::kTiers.begin(), mint::shapes::kTiers.end());
  std::vector<mint::shapes::Tier> tiers;
  for (const std::string& name : names) {
    const auto tier = mint::shapes::tier_from_name(name);
    if (!tier) {
      return fail(ErrorCode::kUsage,
                  "there is no tier '" + name + "'; the tiers are: easy, medium, hard");
    }
    if (std::find(tiers.begin(), tiers.end(), *tier) == tiers.end()) tiers.push_back(*tier);
  }
  return tiers;
}

Result<void> check_dialect(const Manifest& manifest, Dialect dialect,
                           const std::filesystem::path& folder) {
  if (manifest.dialect == dialect) return {};
  const std::string_view name = rules_of(manifest.dialect).name;
  return fail(ErrorCode::kUsage,
              fmt::format("this folder holds tasks of dialect {0}; give --mode dialect={0}", name),
              folder.string());
}

Result<Samples> read_samples(const std::filesystem::path& folder, Dialect dialect,
                             const std::vector<mint::shapes::Tier>& tiers, std::size_t jobs) {
  Manifest manifest = TRY(read_manifest(folder));
  TRY(check_dialect(manifest, dialect, folder));
  Samples samples;
  samples.folder = folder;
  samples.problems = std::move(manifest.problems);
  Result<void> held;  // whether all programs could be
  Sha256 hash;
  const auto look = [&](const SampleKey& key) -> Result<std::string> {
    StoredSample sample = TRY(read_sample(folder, key, dialect));
    return std::move(sample.program);
  };
  work_in_order(jobs, manifest.keys, look, [&](SampleKey& key, Result<std::string> text) {
    if (!text) {
      samples.problems.push_back(text.error());
      return;
    }
    hash.update(key.id() + "\n" + *text + "\n");
    if (std::find(tiers.begin(), tiers.end(), key.tier) == tiers.end()) return;
    if (auto added = samples.programs.append(key.id(), *text); !added) held = std::move(added);
    samples.keys.push_back(std::move(key));
  });
  TRY(std::move(held));
  samples.data_hash = hash.hex();
  return samples;
}

Result<data::DataFiles> files_of(const SampleKey& key, Dialect dialect, std::string_view program) {
  const auto drawn = rules_of(dialect).draw(program);
  if (!drawn) return fail(ErrorCode::kInternal, drawn.error().message, key.id());
  Manifest manifest;
  manifest.dialect = dialect;
  const std::string stem = key.stem().generic_string();
  data::DataFiles files;
  files[manifest_path("").string()] = dump_json(extend_manifest(manifest, {key}));
  files[stem + ".json"] = dump_json(sample_json(key, dialect, *drawn));
  files[stem + ".png"] = raster::encode_png(drawn->picture);
  return files;
}

}  // namespace papert::data::shapecode
