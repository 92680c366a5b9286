#include "people.h"

#include <fmt/format.h>

#include "base/paths.h"
#include "cli.h"

namespace papert::cli {
namespace {

Result<analysis::LabelFile> read_all(const std::vector<std::string>& files) {
  analysis::LabelFile all;
  for (const std::string& file : files) {
    analysis::LabelFile one = TRY(analysis::read_labels(file));
    all.labels.insert(all.labels.end(), one.labels.begin(), one.labels.end());
    all.problems.insert(all.problems.end(), one.problems.begin(), one.problems.end());
    all.other_kinds += one.other_kinds;
  }
  return all;
}

}  // namespace

void add_labels(Command& app, std::vector<std::string>& files) {
  app.add_option(
         "--labels", files,
         "verdicts by people, which count in place of the rule's: a line "
         "{\"id\", \"epoch\", \"person\", \"verdict\"} each, or a .csv (repeat for several)")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
}

Result<std::vector<std::shared_ptr<const analysis::RunLabels>>> read_people(
    const std::vector<std::string>& files, const std::vector<LabelTarget>& runs, bool& bad) {
  std::vector<std::shared_ptr<const analysis::RunLabels>> people(runs.size());
  if (files.empty()) return people;
  const analysis::LabelFile file = TRY(read_all(files));
  std::vector<analysis::LabelledRun> named;
  for (const LabelTarget& run : runs) {
    const std::string folder = absolute_path(run.folder).lexically_normal().filename().string();
    named.push_back({run.config.id(), folder});
  }
  bad |= report_problems(file.problems);
  bad |= report_problems(analysis::labels_of_no_run(file, named));
  if (file.other_kinds > 0) {
    report_note(fmt::format("{} not used: about something else than right or wrong",
                            counted(static_cast<std::int64_t>(file.other_kinds), "label")));
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    auto labels = std::make_shared<const analysis::RunLabels>(file, named[i].id, named[i].folder,
                                                              runs.size() == 1);
    // Of several runs, those that nobody looked at have one figure.
    if (runs.size() > 1 && labels->empty() && labels->problems().empty()) continue;
    people[i] = std::move(labels);
  }
  return people;
}

}  // namespace papert::cli
