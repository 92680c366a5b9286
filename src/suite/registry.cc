#include "suite/registry.h"

#include <string>
#include <vector>

#include "base/nearest.h"
#include "suite/sgp/sgp.h"
#include "suite/shapecode/shapecode.h"
#include "suite/turtleai/turtleai.h"
#include "suite/turtlebench/turtlebench.h"
#include "suite/xlogo/xlogo.h"

namespace papert::suite {
namespace {

/// Filled before main() begins, never changed after.
std::vector<MakeSuite>& registered() {
  static std::vector<MakeSuite> makers;
  return makers;
}

template <class Likeness>
std::unique_ptr<Suite> surest(Likeness likeness) {
  std::unique_ptr<Suite> best;
  Belonging most = Belonging::kNone;
  for (auto& suite : all_suites()) {
    const Recogniser* recogniser = suite->recogniser();
    const Belonging own = recogniser == nullptr ? Belonging::kNone : likeness(*recogniser);
    if (own <= most) continue;
    most = own;
    best = std::move(suite);
  }
  return best;
}

}  // namespace

Registration::Registration(MakeSuite make) { registered().push_back(make); }

std::vector<std::unique_ptr<Suite>> all_suites() {
  std::vector<std::unique_ptr<Suite>> suites;
  suites.push_back(suite::sgp::make_suite());
  suites.push_back(suite::shapecode::make_suite());
  suites.push_back(suite::turtleai::make_suite());
  suites.push_back(suite::turtlebench::make_suite());
  suites.push_back(suite::xlogo::make_suite());
  for (const MakeSuite make : registered()) {
    auto suite = make();
    std::erase_if(suites, [&](const auto& each) { return each->name() == suite->name(); });
    suites.push_back(std::move(suite));
  }
  return suites;
}

Result<std::unique_ptr<Suite>> find_suite(std::string_view name) {
  std::string known;
  std::vector<std::string_view> names;  // which are constants of the suites
  for (auto& suite : all_suites()) {
    if (suite->name() == name) return std::move(suite);
    known += known.empty() ? "" : ", ";
    known += suite->name();
    names.push_back(suite->name());
  }
  const auto meant = nearest(name, names);
  return fail(ErrorCode::kUsage,
              "there is no suite '" + std::string(name) + "'; " +
                  (meant ? "did you mean '" + std::string(*meant) + "'? The" : "the") +
                  " suites are: " + known);
}

std::unique_ptr<Suite> suite_of_data(const std::filesystem::path& path) {
  return surest([&](const Recogniser& recogniser) { return recogniser.data(path); });
}

std::unique_ptr<Suite> suite_of_program(const std::filesystem::path& path) {
  return surest([&](const Recogniser& recogniser) { return recogniser.program(path); });
}

}  // namespace papert::suite
