// A task for EleutherAI's lm-eval, which asks the models and hands their replies to `papert score`:
//
//     papert_SUITE.yaml   the task            test.jsonl   {"id", "text", "images", "ground_truth"}
//     utils.py            loads, asks, scores images/
//
// It knows no "unscored": what could not be judged is counted by a metric of its own.
#include <fmt/format.h>

#include "base/text.h"
#include "datagen/export/formats.h"
#include "datagen/export/lines.h"
#include "datagen/export/score_by_pipe.h"

namespace papert::datagen {
namespace {

constexpr const char* kTaskYaml = R"(task: papert_SUITE
custom_dataset: !function utils.load
test_split: test
output_type: generate_until
doc_to_text: !function utils.doc_to_text
IMAGESdoc_to_target: ground_truth
process_results: !function utils.process_results
generation_kwargs:
  until: []
  do_sample: false
  max_gen_toks: 4096
metric_list:
  - metric: papert_right
    aggregation: mean
    higher_is_better: true
  - metric: papert_unscored
    aggregation: mean
    higher_is_better: false
metadata:
  version: 1.0
)";

constexpr const char* kUtils =
    R"("""Tasks of Papert for lm-eval. Replies are scored by the papert program: PAPERT names it, else PATH."""
import json
import os
import subprocess
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
SCORE = WORDS
_lock = threading.Lock()
_scorer = None


def load(metadata=None, **_):
    import datasets

    with open(os.path.join(HERE, "test.jsonl"), encoding="utf-8") as lines:
        return {"test": datasets.Dataset.from_list([json.loads(line) for line in lines])}


def doc_to_text(doc):
    return "<image>" * len(doc["images"]) + doc["text"]


def doc_to_image(doc):
    from PIL import Image

    return [Image.open(os.path.join(HERE, name)).convert("RGB") for name in doc["images"]]


)";

class LmEvalWriter final : public ExportWriter {
 public:
  LmEvalWriter(std::filesystem::path out, ExportPlan plan, LineFile lines)
      : out_(std::move(out)), plan_(std::move(plan)), lines_(std::move(lines)) {}

  [[nodiscard]] Result<void> add(const ExportRecord& record) override {
    Json line;
    line["id"] = record.task;
    line["text"] = record.prompt.front().text;
    line["images"] = TRY(store_pictures(out_, record));
    line["ground_truth"] = record.ground_truth;
    return lines_.add(dump_json(line));
  }

  [[nodiscard]] Result<void> finish() override {
    TRY(lines_.finish());
    const char* const images = plan_.pictures ? "doc_to_image: !function utils.doc_to_image\n" : "";
    TRY(write_file(out_ / ("papert_" + plan_.suite + ".yaml"),
                   with_word(with_word(kTaskYaml, "SUITE", plan_.suite), "IMAGES", images)));
    return write_file(out_ / "utils.py", harness_functions(kUtils, plan_));
  }

 private:
  std::filesystem::path out_;
  ExportPlan plan_;
  LineFile lines_;
};

}  // namespace

OpenedWriter open_lm_eval(const std::filesystem::path& out, const ExportPlan& plan) {
  LineFile lines = TRY(LineFile::create(out / "test.jsonl"));
  return std::make_unique<LmEvalWriter>(out, plan, std::move(lines));
}

}  // namespace papert::datagen
