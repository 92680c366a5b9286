// DBSCAN over features as encoders give them: 100,000 records of 512 numbers unless told otherwise.
//
//     cluster_bench [RECORDS [MIN_SAMPLES]]    JSON: seconds, distances measured, memory
//
// The records are made: 40 numbers of decreasing weight, mixed into 512 by fixed directions, and a
// little noise; a third of them are near copies of earlier ones. Once they are alike as drawings
// of different things are ("spread"), once all of them lie in a few dense clouds ("dense").

#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/random.h"
#include "score/cluster.h"

namespace papert {
namespace {

constexpr std::size_t kNumbers = 512;
constexpr std::size_t kCauses = 40;
constexpr double kEps = 0.2;

using Causes = std::vector<double>;

/// Records for one way in which they are alike.
class Maker {
 public:
  explicit Maker(bool dense) : dense_(dense) {
    mixture_.reserve(kCauses * kNumbers);
    for (std::size_t i = 0; i < kCauses * kNumbers; ++i)
      mixture_.push_back(random_.gauss(0, 0.044));
    for (int i = 0; i < 20; ++i) centres_.push_back(causes(1));
  }

  std::vector<float> next() {
    const bool copy = !recent_.empty() && random_.randbelow(3) == 0;
    Causes made = copy ? random_.choice(recent_) : fresh();
    if (!copy && recent_.size() < 2000) recent_.push_back(made);
    std::vector<float> record(kNumbers);
    for (std::size_t k = 0; k < kNumbers; ++k) {
      double sum = random_.gauss(0, 0.002);
      for (std::size_t i = 0; i < kCauses; ++i) sum += made[i] * mixture_[i * kNumbers + k];
      record[k] = static_cast<float>(sum);
    }
    return record;
  }

 private:
  Causes causes(double width) {
    Causes made(kCauses);
    for (std::size_t i = 0; i < kCauses; ++i) {
      made[i] = random_.gauss(0, width * 3 / (1 + 0.2 * static_cast<double>(i)));
    }
    return made;
  }

  Causes fresh() {
    if (!dense_) return causes(1);
    Causes made = random_.choice(centres_);
    const Causes shift = causes(0.02);
    for (std::size_t i = 0; i < kCauses; ++i) made[i] += shift[i];
    return made;
  }

  bool dense_;
  Random random_{1};
  std::vector<double> mixture_;
  std::vector<Causes> centres_;
  std::vector<Causes> recent_;
};

/// The largest memory that this process has had, in MB.
double peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != "VmHWM:") continue;
    double kilobytes = 0;
    status >> kilobytes;
    return kilobytes / 1024;
  }
  return 0;
}

Result<Json> run(bool dense, std::size_t count, std::size_t min_samples,
                 const std::filesystem::path& file) {
  std::filesystem::remove(file);
  {
    Maker maker(dense);
    score::FeatureWriter writer = TRY(score::FeatureWriter::open(file, kNumbers));
    for (std::size_t i = 0; i < count; ++i) TRY(writer.append(maker.next()));
  }
  score::FeatureRecords records(kNumbers);
  TRY(records.add(file));
  const auto begin = std::chrono::steady_clock::now();
  const score::Clusters found = TRY(score::dbscan(records, kEps, min_samples));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  return Json{{"records", count},        {"min_samples", min_samples}, {"seconds", seconds.count()},
              {"clusters", found.count}, {"measured", found.measured}, {"peak_mb", peak_memory()}};
}

}  // namespace
}  // namespace papert

int main(int count, char** words) {
  const std::size_t records = count > 1 ? std::strtoull(words[1], nullptr, 10) : 100'000;
  const std::size_t min_samples = count > 2 ? std::strtoull(words[2], nullptr, 10) : 2;
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / fmt::format("papert-cluster-{}.f32", ::getpid());
  papert::Json all;
  for (const bool dense : {false, true}) {
    const auto figures = papert::run(dense, records, min_samples, file);
    std::filesystem::remove(file);
    if (!figures) {
      fmt::print(stderr, "{}\n", figures.error().to_string());
      return 1;
    }
    all[dense ? "dense" : "spread"] = *figures;
  }
  fmt::print("{}\n", papert::dump_json(all));
  return 0;
}
