// The routes about what is labelled: the kinds of labels, and the items of one, from runs or from a
// set of tasks. The answer is what the page of `papert label` embeds.

#include "analysis/label_items.h"
#include "base/text.h"
#include "report/label_page.h"
#include "serve/app/app.h"
#include "serve/app/lots.h"
#include "serve/app/query.h"

namespace papert::serve::app {
namespace {

constexpr std::size_t kMaxRuns = 8;
constexpr std::size_t kMaxItems = 2000;
constexpr const char* kUsualItems = "100";
constexpr std::size_t kMaxDataBytes = std::size_t{32} << 20;

/// By its name or, so that addresses need not name models, by its id, which lines of labels have.
Result<std::string> run_folder(App& app, const std::string& name) {
  for (const auto& run : app.store.list()) {
    if (run->name() == name) return run->folder().string();
    const auto facts = run->facts();
    if (facts && (*facts)->config.id() == name) return run->folder().string();
  }
  return fail(ErrorCode::kNotFound, "there is no such run", name);
}

/// Without the paths of this machine, and without the names of runs, which name models.
Error without_paths(Error error, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    if (!folder.empty() && error.where.starts_with(folder)) error.where.erase(0, folder.size());
  }
  return without_dashes(std::move(error));
}

}  // namespace

Result<http::Response> get_label_kinds(App&, const Asked&) {
  return json_answer({{"kinds", report::label_kinds_json()}});
}

/// kind, run=NAME (repeated) or a set of tasks as in open_asked_set, and which of them (lots.h).
Result<http::Response> get_label_items(App& app, const Asked& asked) {
  const http::Request& request = asked.request;
  analysis::LabelRequest wanted;
  wanted.kind = TRY(query_text(request, "kind"));
  const Lots lots = TRY(read_lots(request));
  lots.put(wanted);
  if (!lots.drawn) wanted.sample = TRY(analysis::SampleSize::parse(kUsualItems));
  wanted.most = kMaxItems;
  const analysis::LabelKind* const kind = TRY(analysis::find_label_kind(wanted.kind));
  OpenSet set;
  if (kind->source == analysis::LabelSource::kTasks) {
    set = TRY(open_asked_set(app, request));
    wanted.tasks = {.suite = &set->suite(), .modes = set->ref().modes, .tasks = &set->tasks()};
  } else {
    const auto runs = TRY(query_values(request, "run"));
    if (runs.empty() || runs.size() > kMaxRuns) {
      return fail(ErrorCode::kUsage, "choose one to eight runs", "run");
    }
    for (const std::string& name : runs) {
      wanted.sources.push_back(TRY(run_folder(app, name)));
    }
  }
  const auto items = analysis::label_items(wanted);
  if (!items) return fail(without_paths(items.error(), wanted.sources));
  const report::LabelPage page{.kind = wanted.kind, .seed = wanted.seed, .deal = lots.deal()};
  return http::Response{
      .body = TRY(report::label_data(page, items->items, {.total_bytes = kMaxDataBytes}))};
}

}  // namespace papert::serve::app
