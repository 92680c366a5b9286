// Whether what the operators make runs, and can be told from its parent, by the eye of the study of
// rules (study/variants.h), which the operators do not know.

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "datagen/turtle/minted.h"
#include "datagen/turtle/operators.h"
#include "lang/turtle/host/jail_pool.h"
#include "study/variants.h"

namespace papert::datagen {
namespace {

#ifdef PAPERT_ALL_SEEDS
constexpr std::size_t kPrograms = 1000;
#else
constexpr std::size_t kPrograms = 60;
#endif

class VisibleChanges : public ::testing::TestWithParam<std::string_view> {};

TEST_P(VisibleChanges, RunAndAreSeen) {
  lang::turtle::JailPool jails({});
  int results = 0;
  int runs = 0;
  int seen = 0;
  std::int64_t seed = 0;
  for (const test::MintedProgram& minted : test::minted_programs(kPrograms, 500)) {
    const auto program = turtle::parse_program(minted.code);
    ASSERT_TRUE(program);
    Random random(++seed);
    const auto changed = apply_change({GetParam(), {}}, *program, random);
    if (!changed) continue;
    ++results;
    const auto before = jails.run(minted.code);
    const auto after = jails.run(turtle::print_program(*changed));
    ASSERT_TRUE(before && after);
    if (after->outcome.status != sandbox::Status::kOk) continue;
    ++runs;
    seen += study::visibly_different(before->scene, after->scene) ? 1 : 0;
  }
  std::printf("%s: %d of %zu programs changed, %d run, %d seen\n", std::string(GetParam()).c_str(),
              results, kPrograms, runs, seen);
  EXPECT_GE(results, static_cast<int>(kPrograms) / 4);
  EXPECT_GE(runs, results * 8 / 10);
  EXPECT_GE(seen, results * 6 / 10);
}

INSTANTIATE_TEST_SUITE_P(All, VisibleChanges,
                         ::testing::ValuesIn(change_names().begin(), change_names().end()),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace papert::datagen
