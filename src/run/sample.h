// From a response to a record: what was asked, what came back, what was found in it, what it is
// worth. Whoever has responses (the runner, a batch file) makes its records here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/model.h"
#include "run/answer_reader.h"
#include "run/pictures.h"
#include "run/record.h"
#include "run/scoring_slots.h"
#include "suite/suite.h"

namespace papert::run {

/// What was asked and what came back.
struct Response {
  suite::Prompt prompt;  // as sent; empty where nothing was
  model::Reply reply;
};

/// What was found in a reply and what it is worth.
struct ReadReply {
  reply::Answer answer;
  suite::Judged judged;
  std::optional<model::Reply> judge;  // where one was asked

  /// No answer was found, by whoever looked: asking again may help.
  [[nodiscard]] bool found_nothing() const {
    return judged.score.verdict == suite::Verdict::kNoAnswer;
  }
};

/// A turn of a sample that is over.
struct Turn {
  Response response;
  ReadReply reading;
};

class SampleMaker {
 public:
  /// Refers to its arguments. Without a judge the rules have the last word.
  SampleMaker(const suite::TaskSet& tasks, suite::Extraction extraction, PictureStore& pictures,
              const AnswerReader* judge = nullptr, std::string prompt_template = {})
      : tasks_(tasks),
        extraction_(extraction),
        pictures_(pictures),
        judge_(judge),
        prompt_template_(std::move(prompt_template)) {}

  /// Looks for the answer and scores it. A judge that cannot be asked makes it a failed request.
  /// Thread-safe, and no more threads score at a time than the machine has cores; a suite may
  /// throw.
  [[nodiscard]] ReadReply read(std::size_t index, std::int64_t epoch, const model::Reply& reply,
                               const CancelToken& cancel) const;

  /// The record of a response that was read, and the pictures of the sample stored. `earlier` are
  /// replies to the same question in which nothing was found. Thread-safe; a suite may throw. The
  /// latency is none where nobody measured it; the time is the reply's own.
  [[nodiscard]] Record make(std::size_t index, std::int64_t epoch, const Response& response,
                            const ReadReply& reading, const std::vector<model::Reply>& earlier,
                            std::optional<double> latency_ms) const;

  /// What a model is told about its last answer (suite/feedback.h). Thread-safe.
  [[nodiscard]] Result<suite::Prompt> follow_up(std::size_t index, const ReadReply& reading,
                                                std::string_view turn_prompt,
                                                bool with_picture) const;

  /// The record of a sample in one or more turns, of which `planned` were allowed: the last one
  /// counts.
  [[nodiscard]] Record make_turns(std::size_t index, std::int64_t epoch,
                                  const std::vector<Turn>& turns, std::int64_t planned,
                                  std::optional<double> latency_ms) const;

  /// Both for a reply that came by another way (a batch), to the prompt that the template gives.
  /// What goes wrong with the suite is an internal_error.
  [[nodiscard]] Record make_from(std::size_t index, std::int64_t epoch, const model::Reply& reply,
                                 const CancelToken& cancel) const;

  /// The record whose making failed by our own fault.
  [[nodiscard]] Record internal_error(std::size_t index, std::int64_t epoch,
                                      const std::string& why) const;

 private:
  [[nodiscard]] std::vector<std::string> put_images(const std::vector<std::string>& images,
                                                    std::string& picture_error) const;
  void score_reply(std::size_t index, reply::Answer answer, ReadReply& reading) const;

  const suite::TaskSet& tasks_;
  reply::Extraction extraction_;
  PictureStore& pictures_;
  const AnswerReader* judge_;
  std::string prompt_template_;  // for samples that are shown but whose prompt nobody needed
  mutable ScoringSlots slots_;
};

}  // namespace papert::run
