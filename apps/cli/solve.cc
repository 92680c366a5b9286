// One task, or one picture, given to the solver of a suite: its program on standard output, and the
// way there as pictures.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/file.h"
#include "base/html.h"
#include "base/json.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "raster/jpeg.h"
#include "raster/png.h"
#include "raster/svg.h"
#include "reply/code.h"
#include "solve/solver.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kSolveExamples = R"(Examples:
  papert solve shapecode picture.png
      finds a program that draws the picture, and prints it
  papert solve turtleai drawing.png -o stages/
      also writes a picture of each stage: stages/1-....png, stages/2-....png, ...
  papert solve turtlebench drawing.jpg -o stages.png
      all stages side by side in one picture
  papert solve xlogo tasks.jsonl --id 18b
      a task of a data folder or file; whether it is solved is said on standard error
  papert solve sgp --mint 7 --json
      a fresh task from a seed; program, verdict and stages as one JSON object
  papert solve sgp sgp_inv_testset.csv --id 4-1

shapecode, turtleai and turtlebench are solved from a picture alone (PNG or JPEG). xlogo and sgp need a
task: what is asked stands in it. The same solvers play as models: papert eval SUITE --model solver/NAME.
Exit code 0 whatever the verdict, 1 where no program was found, 65 where a picture cannot be read.)";

/// A drawing that is looked at has far fewer pixels; more are refused before they are unpacked.
constexpr int kMaxSide = 8192;
constexpr std::int64_t kMaxPixels = 16'000'000;

struct SolveOptions {
  std::string suite;
  std::string what;
  std::string id;
  std::int64_t seed = 0;
  Option* mint_flag = nullptr;
  std::vector<std::string> tiers;
  ModeOptions mode;
  std::string out;
  bool json = false;
};

/// What is given to the solver, and the task if there is one.
struct Given {
  std::shared_ptr<suite::TaskSet> tasks;
  std::size_t index = 0;
  suite::Prompt prompt;
  bool bad_data = false;  // some tasks could not be used; they were listed
};

bool is_png(std::string_view bytes) { return bytes.starts_with("\x89PNG"); }
bool is_jpeg(std::string_view bytes) { return bytes.starts_with("\xff\xd8\xff"); }

/// By its first bytes; a name that promises a picture is taken at its word.
Result<bool> is_picture(const std::filesystem::path& path) {
  if (is_folder(path)) return false;
  const std::string ending = lower(path.extension().string());
  if (ending == ".png" || ending == ".jpg" || ending == ".jpeg") return true;
  const FileDescriptor file = TRY(open_file(path, 0));
  const std::string head = TRY(read_at(file.get(), 0, 8, path.string()));
  return is_png(head) || is_jpeg(head);
}

/// The picture as solvers take it.
Result<std::string> read_picture(const std::string& path) {
  const auto named = [&](Error error) {
    error.where = path;
    return fail(std::move(error));
  };
  std::string bytes = TRY(read_file(path));
  if (is_jpeg(bytes)) {
    const auto image = raster::decode_jpeg(bytes, {.max_side = kMaxSide, .max_pixels = kMaxPixels});
    if (!image) return named(image.error());
    return raster::encode_png(*image);
  }
  if (!is_png(bytes)) {
    return fail(ErrorCode::kBadData, "this is neither a PNG nor a JPEG file", path);
  }
  const auto image = raster::decode_png(bytes, {.max_side = kMaxSide, .max_pixels = kMaxPixels});
  if (!image) return named(image.error());
  return bytes;
}

/// The task that was named, or the first.
Result<std::size_t> find_task(const suite::TaskSet& tasks, const std::string& id) {
  if (tasks.size() == 0) return fail(ErrorCode::kBadData, "there are no tasks");
  if (id.empty()) {
    if (tasks.size() > 1) {
      report_note(fmt::format("this is {}, the first of {}; --id chooses another", tasks.id(0),
                              counted(static_cast<std::int64_t>(tasks.size()), "task")));
    }
    return std::size_t{0};
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (tasks.id(i) == id) return i;
  }
  return fail(ErrorCode::kUsage,
              fmt::format("there is no task '{}' among {}; the first is '{}'", id,
                          counted(static_cast<std::int64_t>(tasks.size()), "task"), tasks.id(0)),
              "--id");
}

/// The file that lists the tasks of a folder stands for the folder.
std::filesystem::path data_path(const std::string& what) {
  std::filesystem::path path = absolute_path(what);
  for (const char* name : {"tasks.jsonl", "dataset.jsonl", "manifest.json"}) {
    if (path.filename() == name) return path.parent_path();
  }
  return path;
}

/// A file that is not a picture holds tasks of sgp or xlogo, or stands for its folder.
Result<void> check_tasks(const suite::Suite& suite, const std::string& what) {
  const bool takes_files = suite.name() == "sgp" || suite.name() == "xlogo";
  if (takes_files || is_folder(data_path(what))) return {};
  return fail(ErrorCode::kBadData,
              fmt::format("this is neither a picture (PNG or JPEG) nor a folder with tasks of {}",
                          suite.name()),
              what);
}

Result<Given> open_task(const suite::Suite& suite, const SolveOptions& options) {
  run::RunConfig config;
  TRY(options.mode.apply(suite, config));
  if (!options.what.empty()) config.data.folder = data_path(options.what).string();
  config.data.seed = options.seed;
  config.data.count = 1;
  config.data.tiers = options.tiers;
  Given given;
  given.tasks = TRY(config.data.open(suite, config.modes, available_processors()));
  given.bad_data = report_problems(given.tasks->problems());
  report_notes(given.tasks->notes());
  given.index = TRY(find_task(*given.tasks, options.id));
  given.prompt = TRY(given.tasks->prompt(given.index, suite.default_prompt(config.modes)));
  return given;
}

Result<Given> open_given(const suite::Suite& suite, const SolveOptions& options) {
  const bool minted = options.mint_flag->count() > 0;
  if (options.what.empty() == !minted) {
    return fail(ErrorCode::kUsage,
                minted ? "a picture or task and --mint cannot both be given"
                       : "say what is to be solved: a picture, a data folder or file with --id ID, "
                         "or --mint SEED");
  }
  if (minted) return open_task(suite, options);
  if (!may_exist(options.what)) {
    return fail(ErrorCode::kUsage, "there is no such file or folder", options.what);
  }
  const bool picture = TRY(is_picture(options.what));
  if (!picture) {
    TRY(check_tasks(suite, options.what));
    return open_task(suite, options);
  }
  if (!options.id.empty()) {
    return fail(ErrorCode::kUsage, "a picture has no tasks to choose from", "--id");
  }
  Given given;
  std::string bytes = TRY(read_picture(options.what));
  given.prompt.images.push_back(std::move(bytes));
  return given;
}

/// "2-colour-regions.png"
std::string file_name(std::size_t number, const std::string& name) {
  std::string text = fmt::format("{}-", number);
  for (const char c : lower(name)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain) text += c;
    if (!plain && !text.ends_with('-')) text += '-';
  }
  while (text.ends_with('-')) text.pop_back();
  return text + ".png";
}

void copy_into(raster::Image& sheet, const raster::Image& picture, int left, int top) {
  const int channels = picture.channels();
  for (int y = 0; y < picture.height(); ++y) {
    const std::uint8_t* from = picture.row(y);
    std::uint8_t* to = sheet.row(top + y) + std::ptrdiff_t{3} * left;
    for (int x = 0; x < picture.width(); ++x) {
      for (int c = 0; c < 3; ++c) to[3 * x + c] = from[channels * x + (channels == 3 ? c : 0)];
    }
  }
}

/// The number and name of a stage; empty where this machine cannot draw letters.
raster::Image label_of(std::size_t number, const std::string& name, int width, int height) {
  const std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\"><rect width=\"100%\" "
      "height=\"100%\" fill=\"#e0e0e0\"/><text x=\"0\" y=\"17\" font-family=\"sans-serif\" "
      "font-size=\"14\">{} {}</text></svg>",
      width, height, number, html_escaped(name));
  auto label = raster::render_svg(svg, width, height);
  return label ? std::move(*label) : raster::Image();
}

/// All stages in rows of three, each with its number and name above.
raster::Image sheet_of(const std::vector<solve::Stage>& stages) {
  constexpr int kGap = 12;
  constexpr int kLine = 24;
  constexpr int kColumns = 3;
  int width = 160;  // so that a name has room
  int height = 0;
  for (const solve::Stage& stage : stages) {
    width = std::max(width, stage.picture.width());
    height = std::max(height, stage.picture.height());
  }
  const int count = static_cast<int>(stages.size());
  const int columns = std::min(count, kColumns);
  const int rows = (count + kColumns - 1) / kColumns;
  raster::Image sheet(kGap + columns * (width + kGap), kGap + rows * (kLine + height + kGap),
                      raster::PixelFormat::kRgb, 224);
  for (int i = 0; i < count; ++i) {
    const solve::Stage& stage = stages[static_cast<std::size_t>(i)];
    const int left = kGap + i % kColumns * (width + kGap);
    const int top = kGap / 2 + i / kColumns * (kLine + height + kGap);
    const auto number = static_cast<std::size_t>(i) + 1;
    copy_into(sheet, label_of(number, stage.name, std::min(width, raster::kMaxSvgSide), kLine),
              left, top);
    copy_into(sheet, stage.picture, left, top + kLine);
  }
  return sheet;
}

/// Writes the stages and gives the names of the files.
Result<std::vector<std::string>> write_stages(const std::vector<solve::Stage>& stages,
                                              const std::string& out) {
  std::vector<std::string> files;
  const std::filesystem::path path(out);
  const bool folder = out.ends_with('/') || is_folder(path);
  if (!folder && lower(path.extension().string()) != ".png") {
    return fail(ErrorCode::kUsage, "give OUT.png for one sheet, or FOLDER/ for a file each", out);
  }
  if (!folder) {
    TRY(write_file(path, raster::encode_png(sheet_of(stages))));
    files.push_back(out);
    return files;
  }
  TRY(make_directories(path));
  files.reserve(stages.size());
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const std::filesystem::path file = path / file_name(i + 1, stages[i].name);
    TRY(write_file(file, raster::encode_png(stages[i].picture)));
    files.push_back(file.string());
  }
  return files;
}

/// Where a solver draws nothing itself: the picture it was given, or the task and the answer.
Result<void> add_usual_stages(const Given& given, const std::optional<suite::Judged>& judged,
                              std::vector<solve::Stage>& stages) {
  if (!stages.empty()) return {};
  if (judged) {
    for (suite::Picture& picture : given.tasks->pictures(given.index, *judged)) {
      stages.push_back({std::move(picture.title), std::move(picture.image)});
    }
    return {};
  }
  raster::Image picture = TRY(raster::decode_png(given.prompt.images.front()));
  stages.push_back({"picture", std::move(picture)});
  return {};
}

/// The program of the reply; all of it where it has no fenced block.
std::string program_of(const std::string& reply) {
  for (const reply::Candidate& candidate : reply::find_code(reply)) {
    if (candidate.rule == "fence") return candidate.code;
  }
  return reply;
}

/// "fresh-hard-00000007: right: exact_match 1.000", by the suite's first figure.
std::string verdict_text(const std::string& id, const suite::Score& score) {
  std::string text = fmt::format("{}: {}", id, suite::verdict_name(score.verdict));
  for (const suite::Metric& metric : score.metrics) {
    if (metric.value) return text + fmt::format(": {} {:.3f}", metric.name, *metric.value);
  }
  return text;
}

void print_json(const SolveOptions& options, const Given& given, const std::string& reply,
                const std::optional<suite::Judged>& judged, const std::vector<std::string>& files) {
  Json line{{"suite", options.suite}};
  if (given.tasks) line["id"] = given.tasks->id(given.index);
  line["program"] = program_of(reply);
  line["reply"] = reply;
  if (judged) {
    line["verdict"] = suite::verdict_name(judged->score.verdict);
    line["metrics"] = suite::metrics_json(judged->score.metrics);
  }
  if (!options.out.empty()) line["stages"] = files;
  print(dump_json(line) + "\n");
}

/// A picture tells nothing to who works on the task itself.
Result<void> check_needs(const suite::Suite& suite, const Given& given) {
  if (given.tasks) return {};
  for (const solve::SolverInfo& info : solve::all_solvers()) {
    const bool plays =
        std::find(info.suites.begin(), info.suites.end(), suite.name()) != info.suites.end();
    if (!plays || info.reads_prompt) continue;
    return fail(ErrorCode::kUsage,
                fmt::format("solver/{} needs a task, a picture is not enough: give a data folder "
                            "or file with --id ID, or --mint SEED",
                            info.name));
  }
  return {};
}

/// That there is no program is an answer; all else names what was given.
Result<int> refused(Error error, const std::string& what) {
  if (error.where.empty() && error.code != ErrorCode::kUsage) error.where = what;
  if (error.code != ErrorCode::kNotFound) return fail(std::move(error));
  report_error(error);
  return kExitNo;
}

Result<int> solve_one(const SolveOptions& options) {
  const auto suite = TRY(suite::find_suite(options.suite));
  const Given given = TRY(open_given(*suite, options));
  TRY(check_needs(*suite, given));
  auto solved = solve::solve(suite->name(), {.text = given.prompt.text,
                                             .images = given.prompt.images,
                                             .tasks = given.tasks.get(),
                                             .index = given.index,
                                             .with_stages = !options.out.empty()});
  if (!solved) return refused(solved.error(), options.what);
  solve::Solution solution = std::move(*solved);
  std::optional<suite::Judged> judged;
  if (given.tasks) {
    const reply::Answer answer =
        suite::read_answer(*given.tasks, solution.reply, reply::Extraction::kLenient);
    judged = given.tasks->judge(given.index, answer);
  }
  std::vector<std::string> files;
  if (!options.out.empty()) {
    TRY(add_usual_stages(given, judged, solution.stages));
    files = TRY(write_stages(solution.stages, options.out));
  }
  if (options.json) {
    print_json(options, given, solution.reply, judged, files);
  } else {
    const std::string program = program_of(solution.reply);
    print(program.ends_with('\n') ? program : program + "\n");
    if (judged) report_note(verdict_text(given.tasks->id(given.index), judged->score));
    for (const std::string& file : files) report_note("wrote " + file);
  }
  return given.bad_data ? kExitBadData : kExitDone;
}

}  // namespace

std::function<int()> add_solve(Command& app) {
  auto options = std::make_shared<SolveOptions>();
  app.add_option("suite", options->suite, "whose solver (papert list models)")
      ->type_name("SUITE")
      ->required();
  app.add_option("what", options->what, "a PNG or JPEG file, or a data folder or file")
      ->type_name("PICTURE|TASK");
  app.add_option("--id", options->id, "of several tasks: which one (default: the first)")
      ->type_name("ID");
  options->mint_flag =
      app.add_option("--mint", options->seed, "a fresh task from this seed instead")
          ->type_name("SEED");
  app.add_option("--tier", options->tiers, "only this tier")->type_name("T")->delimiter(',');
  options->mode.add_to(app, Reader::kRules);
  app.add_option("-o,--out", options->out, "pictures of the way there: one sheet, or into a folder")
      ->type_name("OUT.png|FOLDER/");
  app.add_flag("--json", options->json, "program, verdict and files as one JSON object");
  app.footer(kSolveExamples);
  return [options] {
    const auto code = solve_one(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
