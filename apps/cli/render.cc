#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/file.h"
#include "cli.h"
#include "render_replay.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kRenderExamples = R"(Examples:
  papert render drawing.py -o drawing.png
      runs a turtle program in the sandbox and draws what it drew
  papert render drawing.py --view canonical -o drawing.png
      as drawings are compared: 300 along the longer side, pen width 1, on 320 x 320
  papert render drawing.py -o drawing.svg          (or .json, or .scene: readable lines)
  papert render reply.md --lang turtle -o drawing.png
      the program in a model's reply, found as scoring finds it
  papert render program.txt -o picture.png
      a program of the shape language
  papert render fresh/fresh/hard/fresh-hard-00000003.json -o picture.png
      the reference program of a task file
  papert render fresh --id fresh-hard-00000003 --program answer.txt -o compare.png
      a task of a data folder with a program over it: shared pixels grey, missing orange, extra blue
  papert render part.cad -o views.png              (or icon.svg)
      a CAD program: a solid from four sides, a sketch as a drawing
  papert render questions.csv --id 4-1 -o picture.png      (or a folder with tasks.jsonl)
      what the program of a question draws
  papert render drawings --id fresh-00000007-easy [--program answer.py] -o picture.png
      the picture of a turtle task in a data folder, or what an answer to it draws
  papert render tasks.jsonl --id 18b [--program answer.py] -o task.png    (or .svg, .apng)
      a task of the grid world, with the way the program takes; .apng shows it step by step
  papert render drawing.py -o replay.html          (or film.apng, film.gif)
      how it comes about, step by step: a page that plays it beside its source, or a moving
      picture. Programs of shapes, SVG and CAD, too; of the grid world with a task:
      papert render tasks.jsonl --id 18b --program answer.py -o replay.html
  papert render drawing.py --step 12 -o after.png  (or .svg)
      what is there after its first 12 steps

Views of a drawing: fit (the whole drawing, --size), tk (the published device: 863 x 836), canonical.)";

struct RenderOptions {
  suite::PaintOptions paint;
  std::string file;
  std::string program;
  std::string size = "640x640";
  Option* size_flag = nullptr;
  std::size_t step = 0;
  Option* step_flag = nullptr;
};

/// "640x480" -> both numbers, each 1 to 8192.
Result<suite::PaintSize> parse_size(const std::string& text) {
  int width = 0;
  int height = 0;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, width);
  const bool cross = first.ec == std::errc() && first.ptr != end && *first.ptr == 'x';
  const auto second = std::from_chars(cross ? first.ptr + 1 : end, end, height);
  if (!cross || second.ec != std::errc() || second.ptr != end || width < 1 || height < 1 ||
      width > 8192 || height > 8192) {
    return fail(ErrorCode::kUsage, "'" + text + "' is not a valid size: give WxH, each 1 to 8192",
                "--size");
  }
  return suite::PaintSize{width, height};
}

/// The languages of all painters, as --lang names them.
std::vector<std::string> languages() {
  std::vector<std::string> names;
  for (const auto& suite : suite::all_suites()) {
    if (suite->painter() == nullptr) continue;
    for (const std::string_view name : suite->painter()->languages()) names.emplace_back(name);
  }
  return names;
}

std::unique_ptr<suite::Suite> suite_of_language(std::string_view language) {
  for (auto& suite : suite::all_suites()) {
    if (suite->painter() == nullptr) continue;
    const auto names = suite->painter()->languages();
    if (std::find(names.begin(), names.end(), language) != names.end()) return std::move(suite);
  }
  return nullptr;
}

/// Whose file this is. Data are nobody's program; a language that was named decides.
std::unique_ptr<suite::Suite> suite_of(suite::PaintOptions& options) {
  if (!options.language.empty()) return suite_of_language(options.language);
  if (auto suite = suite::suite_of_data(options.file)) {
    options.is_data = true;
    return suite;
  }
  return suite::suite_of_program(options.file);
}

Result<int> render(RenderOptions options) {
  suite::PaintOptions& paint = options.paint;
  paint.file = options.file;
  paint.program = options.program;
  if (options.size_flag->count() > 0) paint.size = TRY(parse_size(options.size));
  const auto suite = suite_of(paint);
  if (suite == nullptr) {
    return fail(ErrorCode::kUsage, "nobody knows what this is; give --lang", options.file);
  }
  if (suite->painter() == nullptr) {
    return fail(ErrorCode::kUsage, std::string(suite->name()) + " cannot be rendered",
                options.file);
  }
  std::optional<std::size_t> step;
  if (options.step_flag->count() > 0) step = options.step;
  const suite::Painted painted =
      TRY(wants_replay(*suite, paint, step) ? paint_replay(*suite, paint, step)
                                            : suite->painter()->paint(paint));
  report_notes(painted.notes);
  if (paint.out == "-") {
    print(painted.bytes);
  } else {
    TRY(write_file(paint.out, painted.bytes));
    const std::string extent =
        painted.extent.empty() ? fmt::format("{} bytes", painted.bytes.size()) : painted.extent;
    print(fmt::format("{}: {}\n", paint.out, extent));
  }
  if (painted.problem) return fail(*painted.problem);
  return kExitDone;
}

}  // namespace

std::function<int()> add_render(Command& app) {
  auto options = std::make_shared<RenderOptions>();
  options->paint.out = "out.png";
  app.add_option("file", options->file, "a program, a task's .json file, or a data folder")
      ->required();
  app.add_option("--id", options->paint.id, "with a data folder: which task")->type_name("ID");
  app.add_option("--program", options->program, "a program to compare with it")->type_name("FILE");
  const std::vector<std::string> known = languages();
  app.add_option("--lang", options->paint.language, "default: by the file")
      ->type_name(fmt::format("{}", fmt::join(known, "|")))
      ->check(one_of(known));
  app.add_option("--view", options->paint.view, "of a drawing")
      ->type_name("fit|tk|canonical")
      ->check(one_of({"fit", "tk", "canonical"}))
      ->capture_default_str();
  options->step_flag =
      app.add_option("--step", options->step, "the picture after the first K steps of a replay")
          ->type_name("K");
  options->size_flag = app.add_option("--size", options->size, "of the fit view, or of a film")
                           ->type_name("WxH")
                           ->capture_default_str();
  app.add_option("-o,--out", options->paint.out, "the picture; - is stdout")
      ->type_name("OUT.png|.svg|.json|.scene|.html|.apng|.gif")
      ->capture_default_str();
  app.footer(kRenderExamples);
  return [options] {
    const auto code = render(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
