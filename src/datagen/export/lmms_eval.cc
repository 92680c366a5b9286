// A task of lmms-eval: a Parquet table with pictures, the task's description, and functions that
// ask and judge. What a reply is worth is asked of `papert score`, so the figure is the one of a
// run.
//
//     train.parquet      id, question, images, answer
//     papert_SUITE.yaml  names the table by its absolute path: the folder must stay where it is
//     utils.py
#include "base/file.h"
#include "datagen/export/formats.h"
#include "datagen/export/lines.h"
#include "datagen/export/score_by_pipe.h"
#include "datagen/export/tables.h"

namespace papert::datagen {
namespace {

constexpr const char* kLmmsTask = R"(task: papert_SUITE
dataset_path: parquet
dataset_kwargs:
  data_files:
    test: TABLE
test_split: test
output_type: generate_until
doc_to_visual: !function utils.doc_to_visual
doc_to_text: question
doc_to_target: answer
process_results: !function utils.process_results
generation_kwargs:
  max_new_tokens: 4096
  temperature: 0
  do_sample: false
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

constexpr const char* kLmmsFunctions =
    R"("""Tasks of Papert for lmms-eval. Replies are scored by the papert program: PAPERT names it, else PATH."""
import json
import os
import subprocess
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
SCORE = WORDS
_lock = threading.Lock()
_scorer = None


def doc_to_visual(doc):
    return [image.convert("RGB") for image in doc.get("images") or []]


)";

class LmmsEvalWriter final : public ExportWriter {
 public:
  LmmsEvalWriter(std::filesystem::path out, ExportPlan plan, SplitTables tables)
      : out_(std::move(out)), plan_(std::move(plan)), tables_(std::move(tables)) {}

  [[nodiscard]] Result<void> add(const ExportRecord& record) override {
    Json row{{"id", record.task},
             {"question", record.prompt.front().text},
             {"answer", record.ground_truth}};
    if (plan_.pictures) row["images"] = picture_cells(record.pictures);
    return tables_.add(record.split, row);
  }

  [[nodiscard]] Result<void> finish() override {
    TRY(tables_.finish());
    const std::string table = dump_json((plan_.folder / "train.parquet").string());
    TRY(write_file(out_ / ("papert_" + plan_.suite + ".yaml"),
                   with_word(with_word(kLmmsTask, "SUITE", plan_.suite), "TABLE", table)));
    return write_file(out_ / "utils.py", harness_functions(kLmmsFunctions, plan_));
  }

 private:
  std::filesystem::path out_;
  ExportPlan plan_;
  SplitTables tables_;
};

}  // namespace

OpenedWriter open_lmms_eval(const std::filesystem::path& out, const ExportPlan& plan) {
  using enum ParquetKind;
  std::vector<ParquetColumn> columns{
      {"id", kText, {}}, {"question", kText, {}}, {"answer", kText, {}}};
  if (plan.pictures) columns.push_back(pictures_column("images"));
  ExportPlan whole = plan;
  whole.validation = false;  // the task measures by all of them, also those of a split of their own
  SplitTables tables = TRY(SplitTables::create(out, columns, whole));
  return std::make_unique<LmmsEvalWriter>(out, plan, std::move(tables));
}

}  // namespace papert::datagen
