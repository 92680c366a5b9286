#include "reward/frames.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

#include "base/file_descriptor.h"

namespace papert::reward {
namespace {

using testing::HasSubstr;

std::string frame(const std::string& text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<char>((size >> (8 * i)) & 0xFFU));
  return bytes + text;
}

struct Answered {
  std::vector<Json> answers;
  Result<void> outcome;
};

/// What a worker answers to these bytes.
Answered answered(const std::string& bytes) {
  int in[2];
  int out[2];
  EXPECT_EQ(::pipe2(in, O_CLOEXEC), 0);
  EXPECT_EQ(::pipe2(out, O_CLOEXEC), 0);
  const FileDescriptor reader(in[0]);
  FileDescriptor writer(in[1]);
  const FileDescriptor answers(out[0]);
  FileDescriptor sink(out[1]);
  TaskSets sets;
  const Service service(sets, {});
  Answered result;
  std::thread feeder([&] {
    EXPECT_EQ(::write(writer.get(), bytes.data(), bytes.size()),
              static_cast<ssize_t>(bytes.size()));
    writer.reset();
  });
  std::thread worker([&] {
    result.outcome = answer_frames(reader.get(), sink.get(), service, {});
    sink.reset();
  });
  for (;;) {
    auto next = read_frame(answers.get(), {});
    EXPECT_TRUE(next);
    if (!next || !*next) break;
    result.answers.push_back(*parse_json(**next));
  }
  feeder.join();
  worker.join();
  return result;
}

TEST(Frames, EachIsAnsweredInOrder) {
  const Answered result =
      answered(frame(R"({"op":"info","tag":1})") + frame(R"({"op":"nonsense","tag":[2]})") +
               frame("") + frame("{") + frame(R"({"tag":null})") + frame(R"({"op":"info"})"));
  EXPECT_TRUE(result.outcome);
  ASSERT_EQ(result.answers.size(), 6U);
  EXPECT_EQ(result.answers[0]["tag"], 1);
  EXPECT_TRUE(result.answers[0].contains("suites"));
  EXPECT_EQ(result.answers[1]["tag"], Json::array({2}));
  EXPECT_EQ(result.answers[1]["error"]["where"], "op");
  EXPECT_EQ(result.answers[2]["error"]["code"], "bad_data");
  EXPECT_EQ(result.answers[3]["error"]["code"], "bad_data");
  EXPECT_TRUE(result.answers[4].contains("tag"));
  EXPECT_FALSE(result.answers[5].contains("tag"));
}

TEST(Frames, AStreamThatCannotBeFollowedEndsWithAnError) {
  const Answered huge = answered("\xff\xff\xff\x7f{}");
  ASSERT_FALSE(huge.outcome);
  EXPECT_EQ(huge.outcome.error().code, ErrorCode::kLimit);
  ASSERT_EQ(huge.answers.size(), 1U);
  EXPECT_EQ(huge.answers[0]["error"]["code"], "limit");
  for (const std::string& bytes : {std::string("\x05"), std::string("\x05\0\0\0{}", 6)}) {
    const Answered cut = answered(bytes);
    ASSERT_FALSE(cut.outcome);
    EXPECT_EQ(cut.outcome.error().code, ErrorCode::kBadData);
    ASSERT_EQ(cut.answers.size(), 1U);
    EXPECT_THAT(cut.answers[0]["error"]["message"].get<std::string>(), HasSubstr("ends within"));
  }
}

TEST(Frames, ASetTokenEndsTheWait) {
  int in[2];
  ASSERT_EQ(::pipe2(in, O_CLOEXEC), 0);
  const FileDescriptor reader(in[0]);
  const FileDescriptor writer(in[1]);
  const CancelToken token;
  token.cancel();
  EXPECT_EQ(read_frame(reader.get(), token).error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace papert::reward
