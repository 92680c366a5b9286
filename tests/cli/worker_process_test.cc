// `papert worker`: frames in, frames out, and the lines of `papert score` for the same replies.

#include <sys/stat.h>

#include "base/file_descriptor.h"
#include "papert_process.h"

namespace papert::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::string framed(const std::string& text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<char>((size >> (8 * i)) & 0xFFU));
  return bytes + text;
}

class Worker : public PapertTest {
 protected:
  /// The answers in what a worker printed; fails on anything that is not a frame.
  static std::vector<std::string> frames_of(std::string_view bytes) {
    std::vector<std::string> frames;
    while (bytes.size() >= 4) {
      std::size_t size = 0;
      for (std::size_t i = 4; i-- > 0;) size = 256 * size + static_cast<unsigned char>(bytes[i]);
      EXPECT_LE(size + 4, bytes.size());
      frames.emplace_back(bytes.substr(4, size));
      bytes.remove_prefix(std::min(size + 4, bytes.size()));
    }
    EXPECT_EQ(bytes.size(), 0U);
    return frames;
  }

  ProcessResult work(const std::string& input, const std::vector<std::string>& flags = {}) {
    std::vector<std::string> arguments{"worker"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return papert(arguments, {.input = input});
  }

  Json one(const Json& request) {
    const ProcessResult result = work(framed(dump_json(request)));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const auto frames = frames_of(result.out);
    EXPECT_EQ(frames.size(), 1U);
    return frames.empty() ? Json() : *parse_json(frames.front());
  }
};

TEST_F(Worker, EndsWithItsInput) {
  const ProcessResult result = work("");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(Worker, AnswersEveryFrameAndPrintsNothingElse) {
  const std::string garbage("\x00\xff\x7f{}]", 6);
  const ProcessResult result = work(framed(R"({"op":"info","tag":"a"})") + framed(garbage) +
                                    framed("") + framed(R"({"op":"score","tag":"b"})") +
                                    framed(R"({"op":"reward","items":[],"tag":"c"})"));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto frames = frames_of(result.out);
  ASSERT_EQ(frames.size(), 5U);
  EXPECT_EQ((*parse_json(frames[0]))["tag"], "a");
  EXPECT_EQ((*parse_json(frames[1]))["error"]["code"], "bad_data");
  EXPECT_EQ((*parse_json(frames[2]))["error"]["code"], "bad_data");
  EXPECT_EQ((*parse_json(frames[3]))["error"]["where"], "items");
  EXPECT_EQ(frames[4], R"({"tag":"c","rewards":[],"verdicts":[],"metrics":[]})");
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(Worker, AFrameThatIsCutOffOrTooLongEndsIt) {
  for (const std::string& tail :
       {std::string("\x10\0\0\0{\"op\"", 9), std::string("\xff\xff\xff\xff")}) {
    const ProcessResult result = work(framed(R"({"op":"info"})") + tail);
    EXPECT_EQ(result.exit_code, 65);
    const auto frames = frames_of(result.out);
    ASSERT_EQ(frames.size(), 2U);
    EXPECT_TRUE((*parse_json(frames[1])).contains("error"));
    EXPECT_THAT(result.err, HasSubstr("papert: "));
  }
}

TEST_F(Worker, ASignalEndsIt) {
  // A pipe that stays open: the worker answers and waits for the next frame.
  const std::filesystem::path pipe = path("frames");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const FileDescriptor writer(::open(pipe.c_str(), O_RDWR | O_CLOEXEC));
  const std::string frame = framed(R"({"op":"reward","items":[]})");
  ASSERT_EQ(::write(writer.get(), frame.data(), frame.size()), static_cast<ssize_t>(frame.size()));
  const auto answered = [&] { return !slurp(path("answers")).empty(); };
  const ProcessResult result = run_process(
      {"/bin/sh", "-c", std::string("exec ") + PAPERT_BINARY + " worker <frames >answers"},
      {.folder = folder_.path(), .kill_signal = SIGTERM, .kill_when = answered});
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_EQ(frames_of(slurp(path("answers"))).size(), 1U);
}

/// Every reference, and replies that are wrong in several ways, by both doors.
void expect_same_lines(const std::vector<std::string>& lines, const std::string& frame) {
  std::string expected = "{\"scores\":[";
  for (std::size_t i = 0; i < lines.size(); ++i) expected += (i > 0 ? "," : "") + lines[i];
  EXPECT_EQ(frame, expected + "]}");
}

TEST_F(Worker, ScoresAreTheLinesOfPapertScore) {
  std::vector<std::string> suites{"shapecode", "xlogo"};
#ifdef PAPERT_HAS_CAD
  suites.emplace_back("sgp");
#endif
#ifdef PAPERT_HAS_ZYGOTE
  suites.insert(suites.end(), {"turtleai", "turtlebench"});
#endif
  for (const std::string& suite : suites) {
    SCOPED_TRACE(suite);
    const Json source{{"mint", {{"seed", 7}, {"count", 1}}}};
    const Json tasks = one({{"op", "tasks"}, {"suite", suite}, {"src", source}});
    ASSERT_FALSE(tasks.contains("error")) << dump_json(tasks);
    std::string wanted;
    for (const Json& task : tasks["tasks"]) {
      wanted += framed(dump_json(Json{{"op", "task"},
                                      {"suite", suite},
                                      {"src", source},
                                      {"id", task["id"]},
                                      {"prompt", false},
                                      {"reference", true}}));
    }
    Json request{{"op", "score"}, {"suite", suite}, {"src", source}, {"items", Json::array()}};
    std::string answers;
    for (const std::string& frame : frames_of(work(wanted).out)) {
      const Json task = *parse_json(frame);
      ASSERT_FALSE(task.contains("error")) << frame;
      const std::string reference = task["reference"].get<std::string>();
      int epoch = 0;
      for (const std::string& text :
           {reference, std::string("no idea"), reference.substr(0, reference.size() / 2),
            "<think>hm</think>" + reference, std::string("```python\ndef run():\n    pass\n```"),
            std::string("\xff\"\\ \xe2\x82")}) {
        Json item{{"id", task["id"]}, {"epoch", epoch}, {"key", {{"n", epoch++}}}, {"text", text}};
        answers += dump_json(item) + "\n";
        request["items"].push_back(std::move(item));
      }
    }
    const ProcessResult scored = papert(
        {"score", suite, "--mint", "7", "--count", "1", "--answers", "-"}, {.input = answers});
    ASSERT_EQ(scored.exit_code, 0) << scored.err;
    std::vector<std::string> lines;
    for (const std::string_view line : split(scored.out, '\n')) {
      if (!line.empty()) lines.emplace_back(line);
    }
    ASSERT_EQ(lines.size(), request["items"].size());
    const auto frames = frames_of(work(framed(dump_json(request))).out);
    ASSERT_EQ(frames.size(), 1U);
    expect_same_lines(lines, frames.front());
  }
}

TEST_F(Worker, HelpTeachesTheRequests) {
  const ProcessResult help = papert({"worker", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  for (const char* operation : {"info", "tasks", "task", "score", "reward", "run", "render"}) {
    EXPECT_THAT(help.out, HasSubstr("\"op\":\"" + std::string(operation) + "\""));
  }
}

}  // namespace
}  // namespace papert::test
