#include "base/jsonl.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <thread>
#include <tuple>

#include "support/temp_folder.h"

namespace papert {
namespace {

using Row = std::tuple<std::int64_t, std::string, bool, bool>;

std::vector<Row> read_all(const std::filesystem::path& path, LineReaderOptions options = {}) {
  LineReader reader = LineReader::open(path, options).value();
  std::vector<Row> rows;
  Line line;
  while (reader.next(line).value()) {
    rows.emplace_back(line.number, line.text, line.complete, line.too_long);
  }
  EXPECT_FALSE(reader.next(line).value());
  return rows;
}

TEST(LineReader, GivesEveryLine) {
  const test::TempFolder folder;
  const auto path = folder / "a";
  const auto rows_of = [&](std::string_view text) {
    EXPECT_TRUE(write_file(path, text));
    return read_all(path);
  };
  EXPECT_THAT(rows_of(""), testing::IsEmpty());
  EXPECT_THAT(rows_of("\n"), testing::ElementsAre(Row(1, "", true, false)));
  EXPECT_THAT(rows_of("a\n\nb\r\n"),
              testing::ElementsAre(Row(1, "a", true, false), Row(2, "", true, false),
                                   Row(3, "b\r", true, false)));
  EXPECT_THAT(rows_of("a\nb"),
              testing::ElementsAre(Row(1, "a", true, false), Row(2, "b", false, false)));
  EXPECT_THAT(rows_of(std::string_view("\0\xff\n", 3)),
              testing::ElementsAre(Row(1, std::string("\0\xff", 2), true, false)));
}

TEST(LineReader, JoinsChunks) {
  const test::TempFolder folder;
  std::string text;
  std::vector<std::size_t> lengths = {0, 1, 262143, 262144, 262145, 262142, 1000000, 3};
  for (const std::size_t length : lengths) text.append(length, 'x').push_back('\n');
  ASSERT_TRUE(write_file(folder / "a", text));
  const std::vector<Row> rows = read_all(folder / "a");
  ASSERT_EQ(rows.size(), lengths.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(std::get<1>(rows[i]).size(), lengths[i]);
    EXPECT_EQ(std::get<0>(rows[i]), static_cast<std::int64_t>(i + 1));
  }
}

TEST(LineReader, SaysWhereALineBegins) {
  const test::TempFolder folder;
  ASSERT_TRUE(write_file(folder / "a", "12\n\n" + std::string(300000, 'x') + "\nend"));
  auto reader = LineReader::open(folder / "a", {.max_line_bytes = 5, .cancel = {}});
  ASSERT_TRUE(reader);
  Line line;
  std::vector<std::size_t> offsets;
  while (*reader->next(line)) offsets.push_back(line.offset);
  EXPECT_THAT(offsets, testing::ElementsAre(0U, 3U, 4U, 300005U)) << "a skipped line counts, too";
}

TEST(LineReader, SkipsLongLines) {
  const test::TempFolder folder;
  ASSERT_TRUE(
      write_file(folder / "a", fmt::format("12345\n123456\nab\n{}", std::string(1000000, 'x'))));
  EXPECT_THAT(read_all(folder / "a", {.max_line_bytes = 5, .cancel = {}}),
              testing::ElementsAre(Row(1, "12345", true, false), Row(2, "", true, true),
                                   Row(3, "ab", true, false), Row(4, "", false, true)));
}

TEST(LineReader, ReportsErrors) {
  const test::TempFolder folder;
  EXPECT_EQ(LineReader::open(folder / "none").error().code, ErrorCode::kNotFound);
  LineReader reader = LineReader::open(folder.path()).value();
  Line line;
  EXPECT_FALSE(reader.next(line));
}

/// A pipe with both ends open, under a path.
struct Pipe {
  test::TempFolder folder;
  std::filesystem::path path = folder / "pipe";
  FileDescriptor writer;

  Pipe() {
    EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0);
    writer = FileDescriptor(::open(path.c_str(), O_RDWR));
  }
};

TEST(LineReader, GivesALineAsSoonAsItIsThere) {
  const Pipe pipe;
  LineReader reader = LineReader::open(pipe.path).value();
  Line line;
  for (const char* text : {"one", "two"}) {
    ASSERT_TRUE(write_all(pipe.writer.get(), fmt::format("{}\n", text), "pipe"));
    ASSERT_TRUE(reader.next(line).value());  // would block for ever if it wanted more
    EXPECT_EQ(line.text, text);
  }
}

TEST(LineReader, KnowsWhetherMoreIsThere) {
  const Pipe pipe;
  LineReader reader = LineReader::open(pipe.path).value();
  EXPECT_FALSE(reader.ready());
  ASSERT_TRUE(write_all(pipe.writer.get(), "one\ntwo\n", "pipe"));
  EXPECT_TRUE(reader.ready());
  Line line;
  ASSERT_TRUE(reader.next(line).value());
  EXPECT_TRUE(reader.ready()) << "the second line was read with the first";
  ASSERT_TRUE(reader.next(line).value());
  EXPECT_FALSE(reader.ready());
  const test::TempFolder folder;
  ASSERT_TRUE(write_file(folder / "a", "x"));
  LineReader file = LineReader::open(folder / "a").value();
  EXPECT_TRUE(file.ready());
  ASSERT_TRUE(file.next(line).value());
  EXPECT_TRUE(file.ready()) << "the end is there";
}

TEST(LineReader, StopsWaitingWhenCancelled) {
  const Pipe pipe;
  const CancelToken token;
  LineReaderOptions options;
  options.cancel = token;
  LineReader reader = LineReader::open(pipe.path, options).value();
  std::thread thread([token] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    token.cancel();
  });
  Line line;
  const auto result = reader.next(line);
  thread.join();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
}

TEST(JsonlWriter, AppendsLines) {
  const test::TempFolder folder;
  const auto path = folder / "a.jsonl";
  {
    JsonlWriter writer = JsonlWriter::open_append(path).value();
    EXPECT_TRUE(writer.write({{"a", 1}}));
    EXPECT_TRUE(writer.write_line("[]"));
    EXPECT_TRUE(writer.sync());
    EXPECT_EQ(read_file(path).value(), "{\"a\":1}\n[]\n");
  }
  JsonlWriter writer = JsonlWriter::open_append(path).value();
  EXPECT_TRUE(writer.write("a\xff\nb"));
  EXPECT_EQ(read_file(path).value(), "{\"a\":1}\n[]\n\"a\xEF\xBF\xBD\\nb\"\n");
}

// Whatever byte a writer was killed at, the next one leaves only whole records.
TEST(JsonlWriter, RepairsATornLineAtEveryByte) {
  const test::TempFolder folder;
  const auto path = folder / "a.jsonl";
  const std::string whole = "{\"id\":1}\n{\"id\":\"\xC3\xA9\",\"v\":[2]}\n";
  const std::size_t first = whole.find('\n') + 1;
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    ASSERT_TRUE(write_file(path, whole.substr(0, cut)));
    JsonlWriter writer = JsonlWriter::open_append(path).value();
    ASSERT_TRUE(writer.write_line("0"));
    const std::size_t kept = cut >= whole.size() - 1 ? whole.size() : cut >= first - 1 ? first : 0;
    EXPECT_EQ(read_file(path).value(), whole.substr(0, kept) + "0\n") << cut;
  }
}

TEST(JsonlWriter, RepairsLongLines) {
  const test::TempFolder folder;
  const auto path = folder / "a.jsonl";
  const std::string value = fmt::format("\"{}\"", std::string(200000, 'x'));
  ASSERT_TRUE(write_file(path, "1\n" + value));
  ASSERT_TRUE(JsonlWriter::open_append(path));
  EXPECT_EQ(read_file(path).value(), "1\n" + value + "\n");
  ASSERT_TRUE(write_file(path, "1\n" + value + "x"));
  ASSERT_TRUE(JsonlWriter::open_append(path));
  EXPECT_EQ(read_file(path).value(), "1\n");
  for (const std::size_t length : {65535u, 65536u, 65537u, 131072u}) {
    ASSERT_TRUE(write_file(path, fmt::format("1\n{}", std::string(length, '{'))));
    ASSERT_TRUE(JsonlWriter::open_append(path));
    EXPECT_EQ(read_file(path).value(), "1\n");
  }
  ASSERT_TRUE(write_file(path, std::string(1000, '\0')));
  ASSERT_TRUE(JsonlWriter::open_append(path));
  EXPECT_EQ(read_file(path).value(), "");
}

TEST(JsonlWriter, WritesToPipesAndDevices) {
  const Pipe pipe;
  JsonlWriter writer = JsonlWriter::open_append(pipe.path).value();
  EXPECT_TRUE(writer.write(1));
  EXPECT_TRUE(writer.sync());
  char buffer[8] = {};
  EXPECT_EQ(::read(pipe.writer.get(), buffer, sizeof buffer), 2);
  JsonlWriter null = JsonlWriter::open_append("/dev/null").value();
  EXPECT_TRUE(null.write(1));
  EXPECT_TRUE(null.sync());
  JsonlWriter full = JsonlWriter::open_append("/dev/full").value();
  const auto result = full.write(1);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().to_string(), testing::HasSubstr("/dev/full"));
}

TEST(JsonlWriter, ReportsErrors) {
  const test::TempFolder folder;
  EXPECT_FALSE(JsonlWriter::open_append(folder / "no" / "a"));
  EXPECT_FALSE(JsonlWriter::open_append(folder.path()));
}

/// Files cannot grow past `bytes` for a while.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &saved_);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = saved_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &saved_);
    ::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit saved_{};
  sighandler_t handler_;
};

TEST(JsonlWriter, AShortWriteIsTakenBackAndLaterOnesAreRefused) {
  const test::TempFolder folder;
  JsonlWriter writer = JsonlWriter::open_append(folder / "log").value();
  ASSERT_TRUE(writer.write("first"));
  Result<void> cut;
  Result<void> later;
  Result<void> synced;
  {
    const FileSizeLimit limit(100);
    cut = writer.write(std::string(200, 'x'));
    later = writer.write("y");
    synced = writer.sync();
  }
  EXPECT_FALSE(cut);
  EXPECT_EQ(later.error().to_string(), cut.error().to_string());
  EXPECT_EQ(synced.error().to_string(), cut.error().to_string());
  EXPECT_FALSE(writer.write("room again, and still refused"));
  EXPECT_EQ(read_file(folder / "log").value(), "\"first\"\n");
}

TEST(JsonlWriter, ADeletedFileIsAnErrorOfSync) {
  const test::TempFolder folder;
  JsonlWriter writer = JsonlWriter::open_append(folder / "log").value();
  ASSERT_TRUE(writer.write(1));
  ASSERT_TRUE(writer.sync());
  std::filesystem::remove(folder / "log");
  EXPECT_THAT(writer.sync().error().to_string(), testing::HasSubstr("deleted"));
  EXPECT_FALSE(writer.write(2));
}

/// Points a standard stream elsewhere for a while.
class Redirect {
 public:
  Redirect(int stream, int to) : stream_(stream), saved_(::dup(stream)) { ::dup2(to, stream_); }
  ~Redirect() {
    ::dup2(saved_, stream_);
    ::close(saved_);
  }
  Redirect(const Redirect&) = delete;
  Redirect& operator=(const Redirect&) = delete;

 private:
  int stream_;
  int saved_;
};

TEST(Jsonl, DashIsStandardInputAndOutput) {
  const test::TempFolder folder;
  {
    const FileDescriptor out = open_file(folder / "out", O_WRONLY | O_CREAT).value();
    const Redirect redirect(STDOUT_FILENO, out.get());
    JsonlWriter writer = JsonlWriter::open_append("-").value();
    EXPECT_EQ(writer.name(), "standard output");
    EXPECT_TRUE(writer.write("x"));
  }
  EXPECT_EQ(read_file(folder / "out").value(), "\"x\"\n");
  const FileDescriptor in = open_file(folder / "out", O_RDONLY).value();
  const Redirect redirect(STDIN_FILENO, in.get());
  EXPECT_THAT(read_all("-"), testing::ElementsAre(Row(1, "\"x\"", true, false)));
}

}  // namespace
}  // namespace papert
