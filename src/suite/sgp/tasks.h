// The questions of one selection: how they are asked, read, scored and broken down.
#pragma once

#include <string>
#include <vector>

#include "data/sgp/load.h"
#include "suite/portable.h"
#include "suite/replay.h"
#include "suite/sgp/modes.h"
#include "suite/suite.h"
#include "suite/task_keys.h"

namespace papert::suite::sgp {

class QuestionSet : public suite::TaskSet,
                    public suite::PortableTasks,
                    public suite::ReplayedTasks,
                    public suite::KeyedTasks {
 public:
  QuestionSet(data::sgp::StoredQuestions stored, std::string data_hash,
              Input input = Input::kProgram);

  [[nodiscard]] std::size_t size() const override { return stored_.questions.size(); }
  [[nodiscard]] std::string id(std::size_t index) const override {
    return stored_.questions[index].id;
  }
  [[nodiscard]] suite::Task task(std::size_t index) const override;
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t index,
                                             std::string_view prompt_template) const override;
  [[nodiscard]] reply::Answer read(std::string_view reply,
                                   reply::Extraction extraction) const override;
  [[nodiscard]] suite::Judged judge(std::size_t index, const reply::Answer& answer) const override;
  [[nodiscard]] std::string reference(std::size_t index) const override;
  [[nodiscard]] std::vector<suite::Construct> constructs(std::size_t index) const override;
  [[nodiscard]] Result<suite::DataFiles> files(std::size_t index) const override;
  /// The program, however it is spaced: questions about one program are one task here.
  [[nodiscard]] Result<std::string> content_key(std::size_t index) const override;
  [[nodiscard]] std::span<const suite::KeyInfo> key_infos() const override;
  [[nodiscard]] Result<std::vector<suite::TaskKey>> more_keys(std::size_t index) const override;
  [[nodiscard]] std::vector<suite::TaskKey> keys_in(std::string_view text) const override;
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t index,
                                                     const suite::Judged& judged) const override;
  [[nodiscard]] Result<suite::Prompt> judge_prompt(std::size_t index,
                                                   std::string_view reply) const override;
  /// Of the program that the question is about.
  [[nodiscard]] Result<scene::Replay> replay(std::size_t index,
                                             const reply::Answer& answer) const override;
  [[nodiscard]] std::string data_hash() const override { return data_hash_; }
  [[nodiscard]] std::span<const Error> problems() const override { return stored_.problems; }
  [[nodiscard]] std::span<const std::string> notes() const override { return stored_.notes; }

 private:
  data::sgp::StoredQuestions stored_;
  std::string data_hash_;
  Input input_;
};

/// Type, category, and where there is one: the subset of CAD, the variant and the band of its
/// distance.
[[nodiscard]] std::vector<suite::Tag> facets(const mint::Question& question);

/// The band of a tree edit distance, as tables name it.
[[nodiscard]] std::string distance_band(std::int64_t distance);
inline constexpr std::array<std::string_view, 6> kDistanceBands{"<5",    "5-9",   "10-19",
                                                                "20-39", "40-79", ">=80"};

/// The score of a piece that a rule found; the letter or value read is Score::answer.
[[nodiscard]] suite::Score score_answer(const mint::Question& question,
                                        const reply::Answer& answer);

}  // namespace papert::suite::sgp
