#include "datagen_turtle_encoder.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <utility>

#include "base/text.h"
#include "score/builtin_features.h"

namespace papert::cli {
namespace {

constexpr const char* kBuiltinEncoder = "builtin";
constexpr double kNetworkEps = 0.2;        // as published
constexpr double kNetworkSeconds = 0.06;   // a picture through ResNet18, on two cores
constexpr double kBuiltinSeconds = 0.001;  // a drawing, on one

}  // namespace

void add_encoder_flags(Command& recipe, EncoderFlags& flags) {
  flags.encoder_flag = recipe
                           .add_option("--encoder", flags.encoder,
                                       "what --dedup encoder sees drawings by: builtin, 512 "
                                       "numbers without a network, or an ONNX file, as for "
                                       "turtleai's embedding rule")
                           ->type_name("builtin|FILE")
                           ->capture_default_str();
  flags.eps_flag = recipe
                       .add_option("--eps", flags.eps,
                                   "drawings whose features are no further apart look alike "
                                   "[builtin 0.02, FILE 0.2]")
                       ->type_name("E")
                       ->check(between(1e-9, 1e9));
  flags.min_samples_flag = recipe
                               .add_option("--min-samples", flags.min_samples,
                                           "DBSCAN's: so many in reach, itself included, make a "
                                           "drawing the core of a cluster")
                               ->type_name("N")
                               ->check(between(1, 1000))
                               ->capture_default_str();
  flags.features_flag =
      recipe
          .add_option("--features", flags.features,
                      "raw as the encoder gives them, or unit: divided by their length")
          ->type_name("raw|unit")
          ->check(one_of({"raw", "unit"}))
          ->capture_default_str();
}

Result<std::optional<datagen::EncoderSettings>> encoder_settings(const EncoderFlags& flags,
                                                                 bool wanted) {
  if (!wanted) {
    const std::pair<const Option*, const char*> all[] = {{flags.encoder_flag, "--encoder"},
                                                         {flags.eps_flag, "--eps"},
                                                         {flags.min_samples_flag, "--min-samples"},
                                                         {flags.features_flag, "--features"}};
    for (const auto& [flag, name] : all) {
      if (flag->count() == 0) continue;
      return fail(
          ErrorCode::kUsage,
          "this is about duplicates by an encoder: give --dedup exact,symbolic,encoder, too", name);
    }
    return std::optional<datagen::EncoderSettings>();
  }
  const bool builtin = flags.encoder == kBuiltinEncoder;
  datagen::EncoderSettings settings;
  settings.unit = flags.features == "unit";
  settings.min_samples = flags.min_samples;
  if (builtin && settings.unit && flags.eps_flag->count() == 0) {
    return fail(ErrorCode::kUsage,
                "the distance for features of the built-in encoder holds for raw ones: give --eps",
                "--features");
  }
  settings.eps = builtin ? score::kBuiltinEps : kNetworkEps;
  if (flags.eps_flag->count() > 0) settings.eps = flags.eps;
  return std::optional(settings);
}

Result<void> load_encoder(const EncoderFlags& flags, datagen::GenerateOptions& options) {
  if (!options.settings.encoder) return {};
  auto encoder = datagen::DrawingEncoder::builtin();
  if (flags.encoder != kBuiltinEncoder) {
    encoder = TRY(datagen::DrawingEncoder::load(flags.encoder));
  }
  options.settings.encoder->hash = encoder.hash();
  options.encoder = std::make_shared<const datagen::DrawingEncoder>(std::move(encoder));
  return {};
}

std::string encoder_forecast(const EncoderFlags& flags, const datagen::TurtleSettings& settings,
                             double drawings) {
  if (!settings.encoder) return {};
  const bool builtin = flags.encoder == kBuiltinEncoder;
  const double seconds = drawings * (builtin ? kBuiltinSeconds : kNetworkSeconds);
  return fmt::format("the encoder looks at {} drawings: about {:.2f} hours of {}\n",
                     format_count(std::llround(drawings)), seconds / 3600,
                     builtin ? "one processor" : "two processors for a network like ResNet18");
}

}  // namespace papert::cli
