// The comparison as an object for programs.
#include "analysis/compare.h"
#include "base/format.h"
#include "run/config.h"

namespace papert::analysis {
namespace {

constexpr std::array<const char*, 2> kSides{"a", "b"};

Json difference_json(const Difference& difference) {
  const Figure& figure = difference.figure;
  return {{"a", number_or_null(difference.a)},
          {"b", number_or_null(difference.b)},
          {"difference", number_or_null(figure.mean)},
          {"stderr", number_or_null(figure.error)},
          {"low", number_or_null(figure.low)},
          {"high", number_or_null(figure.high)},
          {"n", figure.n.value_or(0)}};
}

Json run_json(const ComparedRun& run) {
  Json json{{"run", run.folder},
            {"model", run.model},
            {"id", run.id},
            {"extraction", run.extraction},
            {"tasks", run.tasks},
            {"samples", run.samples},
            {"not_scored", run.not_scored}};
  if (run.progress) {
    json["planned"] = run.progress->planned;
    json["done"] = run.progress->done;
    json["complete"] = run.progress->complete();
  }
  for (const Error& error : run.damaged) json["damaged"].push_back(error.to_string());
  return json;
}

Json mcnemar_json(const McNemar& test) {
  return {{"pairs", test.pairs()},          {"both", test.both},       {"only_a", test.only_a},
          {"only_b", test.only_b},          {"neither", test.neither}, {"p", test.p},
          {"independent", test.independent}};
}

Json moves_json(const Moves& side) {
  Json json{{"right_before", side.right_before}, {"right", side.right}, {"moved", side.moved}};
  json["moves"] = Json::array();
  for (const Move& move : side.moves) {
    json["moves"].push_back({{"from", suite::verdict_name(move.from)},
                             {"from_rule", move.from_rule},
                             {"to", suite::verdict_name(move.to)},
                             {"to_rule", move.to_rule},
                             {"count", move.count},
                             {"examples", move.examples}});
  }
  return json;
}

Json policy_json(const PolicyResult& policy) {
  Json json;
  json["policy"] = run::reading_name(policy.policy);
  json["difference"] = difference_json(policy.difference);
  for (std::size_t side = 0; side < 2; ++side) json[kSides[side]] = moves_json(policy.sides[side]);
  return json;
}

Json flipped_json(const std::optional<FlippedSample>& sample) {
  if (!sample) return nullptr;
  return {{"verdict", suite::verdict_name(sample->verdict)},
          {"rule", sample->rule},
          {"answer", sample->answer},
          {"reply", sample->reply ? Json(*sample->reply) : Json(nullptr)},
          {"detail", sample->detail}};
}

Json flips_json(const std::vector<Flip>& flips) {
  Json json = Json::array();
  for (const Flip& flip : flips) {
    json.push_back({{"id", flip.id},
                    {"epoch", flip.epoch},
                    {"a", flipped_json(flip.sides[0])},
                    {"b", flipped_json(flip.sides[1])}});
  }
  return json;
}

}  // namespace

Json to_json(const Comparison& comparison) {
  Json json{{"format", kFormat}};
  json["suite"] = comparison.suite;
  json["runs"] = {run_json(comparison.runs[0]), run_json(comparison.runs[1])};
  json["differs"] = comparison.differs;
  json["tasks"] = {{"both", comparison.tasks_in_both},
                   {"only_a", comparison.tasks_only_in[0]},
                   {"only_b", comparison.tasks_only_in[1]}};
  json["primary"] = comparison.metrics.front().name;
  json["metrics"] = Json::array();
  json["differences"] = Json::object();
  for (std::size_t m = 0; m < comparison.metrics.size(); ++m) {
    const suite::MetricInfo& info = comparison.metrics[m];
    json["metrics"].push_back({{"name", info.name}, {"title", info.title}});
    json["differences"][std::string(info.name)] = difference_json(comparison.differences[m]);
  }
  json["mcnemar"] = mcnemar_json(comparison.mcnemar);
  json["policies"] = Json::array();
  for (const PolicyResult& policy : comparison.policies) {
    json["policies"].push_back(policy_json(policy));
  }
  json["flips"] = {{"only_a", flips_json(comparison.flips[0])},
                   {"only_b", flips_json(comparison.flips[1])}};
  json["bootstrap"] = {
      {"resamples", comparison.resamples}, {"seed", comparison.seed}, {"level", comparison.level}};
  return json;
}

}  // namespace papert::analysis
