// The capabilities behind `papert render`: which files belong to a suite, and how they look.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "raster/image.h"

namespace papert::suite {

/// How sure a suite is that a path is its own. The surest of all suites gets it.
enum class Belonging {
  kNone,
  kFallback,  // takes what nobody else wants
  kContent,   // by what stands in it
  kName,      // by a name that only this suite uses
};

class Recogniser {
 public:
  virtual ~Recogniser() = default;

  /// A data folder, or the file in it that lists the tasks.
  [[nodiscard]] virtual Belonging data(const std::filesystem::path& path) const = 0;

  /// A program.
  [[nodiscard]] virtual Belonging program(const std::filesystem::path&) const {
    return Belonging::kNone;
  }
};

struct PaintSize {
  int width = 0;
  int height = 0;

  [[nodiscard]] int longer() const { return width > height ? width : height; }
};

struct PaintOptions {
  std::filesystem::path file;     // a program, a reply, the file of a task, or data
  std::string id;                 // with data: which task
  std::filesystem::path program;  // a program or a reply to show with the task; may be empty
  bool is_data = false;           // the file was recognised as data
  std::string language;           // of the program, as the user named it; empty: by the file
  std::string view = "fit";       // of a drawing: fit, tk or canonical
  std::optional<PaintSize> size;
  std::string out;  // the name of the picture, whose ending is its format; "-" is PNG

  /// ".png", or the ending of `out`.
  [[nodiscard]] std::string format() const {
    return out == "-" ? ".png" : std::filesystem::path(out).extension().string();
  }
};

struct Painted {
  std::string bytes;               // in the format that was asked for
  std::string extent;              // in words: "12 items"; empty: the number of bytes says it
  std::vector<std::string> notes;  // why the picture may not be what the program means
  std::optional<Error> problem;    // the program failed; what it drew until then is painted
};

class Painter {
 public:
  virtual ~Painter() = default;

  /// The languages whose programs it paints, as the user names them.
  [[nodiscard]] virtual std::span<const std::string_view> languages() const { return {}; }
  [[nodiscard]] virtual Result<Painted> paint(const PaintOptions& options) const = 0;
};

/// kUsage unless the name of the picture ends with one of these: "the name must end with .png, .svg
/// or .apng".
[[nodiscard]] Result<void> check_format(const PaintOptions& options,
                                        std::span<const std::string_view> formats);

/// A picture as PNG.
[[nodiscard]] Painted painted_png(const raster::Image& image);

class Suite;

/// Paints a task of a data folder, or what the answer in the file options.program drew, by the
/// pictures of its task set. For suites that need nothing else.
[[nodiscard]] Result<Painted> paint_task(const Suite& suite, const PaintOptions& options);

}  // namespace papert::suite
