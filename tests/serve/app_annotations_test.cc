// What people give through the web application: it is on the disk as a whole line or not at all,
// nobody's is lost, and no name becomes a path.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "analysis/label_lines.h"
#include "base/base64.h"
#include "base/file.h"
#include "base/json.h"
#include "raster/png.h"
#include "serve/app/app_server.h"
#include "serve/app/line_file.h"
#include "suite/registry.h"
#include "support/http_client.h"
#include "support/temp_folder.h"

namespace papert::serve::app {
namespace {

using test::HttpAnswer;
using test::RawConnection;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kSecret = "0123456789abcdefABCDEF-_";

Answer nothing(std::string_view, std::string_view, std::chrono::steady_clock::time_point) {
  return {"{}", true};
}

class AnnotationsTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto data = folder_ / "data";
    std::filesystem::create_directories(data);
    std::ofstream(data / "tasks.jsonl")
        << R"({"id":"house","code":"def draw(t):\n    t.forward(80)\n","category":"houses",)"
        << R"("difficulty":"easy","dataset":"real"})" << "\n";
    reward::TaskSetsOptions set_options;
    set_options.folders.emplace({data});
    sets_ = std::make_unique<reward::TaskSets>(std::move(set_options));
    start(given());
  }

  void start(const std::filesystem::path& annotations) {
    AppServerOptions options;
    options.access.token = kSecret;
    options.log_dir = folder_ / "runs";
    options.annotations = annotations;
    auto server = AppServer::start(*sets_, nothing, options);
    ASSERT_TRUE(server) << server.error().to_string();
    server_ = std::move(*server);
  }

  [[nodiscard]] std::filesystem::path given() const { return folder_ / "annotations"; }

  HttpAnswer ask(const std::string& method, const std::string& target, const std::string& body,
                 const std::string& headers) {
    RawConnection connection(server_->port());
    connection.send(method + " " + target +
                    " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server_->port()) + "\r\n" +
                    headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    return connection.read_answer();
  }
  HttpAnswer post(const std::string& target, const std::string& body) {
    return ask("POST", target, body, token() + "Content-Type: application/json\r\n");
  }
  HttpAnswer get(const std::string& target) { return ask("GET", target, "", token()); }
  static std::string token() { return std::string("Authorization: Bearer ") + kSecret + "\r\n"; }

  static std::string label(const std::string& id, const std::string& annotator = "ann") {
    return R"({"kind":"same","id":")" + id + R"(","epoch":0,"run":"r1","annotator":")" + annotator +
           R"(","same":true,"note":"","ms":12,"position":1,"at":"2026-01-31T12:00:00.000Z",)" +
           R"("version":"1"})";
  }

  test::TempFolder folder_;
  std::unique_ptr<reward::TaskSets> sets_;
  std::unique_ptr<AppServer> server_;
};

TEST_F(AnnotationsTest, ALabelIsALineThatTheOtherCommandsRead) {
  const HttpAnswer answer = post("/api/v1/annotations/first", label("t1"));
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_THAT(answer.body, HasSubstr(R"("appended":true)"));
  EXPECT_EQ(post("/api/v1/annotations/first", label("t2")).status, 200);
  EXPECT_EQ(*read_file(given() / "first.jsonl"), label("t1") + "\n" + label("t2") + "\n");
  const HttpAnswer all = get("/api/v1/annotations/first");
  EXPECT_EQ(all.header("content-type"), "application/jsonl");
  EXPECT_EQ(all.body, label("t1") + "\n" + label("t2") + "\n");
  const auto log = analysis::read_label_log({given() / "first.jsonl"});
  ASSERT_TRUE(log);
  EXPECT_EQ(log->labels.size(), 2U);
  EXPECT_TRUE(log->problems.empty());
  const HttpAnswer list = get("/api/v1/annotations");
  EXPECT_THAT(list.body, HasSubstr(R"("sets":[{"name":"first","lines":2}])"));
  EXPECT_THAT(list.body, HasSubstr(given().string()));
}

TEST_F(AnnotationsTest, ASetThatIsNotThereIsEmpty) {
  const HttpAnswer answer = get("/api/v1/annotations/nothing");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "");
  EXPECT_FALSE(std::filesystem::exists(given()));
}

TEST_F(AnnotationsTest, NoNameBecomesAPath) {
  for (const char* name : {"..", "..%2f..%2fx", "%2e%2e%2fx", "a%2fb", "a.b", ".x", "-x", "%00",
                           "a%00b", "a%20b", "%c3%a4", "x%5cy", "%7e"}) {
    const std::string target = std::string("/api/v1/annotations/") + name;
    EXPECT_EQ(post(target, label("t")).status, 404) << name;
    EXPECT_EQ(get(target).status, 404) << name;
    const std::string two = std::string("/api/v1/answers/set/") + name;
    EXPECT_EQ(post(two, R"({"id":"a","text":"b","active_ms":1})").status, 404) << name;
  }
  EXPECT_EQ(post("/api/v1/annotations/" + std::string(65, 'a'), label("t")).status, 404);
  EXPECT_EQ(post("/api/v1/annotations/" + std::string(64, 'a'), label("t")).status, 200);
  std::size_t files = 0;
  for (const auto& each : std::filesystem::recursive_directory_iterator(folder_.path())) {
    files += each.is_regular_file() ? 1U : 0U;
  }
  EXPECT_EQ(files, 2U);  // the one above, and the tasks
}

TEST_F(AnnotationsTest, WritingAndReadingWantTheToken) {
  const std::string json = "Content-Type: application/json\r\n";
  const std::string target = "/api/v1/annotations/first";
  EXPECT_EQ(ask("POST", target, label("t"), json).status, 401);
  EXPECT_EQ(ask("GET", target, "", "").status, 401);
  EXPECT_EQ(
      ask("POST", target, label("t"), json + token() + "Origin: http://evil.example\r\n").status,
      403);
  EXPECT_EQ(ask("POST", target, label("t"), token() + "Content-Type: text/plain\r\n").status, 415);
  EXPECT_EQ(ask("DELETE", target, "", token()).status, 405);
  EXPECT_FALSE(std::filesystem::exists(given()));
}

TEST_F(AnnotationsTest, WhatIsNotALabelIsRefusedAndNothingIsWritten) {
  const std::string target = "/api/v1/annotations/first";
  for (const char* body :
       {"", "null", "[]", "{", R"({"kind":"same"})", R"({"kind":"other","id":"a","annotator":"b"})",
        R"({"kind":"same","id":"a","annotator":"b"})",
        R"({"kind":"same","id":"a","annotator":"b","same":"yes"})",
        R"({"kind":"same","id":["a"],"annotator":"b","same":true})",
        R"({"kind":"same","id":"a","annotator":"b","same":true,"epoch":-1})",
        R"({"kind":"failure/xlogo","id":"a","annotator":"b","labels":["nonsense"]})"}) {
    EXPECT_EQ(post(target, body).status, 400) << body;
  }
  EXPECT_EQ(post(target, label(std::string(70'000, 'x'))).status, 413);
  EXPECT_EQ(post(target, std::string(40, '[') + std::string(40, ']')).status, 400);
  EXPECT_FALSE(std::filesystem::exists(given()));
}

TEST_F(AnnotationsTest, MembersThatNobodyReadsAreNotKept) {
  std::string more = label("t1");
  more.pop_back();
  EXPECT_EQ(post("/api/v1/annotations/first", more + R"(,"extra":{"a":[1]}})").status, 200);
  EXPECT_EQ(*read_file(given() / "first.jsonl"), label("t1") + "\n");
}

TEST_F(AnnotationsTest, ARestOfALineIsRepairedBeforeTheNext) {
  std::filesystem::create_directories(given());
  std::ofstream(given() / "first.jsonl") << label("t1") << "\n" << label("t2").substr(0, 30);
  EXPECT_EQ(post("/api/v1/annotations/first", label("t3")).status, 200);
  EXPECT_EQ(*read_file(given() / "first.jsonl"), label("t1") + "\n" + label("t3") + "\n");
}

TEST_F(AnnotationsTest, TheVerySameLineIsWrittenOnce) {
  const std::string target = "/api/v1/annotations/first";
  EXPECT_EQ(post(target, label("t1")).status, 200);
  EXPECT_THAT(post(target, label("t1")).body, HasSubstr(R"("appended":false)"));
  // Another program appended: what it wrote is known, too.
  std::ofstream(given() / "first.jsonl", std::ios::app) << label("t2") << "\n";
  EXPECT_THAT(post(target, label("t2")).body, HasSubstr(R"("appended":false)"));
  // Somebody began anew.
  std::filesystem::remove(given() / "first.jsonl");
  EXPECT_THAT(post(target, label("t1")).body, HasSubstr(R"("appended":true)"));
}

TEST_F(AnnotationsTest, TwoClientsLoseNothing) {
  constexpr int kEach = 500;
  // A thousand syncs take long on a disk, and nothing here is about the disk.
  const std::filesystem::path memory = "/dev/shm";
  const test::TempFolder quick(std::filesystem::exists(memory) ? memory : folder_.path());
  start(quick / "annotations");
  const auto send_all = [&](const std::string& who) {
    RawConnection connection(server_->port());
    for (int i = 0; i < kEach; ++i) {
      const std::string body = label("task-" + std::to_string(i), who);
      connection.send("POST /api/v1/annotations/both HTTP/1.1\r\nHost: 127.0.0.1:" +
                      std::to_string(server_->port()) + "\r\n" + token() +
                      "Content-Type: application/json\r\nContent-Length: " +
                      std::to_string(body.size()) + "\r\n\r\n" + body);
      EXPECT_EQ(connection.read_answer().status, 200);
    }
  };
  std::thread other([&] { send_all("bob"); });
  send_all("ann");
  other.join();
  const auto log = analysis::read_label_log({quick / "annotations/both.jsonl"});
  ASSERT_TRUE(log);
  EXPECT_EQ(log->lines, 2U * kEach);
  EXPECT_EQ(log->labels.size(), 2U * kEach);
  EXPECT_TRUE(log->problems.empty());
}

TEST_F(AnnotationsTest, AnAnswerIsHandedInOnce) {
  const std::string target = "/api/v1/answers/tasks-7/ann";
  const std::string body =
      R"({"id":"t1","epoch":0,"text":"fd\n</script>","active_ms":1234.7,"time":"2026","x":1})";
  ASSERT_EQ(post(target, body).status, 200);
  const std::string line =
      R"({"id":"t1","epoch":0,"text":"fd\n</script>","active_ms":1234,"time":"2026"})";
  EXPECT_EQ(*read_file(given() / "answers/tasks-7/ann.jsonl"), line + "\n");
  EXPECT_EQ(get(target).body, line + "\n");
  EXPECT_THAT(post(target, body).body, HasSubstr(R"("appended":false)"));
  const HttpAnswer other = post(target, R"({"id":"t1","text":"other","active_ms":1})");
  EXPECT_EQ(other.status, 400);
  EXPECT_THAT(other.body, HasSubstr("the first counts"));
  for (const char* bad :
       {R"({"id":"","text":"a","active_ms":1})", R"({"id":"a","text":3,"active_ms":1})",
        R"({"id":"a","text":"b"})", R"({"id":"a","text":"b","active_ms":-1})",
        R"({"id":"a","text":"b","active_ms":1,"epoch":-1})"}) {
    EXPECT_EQ(post(target, bad).status, 400) << bad;
  }
}

#ifndef PAPERT_SANITIZED  // turtle tasks are loaded by a jail, which sanitizers do not go together
                          // with
TEST_F(AnnotationsTest, ADrawingBecomesATaskOfTheCraftSet) {
  const std::string hash = sets_->allowed()->front().hash;
  const std::string target = "/api/v1/drawings/hand/ann?suite=turtleai&data=" + hash;
  const std::string png = raster::encode_png(raster::Image(32, 32, raster::PixelFormat::kRgb));
  const std::string body = R"({"id":"house","png":")" + base64(png) + "\"}";
  const HttpAnswer answer = post(target, body);
  ASSERT_EQ(answer.status, 200) << answer.body;
  const auto suite = suite::find_suite("turtleai");
  const auto modes = suite::resolve_modes(**suite, {});
  const auto tasks = (*suite)->load(given() / "drawings/hand/ann", {.modes = *modes});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  ASSERT_EQ((*tasks)->size(), 1U);
  EXPECT_TRUE((*tasks)->problems().empty());
  EXPECT_THAT(*read_file(given() / "drawings/hand/ann/tasks.jsonl"),
              HasSubstr(R"("dataset":"craft")"));
  EXPECT_THAT(get(target).body, HasSubstr(R"("ids":["house"])"));
  // Again: the picture is replaced, the task is there once.
  EXPECT_EQ(post(target, body).status, 200);
  const auto again = (*suite)->load(given() / "drawings/hand/ann", {.modes = *modes});
  EXPECT_EQ((*again)->size(), 1U);
  EXPECT_EQ(post(target, R"({"id":"nobody","png":"AAAA"})").status, 404);
  EXPECT_EQ(post(target, R"({"id":"house","png":"AAAA"})").status, 400);
  EXPECT_EQ(post(target, R"({"id":"house","png":"no base 64"})").status, 400);
  const std::string large = raster::encode_png(raster::Image(4000, 20, raster::PixelFormat::kGray));
  EXPECT_EQ(post(target, R"({"id":"house","png":")" + base64(large) + "\"}").status, 413);
}

TEST_F(AnnotationsTest, APictureWithoutItsLineIsNoDrawing) {
  const std::string hash = sets_->allowed()->front().hash;
  const std::string target = "/api/v1/drawings/hand/ann?suite=turtleai&data=" + hash;
  const std::filesystem::path folder = given() / "drawings/hand/ann";
  // As a server leaves it that was killed between the two, or within one.
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "house.png") << "a picture";
  std::ofstream(folder / ".tasks.jsonl.tmp") << "{\"id\":";
  EXPECT_THAT(get(target).body, HasSubstr(R"("ids":[])"));
  const std::string png = raster::encode_png(raster::Image(32, 32, raster::PixelFormat::kRgb));
  EXPECT_EQ(post(target, R"({"id":"house","png":")" + base64(png) + "\"}").status, 200);
  EXPECT_THAT(get(target).body, HasSubstr(R"("ids":["house"])"));
  EXPECT_NE(*read_file(folder / "house.png"), "a picture");
  EXPECT_FALSE(std::filesystem::exists(folder / ".tasks.jsonl.tmp"));
}

TEST_F(AnnotationsTest, TwoServersOfOneFolderLoseNoDrawing) {
  constexpr int kEach = 12;
  const auto data = folder_ / "many";
  std::filesystem::create_directories(data);
  {
    std::ofstream tasks(data / "tasks.jsonl");
    for (int i = 0; i < 2 * kEach; ++i) {
      tasks << R"({"id":"task-)" << i << R"(","code":"def draw(t):\n    t.forward()" << (10 + i)
            << R"()\n","category":"lines","difficulty":"easy","dataset":"real"})" << "\n";
    }
  }
  reward::TaskSetsOptions set_options;
  set_options.folders.emplace({data});
  reward::TaskSets sets(std::move(set_options));
  AppServerOptions options;
  options.access.token = kSecret;
  options.log_dir = folder_ / "runs";
  options.annotations = given();
  const auto first = AppServer::start(sets, nothing, options);
  const auto second = AppServer::start(sets, nothing, options);
  ASSERT_TRUE(first && second);
  const std::string target =
      "/api/v1/drawings/hand/ann?suite=turtleai&data=" + sets.allowed()->front().hash;
  const std::string png =
      base64(raster::encode_png(raster::Image(32, 32, raster::PixelFormat::kRgb)));
  const auto draw = [&](int port, int from) {
    for (int i = from; i < from + kEach; ++i) {
      const std::string body = R"({"id":"task-)" + std::to_string(i) + R"(","png":")" + png + "\"}";
      RawConnection connection(port);
      connection.send("POST " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                      "\r\n" + token() + "Content-Type: application/json\r\nContent-Length: " +
                      std::to_string(body.size()) + "\r\n\r\n" + body);
      EXPECT_EQ(connection.read_answer().status, 200);
    }
  };
  std::thread other([&] { draw((*second)->port(), kEach); });
  draw((*first)->port(), 0);
  other.join();
  const auto suite = suite::find_suite("turtleai");
  const auto modes = suite::resolve_modes(**suite, {});
  const auto tasks = (*suite)->load(given() / "drawings/hand/ann", {.modes = *modes});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  EXPECT_EQ((*tasks)->size(), 2U * kEach);
  EXPECT_TRUE((*tasks)->problems().empty());
}

TEST_F(AnnotationsTest, ADrawingTakesThePlaceOfAPictureThatCameWithATweak) {
  const auto data = folder_ / "bench";
  std::filesystem::create_directories(data);
  std::ofstream(data / "dataset.jsonl")
      << R"({"id":1,"question_number":1,"query":"draw it","base_shape_code":"x = 1"})" << "\n";
  reward::TaskSetsOptions set_options;
  set_options.folders.emplace({data});
  server_.reset();
  sets_ = std::make_unique<reward::TaskSets>(std::move(set_options));
  start(given());
  const auto pictures = given() / "drawings/hand/ann/source";
  std::filesystem::create_directories(pictures);
  std::ofstream(pictures / "1_1.jpg") << "another picture";
  const std::string target =
      "/api/v1/drawings/hand/ann?suite=turtlebench&data=" + sets_->allowed()->front().hash;
  const std::string png = raster::encode_png(raster::Image(32, 32, raster::PixelFormat::kRgb));
  const HttpAnswer answer = post(target, R"({"id":"1_1","png":")" + base64(png) + "\"}");
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_TRUE(std::filesystem::exists(pictures / "1_1.png"));
  EXPECT_FALSE(std::filesystem::exists(pictures / "1_1.jpg"));
  EXPECT_THAT(get(target).body, HasSubstr(R"("ids":["1_1"])"));
}
#endif

TEST_F(AnnotationsTest, OnlyTurtleTasksAreDrawn) {
  const HttpAnswer answer = post("/api/v1/drawings/hand/ann?suite=shapecode&seed=7&count=1",
                                 R"({"id":"fresh-easy-00000007","png":"AAAA"})");
  EXPECT_EQ(answer.status, 400);
  EXPECT_THAT(answer.body, HasSubstr("turtleai and turtlebench"));
}

TEST_F(AnnotationsTest, KindsAndItemsOfTasks) {
  const auto kinds = parse_json(get("/api/v1/labels/kinds").body);
  ASSERT_TRUE(kinds);
  EXPECT_EQ((*kinds)["kinds"].size(), 11U);
  const std::string set = "&suite=xlogo&seed=7&count=3";
  const auto items = parse_json(get("/api/v1/labels/items?kind=quality/xlogo&sample=2" + set).body);
  ASSERT_TRUE(items);
  EXPECT_EQ((*items)["items"].size(), 2U);
  EXPECT_FALSE((*items)["images"].empty());
  EXPECT_EQ(get("/api/v1/labels/items?kind=answer/sgp" + set).status, 400);
  EXPECT_EQ(get("/api/v1/labels/items?kind=nonsense" + set).status, 400);
  EXPECT_EQ(get("/api/v1/labels/items?kind=same").status, 400);
  EXPECT_EQ(get("/api/v1/labels/items?kind=same&run=..").status, 404);
}

TEST_F(AnnotationsTest, ItemsAreDrawnBySharesAndDealtInBatches) {
  const std::string base = "/api/v1/labels/items?kind=quality/xlogo&suite=xlogo&seed=7&count=8";
  const auto items_of = [&](const std::string& more) {
    const auto json = parse_json(get(base + more).body);
    return json && json->contains("items") ? *json : Json{{"items", Json::array()}};
  };
  const std::size_t all = items_of("&sample=2000")["items"].size();
  ASSERT_GE(all, 8U);
  EXPECT_EQ(items_of("&sample=0.5&order=3")["items"].size(), (all + 1) / 2);
  const Json dealt = items_of("&batches=4x2&people=8&order=3");
  ASSERT_EQ(dealt["items"].size(), 8U);
  ASSERT_EQ(dealt["deal"].size(), 8U);
  std::map<std::string, int> items_in;
  std::map<std::string, int> people_of;
  for (const Json& item : dealt["items"]) ++items_in[item["batch"].get<std::string>()];
  for (const Json& batch : dealt["deal"]) ++people_of[batch.get<std::string>()];
  const std::map<std::string, int> even{{"1", 2}, {"2", 2}, {"3", 2}, {"4", 2}};
  EXPECT_EQ(items_in, even);
  EXPECT_EQ(people_of, even);
  EXPECT_EQ(items_of("&batches=4x2&people=8&order=3")["deal"], dealt["deal"]);
  for (const char* bad : {"&sample=0", "&sample=1.5", "&sample=x", "&batches=4", "&people=3",
                          "&sample=2&batches=2x2", "&batches=500x500&people=1", "&by=nonsense"}) {
    EXPECT_EQ(get(base + bad).status, 400) << bad;
  }
  EXPECT_EQ(get(base + "&batches=400x1&people=10000").status, 413);
  EXPECT_THAT(get(base + "&sample=x").body, HasSubstr(R"("where":"sample")"));
}

// The same lots as for labels: who labels and who answers can be given the same tasks.
TEST_F(AnnotationsTest, TasksToAnswerAreDrawnAndDealtToo) {
  const std::string set = "suite=xlogo&seed=7&count=8";
  const auto ids_of = [&](const Json& rows) {
    std::map<std::string, std::string> ids;
    for (const Json& row : rows) {
      ids[row["id"].get<std::string>()] = row.contains("batch") ? row["batch"] : "none";
    }
    return ids;
  };
  const std::string lots = "&batches=3x2&people=6&order=5";
  const Json tasks = *parse_json(get("/api/v1/tasks?" + set + lots).body);
  const Json labels =
      *parse_json(get("/api/v1/labels/items?kind=quality/xlogo&" + set + lots).body);
  EXPECT_EQ(ids_of(tasks["rows"]).size(), 6U);
  EXPECT_EQ(ids_of(tasks["rows"]), ids_of(labels["items"]));
  EXPECT_EQ(tasks["deal"], labels["deal"]);
  // Page by page they are the same.
  Json rows = Json::array();
  std::string after;
  do {
    const Json page = *parse_json(get("/api/v1/tasks?limit=4&" + set + lots + after).body);
    for (const Json& row : page["rows"]) rows.push_back(row);
    after = page["next"].is_null() ? "" : "&after=" + page["next"].get<std::string>();
  } while (!after.empty());
  EXPECT_EQ(rows, tasks["rows"]);
  const Json some = *parse_json(get("/api/v1/tasks?sample=3&by=type&" + set).body);
  EXPECT_EQ(some["rows"].size(), 3U) << some;
  EXPECT_FALSE(some["rows"][0].contains("batch"));
  EXPECT_EQ(get("/api/v1/tasks?batches=100x100&people=1&" + set).status, 400);
}

TEST(LineFile, AFullFileTakesNoMore) {
  test::TempFolder folder;
  LineFile file(folder / "a.jsonl", [](std::string_view line) { return std::string(line); },
                {.line_bytes = 10, .file_bytes = 16});
  EXPECT_TRUE(*file.append("\"123456\""));
  EXPECT_FALSE(file.append("\"12345678901\""));
  EXPECT_FALSE(file.append("\"a\"\n"));
  EXPECT_EQ(file.append("\"1234567\"").error().code, ErrorCode::kLimit);
  EXPECT_TRUE(*file.append("\"123\""));
  EXPECT_EQ(*file.lines(), 2U);
}

}  // namespace
}  // namespace papert::serve::app
