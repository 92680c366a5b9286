// Who says what a program draws: a model that sees the picture, or for trials the program's own
// facts; and which descriptions are accepted.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/result.h"
#include "datagen/sit/status.h"
#include "model/model.h"

namespace papert::datagen::sit {

inline constexpr std::size_t kLeastCharacters = 40;
inline constexpr std::size_t kMostCharacters = 4000;

struct DescribeInput {
  std::string_view id;
  std::string_view program;
  std::string_view wording;  // how the trained model will be asked
};

struct Description {
  Status status = Status::kOk;
  std::string text;    // where it is accepted
  std::string reason;  // where it is not
  model::Usage usage;
  bool fatal = false;  // kRequestFailed, and so would every further request
};

/// Any thread.
class Describer {
 public:
  virtual ~Describer() = default;

  /// "mock", or the model's name and address: part of what a folder is.
  [[nodiscard]] virtual std::string name() const = 0;

  /// How many are worth asking at once; 0: as many as there are threads.
  [[nodiscard]] virtual std::size_t concurrency() const { return 0; }

  [[nodiscard]] virtual Description describe(const DescribeInput& input,
                                             const CancelToken& cancel) = 0;

  /// What it is waiting for, for a progress line.
  [[nodiscard]] virtual std::string waiting() const { return {}; }
};

/// Says what the program's own facts say (facts.h); the same for every wording.
[[nodiscard]] std::unique_ptr<Describer> mock_describer();

/// Shows the picture to a model and asks with the template, in which {{wording}} stands for the
/// wording.
[[nodiscard]] std::unique_ptr<Describer> model_describer(std::string name,
                                                         std::shared_ptr<model::Model> model,
                                                         std::string ask_template);

/// Whether a text can be trained on: 40 to 4,000 characters, no refusal, no <image>.
[[nodiscard]] Description judge_description(std::string_view text);

/// Whether a text says that it will not or cannot describe anything.
[[nodiscard]] bool is_refusal(std::string_view text);

}  // namespace papert::datagen::sit
