#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "base/file.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "lang/cad/solid.h"
#include "lang/turtle/host/jail_pool.h"
#include "raster/raster.h"
#include "sandbox/sandbox.h"
#include "score/embedding.h"
#include "suite/registry.h"
#include "synth/smt.h"
#include "version_text.h"

namespace papert::cli {
namespace {

struct Finding {
  bool ok;
  bool required;
  std::string what;
  std::string detail;
};

/// Mints tasks whose pictures are known: the machine computes what it should.
std::vector<Finding> check_pixels() {
  std::vector<Finding> findings;
  for (const auto& suite : suite::all_suites()) {
    const auto known = suite->generator() ? suite->generator()->known_task() : std::nullopt;
    if (!known) continue;
    const auto tasks = suite->mint({.seed = known->seed, .tiers = {std::string(known->tier)}});
    if (!tasks || (*tasks)->size() == 0) {
      findings.push_back({false, true, "exact pixels", tasks ? "no task" : tasks.error().message});
      continue;
    }
    const std::vector<suite::Picture> pictures = (*tasks)->pictures(0, {});
    const auto pixels = pictures.front().image.data();
    const std::string hash =
        sha256_hex({reinterpret_cast<const char*>(pixels.data()), pixels.size()});
    findings.push_back({hash == known->sha256, true, "exact pixels",
                        hash == known->sha256 ? "generator and renderer give the reference scene"
                                              : "the reference scene comes out wrong: " + hash});
  }
  return findings;
}

Finding check_png() {
  raster::Image image(64, 64);
  image.row(3)[5] = 0;
  const auto read = raster::decode_png(raster::encode_png(image));
  const bool ok = read && *read == image;
  return {ok, true, "PNG", ok ? "written and read back" : "does not read back what it wrote"};
}

Finding check_log_dir(const std::string& log_dir) {
  auto made = make_directories(log_dir);
  if (!made) return {false, true, "log folder", made.error().to_string()};
  const std::filesystem::path probe = std::filesystem::path(log_dir) / ".papert-doctor";
  const auto written = write_file(probe, "");
  std::error_code ignored;
  std::filesystem::remove(probe, ignored);
  return {
      written.has_value(), true, "log folder",
      written ? absolute_path(log_dir).string() + " can be written" : written.error().to_string()};
}

Finding check_published_data() {
  const char* root = std::getenv("PAPERT_PUBLISHED_DATA");
  const bool ok = root != nullptr && is_folder(root);
  return {
      ok, false, "published data",
      ok ? std::string(root)
         : "PAPERT_PUBLISHED_DATA names no folder; conformance tests are skipped, nothing else"};
}

Finding check_processor() {
#if defined(__x86_64__)
  const bool fast = __builtin_cpu_supports("popcnt") != 0;
  return {fast, false, "processor",
          fmt::format("{} usable, {}", available_processors(),
                      fast ? "word-parallel counting in hardware"
                           : "no popcnt: scoring is slower, results are the same")};
#else
  return {true, false, "processor", fmt::format("{} usable", available_processors())};
#endif
}

/// The jail, mechanism by mechanism.
std::vector<Finding> check_jail() {
  const auto path = lang::turtle::zygote_path();
  if (!path) return {{false, true, "sandbox", path.error().message}};
  sandbox::JailOptions options;
  options.zygote_path = *path;
  const auto report = sandbox::Jail::probe(std::move(options));
  if (!report) return {{false, true, "sandbox", report.error().to_string()}};
  std::vector<Finding> findings;
  for (const sandbox::Mechanism& mechanism : report->mechanisms) {
    findings.push_back({mechanism.state == sandbox::MechanismState::kActive,
                        mechanism.state == sandbox::MechanismState::kRequiredMissing,
                        mechanism.name, mechanism.detail});
  }
  return findings;
}

/// What was left out when this program was built.
std::vector<Finding> check_build() {
  const auto part = [](bool there, const char* name, const char* use, const char* option) {
    return Finding{there, false, name,
                   there ? std::string(use)
                         : fmt::format("left out of this build (-D{}=OFF): no {}", option, use)};
  };
  return {part(lang::cad::has_kernel(), "OpenCASCADE", "solids from CAD programs", "PAPERT_CAD"),
          part(score::has_encoders(), "OpenCV dnn", "drawings compared by an encoder",
               "PAPERT_EMBEDDINGS"),
          part(synth::smt_available(), "Z3",
               "worlds of tasks by solving (papert synth --engine smt)", "PAPERT_SMT")};
}

int examine(const std::string& log_dir) {
  print(version_line());
  bool healthy = true;
  std::vector<Finding> findings{check_processor()};
  for (Finding& finding : check_pixels()) findings.push_back(std::move(finding));
  findings.push_back(check_png());
  findings.push_back(check_log_dir(log_dir));
  findings.push_back(check_published_data());
  for (Finding& finding : check_build()) findings.push_back(std::move(finding));
  for (Finding& finding : check_jail()) findings.push_back(std::move(finding));
  for (const Finding& finding : findings) {
    const char* mark = finding.ok ? "ok       " : (finding.required ? "MISSING  " : "absent   ");
    print(mark + fmt::format("{:24}", finding.what) + finding.detail + "\n");
    healthy &= finding.ok || !finding.required;
  }
  print(healthy ? "All that is required is there.\n" : "Something required is missing.\n");
  return healthy ? kExitDone : kExitNo;
}

}  // namespace

std::function<int()> add_doctor(Command& app) {
  auto log_dir = std::make_shared<std::string>();
  add_log_dir(app, *log_dir);
  app.footer("Exit code 1 if something required is missing.");
  return [log_dir] { return examine(*log_dir); };
}

}  // namespace papert::cli
