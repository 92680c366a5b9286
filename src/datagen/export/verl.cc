// What verl's trainers read: a Parquet table for each split, pictures inside it.
//
//     rl     data_source, prompt [{role, content}], images [{bytes, path}], ability,
//            reward_model {style, ground_truth}, extra_info {index, split, id, suite, task,
//            ref}
//     sft    messages [{role, content}], images, extra_info
//
// A reward function is called with data_source, the reply, the ground truth and extra_info. A text
// has one <image> for each picture, in front. Sets without pictures have no column of images. The
// footer says in the way of Hugging Face's datasets what each column is, so that they decode the
// pictures. On wish the same rows are written as lines, with pictures as files.
#include "base/parquet.h"
#include "datagen/export/formats.h"
#include "datagen/export/lines.h"
#include "datagen/export/tables.h"

namespace papert::datagen {
namespace {

std::string_view ability_of(std::string_view suite) {
  if (suite == "xlogo") return "planning";
  return suite == "sgp" ? "question_answering" : "drawing";
}

std::vector<ParquetColumn> verl_columns(const ExportPlan& plan) {
  using enum ParquetKind;
  std::vector<ParquetColumn> columns;
  if (plan.use == ExportUse::kSft) {
    columns.push_back(turns_column("messages"));
  } else {
    columns.push_back({"data_source", kText, {}});
    columns.push_back(turns_column("prompt"));
  }
  if (plan.pictures) columns.push_back(pictures_column("images"));
  if (plan.use == ExportUse::kRl) {
    columns.push_back({"ability", kText, {}});
    columns.push_back(
        {"reward_model", kStruct, {{"style", kText, {}}, {"ground_truth", kText, {}}}});
  }
  columns.push_back({"extra_info",
                     kStruct,
                     {{"index", kInt64, {}},
                      {"split", kText, {}},
                      {"id", kText, {}},
                      {"suite", kText, {}},
                      {"task", kText, {}},
                      {"ref", kText, {}}}});
  return columns;
}

class VerlWriter final : public ExportWriter {
 public:
  VerlWriter(std::filesystem::path out, ExportPlan plan, SplitTables tables,
             std::optional<SplitLines> lines)
      : out_(std::move(out)),
        plan_(std::move(plan)),
        tables_(std::move(tables)),
        lines_(std::move(lines)) {}

  [[nodiscard]] Result<void> add(const ExportRecord& record) override {
    Json row = row_of(record);
    TRY(tables_.add(record.split, row));
    if (!lines_) return {};
    if (plan_.pictures) row["images"] = TRY(store_pictures(out_, record));
    return lines_->add(record.split, row);
  }

  [[nodiscard]] Result<void> finish() override {
    TRY(tables_.finish());
    return lines_ ? lines_->finish() : Result<void>();
  }

 private:
  [[nodiscard]] Json row_of(const ExportRecord& record) {
    const std::string lead = image_placeholders(record);
    Json row;
    if (plan_.use == ExportUse::kSft) {
      row["messages"] = all_turns(record, lead);
    } else {
      row["data_source"] = "papert/" + record.suite;
      row["prompt"] = prompt_turns(record, lead);
    }
    if (plan_.pictures) row["images"] = picture_cells(record.pictures);
    if (plan_.use == ExportUse::kRl) {
      row["ability"] = ability_of(record.suite);
      row["reward_model"] = {{"style", "rule"}, {"ground_truth", record.ground_truth}};
    }
    row["extra_info"] = {{"index", rows_++},      {"split", record.split}, {"id", record.id},
                         {"suite", record.suite}, {"task", record.task},   {"ref", record.ref}};
    return row;
  }

  std::filesystem::path out_;
  ExportPlan plan_;
  SplitTables tables_;
  std::optional<SplitLines> lines_;
  std::int64_t rows_ = 0;
};

}  // namespace

OpenedWriter open_verl(const std::filesystem::path& out, const ExportPlan& plan) {
  SplitTables tables = TRY(SplitTables::create(out, verl_columns(plan), plan));
  std::optional<SplitLines> lines;
  if (plan.jsonl) lines = TRY(SplitLines::create(out, "{}.jsonl", plan));
  return std::make_unique<VerlWriter>(out, plan, std::move(tables), std::move(lines));
}

}  // namespace papert::datagen
