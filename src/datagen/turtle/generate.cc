#include "datagen/turtle/generate.h"

#include <fmt/format.h>

#include <limits>
#include <set>

#include "base/file.h"
#include "base/folder_lock.h"
#include "base/format.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "datagen/turtle/alike.h"
#include "datagen/turtle/distinct.h"
#include "datagen/turtle/measure.h"

namespace papert::datagen {
namespace {

constexpr std::uint32_t kMostRounds = 12;  // of a generation that grows to a target

std::string seeds_text(const std::vector<SeedProgram>& seeds) {
  std::string text;
  for (const SeedProgram& seed : seeds) {
    text += fmt::format(R"({{"id":"{}","code":)", seed.id);
    append_quoted(seed.code, text);
    text += fmt::format(",\"drawing\":\"{}\"}}\n", seed.drawing);
  }
  return text;
}

Json settings_json(const GenerateOptions& options) {
  Json json = to_json(options.settings);
  json.update(options.models);
  return json;
}

/// What the folder is for; the version of the program that began it is only noted.
Json request_of(const GenerateOptions& options, const std::string& seeds,
                const ExcludedDrawings& excluded) {
  Json json{{"kind", "datagen turtle"}};
  json.update(settings_json(options));
  json["seeds"] = sha256_hex(seeds);
  json["excluded"] = excluded.hash();
  return json;
}

/// The round that ends with what there is, where the user wanted that, now or before. The folder
/// remembers it: nobody is asked for it any more.
Result<std::optional<std::uint32_t>> finishing_round(const GenerateOptions& options) {
  const std::filesystem::path path = options.out / "finish.json";
  if (may_exist(path)) {
    const std::string text = TRY(read_file(path));
    const Json json = TRY(parse_json(text, path.string()));
    const std::int64_t round = TRY(get_int(json, "round", path.string()));
    if (round < 1 || round > CandidateKey::kMost) {
      return fail(ErrorCode::kBadData, fmt::format("{} is not the number of a round", round),
                  path.string());
    }
    return std::optional(static_cast<std::uint32_t>(round));
  }
  if (!options.finish) return std::optional<std::uint32_t>();
  std::uint32_t round = 1;
  while (may_exist(elite_path(round_folder(options.out, round)))) ++round;
  const Json json{{"format", kFormat}, {"round", round}};
  TRY(write_file(path, dump_json_pretty(json) + "\n"));
  return std::optional(round);
}

/// What the folder has cost so far is charged to the limits.
Result<void> charge_spent(const GenerateOptions& options) {
  if (options.purse == nullptr) return {};
  for (const auto& [role, spent] : TRY(measure_spent(options.out))) options.purse->charge(spent);
  return {};
}

/// The rounds of a generation, one after another.
class Generation {
 public:
  Generation(const Workbench& bench, const std::vector<Elite>& seeds, InkSheets sheets)
      : bench_(bench), last_(seeds), known_(std::move(sheets), bench.programs, seeds) {
    if (bench.options.encoder != nullptr) alike_.emplace(bench, seeds);
  }

  /// False where `until` came first.
  [[nodiscard]] Result<bool> run() {
    while (goes_on()) {
      const bool whole = TRY(run_round());
      if (!whole) return false;
    }
    return true;
  }

  [[nodiscard]] const std::vector<std::size_t>& parents() const { return sizes_; }

  /// The last generation, with earlier ones where they are wanted.
  [[nodiscard]] std::vector<Elite> pool() {
    if (!cut_ && !bench_.options.settings.carry_elite) return std::move(last_);
    std::vector<Elite> all = std::move(last_);
    all.insert(all.end(), earlier_.begin(), earlier_.end());
    return all;
  }

 private:
  [[nodiscard]] bool goes_on() const {
    const TurtleSettings& settings = bench_.options.settings;
    if (cut_ || last_.empty()) return false;
    if (settings.target == 0) return round_ < settings.rounds;
    if (round_ == 0) return true;
    return round_ < kMostRounds && last_.size() < settings.target && last_.size() > sizes_.back();
  }

  [[nodiscard]] bool last_of_plan() const {
    const TurtleSettings& settings = bench_.options.settings;
    return settings.target == 0 && round_ == settings.rounds;
  }

  /// How many candidates may still be made.
  [[nodiscard]] std::size_t left() const {
    const std::size_t most = bench_.options.settings.max_candidates;
    return most == 0 ? std::numeric_limits<std::size_t>::max() : most - made_;
  }

  [[nodiscard]] Result<bool> run_round() {
    ++round_;
    const Round round{round_, round_folder(bench_.options.out, round_), last_,
                      RoundPlan(round_, last_.size(), bench_.options.settings.pairs, left())};
    const bool last = round.plan.size() == left() || last_of_plan();
    const auto ends_with = [&](Stage stage) { return last && bench_.options.until == stage; };
    std::vector<CandidateFacts> candidates = TRY(make_candidates(bench_, round));
    if (ends_with(Stage::kCandidates)) return false;
    std::vector<Survivor> survivors = TRY(find_distinct(bench_, round, candidates, known_));
    TRY(known_.add_round(round, candidates, survivors));
    candidates = {};
    if (alike_) survivors = TRY(alike_->keep_one_of_each(round, survivors));
    if (ends_with(Stage::kDistinct)) return false;
    if (!may_exist(elite_path(round.folder))) TRY(score_survivors(bench_, round, survivors));
    if (ends_with(Stage::kScores)) return false;
    std::vector<Elite> elite = TRY(choose_elite(bench_, round, survivors));
    sizes_.push_back(last_.size());
    made_ += round.plan.size();
    cut_ = left() == 0 && (round.plan.cut() || !last_of_plan());
    cut_ = cut_ || (bench_.finish_at && round_ >= *bench_.finish_at);
    begin_next(std::move(elite));
    return !ends_with(Stage::kElite);
  }

  void begin_next(std::vector<Elite> elite) {
    if (round_ > 1) earlier_.insert(earlier_.end(), last_.begin(), last_.end());
    last_ = std::move(elite);
  }

  const Workbench& bench_;
  std::vector<Elite> last_;  // the generation so far: at first the seeds
  KnownDrawings known_;
  std::optional<AlikeDrawings> alike_;  // where there is an encoder
  std::uint32_t round_ = 0;
  std::size_t made_ = 0;
  bool cut_ = false;  // there are no more candidates to make
  std::vector<std::size_t> sizes_;
  std::vector<Elite> earlier_;
};

Result<void> write_report(const Workbench& bench, const std::vector<std::size_t>& parents,
                          const std::vector<Elite>& programs, std::size_t seeds) {
  const std::filesystem::path& folder = bench.options.out;
  if (may_exist(folder / "report.html") && may_exist(folder / "growth.json")) return {};
  Growth growth;
  growth.settings = settings_json(bench.options);
  growth.seeds = seeds;
  growth.excluded_drawings = bench.excluded.size();
  growth.rounds = TRY(measure_rounds(folder, parents));
  growth.set = TRY(measure_set(folder));
  if (!bench.options.models.empty()) {
    growth.spent = TRY(measure_spent(folder));
    growth.set.labels = TRY(measure_labels(folder));
  }
  const std::vector<GalleryItem> gallery =
      TRY(gallery_of(folder, bench.programs, programs, bench.options.settings.seed));
  TRY(write_file(folder / "growth.json", dump_json_pretty(to_json(growth)) + "\n"));
  return write_file(folder / "report.html", growth_page(growth, gallery));
}

/// What the rounds leave.
struct Grown {
  std::vector<Elite> pool;
  std::vector<std::size_t> parents;  // of each round
};

/// Nothing where `until` came first. What only rounds need is gone when they are over.
Result<std::optional<Grown>> grow(const Workbench& bench, const std::vector<Elite>& seeds) {
  InkSheets sheets = TRY(InkSheets::create(bench.options.out));
  Generation generation(bench, seeds, std::move(sheets));
  const bool whole = TRY(generation.run());
  if (!whole) return std::optional<Grown>();
  return std::optional(Grown{generation.pool(), generation.parents()});
}

/// What follows the rounds.
Result<void> finish(const Workbench& bench, Grown grown, std::size_t seeds,
                    GenerateReport& report) {
  const TurtleSettings& settings = bench.options.settings;
  const std::vector<Elite> programs =
      TRY(select_programs(bench, std::move(grown.pool), settings.target));
  if (bench.finish_at && programs.empty()) {
    return fail(ErrorCode::kUsage, "no drawing was scored yet: there is nothing to make a set of",
                "--finish");
  }
  if (settings.labels && bench.roles.asked_describer != nullptr) {
    TRY(ask_labels(bench, programs));
  } else if (settings.labels) {
    TRY(write_labels(bench, programs, labels_path(bench.options.out)));
  }
  if (bench.options.until == Stage::kLabels) return {};
  TRY(write_dataset(bench, programs));
  TRY(write_report(bench, grown.parents, programs, seeds));
  if (!bench.options.select.empty()) report.selected = TRY(write_selected(bench, programs));
  report.complete = true;
  report.tasks = programs.size();
  return {};
}

Result<GenerateReport> generate_from(const std::vector<NamedProgram>& programs,
                                     const GenerateOptions& options, const Roles& roles) {
  const FileDescriptor lock = TRY(lock_folder(
      options.out, "another process is working on this folder; wait for it or stop it"));
  remove_unfinished(options.out);
  Drawer drawer(options.out);
  Seeds seeds = TRY(run_seeds(drawer, programs));
  InkSheets excluded_sheets = TRY(InkSheets::create(options.out));
  ExcludedDrawings excluded(std::move(excluded_sheets));
  for (const std::string& folder : options.excludes) TRY(excluded.add(drawer, folder));
  const std::string seed_lines = seeds_text(seeds.programs);
  TRY(claim_folder(options.out, request_of(options, seed_lines, excluded)));
  TRY(write_file(seeds_path(options.out), seed_lines));
  GenerateReport report;
  report.problems = std::move(seeds.problems);
  report.notes = std::move(seeds.notes);
  TRY(charge_spent(options));
  const std::optional<std::uint32_t> finish_at = TRY(finishing_round(options));
  const ProgramFiles files(options.out, options.settings.exact);
  const Workbench bench{options, roles, drawer, excluded, files, finish_at};
  const std::vector<Elite> first = TRY(read_seeds(seeds_path(options.out)));
  std::optional<Grown> grown = TRY(grow(bench, first));
  if (!grown) return report;
  TRY(finish(bench, std::move(*grown), first.size(), report));
  return report;
}

/// The folder and those that it lies in, as far as they are not there; the innermost first.
std::vector<std::filesystem::path> missing_folders(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> missing;
  for (std::filesystem::path path = folder; !path.empty() && !may_exist(path);
       path = path.parent_path()) {
    missing.push_back(path);
  }
  return missing;
}

}  // namespace

Result<GenerateReport> generate(const GenerateOptions& options, const Roles& roles) {
  const std::vector<std::filesystem::path> fresh = missing_folders(options.out);
  const std::vector<NamedProgram> programs = TRY(read_programs(options.seeds));
  TRY(make_directories(options.out));
  auto report = generate_from(programs, options, roles);
  std::error_code ignored;
  for (std::size_t i = 0; !report && i < fresh.size(); ++i) {
    std::filesystem::remove(fresh[i], ignored);  // only if it is empty
  }
  return report;
}

}  // namespace papert::datagen
