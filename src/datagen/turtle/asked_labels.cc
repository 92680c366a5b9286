// Labels by a model: picture and program, one request, or up to three where a reply is of no use.

#include <fmt/format.h>

#include <unordered_map>

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
std::string closed_label_line(const Parent& program, std::string code, const Spent& before) {
  AskedLabel none;
  none.spent = before;
  none.status = "no_label";
  none.code = std::move(code);
  none.error = "nobody was asked";
  return asked_label_line(program.id, none);
}

}  // namespace

Result<void> ask_labels(const Workbench& bench, const std::vector<Elite>& programs) {
  if (may_exist(dataset_path(bench.options.out))) return {};
  const AskedDescriber& describer = *bench.roles.asked_describer;
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < programs.size(); ++i) places[programs[i].program.id] = i;
  AskedStage stage;
  stage.path = labels_path(bench.options.out);
  stage.key_name = "id";
  stage.size = programs.size();
  stage.index_of = [&](const std::string& id) -> std::optional<std::size_t> {
    const auto found = places.find(id);
    return found == places.end() ? std::nullopt : std::optional(found->second);
  };
  stage.make = [&](std::size_t index, const Spent& before) -> Result<AskedLine> {
    const Elite& elite = programs[index];
    const std::string code = TRY(elite.program.code.get());
    const scene::Scene scene = TRY(bench.drawer.drawing_of(elite.key.text(), code));
    AskedLabel made = TRY(describer.label(elite.program.id, code, scene, bench.drawer.jails()));
    made.spent += before;
    AskedLine line;
    line.text = asked_label_line(elite.program.id, made);
    if (made.status == kRequestFailed) line.error = std::move(made.error);
    return line;
  };
  if (bench.finish_at) {
    stage.close = [&](std::size_t index, const Spent& before) -> Result<std::string> {
      const Parent& program = programs[index].program;
      std::string code = TRY(program.code.get());
      return closed_label_line(program, std::move(code), before);
    };
  }
  stage.connections = describer.connections();
  stage.cancel = bench.options.cancel;
  stage.report = [&](std::size_t done, std::size_t total) { bench.report("labels", done, total); };
  return run_asked_stage(stage);
}

}  // namespace papert::datagen
