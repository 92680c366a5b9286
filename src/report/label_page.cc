#include "report/label_page.h"

#include <fmt/format.h>

#include <unordered_set>

#include "base/base64.h"
#include "base/embedded.h"
#include "base/json.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/version.h"
#include "report/html.h"

extern "C" {
PAPERT_EMBEDDED(label_page);
}

namespace papert::report {
namespace {

std::string_view form_name(analysis::LabelForm form) {
  switch (form) {
    case analysis::LabelForm::kLabels:
      return "labels";
    case analysis::LabelForm::kSame:
      return "same";
    case analysis::LabelForm::kAnswer:
      return "answer";
    case analysis::LabelForm::kScores:
      return "scores";
  }
  return "";
}

Json field_json(const analysis::LabelField& field) {
  Json json{{"name", field.name}, {"title", field.title}, {"many", field.many}};
  json["choices"] = Json::array();
  for (const analysis::LabelChoice& choice : field.choices) {
    json["choices"].push_back(
        {{"value", choice.value}, {"title", choice.title}, {"definition", choice.definition}});
  }
  return json;
}

Json kind_json(const std::string& name, const analysis::LabelKind& kind) {
  Json json{{"name", name},
            {"title", kind.title},
            {"question", kind.question},
            {"form", form_name(kind.form)}};
  for (const analysis::LabelField& field : kind.fields) json["fields"].push_back(field_json(field));
  if (name == "inspect/sgp") json["editable"] = true;
  return json;
}

/// The items of the page, and each picture once.
class PageItems {
 public:
  explicit PageItems(const LabelPageLimits& limits) : limits_(limits) {}

  void add(const analysis::LabelItem& item) {
    Json json{{"id", item.id}};
    if (item.epoch) json["epoch"] = *item.epoch;
    if (!item.run.empty()) json["run"] = item.run;
    if (!item.batch.empty()) json["batch"] = item.batch;
    json["pictures"] = Json::array();
    for (const analysis::LabelPicture& picture : item.pictures) {
      json["pictures"].push_back({{"title", picture.title}, {"image", embed(picture.png)}});
    }
    put(item.question, "question", json);
    if (!item.options.empty()) json["options"] = item.options;
    put(item.key, "key", json);
    put(item.prompt, "prompt", json);
    put(item.reply, "reply", json);
    put(item.code, "code", json);
    if (!item.suggested.empty()) json["suggested"] = item.suggested;
    const std::string text = dump_json(json);
    items_ += (items_.empty() ? "" : ",") + text;
    hash_.update(item.run + "\n" + item.id + "\n" + std::to_string(item.epoch.value_or(0)) + "\n" +
                 item.batch + "\n");
  }

  [[nodiscard]] std::size_t bytes() const { return items_.size() + images_.size(); }

  /// What tells the items of this page from those of another.
  [[nodiscard]] std::string hash() const { return hash_.hex().substr(0, 16); }

  [[nodiscard]] std::string members() const {
    return "\"items\":[" + items_ + "],\"images\":{" + images_ + "}";
  }

 private:
  void put(const std::string& text, const char* name, Json& json) const {
    if (text.empty()) return;
    const std::string_view shown = cut_utf8(text, limits_.text_bytes);
    json[name] = std::string(shown);
    if (shown.size() < text.size()) json["cut"][name] = text.size();
  }

  std::string embed(const std::string& png) {
    std::string hash = sha256_hex(png);
    if (!embedded_.insert(hash).second) return hash;
    images_ += fmt::format("{}\"{}\":\"{}\"", images_.empty() ? "" : ",", hash, base64(png));
    return hash;
  }

  const LabelPageLimits& limits_;
  std::unordered_set<std::string> embedded_;
  std::string items_;
  std::string images_;
  Sha256 hash_;
};

std::string_view source_name(analysis::LabelSource source) {
  switch (source) {
    case analysis::LabelSource::kFailures:
      return "failures";
    case analysis::LabelSource::kSamples:
      return "samples";
    case analysis::LabelSource::kDrawings:
      return "drawings";
    case analysis::LabelSource::kTasks:
      return "tasks";
  }
  return "";
}

}  // namespace

Json label_kinds_json() {
  Json kinds = Json::array();
  for (const analysis::LabelKind& kind : analysis::label_kinds()) {
    Json json = kind_json(std::string(kind.name), kind);
    json["suite"] = kind.suite;
    json["source"] = source_name(kind.source);
    kinds.push_back(std::move(json));
  }
  return kinds;
}

Result<std::string> label_data(const LabelPage& page, const std::vector<analysis::LabelItem>& items,
                               const LabelPageLimits& limits) {
  const analysis::LabelKind* const kind = TRY(analysis::find_label_kind(page.kind));
  PageItems list(limits);
  for (const analysis::LabelItem& item : items) {
    list.add(item);
    if (list.bytes() <= limits.total_bytes) continue;
    return fail(ErrorCode::kLimit,
                fmt::format("the page would be larger than {} MB: take fewer items (--sample)",
                            limits.total_bytes >> 20));
  }
  Json json{{"generator", "papert " + std::string(version())},
            {"version", version()},
            {"page", sha256_hex(page.kind + "\n" + list.hash()).substr(0, 16)},
            {"seed", page.seed},
            {"kind", kind_json(page.kind, *kind)}};
  if (!page.deal.empty()) json["deal"] = page.deal;
  std::string text = dump_json(json);
  text.pop_back();
  text += "," + list.members() + "}";
  return text;
}

Result<std::string> label_html(const LabelPage& page, const std::vector<analysis::LabelItem>& items,
                               const LabelPageLimits& limits) {
  const std::string text = TRY(label_data(page, items, limits));
  return fill_page(embedded(papert_embedded_label_page, papert_embedded_label_page_end), text);
}

}  // namespace papert::report
