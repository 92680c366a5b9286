#include "analysis/label_agreement.h"
#include "base/format.h"

namespace papert::analysis {
namespace {

Json pair_json(const LabelPair& pair) {
  return {{"annotators", {pair.first, pair.second}},
          {"items", pair.items},
          {"agreement", number_or_null(pair.agreement)},
          {"kappa", number_or_null(pair.kappa)},
          {"values", pair.values},
          {"matrix", pair.matrix}};
}

Json aspect_json(const LabelAspect& aspect) {
  Json json{{"name", aspect.name},
            {"items", aspect.items},
            {"method", aspect.method.empty() ? Json(nullptr) : Json(aspect.method)},
            {"kappa", number_or_null(aspect.kappa)},
            {"agreement", number_or_null(aspect.agreement)}};
  json["pairs"] = Json::array();
  for (const LabelPair& pair : aspect.pairs) json["pairs"].push_back(pair_json(pair));
  return json;
}

Json shares_json(const LabelShares& run, const std::vector<std::string>& rows) {
  Json json{{"name", run.name}};
  if (!run.run.empty()) json["run"] = run.run;
  if (run.labels > 0) json["labels"] = run.labels;
  if (run.items > 0) json["items"] = run.items;
  json["shares"] = Json::object();
  for (const std::string& row : rows) {
    const auto share = run.shares.find(row);
    if (share != run.shares.end()) json["shares"][row] = share->second;
  }
  return json;
}

Json kind_json(const KindAgreement& kind) {
  Json json{{"kind", kind.kind},
            {"annotators", kind.annotators},
            {"labels", kind.labels},
            {"items", kind.items},
            {"seconds", number_or_null(kind.mean_seconds)}};
  for (const LabelAspect& aspect : kind.aspects) json["aspects"].push_back(aspect_json(aspect));
  if (kind.suggestion) {
    json["suggestion"] = {{"labels", kind.suggestion->labels},
                          {"right", kind.suggestion->right},
                          {"accuracy", number_or_null(kind.suggestion->accuracy())},
                          {"informed", kind.suggestion->informed}};
  }
  json["distribution"] = Json::array();
  json["published"] = Json::array();
  for (const LabelShares& run : kind.runs) {
    json["distribution"].push_back(shares_json(run, kind.choices));
  }
  for (const LabelShares& run : kind.published) {
    json["published"].push_back(shares_json(run, kind.choices));
  }
  json["batches"] = Json::array();
  for (const LabelBatch& batch : kind.batches) {
    json["batches"].push_back({{"batch", batch.name},
                               {"items", batch.items},
                               {"annotators", batch.annotators},
                               {"fewest", batch.fewest},
                               {"most", batch.most},
                               {"kappa", number_or_null(batch.kappa)}});
  }
  return json;
}

}  // namespace

Json to_json(const LabelAgreement& agreement) {
  Json json{{"format", kFormat}, {"lines", agreement.lines}, {"replaced", agreement.replaced}};
  json["kinds"] = Json::array();
  for (const KindAgreement& kind : agreement.kinds) json["kinds"].push_back(kind_json(kind));
  return json;
}

}  // namespace papert::analysis
