// Drawings of references, kept between processes. No program is run here.

#include "lang/turtle/host/reference_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <stdlib.h>

#include <atomic>
#include <thread>

#include "base/file.h"
#include "support/scenes.h"
#include "support/temp_folder.h"

namespace papert::lang::turtle {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

scene::Scene line_to(double x, std::size_t points = 2) {
  scene::Stroke stroke;
  for (std::size_t i = 0; i < points; ++i) stroke.points.push_back({x * static_cast<double>(i), 0});
  return test::scene_of({stroke});
}

class Store : public testing::Test {
 protected:
  std::unique_ptr<ReferenceStore> open(const std::string& data = "data",
                                       const std::string& engine = "engine",
                                       std::int64_t max_bytes = 1 << 30) {
    auto store = ReferenceStore::open(
        {.file = file_, .data = data, .engine = [=] { return engine; }, .max_bytes = max_bytes});
    EXPECT_TRUE(store) << store.error().to_string();
    return store ? std::move(*store) : nullptr;
  }

  /// What somebody else does to the file.
  void change(const char* sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file_.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    EXPECT_GT(sqlite3_changes(database), 0);
    sqlite3_close(database);
  }

  test::TempFolder folder_;
  std::filesystem::path file_ = folder_ / "new/references.sqlite";
};

TEST_F(Store, WhatOneProcessKeepsTheNextOneFinds) {
  open()->keep("a", line_to(1));
  open()->keep("b", line_to(2));
  EXPECT_EQ(open()->find("a"), line_to(1));
  EXPECT_EQ(open()->find("b"), line_to(2));
  EXPECT_EQ(open()->find("c"), std::nullopt);
  EXPECT_EQ(open("other data")->find("a"), std::nullopt);
  EXPECT_EQ(open("data", "other engine")->find("a"), std::nullopt);
}

TEST_F(Store, WithoutAnEngineNothingIsKept) {
  const auto store = open("data", "");
  store->keep("a", line_to(1));
  EXPECT_EQ(store->find("a"), std::nullopt);
}

TEST_F(Store, WhatIsKeptIsNotRun) {
  JailPool jails({.zygote_path = "/no/interpreter"});
  const auto store = open();
  EXPECT_FALSE(draw_reference(jails, "a", store.get()));
  store->keep("a", line_to(1));
  const auto drawing = draw_reference(jails, "a", store.get());
  ASSERT_TRUE(drawing) << drawing.error().to_string();
  EXPECT_EQ(drawing->outcome.status, sandbox::Status::kOk);
  EXPECT_EQ(drawing->scene, line_to(1));
  EXPECT_FALSE(draw_reference(jails, "a", nullptr));
}

TEST_F(Store, DamagedEntriesAreNotFoundAndRepairedByKeepingThem) {
  open()->keep("a", line_to(1));
  for (const char* damage : {"UPDATE drawings SET scene = zeroblob(40)",
                             "UPDATE drawings SET scene = substr(scene, 1, 30)",
                             "UPDATE drawings SET checksum = 'none'"}) {
    change(damage);
    const auto store = open();
    EXPECT_EQ(store->find("a"), std::nullopt) << damage;
    store->keep("a", line_to(1));
    EXPECT_EQ(store->find("a"), line_to(1)) << damage;
  }
}

TEST_F(Store, AnEntryUnderAnothersKeyIsNotFound) {
  open()->keep("a", line_to(1));
  open("data", "old engine")->keep("a", line_to(2));
  change(
      "UPDATE drawings SET (scene, checksum) = (SELECT other.scene, other.checksum FROM drawings"
      " AS other WHERE other.program <> drawings.program)");
  EXPECT_EQ(open()->find("a"), std::nullopt);
}

TEST_F(Store, ManyThreadsOfSeveralStoresShareTheFile) {
  constexpr int kThreads = 8;
  constexpr int kPrograms = 20;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      const auto store = open(i % 2 == 0 ? "even" : "odd");
      for (int k = 0; k < kPrograms; ++k) {
        const std::string program = std::to_string(k);
        const auto found = store->find(program);
        if (found && *found != line_to(k)) ++wrong;
        store->keep(program, line_to(k));
        if (store->find(program) != line_to(k)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(Store, DataThatNobodyUsedForLongestMakesRoom) {
  constexpr std::int64_t kMaxBytes = 400'000;
  const scene::Scene large = line_to(1, 1000);  // 16 kB
  const auto first = open("first", "engine", kMaxBytes);
  for (int i = 0; i < 100; ++i) first->keep(std::to_string(i), large);
  EXPECT_EQ(first->find("0"), large);
  EXPECT_EQ(first->find("99"), std::nullopt) << "it is full";
  change("UPDATE used SET seconds = 1");
  const auto second = open("second", "engine", kMaxBytes);
  second->keep("0", large);
  EXPECT_EQ(second->find("0"), large);
  EXPECT_EQ(first->find("0"), std::nullopt);
}

TEST_F(Store, AFileOfSomethingElseIsRefusedAndNamed) {
  ASSERT_TRUE(make_directories(file_.parent_path()));
  ASSERT_TRUE(write_file(file_, std::string(5000, 'x')));
  const auto store = ReferenceStore::open({.file = file_, .data = "data"});
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, ErrorCode::kBadData);
  EXPECT_THAT(store.error().message, HasSubstr("remove it with: rm "));
  EXPECT_EQ(*read_file(file_), std::string(5000, 'x')) << "it is not ours to remove";
}

TEST_F(Store, ACacheFolderThatCannotBeWrittenIsANote) {
  ASSERT_TRUE(write_file(folder_ / "file", ""));
  std::vector<std::string> notes;
  ::setenv("PAPERT_CACHE_DIR", (folder_ / "file").c_str(), 1);
  EXPECT_EQ(open_references("data", notes), nullptr);
  ASSERT_THAT(notes, SizeIs(1));
  EXPECT_THAT(notes[0], HasSubstr("are not kept"));
  notes.clear();
  ::setenv("PAPERT_CACHE_DIR", (folder_ / "cache").c_str(), 1);
  EXPECT_NE(open_references("data", notes), nullptr);
  EXPECT_THAT(notes, IsEmpty());
  EXPECT_TRUE(std::filesystem::exists(folder_ / "cache/references.sqlite"));
  ::unsetenv("PAPERT_CACHE_DIR");
}

}  // namespace
}  // namespace papert::lang::turtle
