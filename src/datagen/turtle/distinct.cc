#include "datagen/turtle/distinct.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "base/union_find.h"

namespace papert::datagen {

KnownDrawings::KnownDrawings(InkSheets sheets, const std::vector<Parent>& seeds)
    : sheets_(std::move(sheets)), seeds_(seeds) {
  drawings_.reserve(seeds.size());
  standing_.reserve(seeds.size());
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    const CandidateKey key{0, static_cast<std::uint32_t>(i), 0};
    drawings_.emplace_back(short_key(seeds[i].drawing), key);
    standing_.push_back({key, {}, {}});
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
  return key.round == 0 ? seeds_[key.parent].id : key.text();
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
    const auto drawn_before = looked_at_.find(survivor.key);
    standing_.push_back(
        {survivor.key, survivor.place,
         drawn_before == looked_at_.end() ? std::nullopt : std::optional(drawn_before->second)});
  }
  looked_at_.clear();
  return {};
}

namespace {

/// A program that stands for those that draw exactly the same.
struct Leader {
  const CandidateFacts* facts = nullptr;
  std::size_t group = 1;    // how many there are
  std::string dropped_for;  // the name of what it equals; empty if it stays
  const char* by = "";      // the rule that says so
};

bool comes_first(const CandidateFacts& a, const CandidateFacts& b) {
  return std::pair(a.lines, a.key) < std::pair(b.lines, b.key);
}

/// Every candidate that can be used, alone: nobody looks for duplicates.
std::vector<Leader> all_usable(const std::vector<CandidateFacts>& candidates) {
  std::vector<Leader> leaders;
  leaders.reserve(candidates.size());
  for (const CandidateFacts& facts : candidates) {
    if (facts.ok) leaders.push_back({&facts, 1, {}, ""});
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
  std::vector<Leader> leaders;
  for (const CandidateFacts* facts : usable) {
    if (!leaders.empty() && leaders.back().facts->drawing == facts->drawing) {
      ++leaders.back().group;
    } else {
      leaders.push_back({facts, 1, {}, ""});
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
        leader.dropped_for = known_.name_of(*earlier);
        leader.by = "exact";
      }
    }
  }

  /// Drops leaders that are equal by the pixel rule to something earlier or to a better one.
  [[nodiscard]] Result<std::size_t> drop_alike(std::vector<Leader>& leaders) {
    std::vector<Leader*> fresh;
    fresh.reserve(leaders.size());
    for (Leader& leader : leaders) {
      if (leader.dropped_for.empty()) fresh.push_back(&leader);
    }
    const std::vector<InkFacts> inks = TRY(all_inks(fresh));
    const std::size_t earlier = inks.size() - fresh.size();
    const EqualPairs equal = TRY(equal_pairs(known_.sheets_, inks, earlier, bench_.options.jobs));
    UnionFind sets(inks.size());
    for (const auto& [a, b] : equal.pairs) sets.join(a, b);
    std::map<std::size_t, std::size_t> first;  // of each set: the one that stays
    for (std::size_t i = 0; i < inks.size(); ++i) {
      const auto [best, alone] = first.emplace(sets.root(i), i);
      if (alone || i < earlier || best->second < earlier) continue;
      if (comes_first(*fresh[i - earlier]->facts, *fresh[best->second - earlier]->facts)) {
        best->second = i;
      }
    }
    for (std::size_t i = earlier; i < inks.size(); ++i) {
      const std::size_t best = first.at(sets.root(i));
      if (best == i) continue;
      Leader& leader = *fresh[i - earlier];
      leader.dropped_for = best < earlier ? known_.name_of(known_.standing_[best].key)
                                          : fresh[best - earlier]->facts->key.text();
      leader.by = "symbolic";
    }
    return equal.compared;
  }

 private:
  struct Wanted {
    CandidateKey key;
    LinePlace place;
  };

  /// Of what stands already, then of the fresh ones; drawings that are not known yet are drawn.
  [[nodiscard]] Result<std::vector<InkFacts>> all_inks(const std::vector<Leader*>& fresh) {
    const LineSource source = TRY(LineSource::open(candidates_path(round_.folder)));
    std::vector<Wanted> wanted;
    wanted.reserve(known_.standing_.size() + fresh.size());
    std::vector<std::optional<InkFacts>> inks;
    inks.reserve(wanted.capacity());
    for (const auto& standing : known_.standing_) {
      wanted.push_back({standing.key, standing.place});
      inks.push_back(standing.ink);
    }
    for (const Leader* leader : fresh) {
      wanted.push_back({leader->facts->key, leader->facts->place});
      inks.emplace_back();
    }
    TRY(draw_missing(wanted, source, inks));
    TRY(not_cancelled(bench_));
    std::vector<InkFacts> all;
    all.reserve(inks.size());
    for (std::size_t i = 0; i < inks.size(); ++i) {
      all.push_back(*inks[i]);
      if (i < known_.standing_.size()) {
        known_.standing_[i].ink = inks[i];
      } else {
        known_.looked_at_.emplace(wanted[i].key, *inks[i]);
      }
    }
    return all;
  }

  [[nodiscard]] Result<void> draw_missing(const std::vector<Wanted>& wanted,
                                          const LineSource& source,
                                          std::vector<std::optional<InkFacts>>& inks) {
    std::size_t next = 0;
    std::size_t done = 0;
    return for_each_in_order(
        bench_.options.jobs,
        [&]() -> std::optional<std::size_t> {
          while (next < inks.size() && inks[next]) ++next;
          if (next == inks.size() || bench_.options.cancel.cancelled()) return std::nullopt;
          return next++;
        },
        [&](std::size_t i) -> Result<std::pair<std::size_t, InkFacts>> {
          const std::string code = TRY(code_of(wanted[i], source));
          scene::Scene scene = TRY(bench_.drawer.drawing_of(known_.name_of(wanted[i].key), code));
          const InkFacts facts = TRY(known_.sheets_.add(score::PaintedDrawing(std::move(scene))));
          return std::pair(i, facts);
        },
        [&](const std::pair<std::size_t, InkFacts>& drawn) -> Result<void> {
          inks[drawn.first] = drawn.second;
          bench_.report(round_.named("duplicates"), ++done, inks.size());
          return {};
        });
  }

  [[nodiscard]] Result<std::string> code_of(const Wanted& wanted, const LineSource& source) const {
    if (wanted.key.round == 0) return known_.seeds_[wanted.key.parent].code.get();
    const bool current = wanted.key.round == round_.number;
    return (current ? source : known_.sources_[wanted.key.round - 1]).field(wanted.place, "code");
  }

  const Workbench& bench_;
  const Round& round_;
  KnownDrawings& known_;
};

namespace {

Result<void> write_distinct(const std::vector<Leader>& leaders, const Round& round) {
  const LineSource source = TRY(LineSource::open(candidates_path(round.folder)));
  BarrierFile file = TRY(BarrierFile::begin(distinct_path(round.folder)));
  for (const Leader& leader : leaders) {
    const std::string drawing = TRY(source.field(leader.facts->place, "drawing"));
    std::string text = fmt::format(R"({{"key":"{}","drawing":"{}","group":{})",
                                   leader.facts->key.text(), drawing, leader.group);
    if (!leader.dropped_for.empty()) {
      text += ",\"dropped_for\":";
      append_quoted(leader.dropped_for, text);
      text.append(R"(,"by":")").append(leader.by).append("\"");
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
        survivors.push_back({key, line["drawing"].string(), candidates[next].place});
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
    TRY(write_distinct(leaders, round));
  }
  return read_survivors(round, candidates);
}

}  // namespace papert::datagen
