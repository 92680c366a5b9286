#include "model/command.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "model/factory.h"
#include "model/process.h"
#include "support/process.h"
#include "support/temp_folder.h"

namespace papert::model {
namespace {

using test::TempFolder;
using Words = std::vector<std::string>;
using Input = CommandTemplate::Input;

TEST(SplitCommand, AsAShellWould) {
  EXPECT_EQ(*split_command("a b  c\t d\n"), (Words{"a", "b", "c", "d"}));
  EXPECT_EQ(*split_command(""), Words{});
  EXPECT_EQ(*split_command("'a b' \"c d\" e\\ f"), (Words{"a b", "c d", "e f"}));
  EXPECT_EQ(*split_command("a'b'\"c\"d"), Words{"abcd"});
  EXPECT_EQ(*split_command("'' \"\""), (Words{"", ""}));
  EXPECT_EQ(*split_command(R"("a\"b\\c\d" 'a\b')"), (Words{R"(a"b\c\d)", R"(a\b)"}));
  EXPECT_EQ(*split_command("$HOME * `x`"), (Words{"$HOME", "*", "`x`"}));
  EXPECT_EQ(*split_command("a\\"), Words{"a\\"});
  EXPECT_FALSE(split_command("'open"));
  EXPECT_FALSE(split_command("a \"open"));
}

TEST(ParseCommand, WhereThePromptGoes) {
  EXPECT_EQ(parse_command("prog -x", {})->input, Input::kRequest);
  EXPECT_EQ(parse_command("prog {prompt}", {})->input, Input::kNothing);
  EXPECT_EQ(parse_command("prog {prompt_file}", {})->input, Input::kNothing);
  EXPECT_EQ(parse_command("prog -i {image}", {})->input, Input::kPrompt);
  EXPECT_EQ(parse_command("prog {unknown}", {})->input, Input::kRequest);
  EXPECT_TRUE(parse_command("prog -o {reply_file}", {})->replies_in_file);
  Sampling sampling;
  sampling.temperature = 1;
  EXPECT_TRUE(parse_command("prog", sampling)) << "it is told";
  const auto refused = parse_command("prog {prompt}", sampling);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("temperature"), std::string::npos);
}

TEST(ExpandCommand, FillsIn) {
  const CommandFiles files{"/w", "/w/p", "/w/r", {"/w/1.png", "/w/2.png"}};
  const auto expand = [&](const std::string& text) {
    return expand_command(*split_command(text), "the {work} prompt", files);
  };
  EXPECT_EQ(expand("p {prompt} {prompt_file} {work}/x -o={reply_file}"),
            (Words{"p", "the {work} prompt", "/w/p", "/w/x", "-o=/w/r"}));
  EXPECT_EQ(expand("p -i {image} x"), (Words{"p", "-i", "/w/1.png", "-i", "/w/2.png", "x"}));
  EXPECT_EQ(expand("p --image={image} x"),
            (Words{"p", "--image=/w/1.png", "--image=/w/2.png", "x"}));
  EXPECT_EQ(expand("p - {image}"), (Words{"p", "-", "/w/1.png", "/w/2.png"}));
  EXPECT_EQ(expand("p {images} x"), (Words{"p", "/w/1.png", "/w/2.png", "x"}));
  EXPECT_EQ(expand("p --all={images}"), (Words{"p", "--all=/w/1.png,/w/2.png"}));
  EXPECT_EQ(expand("p {prompt@images}"), (Words{"p", "the {work} prompt\n@/w/1.png\n@/w/2.png"}));
  EXPECT_EQ(expand("p {other} {}"), (Words{"p", "{other}", "{}"}));
  const CommandFiles none{"/w", "/w/p", "/w/r", {}};
  EXPECT_EQ(expand_command(*split_command("p -i {image} {images} x"), "q", none),
            (Words{"p", "x"}));
}

TEST(ReadyTemplates, Codex) {
  Sampling sampling;
  sampling.reasoning_effort = "high";
  const auto codex = parse_command("codex:gpt-x", sampling);
  ASSERT_TRUE(codex);
  EXPECT_EQ(codex->input, Input::kPrompt);
  EXPECT_TRUE(codex->replies_in_file);
  EXPECT_TRUE(codex->in_work_folder);
  EXPECT_EQ(expand_command(codex->words, "p", {"/w", "/w/p", "/w/r", {"/w/1.png"}}),
            (Words{"codex", "exec", "--ephemeral", "--skip-git-repo-check", "--sandbox",
                   "read-only", "--color", "never", "--cd", "/w", "--model", "gpt-x", "--config",
                   "model_reasoning_effort=\"high\"", "-i", "/w/1.png", "--output-last-message",
                   "/w/r", "-"}));
  EXPECT_EQ(parse_command("codex exec {prompt}", {})->words, (Words{"codex", "exec", "{prompt}"}));
}

TEST(ReadyTemplates, Claude) {
  Sampling sampling;
  sampling.reasoning_effort = "low";
  const auto claude = parse_command("claude", sampling);
  ASSERT_TRUE(claude);
  EXPECT_EQ(claude->input, Input::kNothing);
  EXPECT_FALSE(claude->replies_in_file);
  EXPECT_EQ(expand_command(claude->words, "p", {"/w", "/w/p", "/w/r", {"/w/1.png"}}),
            (Words{"claude", "-p", "--no-session-persistence", "--output-format", "text",
                   "--effort", "low", "--add-dir", "/w", "--", "p\n@/w/1.png"}));
  sampling.temperature = 0.5;
  EXPECT_FALSE(parse_command("claude", sampling));
  EXPECT_EQ(parse_command("./claude", {})->words, Words{"./claude"});
}

class CommandTest : public testing::Test {
 protected:
  TempFolder folder_;
  ModelOptions options_;
  CancelToken cancel_;

  void SetUp() override {
    options_.sleep = [](double, const CancelToken&) { return true; };
    options_.max_retries = 1;
    options_.timeout_s = 20;
  }

  std::string script(const std::string& text) {
    const auto path = folder_ / "program";
    test::spit(path, "#!/bin/sh\n" + text + "\n");
    ::chmod(path.c_str(), 0755);
    return path.string();
  }

  Reply ask(const std::string& command, const Request& request = {"id", 2, "the prompt", {"png"}}) {
    auto model = make_model("command/" + command, options_);
    EXPECT_TRUE(model) << model.error().to_string();
    return (*model)->ask(request, cancel_);
  }
};

TEST_F(CommandTest, TheRequestOnStandardInput) {
  options_.sampling.temperature = 0.5;
  const Reply reply = ask("cat");
  ASSERT_EQ(reply.status, ReplyStatus::kComplete) << reply.error;
  const auto json = parse_json(reply.text);
  ASSERT_TRUE(json);
  EXPECT_EQ((*json)["format"], 1);
  EXPECT_EQ((*json)["id"], "id");
  EXPECT_EQ((*json)["epoch"], 2);
  EXPECT_EQ((*json)["prompt"], "the prompt");
  EXPECT_EQ((*json)["temperature"], 0.5);
  EXPECT_EQ((*json)["images"].size(), 1U);
  EXPECT_FALSE(std::filesystem::exists((*json)["images"][0].get<std::string>())) << "cleaned up";
}

TEST_F(CommandTest, AConversationIsToldInFull) {
  Request request{"a", 0, "Again", {"two"}};
  request.history.push_back({"Draw", {"one"}, "a circle"});
  const auto json = parse_json(ask("cat", request).text);
  ASSERT_TRUE(json);
  EXPECT_EQ((*json)["prompt"], "Again");
  EXPECT_EQ((*json)["images"].size(), 1U);
  ASSERT_EQ((*json)["history"].size(), 1U);
  EXPECT_EQ((*json)["history"][0]["prompt"], "Draw");
  EXPECT_EQ((*json)["history"][0]["reply"], "a circle");
  EXPECT_EQ((*json)["history"][0]["images"].size(), 1U);
  EXPECT_NE((*json)["history"][0]["images"], (*json)["images"]);
  EXPECT_EQ(ask("cat {images}", request).text, "onetwo") << "in the order of the conversation";
  EXPECT_EQ(ask("cat {prompt_file}", request).text,
            "Draw\n\nYour reply to this was:\n\na circle\n\nAgain");
}

TEST_F(CommandTest, TemplatesOfAllKinds) {
  EXPECT_EQ(ask("printf %s {prompt}").text, "the prompt");
  EXPECT_EQ(ask("cat {prompt_file}").text, "the prompt");
  EXPECT_EQ(ask("cat {images}").text, "png");
  EXPECT_EQ(ask("tee {reply_file}").text, "the prompt") << "read from standard input";
  EXPECT_EQ(ask(script("cat \"$2\"; echo \" $1\"") + " -i {image}").text, "png -i\n");
  EXPECT_EQ(ask("printf '<think>a</think>b'  {prompt}").text, "<think>a</think>b");
  EXPECT_EQ(ask("printf {prompt}", {"id", 0, "a\\377z", {}}).text, "a\xEF\xBF\xBDz");
  EXPECT_EQ(ask("true {prompt}").text, "");
  EXPECT_EQ(ask("pwd").text, std::filesystem::current_path().string() + "\n");
}

TEST_F(CommandTest, FailuresAreRetriedThenReported) {
  const auto count = folder_ / "count";
  const std::string program =
      script("echo x >> " + count.string() + "; echo first >&2; echo why >&2; exit 3");
  const Reply reply = ask(program);
  EXPECT_EQ(reply.status, ReplyStatus::kFailed);
  EXPECT_FALSE(reply.fatal);
  EXPECT_EQ(reply.attempts, 2);
  EXPECT_EQ(test::slurp(count), "x\nx\n");
  EXPECT_NE(reply.error.find("status 3"), std::string::npos) << reply.error;
  EXPECT_NE(reply.error.find("why"), std::string::npos) << reply.error;
  EXPECT_NE(ask(script("kill -9 $$")).error.find("signal 9"), std::string::npos);
  EXPECT_NE(ask("true {reply_file}").error.find("no reply"), std::string::npos);
}

TEST_F(CommandTest, AProgramThatRecoversSucceeds) {
  const auto flag = folder_ / "flag";
  const Reply reply = ask(script("test -e " + flag.string() + " && echo ok && exit 0; touch " +
                                 flag.string() + "; exit 1"));
  EXPECT_EQ(reply.status, ReplyStatus::kComplete);
  EXPECT_EQ(reply.attempts, 2);
  EXPECT_EQ(reply.text, "ok\n");
}

TEST_F(CommandTest, AMissingProgramIsFatal) {
  const Reply reply = ask("/no/such/program");
  EXPECT_TRUE(reply.fatal);
  EXPECT_EQ(reply.attempts, 1);
  EXPECT_NE(reply.error.find("/no/such/program"), std::string::npos);
  EXPECT_TRUE(ask("papert-has-no-such-program").fatal);
}

TEST_F(CommandTest, AReadyProgramThatWouldRecordIsFatal) {
  const auto bin = folder_ / "bin";
  std::filesystem::create_directory(bin);
  const auto program = [&](const std::string& name, const std::string& text) {
    test::spit(bin / name, "#!/bin/sh\n" + text + "\n");
    ::chmod((bin / name).c_str(), 0755);
  };
  program("codex", "echo \"error: unexpected argument '--ephemeral' found\" >&2; exit 2");
  program("claude", "case $2 in --no-session-persistence) echo \"unrecorded\";; *) exit 1;; esac");
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", (bin.string() + ":" + path).c_str(), 1);
  const Reply old = ask("codex");
  const Reply recent = ask("claude");
  program("codex", "echo 'no connection' >&2; exit 1");
  const Reply failed = ask("codex");
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_TRUE(old.fatal);
  EXPECT_NE(old.error.find("does not know --ephemeral"), std::string::npos) << old.error;
  EXPECT_EQ(recent.text, "unrecorded\n");
  EXPECT_FALSE(failed.fatal) << "another failure of the program is not";
  EXPECT_NE(failed.error.find("no connection"), std::string::npos) << failed.error;
}

TEST_F(CommandTest, APromptTooLongForAnArgumentSaysSo) {
  const Reply reply = ask("true {prompt}", {"id", 0, std::string(200'000, 'x'), {}});
  EXPECT_EQ(reply.status, ReplyStatus::kFailed);
  EXPECT_FALSE(reply.fatal);
  EXPECT_NE(reply.error.find("{prompt_file}"), std::string::npos) << reply.error;
  EXPECT_EQ(ask("wc -c {prompt_file}", {"id", 0, std::string(200'000, 'x'), {}}).text.substr(0, 6),
            "200000");
}

/// Soon: a signal takes a moment.
void expect_dead(int pid) {
  const auto dead = [&] {
    const std::string stat = test::slurp("/proc/" + std::to_string(pid) + "/stat");
    return stat.empty() || stat.find(") Z ") != std::string::npos;
  };
  for (int i = 0; i < 200 && !dead(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(dead());
}

TEST_F(CommandTest, TimeOutKillsTheWholeGroup) {
  options_.timeout_s = 0.3;
  options_.max_retries = 0;
  const auto pid_file = folder_ / "pid";
  const std::string program = script("sleep 1000 & echo $! > " + pid_file.string() + "; wait");
  const Reply reply = ask(program);
  EXPECT_EQ(reply.status, ReplyStatus::kFailed);
  EXPECT_NE(reply.error.find("0.3 s"), std::string::npos) << reply.error;
  expect_dead(std::stoi(test::slurp(pid_file)));
}

TEST_F(CommandTest, AProgramThatIgnoresTheRequestToEndIsKilled) {
  options_.timeout_s = 0.3;
  options_.max_retries = 0;
  const Reply reply = ask(script("trap '' TERM; while :; do sleep 0.05; done"));
  EXPECT_EQ(reply.status, ReplyStatus::kFailed);
}

TEST_F(CommandTest, WhatIsLeftRunningHoldsNothingUp) {
  // What is left running ends only after the reply is there.
  const std::string flag = (folder_ / "replied").string();
  EXPECT_EQ(ask(script("(until [ -e " + flag + " ]; do sleep 0.05; done) & echo done")).text,
            "done\n");
  std::ofstream{flag};
}

TEST_F(CommandTest, WhatIsLeftRunningIsKilledHoweverLoud) {
  const auto pid_file = folder_ / "pid";
  const std::string program =
      script("cat /dev/zero >&2 & echo $! > " + pid_file.string() + "; echo done");
  EXPECT_EQ(ask(program).text, "done\n");
  expect_dead(std::stoi(test::slurp(pid_file)));
}

TEST_F(CommandTest, CancellingEndsIt) {
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    cancel_.cancel();
  });
  EXPECT_EQ(ask("sleep 100").error, "interrupted");
  other.join();
}

TEST_F(CommandTest, OutputIsBounded) {
  ProcessRequest request;
  request.command = {"sh", "-c", "yes"};
  request.input = "/dev/null";
  request.max_output_bytes = 100'000;
  const ProcessOutcome outcome = run_process(request, cancel_);
  EXPECT_EQ(outcome.end, ProcessOutcome::End::kTooMuchOutput);
  EXPECT_LE(outcome.output.size(), 100'000U);
  request.command = {"sh", "-c", "head -c 100000 /dev/zero"};
  EXPECT_EQ(run_process(request, cancel_).end, ProcessOutcome::End::kExited);
  request.command = {"sh", "-c", "head -c 100001 /dev/zero"};
  EXPECT_EQ(run_process(request, cancel_).end, ProcessOutcome::End::kTooMuchOutput);
  request.command = {"sh", "-c", "yes | head -c 1000000 >&2; echo end >&2"};
  const ProcessOutcome loud = run_process(request, cancel_);
  EXPECT_EQ(loud.end, ProcessOutcome::End::kExited);
  EXPECT_LE(loud.last_words.size(), 2000U);
  EXPECT_TRUE(loud.last_words.ends_with("end\n"));
}

TEST_F(CommandTest, AFloodOfErrorsDoesNotHideTheDeadline) {
  ProcessRequest request;
  request.command = {"sh", "-c", "for i in 1 2 3 4; do cat /dev/zero >&2 & done; wait"};
  request.input = "/dev/null";
  request.timeout_s = 0.3;
  const ProcessOutcome outcome = run_process(request, cancel_);
  EXPECT_EQ(outcome.end, ProcessOutcome::End::kTimeout);
  EXPECT_LE(outcome.last_words.size(), 2000U);
}

TEST_F(CommandTest, ManyAtOnce) {
  options_.max_connections = 8;
  auto model = make_model("command/cat {prompt_file}", options_);
  ASSERT_TRUE(model);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 5; ++i) {
        const std::string text = std::to_string(t * 10 + i);
        EXPECT_EQ((*model)->ask({text, 0, text, {}}, cancel_).text, text);
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST_F(CommandTest, CacheKnowsImagesByTheirContent) {
  const TempFolder folder;
  options_.cache = std::shared_ptr<Cache>(*Cache::open(folder / "replies.sqlite"));
  const std::string command = "cat {images}";
  EXPECT_FALSE(ask(command, {"a", 0, "x", {"one"}}).cached);
  EXPECT_FALSE(ask(command, {"a", 0, "x", {"one"}}).cached) << "a program may have changed";
  options_.use_cache = true;
  EXPECT_FALSE(ask(command, {"a", 0, "x", {"one"}}).cached);
  EXPECT_TRUE(ask(command, {"a", 0, "x", {"one"}}).cached);
  const Reply other = ask(command, {"a", 0, "x", {"two"}});
  EXPECT_FALSE(other.cached);
  EXPECT_EQ(other.text, "two");
  EXPECT_FALSE(ask("cat -u {images}", {"a", 0, "x", {"one"}}).cached);
}

}  // namespace
}  // namespace papert::model
