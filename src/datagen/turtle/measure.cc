#include "datagen/turtle/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/file.h"
#include "base/paths.h"
#include "base/random.h"
#include "base/sha256.h"
#include "data/task_folder.h"
#include "datagen/asked_stage.h"
#include "datagen/turtle/alike.h"

namespace papert::datagen {
namespace {

constexpr std::size_t kGallery = 60;
constexpr std::string_view kRubrics[] = {"geometry",  "visual",    "structure",
                                         "alignment", "education", "color"};

/// Candidates that stayed until the end of a stage, sorted.
using Keys = std::vector<CandidateKey>;

bool has(const Keys& keys, const CandidateKey& key) {
  return std::binary_search(keys.begin(), keys.end(), key);
}

Result<Keys> note_distinct(const std::filesystem::path& folder, RoundGrowth& growth) {
  Keys survivors;
  TRY(for_each_line(
      distinct_path(folder), [&](const JsonView& line, const LinePlace&) -> Result<void> {
        const CandidateKey key = TRY(candidate_key(line["key"].string()));
        const auto group = static_cast<std::size_t>(line["group"].integer().value_or(1));
        if (!line["dropped_for"].exists()) {
          growth.exact_within += group - 1;
          survivors.push_back(key);
          return {};
        }
        const auto other = candidate_key(line["dropped_for"].string());
        const bool within = other && other->round == growth.round;
        if (line["by"].string() == "exact") {
          growth.exact_earlier += group;
        } else {
          growth.exact_within += group - 1;
          (within ? growth.symbolic_within : growth.symbolic_earlier) += 1;
        }
        return {};
      }));
  return survivors;
}

/// What an encoder found alike, where one was asked, is not distinct.
Result<void> note_clusters(const std::filesystem::path& folder, RoundGrowth& growth,
                           Keys& survivors) {
  if (!may_exist(clusters_path(folder))) return {};
  Keys dropped;
  TRY(for_each_line(clusters_path(folder),
                    [&](const JsonView& line, const LinePlace&) -> Result<void> {
                      if (!line["dropped_for"].exists()) return {};
                      const CandidateKey key = TRY(candidate_key(line["key"].string()));
                      const auto other = candidate_key(line["dropped_for"].string());
                      const bool within = other && other->round == growth.round;
                      ++(within ? growth.encoder_within : growth.encoder_earlier);
                      dropped.push_back(key);
                      return {};
                    }));
  std::erase_if(survivors, [&](const CandidateKey& key) { return has(dropped, key); });
  return {};
}

Result<void> note_scores(const std::filesystem::path& folder, RoundGrowth& growth) {
  for (const std::string_view rubric : kRubrics) growth.histograms[std::string(rubric)];
  return for_each_line(
      scores_path(folder), [&](const JsonView& line, const LinePlace&) -> Result<void> {
        if (line["status"].string() == "unscored") {
          ++growth.unscored;
          return {};
        }
        ++(line["status"].string() == "scored" ? growth.scored : growth.refused);
        for (const std::string_view rubric : kRubrics) {
          const auto score = line[rubric].number();
          if (!score) continue;  // nobody scored it
          const auto place = static_cast<std::size_t>(std::clamp(*score, 0.0, 9.999));
          ++growth.histograms[std::string(rubric)][place];
        }
        return {};
      });
}

Result<RoundGrowth> measure_round(const std::filesystem::path& folder, std::uint32_t number,
                                  std::size_t parents) {
  RoundGrowth growth;
  growth.round = number;
  growth.parents = parents;
  Keys survivors = TRY(note_distinct(folder, growth));
  TRY(note_clusters(folder, growth, survivors));
  TRY(note_scores(folder, growth));
  Keys elite;
  for (const Elite& one : TRY(read_elite(elite_path(folder)))) elite.push_back(one.key);
  growth.elite = elite.size();
  TRY(for_each_line(candidates_path(folder),
                    [&](const JsonView& line, const LinePlace& place) -> Result<void> {
                      const CandidateFacts facts = TRY(candidate_facts(line, place));
                      ++growth.planned;
                      ++growth.statuses[line["status"].string()];
                      Yield& yield = growth.yields[line["via"].string()];
                      const bool kept = has(elite, facts.key);
                      ++yield.tried;
                      yield.usable += facts.ok ? 1 : 0;
                      yield.distinct += has(survivors, facts.key) ? 1 : 0;
                      yield.elite += kept ? 1 : 0;
                      if (kept) ++growth.code_lines[std::size_t{5} * (facts.lines / 5)];
                      return {};
                    }));
  return growth;
}

/// Adds how the programs came about.
Result<void> note_lineage(const std::filesystem::path& folder,
                          const std::map<CandidateKey, GalleryItem*>& items) {
  std::set<std::uint32_t> rounds;
  for (const auto& [key, item] : items) rounds.insert(key.round);
  for (const std::uint32_t round : rounds) {
    TRY(for_each_line(candidates_path(round_folder(folder, round)),
                      [&](const JsonView& line, const LinePlace&) -> Result<void> {
                        const CandidateKey key = TRY(candidate_key(line["key"].string()));
                        const auto item = items.find(key);
                        if (item == items.end()) return {};
                        item->second->via = line["via"].string();
                        item->second->pattern = line["pattern"].string();
                        item->second->parent = line["parent"].string();
                        for (const JsonPiece& id : line["pair"].elements()) {
                          item->second->pair.push_back(id.string());
                        }
                        return {};
                      }));
  }
  return {};
}

}  // namespace

Result<std::vector<RoundGrowth>> measure_rounds(const std::filesystem::path& folder,
                                                const std::vector<std::size_t>& parents) {
  std::vector<RoundGrowth> rounds;
  rounds.reserve(parents.size());
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const auto number = static_cast<std::uint32_t>(i + 1);
    RoundGrowth growth = TRY(measure_round(round_folder(folder, number), number, parents[i]));
    rounds.push_back(std::move(growth));
  }
  return rounds;
}

Result<SetGrowth> measure_set(const std::filesystem::path& folder) {
  SetGrowth set;
  TRY(for_each_line(selection_path(folder),
                    [&](const JsonView& line, const LinePlace&) -> Result<void> {
                      ++set.pool;
                      set.alike += line["dropped_for"].exists() ? 1 : 0;
                      return {};
                    }));
  TRY(for_each_line(data::tasks_path(dataset_path(folder)),
                    [&](const JsonView& line, const LinePlace&) -> Result<void> {
                      ++set.tasks;
                      ++set.categories[line["category"].string()];
                      ++set.difficulties[line["difficulty"].string()];
                      return {};
                    }));
  const std::string held = TRY(read_file(dataset_path(folder) / "validation.txt"));
  set.validation = static_cast<std::size_t>(std::count(held.begin(), held.end(), '\n'));
  return set;
}

Result<std::map<std::string, Spent>> measure_spent(const std::filesystem::path& folder) {
  std::map<std::string, Spent> all;
  for (std::uint32_t round = 1; may_exist(round_folder(folder, round)); ++round) {
    all["mutate"] += TRY(spent_in(candidates_path(round_folder(folder, round)), "key"));
    all["score"] += TRY(spent_in(scores_path(round_folder(folder, round)), "key"));
  }
  all["label"] += TRY(spent_in(labels_path(folder), "id"));
  std::erase_if(all, [](const auto& role) { return role.second.none(); });
  return all;
}

Result<std::map<std::string, std::size_t>> measure_labels(const std::filesystem::path& folder) {
  std::map<std::string, std::size_t> statuses;
  if (!may_exist(labels_path(folder))) return statuses;
  TRY(for_each_line(labels_path(folder),
                    [&](const JsonView& line, const LinePlace&) -> Result<void> {
                      ++statuses[line["status"].string()];
                      return {};
                    }));
  return statuses;
}

Result<std::vector<GalleryItem>> gallery_of(const std::filesystem::path& folder,
                                            const ProgramFiles& files,
                                            const std::vector<Elite>& programs, std::int64_t seed) {
  const std::string digest = sha256_hex(fmt::format("turtle-datagen gallery {}", seed));
  Random random(std::stoll(digest.substr(0, 15), nullptr, 16));
  std::vector<std::size_t> chosen =
      random.sample_indices(programs.size(), std::min(kGallery, programs.size()));
  std::sort(chosen.begin(), chosen.end());
  std::vector<GalleryItem> gallery(chosen.size());
  std::map<CandidateKey, GalleryItem*> by_key;
  std::map<std::string, GalleryItem*> by_id;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Elite& elite = programs[chosen[i]];
    gallery[i].id = files.id(elite);
    gallery[i].code = TRY(files.code(elite));
    gallery[i].key = elite.key.text();
    gallery[i].total = elite.total;
    by_key[elite.key] = &gallery[i];
    by_id[gallery[i].id] = &gallery[i];
  }
  TRY(note_lineage(folder, by_key));
  const std::filesystem::path set = dataset_path(folder);
  TRY(for_each_line(data::tasks_path(set),
                    [&](const JsonView& line, const LinePlace&) -> Result<void> {
                      const auto item = by_id.find(line["id"].string());
                      if (item == by_id.end()) return {};
                      item->second->category = line["category"].string();
                      item->second->difficulty = line["difficulty"].string();
                      item->second->png = TRY(read_file(set / line["image"].string()));
                      return {};
                    }));
  return gallery;
}

}  // namespace papert::datagen
