// Whether features without a network, clustered at their eps, merge copies of a drawing and keep
// apart what an eye tells apart: minted drawings, each also moved, scaled and with another pen, and
// variants that differ visibly (study/variants.h), all in one set. Runs programs in the jail.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "datagen/turtle/minted.h"
#include "score/builtin_features.h"
#include "score/cluster.h"
#include "study/variants.h"
#include "support/temp_folder.h"

namespace papert {
namespace {

#ifdef PAPERT_ALL_SEEDS
constexpr std::size_t kPrograms = 500;
#else
constexpr std::size_t kPrograms = 60;
#endif

/// A record of the set, and that of the drawing it is made from.
struct Pair {
  std::size_t original = 0;
  std::size_t variant = 0;
};

struct VariantSet {
  std::vector<Pair> copies;
  std::vector<Pair> others;  // visibly different
};

bool is_copy(std::string_view kind) {
  return kind == "moved" || kind == "scaled" || kind == "other pen";
}

Result<std::size_t> add(score::FeatureWriter& writer, const scene::Scene& scene) {
  TRY(writer.append(score::builtin_features(score::PaintedDrawing(scene))));
  return writer.size() - 1;
}

Result<VariantSet> write_variants(const std::filesystem::path& path) {
  VariantSet set;
  score::FeatureWriter writer = TRY(score::FeatureWriter::open(path, score::kBuiltinFeatures));
  lang::turtle::JailPool jails({});
  std::int64_t seed = 0;
  for (const test::MintedProgram& program : test::minted_programs(kPrograms)) {
    const lang::turtle::Drawing drawn = TRY(jails.run(program.code));
    const std::size_t plain = TRY(add(writer, drawn.scene));
    const auto variants = TRY(study::make_variants(jails, program.code, drawn.scene, seed++));
    for (const study::Variant& variant : variants) {
      if (variant.same && !is_copy(variant.kind)) continue;
      std::size_t original = plain;
      if (variant.original) original = TRY(add(writer, *variant.original));
      const std::size_t made = TRY(add(writer, variant.scene));
      (variant.same ? set.copies : set.others).push_back({original, made});
    }
  }
  return set;
}

TEST(EncoderDuplicates, MergesCopiesAndKeepsVisiblyDifferentDrawingsApart) {
  const test::TempFolder folder;
  const auto set = write_variants(folder.path() / "features.f32");
  ASSERT_TRUE(set) << set.error().to_string();
  score::FeatureRecords records(score::kBuiltinFeatures);
  ASSERT_TRUE(records.add(folder.path() / "features.f32"));
  const auto clusters = score::dbscan(records, score::kBuiltinEps, 2);
  ASSERT_TRUE(clusters) << clusters.error().to_string();
  const auto merged = [&](const std::vector<Pair>& pairs) {
    std::size_t count = 0;
    for (const Pair& pair : pairs) {
      const std::int32_t label = clusters->labels[pair.original];
      if (label != score::kNoise && label == clusters->labels[pair.variant]) ++count;
    }
    return static_cast<double>(count) / static_cast<double>(pairs.size());
  };
  EXPECT_EQ(set->copies.size(), 3 * kPrograms);
  EXPECT_GT(set->others.size(), 8 * kPrograms);
  EXPECT_GE(merged(set->copies), 0.99);
  EXPECT_LE(merged(set->others), 0.01);
  RecordProperty("copies", std::to_string(set->copies.size()));
  RecordProperty("copies_merged", std::to_string(merged(set->copies)));
  RecordProperty("others", std::to_string(set->others.size()));
  RecordProperty("others_merged", std::to_string(merged(set->others)));
}

}  // namespace
}  // namespace papert
