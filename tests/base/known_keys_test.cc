#include "base/known_keys.h"

#include <gtest/gtest.h>

namespace papert {
namespace {

constexpr KnownKey kSet[] = {{"at_most"}, {"exactly"}};
constexpr KnownKey kTask[] = {{"id"}, {"constraints", kSet}, {"notes"}};

std::string said(const char* text) {
  const auto checked = check_keys(*parse_json(text, "t"), kTask, "tasks.jsonl:3");
  return checked ? "" : checked.error().to_string();
}

TEST(KnownKeys, TheNearestIsNamed) {
  EXPECT_EQ(said(R"({"id": 1, "constraint": []})"),
            "tasks.jsonl:3: there is no key 'constraint'; did you mean 'constraints'?");
  EXPECT_EQ(said(R"({"constraints": [{}, {"atmost": {"all": 3}}]})"),
            "tasks.jsonl:3: constraints[1]: there is no key 'atmost'; did you mean 'at_most'?");
  EXPECT_EQ(said(R"({"constraints": {"start": []}})"),
            "tasks.jsonl:3: constraints: there is no key 'start'; known are at_most, exactly");
}

TEST(KnownKeys, SeveralAreReportedTogether) {
  EXPECT_EQ(said(R"({"i": 1, "constraints": [{"atmost": 1}], "note": 2})"),
            "tasks.jsonl:3: there is no key 'i'; did you mean 'id'?\n"
            "  constraints[0]: there is no key 'atmost'; did you mean 'at_most'?\n"
            "  there is no key 'note'; did you mean 'notes'?");
}

TEST(KnownKeys, WhatHasNoListIsNotLookedAt) {
  EXPECT_EQ(said(R"({"id": {"any": 1}, "notes": [{"b": 2}], "constraints": [[{"exactly": 1}]]})"),
            "");
  EXPECT_EQ(said("3"), "");
}

}  // namespace
}  // namespace papert
