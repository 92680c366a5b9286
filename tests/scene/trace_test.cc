// Traces as a program's process could forge them.

#include "scene/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "scene/replay_json.h"
#include "scene/text_form.h"
#include "scene/trace_wire.h"

namespace papert::scene {
namespace {

using ::testing::HasSubstr;

template <class T>
void append(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Two steps and a line that grows in the second.
struct Forged {
  TraceHeader header{};
  std::vector<TraceEvent> events{2};
  std::vector<TraceItem> items{1};
  std::vector<TracePoint> points{{0, 0, 1}, {5, 0, 1}, {5, 5, 2}};

  Forged() {
    std::copy(kTraceMagic.begin(), kTraceMagic.end(), header.magic.begin());
    header.stride = 1;
    header.x_scale = header.y_scale = 1;
    events[0].line = 1;
    events[1].line = 2;
    items[0].width = 1;
    items[0].born = 1;
    items[0].died = kStillThere;
    items[0].count = 3;
    items[0].kind = 1;
    items[0].flags = kInk;
  }

  [[nodiscard]] std::string bytes() const {
    TraceHeader first = header;
    first.events = static_cast<std::uint32_t>(events.size());
    first.items = static_cast<std::uint32_t>(items.size());
    first.payload_bytes = points.size() * sizeof(TracePoint);
    std::string out;
    append(out, first);
    for (const TraceEvent& event : events) append(out, event);
    for (const TraceItem& item : items) append(out, item);
    for (const TracePoint& point : points) append(out, point);
    return out;
  }

  [[nodiscard]] std::string problem() const {
    const auto replay = read_trace(bytes());
    return replay ? "" : replay.error().to_string();
  }
};

TEST(Trace, AnHonestOneIsAReplay) {
  const auto replay = read_trace(Forged().bytes());
  ASSERT_TRUE(replay.has_value());
  EXPECT_EQ(replay->steps.size(), 2U);
  EXPECT_TRUE(scene_at(*replay, 0).items.empty());
  EXPECT_THAT(to_text(scene_at(*replay, 1)), HasSubstr("stroke width=1 #000000 0,0 5,0\n"));
  EXPECT_THAT(to_text(scene_at(*replay, 2)), HasSubstr("stroke width=1 #000000 0,0 5,0 5,5\n"));
  const Json json = to_json(*replay);
  EXPECT_EQ(json["frames"].get<int>(), 3);
  EXPECT_EQ(json["items"][0]["grows"].dump(), "[1,1,2]");
  EXPECT_TRUE(json["items"][0]["died"].is_null());
  EXPECT_FALSE(json["cut"].get<bool>());
}

TEST(Trace, EveryBeginningOfOneIsRefused) {
  const std::string bytes = Forged().bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(read_trace(std::string_view(bytes).substr(0, size)).has_value()) << size;
  }
  EXPECT_FALSE(read_trace(bytes + "x").has_value());
}

TEST(Trace, ItemsThatShareTheirPointsCannotGrowIt) {
  Forged forged;
  forged.items.resize(50'000, forged.items[0]);
  EXPECT_THAT(forged.problem(), HasSubstr("more points than there are"));
}

TEST(Trace, WhatNoModuleWritesIsRefused) {
  const auto with = [](auto change) {
    Forged forged;
    change(forged);
    return forged.problem();
  };
  EXPECT_EQ(with([](Forged&) {}), "");
  EXPECT_NE(with([](Forged& f) { f.header.magic[0] = 'x'; }), "");
  EXPECT_NE(with([](Forged& f) { f.header.stride = 0; }), "");
  EXPECT_NE(with([](Forged& f) { f.header.x_scale = std::numeric_limits<double>::infinity(); }),
            "");
  EXPECT_NE(with([](Forged& f) { f.items[0].payload = ~std::uint64_t{0} - 7; }), "");
  EXPECT_NE(with([](Forged& f) { f.items[0].count = ~std::uint32_t{0}; }), "");
  EXPECT_NE(with([](Forged& f) { f.items[0].count = 1; }), "");
  EXPECT_NE(with([](Forged& f) { f.items[0].kind = 3; }), "");
  EXPECT_NE(with([](Forged& f) { f.items[0].kind = 5; }), "");
  EXPECT_NE(with([](Forged& f) { f.items[0].born = 0; }), "");
  EXPECT_NE(with([](Forged& f) { f.items[0].died = 9; }), "");
  EXPECT_NE(with([](Forged& f) { f.points[0].born = 2; }), "");
  EXPECT_NE(with([](Forged& f) { f.points[2].born = 3; }), "");
  EXPECT_NE(with([](Forged& f) { f.points[2].x = std::nan(""); }), "");
  EXPECT_NE(with([](Forged& f) { f.points[2].x = 2e9; }), "");
}

TEST(Trace, FaultsAreWords) {
  Forged forged;
  forged.header.fault = TraceFault::kTooLarge;
  EXPECT_THAT(forged.problem(), HasSubstr("too large to be replayed"));
  forged.header.fault = static_cast<TraceFault>(77);
  EXPECT_NE(forged.problem(), "");
}

TEST(Trace, TurtlesAtInfinityAreShownAtTheEdge) {
  Forged forged;
  forged.events[0].x = std::numeric_limits<double>::infinity();
  forged.events[0].y = std::nan("");
  forged.events[0].heading_x = std::nan("");
  const auto replay = read_trace(forged.bytes());
  ASSERT_TRUE(replay.has_value());
  EXPECT_EQ(replay->steps[0].position, (Point{1e9, 0}));
  EXPECT_EQ(replay->steps[0].heading, 0);
}

TEST(Replay, PlacesAreCountedInCharactersAndStayInTheSource) {
  Replay replay;
  replay.steps = {{1, 4, 2}, {1, 99, 1}, {7, 1, 1}, {-3, -1, -1}, {1, 1, 1 << 30}};
  set_source(replay, "\xC3\xA4+b\nc");
  EXPECT_EQ(replay.steps[0].column, 3);
  EXPECT_EQ(replay.steps[0].length, 1);
  EXPECT_EQ(replay.steps[1].column, 0);
  EXPECT_EQ(replay.steps[2].line, 0);
  EXPECT_EQ(replay.steps[3].line, 0);
  EXPECT_EQ(replay.steps[4].length, 3);
}

}  // namespace
}  // namespace papert::scene
