// Archives of tar that are read in one go, as webdataset has it: the files of a sample stand next
// to each other and share the name before the first dot, its key.
//
//     papert-train-000000.tar   00000000_easy-7.png, 00000000_easy-7.json, 00000001_...
//
// KEY.png is the task's picture; where a prompt shows several they are KEY.0.png, KEY.1.png, ... A
// shard ends at 10,000 samples or a gigabyte. Readers take the fields from the first samples, so
// all have the same.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/tar.h"
#include "datagen/export/formats.h"
#include "datagen/export/lines.h"
#include "datagen/export/tags.h"

namespace papert::datagen {
namespace {

constexpr std::size_t kShardSamples = 10'000;
constexpr std::size_t kShardBytes = std::size_t{1} << 30;
constexpr std::size_t kKeyIdBytes = 60;  // a name of tar has room for 100

/// The id with nothing in it that a key must not have.
std::string key_text(std::string_view id) {
  std::string text(id.substr(0, kKeyIdBytes));
  std::replace_if(
      text.begin(), text.end(),
      [](char c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return !letter && !(c >= '0' && c <= '9') && c != '-' && c != '_';
      },
      '_');
  return text;
}

/// The shards of one split, one after the other.
class Shards {
 public:
  Shards(std::filesystem::path out, std::string split, std::size_t samples)
      : out_(std::move(out)), split_(std::move(split)), most_(samples) {}

  [[nodiscard]] Result<void> add(const ExportRecord& record) {
    if (tar_ && (samples_ == most_ || tar_->bytes() >= kShardBytes)) TRY(finish());
    if (!tar_) {
      tar_ = TRY(TarWriter::open(out_ / fmt::format("papert-{}-{:06}.tar", split_, shards_++)));
      samples_ = 0;
    }
    ++samples_;
    return add_files(fmt::format("{:08}_{}", all_++, key_text(record.id)), record);
  }

  [[nodiscard]] Result<void> finish() {
    if (tar_) TRY(tar_->finish());
    tar_.reset();
    return {};
  }

 private:
  Result<void> add_files(const std::string& key, const ExportRecord& record) {
    const ExportPicture* const shown = shown_picture(record);
    if (shown == nullptr) {
      return fail(ErrorCode::kBadData, "the task has no picture, which webdataset needs",
                  record.id);
    }
    TRY(tar_->add(key + ".png", shown->bytes));
    for (std::size_t i = 0; record.pictures.size() > 1 && i < record.pictures.size(); ++i) {
      TRY(tar_->add(fmt::format("{}.{}.png", key, i), record.pictures[i].bytes));
    }
    const Json text{{"id", record.id},          {"task", record.task},
                    {"suite", record.suite},    {"prompt", prompt_turns(record)},
                    {"text", record.target},    {"ground_truth", record.ground_truth},
                    {"tags", tag_texts(record)}};
    return tar_->add(key + ".json", dump_json(text));
  }

  std::filesystem::path out_;
  std::string split_;
  std::size_t most_;  // samples of a shard
  std::optional<TarWriter> tar_;
  std::size_t samples_ = 0;  // of this shard
  std::size_t shards_ = 0;
  std::size_t all_ = 0;
};

class WebdatasetWriter final : public ExportWriter {
 public:
  WebdatasetWriter(const std::filesystem::path& out, std::size_t samples)
      : train_(out, "train", samples), validation_(out, "validation", samples) {}

  [[nodiscard]] Result<void> add(const ExportRecord& record) override {
    return record.split == "validation" ? validation_.add(record) : train_.add(record);
  }
  [[nodiscard]] Result<void> finish() override {
    TRY(train_.finish());
    return validation_.finish();
  }

 private:
  Shards train_;
  Shards validation_;
};

}  // namespace

OpenedWriter open_webdataset(const std::filesystem::path& out, const ExportPlan& plan) {
  return std::make_unique<WebdatasetWriter>(
      out, plan.rows_per_shard > 0 ? plan.rows_per_shard : kShardSamples);
}

}  // namespace papert::datagen
