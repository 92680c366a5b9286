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

std::vector<std::unique_ptr<Suite>> all_suites() {
  std::vector<std::unique_ptr<Suite>> suites;
  suites.push_back(suite::sgp::make_suite());
  suites.push_back(suite::shapecode::make_suite());
  suites.push_back(suite::turtleai::make_suite());
  suites.push_back(suite::turtlebench::make_suite());
  suites.push_back(suite::xlogo::make_suite());
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

}  // namespace papert::suite
