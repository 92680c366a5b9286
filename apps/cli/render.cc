#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/json.h"
#include "cli.h"
#include "lang/shapes/parse.h"
#include "raster/raster.h"

namespace papert::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  papert render program.txt -o picture.png
  papert render fresh/fresh/hard/fresh-hard-00000003.json -o picture.png
      the reference program of a task file
  papert render fresh --id fresh-hard-00000003 --program answer.txt -o compare.png
      a task of a data folder with a program over it: shared pixels grey, missing red, extra blue)";

struct Options {
  std::string file;
  std::string id;
  std::string program;
  std::string out = "out.png";
};

constexpr std::size_t kMaxBytes = 64U << 20;

Result<shapes::Program> parse_program(const std::string& text, const std::string& where) {
  auto program = shapes::parse(text);
  if (program) return std::move(*program);
  return fail(ErrorCode::kBadData,
              fmt::format("{} in line {}: {}", shapes::error_name(program.error().name),
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
Result<shapes::Program> read_subject(const Options& options) {
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

Result<int> render(const Options& options) {
  const raster::Bitmap subject = raster::render(shapes::to_scene(TRY(read_subject(options))));
  raster::Image image = raster::to_image(subject);
  if (!options.program.empty()) {
    const std::string text = TRY(read_file(options.program, kMaxBytes));
    const shapes::Program program = TRY(parse_program(text, options.program));
    image = raster::difference_picture(subject, raster::render(shapes::to_scene(program)));
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
  app.add_option("-o,--out", options->out, "the picture; - is stdout")
      ->type_name("OUT.png")
      ->capture_default_str();
  app.footer(kExamples);
  return [options] {
    const auto code = render(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
