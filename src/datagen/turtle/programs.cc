#include "datagen/turtle/programs.h"

#include <fmt/format.h>

#include <algorithm>

namespace papert::datagen {

std::filesystem::path round_folder(const std::filesystem::path& folder, std::uint32_t round) {
  return folder / fmt::format("round-{}", round);
}

std::filesystem::path seeds_path(const std::filesystem::path& folder) {
  return folder / "seeds.jsonl";
}

std::filesystem::path elite_path(const std::filesystem::path& round_folder) {
  return round_folder / "elite.jsonl";
}

Result<std::vector<Elite>> read_seeds(const std::filesystem::path& path) {
  std::vector<Elite> seeds;
  TRY(for_each_line(path, [&](const JsonView& line, const LinePlace& place) -> Result<void> {
    const CandidateKey key{0, static_cast<std::uint32_t>(seeds.size()), 0};
    seeds.push_back({key, short_key(line["drawing"].string()), place, 0});
    return {};
  }));
  return seeds;
}

Result<std::vector<Elite>> read_elite(const std::filesystem::path& path) {
  std::vector<Elite> elite;
  TRY(for_each_line(path, [&](const JsonView& line, const LinePlace& place) -> Result<void> {
    const CandidateKey key = TRY(candidate_key(line["key"].string()));
    elite.push_back(
        {key, short_key(line["drawing"].string()), place, line["total"].number().value_or(0)});
    return {};
  }));
  elite.shrink_to_fit();
  return elite;
}

std::string drawing_id(const ShortKey& drawing) { return fmt::format("{:016x}", drawing[0]); }

std::string ProgramFiles::id(const CandidateKey& key, const ShortKey& drawing) const {
  const bool alone = one_of_each_ || key.round == 0;
  return alone ? drawing_id(drawing) : drawing_id(drawing) + "-" + key.text();
}

void ProgramFiles::sort_by_id(std::vector<Elite>& programs) const {
  std::sort(programs.begin(), programs.end(), [&](const Elite& a, const Elite& b) {
    return a.drawing[0] != b.drawing[0] ? a.drawing[0] < b.drawing[0] : id(a) < id(b);
  });
}

std::optional<std::size_t> ProgramFiles::find(const std::vector<Elite>& programs,
                                              const std::string& id) const {
  const auto found = std::lower_bound(
      programs.begin(), programs.end(), id,
      [&](const Elite& one, const std::string& wanted) { return this->id(one) < wanted; });
  if (found == programs.end() || this->id(*found) != id) return std::nullopt;
  return static_cast<std::size_t>(found - programs.begin());
}

Result<const LineSource*> ProgramFiles::source(std::uint32_t round) const {
  const std::lock_guard lock(mutex_);
  const auto found = sources_.find(round);
  if (found != sources_.end()) return &found->second;
  const auto path = round == 0 ? seeds_path(folder_) : elite_path(round_folder(folder_, round));
  LineSource opened = TRY(LineSource::open(path));
  return &sources_.emplace(round, std::move(opened)).first->second;
}

Result<std::string> ProgramFiles::field(const Elite& one, std::string_view name) const {
  const LineSource* const file = TRY(source(one.key.round));
  return file->field(one.place, name);
}

}  // namespace papert::datagen
