#include "analysis/agreement.h"
#include "base/format.h"

namespace papert::analysis {
namespace {

void put_mean(const Figure& mean, Json& json) {
  json["mean"] = number_or_null(mean.mean);
  json["stderr"] = number_or_null(mean.error);
}

Json run_json(const AgreementRun& run) {
  Json json{{"run", run.folder.string()},
            {"model", run.model},
            {"name", run.name},
            {"tasks", run.tasks},
            {"success", number_or_null(run.success)}};
  if (run.progress) {
    json["planned"] = run.progress->planned;
    json["done"] = run.progress->done;
    json["complete"] = run.progress->complete();
  }
  return json;
}

Json group_json(const AgreementGroup& group, const std::vector<suite::MetricInfo>& metrics) {
  Json json;
  json["name"] = group.name;
  json["runs"] = Json::array();
  for (const AgreementRun& run : group.runs) json["runs"].push_back(run_json(run));
  put_mean(group.mean, json);
  json["tasks"] = group.tasks;
  json["ever_solved"] = group.ever_solved;
  json["always_solved"] = group.always_solved;
  json["metrics"] = Json::object();
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    Json& entry = json["metrics"][std::string(metrics[m].name)];
    put_mean(group.metrics[m], entry);
    entry["runs"] = *group.metrics[m].n;
  }
  return json;
}

Json row_json(const AgreementRow& row) {
  Json json;
  for (const bool solves : row.solves) json["groups"].push_back(solves ? "solve" : "fail");
  json["tasks"] = row.ids.size();
  json["ids"] = row.ids;
  return json;
}

Json table_json(const AgreementTable& table) {
  Json json{{"keys", table.keys}, {"columns", table.columns}};
  for (const AgreementCell& cell : table.cells) {
    Json entry{{"values", cell.values}, {"tasks", cell.tasks}, {"ever_solved", cell.ever_solved}};
    put_mean(cell.mean, entry);
    json["cells"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace

Json to_json(const Agreement& agreement) {
  Json json{{"format", kFormat}};
  json["suite"] = agreement.suite;
  json["tasks"] = agreement.tasks;
  json["data_differ"] = agreement.data_differ;
  for (const AgreementGroup& group : agreement.groups) {
    json["groups"].push_back(group_json(group, agreement.metrics));
  }
  json["rows"] = Json::array();
  for (const AgreementRow& row : agreement.rows) json["rows"].push_back(row_json(row));
  json["divided"] = agreement.divided.size();
  json["divided_ids"] = agreement.divided;
  json["missing"] = agreement.missing;
  json["by"] = Json::array();
  for (const AgreementTable& table : agreement.by) json["by"].push_back(table_json(table));
  return json;
}

}  // namespace papert::analysis
