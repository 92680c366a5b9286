#include "solve/baseline.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/nearest.h"
#include "lang/shapes/program.h"
#include "raster/raster.h"
#include "solve/shapecode_heuristic.h"
#include "solve/text_baseline.h"

namespace papert::solve {
namespace {

/// What baselines share: a reply is a text, or the reason why there is none.
class Baseline : public model::Model {
 public:
  [[nodiscard]] bool reads_prompt() const override { return false; }
  [[nodiscard]] model::Reply ask(const model::Request& request, const CancelToken&) final {
    auto text = play(request);
    if (!text) return model::Reply::failed(text.error().to_string());
    model::Reply reply;
    reply.text = std::move(*text);
    return reply;
  }

 private:
  [[nodiscard]] virtual Result<std::string> play(const model::Request& request) const = 0;
};

class Empty : public Baseline {
  [[nodiscard]] Result<std::string> play(const model::Request&) const override {
    return std::string();
  }
};

class Oracle : public Baseline {
 public:
  explicit Oracle(const suite::TaskSet& tasks) : tasks_(tasks) {}

 private:
  [[nodiscard]] Result<std::string> play(const model::Request& request) const override {
    return tasks_.reference(request.index);
  }

  const suite::TaskSet& tasks_;
};

/// Always the same answer: what knowing nothing is worth.
class Constant : public Baseline {
 public:
  explicit Constant(std::string answer) : answer_(std::move(answer)) {}

 private:
  [[nodiscard]] Result<std::string> play(const model::Request&) const override {
    return "Answer: " + answer_;
  }

  std::string answer_;
};

class ShapecodeHeuristic : public Baseline {
 public:
  [[nodiscard]] bool reads_prompt() const override { return true; }

 private:
  [[nodiscard]] Result<std::string> play(const model::Request& request) const override {
    if (request.images.empty()) return fail(ErrorCode::kInternal, "the prompt has no picture");
    // Worked examples come before the task's own picture.
    const raster::Image image = TRY(raster::decode_png(request.images.back()));
    if (image.format() != raster::PixelFormat::kGray) {
      return fail(ErrorCode::kBadData, "the heuristic needs a gray picture");
    }
    return lang::shapes::serialise(heuristic(raster::pixels_equal(image, 0)));
  }
};

/// What the words of the program and the question are worth.
class Words : public Baseline {
 public:
  [[nodiscard]] bool reads_prompt() const override { return true; }

 private:
  [[nodiscard]] Result<std::string> play(const model::Request& request) const override {
    return answer_by_words(request.text);
  }
};

/// `argument` is what stands for the X of a name that ends with =X.
template <class T>
std::unique_ptr<model::Model> make(std::string_view argument, const suite::TaskSet& tasks) {
  if constexpr (std::is_constructible_v<T, std::string>) {
    return std::make_unique<T>(std::string(argument));
  } else if constexpr (std::is_constructible_v<T, const suite::TaskSet&>) {
    return std::make_unique<T>(tasks);
  } else {
    return std::make_unique<T>();
  }
}

struct Entry {
  BaselineInfo info;
  std::unique_ptr<model::Model> (*make)(std::string_view argument, const suite::TaskSet& tasks);
};

/// What stands for the X; nothing where the name is another.
std::optional<std::string_view> argument_of(std::string_view pattern, std::string_view name) {
  if (!pattern.ends_with("=X")) {
    return pattern == name ? std::optional<std::string_view>("") : std::nullopt;
  }
  pattern.remove_suffix(1);
  if (!name.starts_with(pattern) || name.size() == pattern.size()) return std::nullopt;
  return name.substr(pattern.size());
}

constexpr std::array<Entry, 5> kBaselines{{
    {{"empty", "", "replies with nothing"}, make<Empty>},
    {{"oracle", "", "replies with the reference"}, make<Oracle>},
    {{"constant=X", "sgp", "replies with 'Answer: X', whatever is asked"}, make<Constant>},
    {{"text", "sgp", "counts words, tags and fills of the program, never draws it"}, make<Words>},
    {{"heuristic", "shapecode", "connected components, fill ratio, erosion"},
     make<ShapecodeHeuristic>},
}};

}  // namespace

std::vector<BaselineInfo> all_baselines() {
  std::vector<BaselineInfo> infos;
  infos.reserve(kBaselines.size());
  for (const Entry& entry : kBaselines) infos.push_back(entry.info);
  return infos;
}

Result<std::unique_ptr<model::Model>> make_baseline(std::string_view suite, std::string_view name,
                                                    const suite::TaskSet& tasks) {
  std::string known;
  std::vector<std::string_view> names;
  for (const Entry& entry : kBaselines) {
    if (!entry.info.suite.empty() && entry.info.suite != suite) continue;
    if (const auto argument = argument_of(entry.info.name, name))
      return entry.make(*argument, tasks);
    known += (known.empty() ? "baseline/" : ", baseline/") + std::string(entry.info.name);
    names.push_back(entry.info.name);
  }
  const auto meant = nearest(name, names);
  return fail(ErrorCode::kUsage,
              "suite " + std::string(suite) + " has no baseline/" + std::string(name) + "; " +
                  (meant ? "did you mean baseline/" + std::string(*meant) + "? There" : "there") +
                  " are: " + known);
}

}  // namespace papert::solve
