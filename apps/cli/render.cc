#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "cli.h"
#include "data_kind.h"
#include "grid_picture.h"
#include "lang/shapes/parse.h"
#include "lang/turtle/host/jail_pool.h"
#include "lang/turtle/host/run_program.h"
#include "question_picture.h"
#include "raster/paint_scene.h"
#include "raster/raster.h"
#include "reply/code.h"
#include "reply/reasoning.h"
#include "scene/svg.h"
#include "scene/text_form.h"
#include "task_picture.h"

namespace papert::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  papert render drawing.py -o drawing.png
      runs a turtle program in the sandbox and draws what it drew
  papert render drawing.py --view canonical -o drawing.png
      as drawings are compared: 300 along the longer side, pen width 1, on 320 x 320
  papert render drawing.py -o drawing.svg          (or .json, or .scene: readable lines)
  papert render reply.md --lang turtle -o drawing.png
      the program in a model's reply
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

Views of a drawing: fit (the whole drawing, --size), tk (the published device: 863 x 836), canonical.)";

struct Options {
  std::string file;
  std::string id;
  std::string program;
  std::string lang;
  std::string view = "fit";
  std::string size = "640x640";
  std::string out = "out.png";
  CLI::Option* size_flag = nullptr;
};

constexpr std::size_t kMaxBytes = 64U << 20;

Result<lang::shapes::Program> parse_program(const std::string& text, const std::string& where) {
  auto program = lang::shapes::parse(text);
  if (program) return std::move(*program);
  return fail(ErrorCode::kBadData,
              fmt::format("{} in line {}: {}", lang::shapes::error_name(program.error().name),
                          program.error().line, program.error().message),
              where);
}

/// The file of task `id` below a data folder.
Result<std::filesystem::path> find_task_file(const std::filesystem::path& folder,
                                             const std::string& id) {
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (entry.path().filename() == id + ".json") return entry.path();
  }
  return fail(ErrorCode::kUsage, "there is no task '" + id + "' in this folder", folder.string());
}

/// A program file, a task file, or a data folder and an id.
Result<lang::shapes::Program> read_subject(const Options& options) {
  std::filesystem::path path = options.file;
  if (std::filesystem::is_directory(path)) {
    if (options.id.empty()) return fail(ErrorCode::kUsage, "a folder needs --id ID", options.file);
    path = TRY(find_task_file(path, options.id));
  }
  const std::string text = TRY(read_file(path, kMaxBytes));
  if (path.extension() != ".json") return parse_program(text, path.string());
  const Json json = TRY(parse_json(text, path.string()));
  return parse_program(TRY(get_string(json, "ground_truth_program", path.string())), path.string());
}

/// "640x480" -> both numbers, each 1 to 8192.
Result<std::pair<int, int>> parse_size(const std::string& text) {
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
  return std::make_pair(width, height);
}

/// How the program ended, and the drawing as lines of the text form.
Json drawing_json(const lang::turtle::Drawing& drawing) {
  const sandbox::Outcome& outcome = drawing.outcome;
  Json json;
  json["status"] = sandbox::status_name(outcome.status);
  json["exception"] = outcome.exception_type;
  json["line"] = outcome.line;
  json["reason"] = outcome.reason;
  json["steps"] = outcome.steps;
  json["printed"] = outcome.printed;
  json["items"] = Json::array();
  const std::string text = scene::to_text(drawing.scene);
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty()) json["items"].push_back(line);
  }
  return json;
}

/// In the frame of the view; with --size, of that size.
Result<std::string> drawing_svg(const Options& options, const scene::Scene& scene) {
  if (options.view == "canonical") {
    constexpr double kSide = scene::kCanonicalSize;
    return scene::to_svg(scene::canonicalise(scene).scene, scene::Bounds{0, 0, kSide, kSide},
                         scene::SvgSize{scene::kCanonicalSize, scene::kCanonicalSize});
  }
  if (options.view == "tk") {
    const raster::TkView view;
    const auto x = [&view](double device) { return (device - view.origin_x) / view.scale; };
    const auto y = [&view](double device) { return (view.origin_y - device) / view.scale; };
    return scene::to_svg(scene, scene::Bounds{x(0), y(view.height), x(view.width), y(0)},
                         scene::SvgSize{view.width, view.height});
  }
  if (options.size_flag->count() == 0) return scene::to_svg(scene);
  const auto [width, height] = TRY(parse_size(options.size));
  return scene::to_svg(scene, {}, scene::SvgSize{width, height});
}

Result<std::string> drawing_bytes(const Options& options, const lang::turtle::Drawing& drawing) {
  const std::string extension = std::filesystem::path(options.out).extension().string();
  if (extension == ".svg") return drawing_svg(options, drawing.scene);
  if (extension == ".scene") return scene::to_text(drawing.scene);
  if (extension == ".json") return dump_json_pretty(drawing_json(drawing)) + "\n";
  if (extension != ".png" && options.out != "-") {
    return fail(ErrorCode::kUsage, "the name must end with .png, .svg, .json or .scene",
                options.out);
  }
  if (options.view == "canonical")
    return raster::encode_png(raster::paint_canonical(drawing.scene));
  if (options.view == "tk") return raster::encode_png(raster::paint_tk(drawing.scene));
  const auto [width, height] = TRY(parse_size(options.size));
  return raster::encode_png(
      raster::paint_tk(drawing.scene, raster::fit_view(drawing.scene, width, height)));
}

/// Of the code found in a model's reply, the first that runs and draws; else the first.
Result<lang::turtle::Drawing> draw_reply(sandbox::Jail& jail, const std::string& reply,
                                         const std::string& where) {
  std::optional<lang::turtle::Drawing> first;
  const std::string answer = reply::split_reasoning(reply).answer;
  for (const reply::CodeCandidate& candidate : reply::find_code(answer)) {
    lang::turtle::Drawing drawing = lang::turtle::run_program(jail, candidate.code);
    if (drawing.outcome.status == sandbox::Status::kOk && !drawing.scene.items.empty()) {
      return drawing;
    }
    if (!first) first = std::move(drawing);
  }
  if (!first) return fail(ErrorCode::kBadData, "no code was found in this reply", where);
  return std::move(*first);
}

/// A turtle program, or a reply with one in it; what it drew before it failed is rendered all the
/// same.
Result<int> render_turtle(const Options& options) {
  const std::string text = TRY(read_file(options.file, kMaxBytes));
  sandbox::Jail jail = TRY(lang::turtle::start_jail());
  const bool program = std::filesystem::path(options.file).extension() == ".py";
  const lang::turtle::Drawing drawing =
      program ? lang::turtle::run_program(jail, text) : TRY(draw_reply(jail, text, options.file));
  const std::string bytes = TRY(drawing_bytes(options, drawing));
  if (options.out == "-") {
    print(bytes);
  } else {
    TRY(write_file(options.out, bytes));
    print(fmt::format("{}: {} items\n", options.out, drawing.scene.items.size()));
  }
  if (drawing.outcome.status == sandbox::Status::kOk) return kExitDone;
  return fail(
      ErrorCode::kBadData,
      fmt::format("{}: {}", sandbox::status_name(drawing.outcome.status), drawing.outcome.reason),
      drawing.outcome.line > 0 ? fmt::format("{}:{}", options.file, drawing.outcome.line)
                               : options.file);
}

Result<int> hand_over(const std::string& picture, const std::string& out) {
  if (out == "-") {
    print(picture);
    return kExitDone;
  }
  TRY(write_file(out, picture));
  print(fmt::format("{}: {} bytes\n", out, picture.size()));
  return kExitDone;
}

/// A task of the grid world, with the way a program takes through it; .apng moves.
Result<int> render_grid(const Options& options) {
  GridPicture picture;
  picture.file = options.file;
  picture.id = options.id;
  picture.program = options.program;
  picture.out = options.out;
  if (options.size_flag->count() > 0) {
    const auto [width, height] = TRY(parse_size(options.size));
    picture.size = std::max(width, height);
  }
  const std::string bytes = TRY(grid_picture(picture));
  return hand_over(bytes, options.out);
}

/// An SVG or CAD program, or the program of a question about one.
Result<int> render_graphics(const Options& options, bool question) {
  int size = question ? 512 : 1024;
  if (options.size_flag->count() > 0) {
    const auto [width, height] = TRY(parse_size(options.size));
    size = std::max(width, height);
  }
  const std::string bytes =
      TRY(question ? question_picture(options.file, options.id, options.out, size)
                   : program_picture(options.file, options.out, size));
  return hand_over(bytes, options.out);
}

/// A task of the turtle suites, or the drawing of an answer to it.
Result<int> render_task(const Options& options, const std::string& suite) {
  if (std::filesystem::path(options.out).extension() != ".png" && options.out != "-") {
    return fail(ErrorCode::kUsage, "the picture's name must end with .png", options.out);
  }
  const TaskPicture wanted{suite, options.file, options.id, options.program};
  return hand_over(TRY(task_picture(wanted)), options.out);
}

Result<int> render(const Options& options) {
  const std::string suite = options.lang.empty() ? suite_of_data(options.file) : "";
  if (suite == "sgp") return render_graphics(options, true);
  if (options.lang == "xlogo" || suite == "xlogo") return render_grid(options);
  if (suite == "turtleai" || suite == "turtlebench") return render_task(options, suite);
  if (options.lang == "turtle" ||
      (options.lang.empty() && std::filesystem::path(options.file).extension() == ".py")) {
    return render_turtle(options);
  }
  if (options.lang == "svg" || options.lang == "cad" ||
      (options.lang.empty() && is_graphics_program(options.file))) {
    return render_graphics(options, false);
  }
  const raster::Bitmap subject = raster::render(lang::shapes::to_scene(TRY(read_subject(options))));
  raster::Image image = raster::to_image(subject);
  if (!options.program.empty()) {
    const std::string text = TRY(read_file(options.program, kMaxBytes));
    const lang::shapes::Program program = TRY(parse_program(text, options.program));
    image = raster::difference_picture(subject, raster::render(lang::shapes::to_scene(program)));
  }
  const std::string png = raster::encode_png(image);
  if (options.out == "-") {
    print(png);
    return kExitDone;
  }
  if (std::filesystem::path(options.out).extension() != ".png") {
    return fail(ErrorCode::kUsage, "the picture's name must end with .png", options.out);
  }
  TRY(write_file(options.out, png));
  print(fmt::format("{}: {} x {} pixels\n", options.out, image.width(), image.height()));
  return kExitDone;
}

}  // namespace

std::function<int()> add_render(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("file", options->file, "a program, a task's .json file, or a data folder")
      ->required();
  app.add_option("--id", options->id, "with a data folder: which task")->type_name("ID");
  app.add_option("--program", options->program, "a program to compare with it")->type_name("FILE");
  app.add_option("--lang", options->lang, "default: by the file")
      ->type_name("turtle|shapes|xlogo|svg|cad")
      ->check(quiet(CLI::IsMember({"turtle", "shapes", "xlogo", "svg", "cad"})));
  app.add_option("--view", options->view, "of a drawing")
      ->type_name("fit|tk|canonical")
      ->check(quiet(CLI::IsMember({"fit", "tk", "canonical"})))
      ->capture_default_str();
  options->size_flag = app.add_option("--size", options->size, "of the fit view")
                           ->type_name("WxH")
                           ->capture_default_str();
  app.add_option("-o,--out", options->out, "the picture; - is stdout")
      ->type_name("OUT.png|.svg|.apng|.json|.scene")
      ->capture_default_str();
  app.footer(kExamples);
  return [options] {
    const auto code = render(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
