// What scoring a reply of the drawing suite costs beside running its program, where programs are
// long: 2,000 and 200,000 turtle calls of several kinds. Everything a reply pays for counts: the
// program is found, run in the jail, its drawing painted, compared and, where it is wrong,
// explained.
//
//     turtle_large_bench [kind]    JSON: CPU milliseconds of a run and of a score, and their ratio
//
// "right" is the task's own program, "small" the program against a task of a few lines, "large"
// against the next kind of its size. PAPERT_ZYGOTE names the jailed interpreter.

#include <fmt/core.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/freed_memory.h"
#include "base/json.h"
#include "lang/turtle/host/jail_pool.h"
#include "one_core.h"
#include "raster/png.h"
#include "suite/turtleai/turtleai.h"

namespace papert {
namespace {

constexpr double kSeconds = 0.5;  // of CPU time that each work is repeated

struct Kind {
  std::string_view name;
  std::string_view body;  // what is repeated, in the variable i, about two calls each
};

constexpr std::array kKinds{
    Kind{"spiral", "    t.forward(i % 50)\n    t.left(91)\n"},
    Kind{"growing spiral", "    t.forward(i * 0.1)\n    t.left(59)\n"},
    Kind{"random walk", "    t.forward(10)\n    t.setheading(random.choice([0, 90, 180, 270]))\n"},
    Kind{"dots",
         "    t.up()\n    t.goto(i * 37 % 601, i * 91 % 599)\n    t.dot(5, 'red' if i % 2 else "
         "'blue')\n"},
    Kind{"fills",
         "    if i % 3 == 0:\n        t.end_fill()\n        t.fillcolor('green' if i % 2 else "
         "'gold')\n        t.goto(i * 37 % 400, i * 91 % 400)\n        t.begin_fill()\n    "
         "t.forward(20)\n    t.left(120)\n"},
    Kind{"circles", "    if i % 40 == 0:\n        t.circle(20 + i % 60)\n    t.left(18)\n"},
    Kind{"colours",
         "    t.pencolor(['red', 'green', 'blue'][i % 3])\n    t.forward(i % 97)\n"
         "    t.left(73)\n"}};

std::string program(const Kind& kind, int calls) {
  return fmt::format(
      "import random\nimport turtle\nrandom.seed(3)\nt = turtle.Turtle()\nfor i in range({}):\n{}",
      calls / 2, kind.body);
}

std::string reply(const std::string& code) { return "```python\n" + code + "```\n"; }

/// CPU milliseconds of one call.
template <class Work>
double cost(const Work& work) {
  work();
  const double begin = bench::cpu_seconds();
  double spent = 0;
  int count = 0;
  for (; spent < kSeconds; ++count) {
    work();
    spent = bench::cpu_seconds() - begin;
  }
  return spent / count * 1e3;
}

/// A task for every kind and size, and a small one at the end.
Result<std::unique_ptr<suite::TaskSet>> make_tasks(const std::vector<std::string>& programs) {
  const std::string made = (std::filesystem::temp_directory_path() / "papert-XXXXXX").string();
  std::vector<char> name(made.c_str(), made.c_str() + made.size() + 1);
  if (::mkdtemp(name.data()) == nullptr) return fail(ErrorCode::kIo, "no temporary folder", made);
  const std::filesystem::path folder(name.data());
  const raster::Image picture(1, 1, raster::PixelFormat::kRgb);
  TRY(write_file(folder / "x.png", raster::encode_png(picture)));
  std::string lines;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Json line{{"id", fmt::format("{:03}", i)}, {"image", "x.png"},     {"code", programs[i]},
                    {"category", "rotation"},        {"difficulty", "hard"}, {"dataset", "craft"}};
    lines += dump_json(line) + "\n";
  }
  TRY(write_file(folder / "tasks.jsonl", lines));
  auto tasks = suite::turtleai::make_suite()->load(folder, {});
  std::filesystem::remove_all(folder);
  return tasks;
}

Result<std::string> measure_all(std::string_view only) {
  bench::stay_on_one_core();
  constexpr std::array kCalls{2'000, 200'000};
  std::vector<std::string> programs;
  for (const int calls : kCalls) {
    for (const Kind& kind : kKinds) programs.push_back(program(kind, calls));
  }
  programs.emplace_back("import turtle\nfor i in range(4):\n    turtle.fd(9)\n    turtle.lt(90)\n");
  const auto tasks = TRY(make_tasks(programs));
  if (tasks->size() != programs.size()) return fail(tasks->problems().front());
  lang::turtle::JailPool jails({});
  std::string text;
  for (std::size_t i = 0; i + 1 < programs.size(); ++i) {
    const Kind& kind = kKinds[i % kKinds.size()];
    if (!only.empty() && kind.name != only) continue;
    const auto scoring = [&](std::size_t task) {
      return cost([&] {
        (void)tasks->score(task, tasks->read(reply(programs[i]), reply::Extraction::kLenient));
      });
    };
    const auto drawing = TRY(jails.run(programs[i]));
    if (drawing.outcome.status != sandbox::Status::kOk) {
      return fail(ErrorCode::kInternal, "the program does not run", drawing.outcome.reason);
    }
    const double run = cost([&] { (void)jails.run(programs[i]); });
    const std::size_t size = i / kKinds.size();
    const std::size_t next = size * kKinds.size() + (i + 1) % kKinds.size();
    text += fmt::format("{}\"{} {}\": {{\"run_ms\": {:.3f}", text.empty() ? "{" : ",\n ", kind.name,
                        kCalls[size], run);
    for (const auto& [name, task] : std::initializer_list<std::pair<const char*, std::size_t>>{
             {"right", i}, {"small", programs.size() - 1}, {"large", next}}) {
      const double score = scoring(task);
      text +=
          fmt::format(", \"{}_ms\": {:.3f}, \"{}_ratio\": {:.2f}", name, score, name, score / run);
    }
    text += "}";
  }
  return text + "}\n";
}

}  // namespace
}  // namespace papert

int main(int count, char** arguments) {
  papert::keep_freed_memory();  // as papert does
  const auto text = papert::measure_all(count == 2 ? arguments[1] : "");
  if (!text) {
    fmt::print(stderr, "turtle_large_bench: {}\n", text.error().to_string());
    return 1;
  }
  fmt::print("{}", *text);
  return 0;
}
