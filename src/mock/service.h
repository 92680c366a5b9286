// The mock without its sockets: a request's bytes in, a reply's bytes out, and the counting.
//
//     key -> format -> model -> prompt known? -> fault on the way? -> answer -> fault in the reply
//
// What is known is the prompts of a suite's tasks, or what a recipe answers. The first that fails
// is the reply. A fault on the way depends on the prompt and on how often it was asked before;
// everything else is the same whenever it is asked.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/json.h"
#include "mock/answer_book.h"
#include "mock/fault.h"
#include "mock/question.h"
#include "mock/recipe.h"
#include "mock/reply.h"

namespace papert::mock {

struct ServiceOptions {
  FaultPlan faults;
  double retry_after_s = 1;  // reported with 429 and 503
  std::int64_t slow_ms = 2000;
  std::size_t huge_bytes = std::size_t{40} << 20;
  std::string key;                  // the one that is accepted; empty: any, or none
  std::vector<std::string> models;  // the ones that are known; empty: all
  std::string unknown;  // the reply to prompts of no task, a judge's say; empty: refused
};

struct HttpQuestion {
  ChatFormat format = ChatFormat::kOpenAi;
  std::string_view key;
  std::string_view model;  // Gemini's, from the address
  std::string_view body;
  bool stream = false;   // Gemini's, from the address
  bool as_list = false;  // Gemini's stream as one list instead of events
};

struct HttpReply {
  static constexpr std::size_t kWhole = static_cast<std::size_t>(-1);

  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::optional<double> retry_after_s;
  std::int64_t delay_ms = 0;
  std::size_t sent = kWhole;  // the connection closes after so many bytes of the body; 0: at once
  std::size_t filler_at = 0;  // where in the body `filler` more bytes belong
  std::size_t filler_bytes = 0;  // not kept in memory
};

class MockService {
 public:
  MockService(AnswerBook book, ServiceOptions options);
  MockService(std::unique_ptr<const Recipe> recipe, ServiceOptions options);

  /// Thread-safe. `now`: seconds since 1970, for the reply's time stamp.
  [[nodiscard]] HttpReply answer(const HttpQuestion& question, std::int64_t now);

  /// A request that never reached answer(): a wrong address, a body too large.
  [[nodiscard]] HttpReply refuse(ChatFormat format, const Refused& refused);

  /// What was asked and answered so far, and how many tasks have which reply fault.
  [[nodiscard]] Json stats() const;

  [[nodiscard]] Json models() const;

 private:
  struct Asked {
    std::int64_t attempts = 0;
    std::int64_t answers = 0;
  };
  /// The n-th answer to a prompt.
  using Answerer = std::function<model::Reply(std::int64_t nth)>;
  /// One attempt at a known prompt.
  struct Attempt {
    std::string hash;
    std::int64_t number = 0;
    std::int64_t first_answer = 0;
    Fault on_the_way = Fault::kNone;
    Fault in_the_reply = Fault::kNone;
  };

  [[nodiscard]] HttpReply answer_known(const HttpQuestion& http, const Question& question,
                                       const std::string& hash, const Answerer& answerer,
                                       std::int64_t now);
  [[nodiscard]] HttpReply answer_by_book(const HttpQuestion& http, const Question& question,
                                         const std::string& hash, std::int64_t now);
  [[nodiscard]] HttpReply answer_by_recipe(const HttpQuestion& http, const Question& question,
                                           const std::string& hash, std::int64_t now);
  [[nodiscard]] HttpReply answer_unknown(const HttpQuestion& http, const Question& question,
                                         std::int64_t now);
  [[nodiscard]] HttpReply status_fault(ChatFormat format, Fault fault);
  [[nodiscard]] Attempt begin(const std::string& hash, int choices);
  [[nodiscard]] static std::vector<model::Reply> ask(const Attempt& attempt, int choices,
                                                     const Answerer& answerer);
  [[nodiscard]] Json expected_faults() const;

  std::optional<AnswerBook> book_;
  std::unique_ptr<const Recipe> recipe_;  // where there is no book
  ServiceOptions options_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Asked> asked_;  // by hash
  std::map<std::string, std::int64_t> planted_;   // mistakes of a recipe, each prompt once
  std::int64_t requests_ = 0;
  std::int64_t answered_ = 0;
  std::int64_t unknown_answers_ = 0;
  std::array<std::int64_t, kFaults.size() + 1> faults_{};  // by Fault
  Json refused_ = Json::object();                          // by code
};

}  // namespace papert::mock
