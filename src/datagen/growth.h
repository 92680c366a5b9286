// What became of a generation: figures of every round, as growth.json has them, and a page to look
// at. No times and no machine in it: the same request gives the same bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "datagen/asker.h"

namespace papert::datagen {

/// What came of the candidates that were made in one way.
struct Yield {
  std::size_t tried = 0;
  std::size_t usable = 0;    // ran and drew what may be a task
  std::size_t distinct = 0;  // of them, drew something new
  std::size_t elite = 0;     // of them, kept
};

struct RoundGrowth {
  std::uint32_t round = 1;
  std::size_t parents = 0;
  std::size_t planned = 0;
  std::map<std::string, std::size_t> statuses;
  // Candidates that drew something which was there: in the round itself, or before it.
  std::size_t exact_within = 0;
  std::size_t exact_earlier = 0;
  std::size_t symbolic_within = 0;
  std::size_t symbolic_earlier = 0;
  std::size_t encoder_within = 0;
  std::size_t encoder_earlier = 0;
  std::size_t scored = 0;
  std::size_t refused = 0;   // by the blocklist
  std::size_t unscored = 0;  // by a model whose replies could not be read
  std::size_t elite = 0;
  std::map<std::string, Yield> yields;                            // by `via`
  std::map<std::string, std::array<std::size_t, 10>> histograms;  // rubric -> scores 0-1, ... 9-10
  std::map<std::size_t, std::size_t> code_lines;  // of the elite; the lower end of a class of five

  [[nodiscard]] std::size_t usable() const;
  [[nodiscard]] std::size_t distinct() const { return scored + refused + unscored; }
  /// The share of candidates that were not scored.
  [[nodiscard]] double lost() const;
  /// Programs of this generation for one of the generation before.
  [[nodiscard]] double growth() const;
};

struct SetGrowth {
  std::size_t pool = 0;   // elites that were looked at
  std::size_t alike = 0;  // of them, left out because they pass for a better one
  std::size_t tasks = 0;
  std::size_t validation = 0;
  std::map<std::string, std::size_t> categories;
  std::map<std::string, std::size_t> difficulties;
  std::map<std::string, std::size_t> labels;  // status -> number; only where models play
};

struct Growth {
  Json settings;
  std::size_t seeds = 0;
  std::size_t excluded_drawings = 0;  // that must not come out
  std::vector<RoundGrowth> rounds;
  SetGrowth set;
  std::map<std::string, Spent> spent;  // role -> what its requests took
};

[[nodiscard]] Json to_json(const Growth& growth);

/// One drawing of the page.
struct GalleryItem {
  std::string id;
  std::string png;
  std::string code;
  std::string category;
  std::string difficulty;
  std::string key;
  std::string via;
  std::string pattern;  // of a model
  std::string parent;
  std::vector<std::string> pair;
  double total = 0;
};

/// A self-contained page without scripts.
[[nodiscard]] std::string growth_page(const Growth& growth,
                                      const std::vector<GalleryItem>& gallery);

}  // namespace papert::datagen
