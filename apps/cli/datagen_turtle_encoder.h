// Flags of papert datagen turtle about duplicates that an encoder finds.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/result.h"
#include "command.h"
#include "datagen/turtle/generate.h"

namespace papert::cli {

struct EncoderFlags {
  std::string encoder = "builtin";
  double eps = 0;
  std::size_t min_samples = 2;
  std::string features = "raw";
  Option* encoder_flag = nullptr;
  Option* eps_flag = nullptr;
  Option* min_samples_flag = nullptr;
  Option* features_flag = nullptr;
};

void add_encoder_flags(Command& recipe, EncoderFlags& flags);

/// What the flags say, before the encoder is read; nothing where no encoder is `wanted`. kUsage for
/// flags that then say nothing.
[[nodiscard]] Result<std::optional<datagen::EncoderSettings>> encoder_settings(
    const EncoderFlags& flags, bool wanted);

/// Reads the encoder where the settings have one.
[[nodiscard]] Result<void> load_encoder(const EncoderFlags& flags,
                                        datagen::GenerateOptions& options);

/// What it costs to encode so many drawings, a line; empty without an encoder.
[[nodiscard]] std::string encoder_forecast(const EncoderFlags& flags,
                                           const datagen::TurtleSettings& settings,
                                           double drawings);

}  // namespace papert::cli
