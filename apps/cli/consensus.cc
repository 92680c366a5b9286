#include "analysis/consensus.h"

#include <unistd.h>

#include "chart.h"
#include "cli.h"
#include "damage.h"
#include "report/consensus.h"
#include "run/folder.h"

namespace papert::cli {
namespace {

constexpr const char* kConsensusExamples = R"(Examples:
  papert consensus runs/*-sgp-*
      how far the answers of several runs or models agree, question by question
  papert consensus runs/*-sgp-* --human answers.jsonl
      beside people: {"id", "annotator", "answer", "batch"?} a line; Fleiss' kappa per batch, the
      most common human answer against the key, human entropy beside the models'
  papert consensus runs/*-sgp-* --human answers.jsonl --chart entropy -o entropy.svg
      a picture of both
  papert consensus RUN --json
      one run with several epochs does, too)";

struct ConsensusOptions {
  std::vector<std::string> runs;
  analysis::ConsensusOptions consensus;
  std::string log_dir;
  std::string format;
  bool json = false;
  std::string chart;
  std::string out;
};

Result<int> consensus(const ConsensusOptions& options) {
  std::vector<std::filesystem::path> folders;
  folders.reserve(options.runs.size());
  for (const std::string& name : options.runs) {
    folders.push_back(TRY(run::find_run(name, options.log_dir)));
  }
  const analysis::Consensus result = TRY(analysis::consensus_of(folders, options.consensus));
  for (const analysis::ConsensusRun& run : result.runs) report_each_damage(run.damaged);
  if (!options.chart.empty() || !options.out.empty()) {
    return write_chart({report::entropy_chart(result)}, options.out.empty() ? "-" : options.out);
  }
  if (options.json) {
    print(dump_json_pretty(to_json(result)) + "\n");
  } else if (!options.format.empty()) {
    const report::Format format = TRY(report::format_from_name(options.format));
    print(report::write_sheets(report::consensus_sheets(result), format));
  } else {
    print(report::consensus_text(result, {.color = is_rich_terminal(STDOUT_FILENO)}));
  }
  return kExitDone;
}

}  // namespace

std::function<int()> add_consensus(Command& app) {
  auto options = std::make_shared<ConsensusOptions>();
  app.add_option("runs", options->runs, "run folders of one suite")
      ->type_name("RUN...")
      ->required();
  app.add_option("--human", options->consensus.human, "people's answers, one JSON object per line")
      ->type_name("FILE")
      ->check(existing_file());
  app.add_option("--format", options->format, "how the tables are written")
      ->type_name("text|csv|markdown|latex|json")
      ->check(one_of({"text", "csv", "markdown", "latex", "json"}));
  app.add_flag("--json", options->json, "print everything as JSON");
  app.add_option("--chart", options->chart, "draw the entropies into the picture that -o names")
      ->type_name("entropy")
      ->check(one_of({"entropy"}));
  app.add_option("-o,--out", options->out, "the picture (.svg or .png; default: standard output)")
      ->type_name("FILE");
  add_log_dir(app, options->log_dir);
  app.footer(kConsensusExamples);
  return [options] {
    const auto code = consensus(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
