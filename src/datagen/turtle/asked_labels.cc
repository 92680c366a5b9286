// Labels by a model: picture and program, one request, or up to three where a reply is of no use.

#include <fmt/format.h>

#include "base/json_text.h"
#include "base/paths.h"
#include "datagen/asked_stage.h"
#include "datagen/turtle/selection.h"

namespace papert::datagen {
namespace {

std::string asked_label_line(const std::string& id, const AskedLabel& made) {
  std::string line = fmt::format(R"({{"id":"{}","status":"{}","text":)", id, made.status);
  append_quoted(made.text, line);
  line += ",\"code\":";
  append_quoted(made.code, line);
  line += ",\"similarity\":";
  append_number(made.similarity, line);
  if (!made.error.empty()) {
    line += ",\"error\":";
    append_quoted(made.error, line);
  }
  append_spent(made.spent, line);
  return line + "}";
}

/// Of a program that nobody was asked about.
std::string closed_label_line(const std::string& id, std::string code, const Spent& before) {
  AskedLabel none;
  none.spent = before;
  none.status = "no_label";
  none.code = std::move(code);
  none.error = "nobody was asked";
  return asked_label_line(id, none);
}

}  // namespace

Result<void> ask_labels(const Workbench& bench, const std::vector<Elite>& programs) {
  if (may_exist(dataset_path(bench.options.out))) return {};
  const AskedDescriber& describer = *bench.roles.asked_describer;
  AskedStage stage;
  stage.path = labels_path(bench.options.out);
  stage.key_name = "id";
  stage.size = programs.size();
  stage.index_of = [&](const std::string& id) { return bench.programs.find(programs, id); };
  stage.make = [&](std::size_t index, const Spent& before) -> Result<AskedLine> {
    const Elite& elite = programs[index];
    const std::string id = bench.programs.id(elite);
    const std::string code = TRY(bench.programs.code(elite));
    const scene::Scene scene = TRY(bench.drawer.drawing_of(elite.key.text(), code));
    AskedLabel made = TRY(describer.label(id, code, scene, bench.drawer.jails()));
    made.spent += before;
    AskedLine line;
    line.text = asked_label_line(id, made);
    if (made.status == kRequestFailed) line.error = std::move(made.error);
    return line;
  };
  if (bench.finish_at) {
    stage.close = [&](std::size_t index, const Spent& before) -> Result<std::string> {
      const Elite& elite = programs[index];
      std::string code = TRY(bench.programs.code(elite));
      return closed_label_line(bench.programs.id(elite), std::move(code), before);
    };
  }
  stage.connections = describer.connections();
  stage.cancel = bench.options.cancel;
  stage.report = [&](std::size_t done, std::size_t total) { bench.report("labels", done, total); };
  return run_asked_stage(stage);
}

}  // namespace papert::datagen
