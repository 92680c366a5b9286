#include "suite/registry.h"

#include <string>

#include "suite/sgp/sgp.h"
#include "suite/shapecode/shapecode.h"
#include "suite/turtleai/turtleai.h"
#include "suite/turtlebench/turtlebench.h"
#include "suite/xlogo/xlogo.h"

namespace papert::suite {

std::vector<std::unique_ptr<Suite>> all_suites() {
  std::vector<std::unique_ptr<Suite>> suites;
  suites.push_back(sgp::make_suite());
  suites.push_back(shapecode::make_suite());
  suites.push_back(turtleai::make_suite());
  suites.push_back(turtlebench::make_suite());
  suites.push_back(xlogo::make_suite());
  return suites;
}

Result<std::unique_ptr<Suite>> find_suite(std::string_view name) {
  std::string known;
  for (auto& suite : all_suites()) {
    if (suite->name() == name) return std::move(suite);
    known += known.empty() ? "" : ", ";
    known += suite->name();
  }
  return fail(ErrorCode::kUsage,
              "there is no suite '" + std::string(name) + "'; the suites are: " + known);
}

}  // namespace papert::suite
