#include "version_text.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "base/format.h"
#include "base/json.h"
#include "base/version.h"
#include "lang/cad/solid.h"
#include "reward/task_ref.h"
#include "score/embedding.h"
#include "suite/registry.h"
#include "synth/smt.h"

namespace papert::cli {

// Written by the build.
extern const char* const kCommit;           // "" outside a checkout
extern const char* const kLibraryVersions;  // {"Boost": "1.74.0", ...}

namespace {

std::string compiler() {
#if defined(__clang__)
  return fmt::format("clang {}.{}", __clang_major__, __clang_minor__);
#else
  return fmt::format("gcc {}.{}", __GNUC__, __GNUC_MINOR__);
#endif
}

std::string_view build_type() {
  constexpr std::string_view kType = PAPERT_BUILD;
  return kType.empty() ? "plain" : kType;
}

/// The number that each kind of file or message has as its format. All but references to tasks,
/// which have one of their own, go by that of this program.
Json formats() {
  Json json = Json::object();
  for (const char* kind : {"run.json", "samples.jsonl", "summary.json", "score lines", "tasks",
                           "shard.json", "manifest.json", "labels", "requests and responses"}) {
    json[kind] = kFormat;
  }
  json["task references"] = reward::kRefVersion;
  return json;
}

}  // namespace

std::string version_line() {
  std::vector<std::string> parts;
  if (*kCommit != '\0') parts.emplace_back(kCommit);
  parts.emplace_back(build_type());
  parts.push_back(compiler());
  return fmt::format("papert {} ({})\n", version(), fmt::join(parts, ", "));
}

std::string version_json() {
  Json generators = Json::object();
  for (const auto& suite : suite::all_suites()) {
    if (suite->generator() == nullptr) continue;
    generators[std::string(suite->name())] = suite->generator()->version();
  }
  return dump_json(Json{
             {"version", version()},
             {"commit", *kCommit != '\0' ? Json(kCommit) : Json()},
             {"build", build_type()},
             {"compiler", compiler()},
             {"format", kFormat},
             {"formats", formats()},
             {"generators", generators},
             {"parts",
              {{"cad", lang::cad::has_kernel()},
               {"embeddings", score::has_encoders()},
               {"smt", synth::smt_available()}}},
             {"libraries", parse_json(kLibraryVersions).value_or(Json::object())},
         }) +
         "\n";
}

}  // namespace papert::cli
