#include "datagen/turtle/distinct.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/paths.h"
#include "base/union_find.h"

namespace papert::datagen {

KnownDrawings::KnownDrawings(InkSheets sheets, const ProgramFiles& files,
                             const std::vector<Elite>& seeds)
    : sheets_(std::move(sheets)), files_(files), seeds_(seeds) {
  drawings_.reserve(seeds.size());
  standing_.reserve(seeds.size());
  for (const Elite& seed : seeds) {
    drawings_.emplace_back(seed.drawing, seed.key);
    standing_.push_back({seed.key, {}, {}});
  }
  std::sort(drawings_.begin(), drawings_.end());
}

std::optional<CandidateKey> KnownDrawings::find(const ShortKey& drawing) const {
  const auto found =
      std::lower_bound(drawings_.begin(), drawings_.end(), std::pair(drawing, CandidateKey{}));
  if (found == drawings_.end() || found->first != drawing) return std::nullopt;
  return found->second;
}

std::string KnownDrawings::name_of(const CandidateKey& key) const {
  return key.round == 0 ? files_.id(seeds_[key.parent]) : key.text();
}

Result<void> KnownDrawings::add_round(const Round& round, const std::vector<CandidateFacts>& drawn,
                                      const std::vector<Survivor>& survivors) {
  drawings_.reserve(drawings_.size() + drawn.size());
  for (const CandidateFacts& facts : drawn) {
    if (facts.ok) drawings_.emplace_back(facts.drawing, facts.key);
  }
  std::sort(drawings_.begin(), drawings_.end());
  // Of equal drawings the first stays: that is enough to know them.
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  drawings_.erase(std::unique(drawings_.begin(), drawings_.end(), same), drawings_.end());
  LineSource source = TRY(LineSource::open(candidates_path(round.folder)));
  sources_.push_back(std::move(source));
  standing_.reserve(standing_.size() + survivors.size());
  for (const Survivor& survivor : survivors) {
    const auto seen = std::lower_bound(
        looked_at_.begin(), looked_at_.end(), survivor.key,
        [](const auto& looked_at, const CandidateKey& key) { return looked_at.first < key; });
    const bool there = seen != looked_at_.end() && seen->first == survivor.key;
    standing_.push_back({survivor.key, survivor.place, there ? seen->second : InkMark()});
  }
  looked_at_ = {};
  return {};
}

namespace {

/// A program that stands for those that draw exactly the same.
struct Leader {
  enum class Dropped : std::uint8_t { kNo, kExact, kSymbolic };  // by which rule

  const CandidateFacts* facts = nullptr;
  CandidateKey dropped_for;  // what it equals
  std::uint32_t group = 1;   // how many there are
  Dropped dropped = Dropped::kNo;
};
static_assert(sizeof(Leader) <= 24, "a million of them are held");

bool comes_first(const CandidateFacts& a, const CandidateFacts& b) {
  return std::pair(a.lines, a.key) < std::pair(b.lines, b.key);
}

/// Every candidate that can be used, alone: nobody looks for duplicates.
std::vector<Leader> all_usable(const std::vector<CandidateFacts>& candidates) {
  std::vector<Leader> leaders;
  leaders.reserve(candidates.size());
  for (const CandidateFacts& facts : candidates) {
    if (facts.ok) leaders.emplace_back().facts = &facts;
  }
  return leaders;
}

/// Leaders of the candidates that can be used, by key.
std::vector<Leader> exact_leaders(const std::vector<CandidateFacts>& candidates) {
  std::vector<const CandidateFacts*> usable;
  usable.reserve(candidates.size());
  for (const CandidateFacts& facts : candidates) {
    if (facts.ok) usable.push_back(&facts);
  }
  std::sort(usable.begin(), usable.end(), [](const auto* a, const auto* b) {
    return a->drawing != b->drawing ? a->drawing < b->drawing : comes_first(*a, *b);
  });
  std::size_t drawings = 0;
  for (std::size_t i = 0; i < usable.size(); ++i) {
    drawings += i == 0 || usable[i]->drawing != usable[i - 1]->drawing ? 1 : 0;
  }
  std::vector<Leader> leaders;
  leaders.reserve(drawings);
  for (const CandidateFacts* facts : usable) {
    if (!leaders.empty() && leaders.back().facts->drawing == facts->drawing) {
      ++leaders.back().group;
    } else {
      leaders.emplace_back().facts = facts;
    }
  }
  std::sort(leaders.begin(), leaders.end(),
            [](const Leader& a, const Leader& b) { return a.facts->key < b.facts->key; });
  return leaders;
}

}  // namespace

/// The search for one round.
class DistinctSearch {
 public:
  DistinctSearch(const Workbench& bench, const Round& round, KnownDrawings& known)
      : bench_(bench), round_(round), known_(known) {}

  void drop_known(std::vector<Leader>& leaders) const {
    for (Leader& leader : leaders) {
      if (const auto earlier = known_.find(leader.facts->drawing)) {
        leader.dropped_for = *earlier;
        leader.dropped = Leader::Dropped::kExact;
      }
    }
  }

  /// Drops leaders that are equal by the pixel rule to something earlier or to a better one.
  [[nodiscard]] Result<std::size_t> drop_alike(std::vector<Leader>& leaders) {
    std::vector<Leader*> fresh;
    fresh.reserve(leaders.size());
    for (Leader& leader : leaders) {
      if (leader.dropped == Leader::Dropped::kNo) fresh.push_back(&leader);
    }
    const std::vector<InkMark> inks = TRY(all_inks(fresh));
    const std::size_t earlier = inks.size() - fresh.size();
    UnionFind sets(inks.size());
    const std::size_t compared =
        TRY(equal_pairs(known_.sheets_, inks, earlier, bench_.options.jobs,
                        [&](std::uint32_t a, std::uint32_t b) { sets.join(a, b); }));
    const std::vector<std::uint32_t> first = first_of_each(sets, fresh, earlier);
    for (std::size_t i = earlier; i < inks.size(); ++i) {
      const std::size_t best = first[sets.root(i)];
      if (best == i) continue;
      Leader& leader = *fresh[i - earlier];
      leader.dropped_for =
          best < earlier ? known_.standing_[best].key : fresh[best - earlier]->facts->key;
      leader.dropped = Leader::Dropped::kSymbolic;
    }
    return compared;
  }

 private:
  struct Wanted {
    CandidateKey key;
    LinePlace place;
  };

  /// By the root of each set: the one that stays. Drawings before `earlier` stand already.
  [[nodiscard]] static std::vector<std::uint32_t> first_of_each(UnionFind& sets,
                                                                const std::vector<Leader*>& fresh,
                                                                std::size_t earlier) {
    constexpr std::uint32_t kNone = UINT32_MAX;
    std::vector<std::uint32_t> first(earlier + fresh.size(), kNone);
    for (std::uint32_t i = 0; i < first.size(); ++i) {
      std::uint32_t& best = first[sets.root(i)];
      if (best == kNone) {
        best = i;
        continue;
      }
      if (i < earlier || best < earlier) continue;
      if (comes_first(*fresh[i - earlier]->facts, *fresh[best - earlier]->facts)) best = i;
    }
    return first;
  }

  /// Of what stands already, then of the fresh ones; drawings that are not known yet are drawn.
  [[nodiscard]] Result<std::vector<InkMark>> all_inks(const std::vector<Leader*>& fresh) {
    const std::size_t earlier = known_.standing_.size();
    std::vector<InkMark> inks(earlier + fresh.size());
    for (std::size_t i = 0; i < earlier; ++i) inks[i] = known_.standing_[i].ink;
    TRY(draw_missing(fresh, inks));
    TRY(not_cancelled(bench_));
    for (std::size_t i = 0; i < earlier; ++i) known_.standing_[i].ink = inks[i];
    known_.looked_at_.reserve(fresh.size());
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      known_.looked_at_.emplace_back(fresh[i]->facts->key, inks[earlier + i]);
    }
    return inks;
  }

  [[nodiscard]] Wanted wanted(const std::vector<Leader*>& fresh, std::size_t i) const {
    const std::size_t earlier = known_.standing_.size();
    if (i < earlier) return {known_.standing_[i].key, known_.standing_[i].place};
    return {fresh[i - earlier]->facts->key, fresh[i - earlier]->facts->place};
  }

  [[nodiscard]] Result<void> draw_missing(const std::vector<Leader*>& fresh,
                                          std::vector<InkMark>& inks) {
    const LineSource source = TRY(LineSource::open(candidates_path(round_.folder)));
    std::size_t next = 0;
    std::size_t done = 0;
    return for_each_in_order(
        bench_.options.jobs,
        [&]() -> std::optional<std::size_t> {
          while (next < inks.size() && inks[next].there()) ++next;
          if (next == inks.size() || bench_.options.cancel.cancelled()) return std::nullopt;
          return next++;
        },
        [&](std::size_t i) -> Result<std::pair<std::size_t, InkMark>> {
          const Wanted one = wanted(fresh, i);
          const std::string code = TRY(code_of(one, source));
          scene::Scene scene = TRY(bench_.drawer.drawing_of(known_.name_of(one.key), code));
          const InkMark mark = TRY(known_.sheets_.add(score::PaintedDrawing(std::move(scene))));
          return std::pair(i, mark);
        },
        [&](const std::pair<std::size_t, InkMark>& drawn) -> Result<void> {
          inks[drawn.first] = drawn.second;
          bench_.report(round_.named("duplicates"), ++done, inks.size());
          return {};
        });
  }

  [[nodiscard]] Result<std::string> code_of(const Wanted& wanted, const LineSource& source) const {
    if (wanted.key.round == 0) return known_.files_.code(known_.seeds_[wanted.key.parent]);
    const bool current = wanted.key.round == round_.number;
    return (current ? source : known_.sources_[wanted.key.round - 1]).field(wanted.place, "code");
  }

  const Workbench& bench_;
  const Round& round_;
  KnownDrawings& known_;
};

namespace {

Result<void> write_distinct(const std::vector<Leader>& leaders, const Round& round,
                            const KnownDrawings& known) {
  const LineSource source = TRY(LineSource::open(candidates_path(round.folder)));
  BarrierFile file = TRY(BarrierFile::begin(distinct_path(round.folder)));
  for (const Leader& leader : leaders) {
    const std::string drawing = TRY(source.field(leader.facts->place, "drawing"));
    std::string text = fmt::format(R"({{"key":"{}","drawing":"{}","group":{})",
                                   leader.facts->key.text(), drawing, leader.group);
    if (leader.dropped != Leader::Dropped::kNo) {
      const bool exact = leader.dropped == Leader::Dropped::kExact;
      text += fmt::format(R"(,"dropped_for":"{}","by":"{}")", known.name_of(leader.dropped_for),
                          exact ? "exact" : "symbolic");
    }
    TRY(file.add(text + "}\n"));
  }
  return file.finish();
}

Result<std::vector<Survivor>> read_survivors(const Round& round,
                                             const std::vector<CandidateFacts>& candidates) {
  std::vector<Survivor> survivors;
  std::size_t next = 0;
  TRY(for_each_line(
      distinct_path(round.folder), [&](const JsonView& line, const LinePlace&) -> Result<void> {
        if (line["dropped_for"].exists()) return {};
        const CandidateKey key = TRY(candidate_key(line["key"].string()));
        while (next < candidates.size() && candidates[next].key < key) ++next;
        if (next == candidates.size() || candidates[next].key != key) {
          return fail(ErrorCode::kBadData, "there is no candidate '" + key.text() + "'",
                      distinct_path(round.folder).string());
        }
        survivors.push_back({key, candidates[next].place});
        return {};
      }));
  return survivors;
}

}  // namespace

Result<std::vector<Survivor>> find_distinct(const Workbench& bench, const Round& round,
                                            const std::vector<CandidateFacts>& candidates,
                                            KnownDrawings& known) {
  const std::filesystem::path path = distinct_path(round.folder);
  if (!may_exist(path)) {
    const TurtleSettings& settings = bench.options.settings;
    std::vector<Leader> leaders =
        settings.exact ? exact_leaders(candidates) : all_usable(candidates);
    DistinctSearch search(bench, round, known);
    if (settings.exact) search.drop_known(leaders);
    if (settings.exact && settings.symbolic) TRY(search.drop_alike(leaders));
    TRY(not_cancelled(bench));
    TRY(write_distinct(leaders, round, known));
  }
  return read_survivors(round, candidates);
}

}  // namespace papert::datagen
