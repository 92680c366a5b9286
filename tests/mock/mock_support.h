// What the tests of the mock share: a book of nine minted tasks, and requests in each format.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "base/base64.h"
#include "base/json.h"
#include "mock/answer_book.h"
#include "mock/service.h"
#include "suite/registry.h"

namespace papert::mock {

inline constexpr std::int64_t kPerTier = 3;
inline constexpr std::size_t kTasks = 9;

inline BookOptions book_options(std::int64_t per_tier = kPerTier) {
  const auto suite = suite::find_suite("shapecode");
  BookOptions options;
  options.suite = "shapecode";
  options.data = {.seed = 7, .count = per_tier};
  options.modes = *suite::resolve_modes(**suite, {});
  options.prompt_text = (*suite)->default_prompt(options.modes);
  options.jobs = 2;
  return options;
}

/// The same tasks as the book's, to ask for.
inline std::unique_ptr<suite::TaskSet> minted_tasks(std::int64_t per_tier = kPerTier) {
  const BookOptions options = book_options(per_tier);
  const auto suite = suite::find_suite("shapecode");
  return std::move(*options.data.open(**suite, options.modes, 1));
}

inline suite::Prompt prompt_of(const suite::TaskSet& tasks, std::size_t index) {
  return *tasks.prompt(index, book_options().prompt_text);
}

inline Json openai_request(const suite::Prompt& prompt) {
  Json content = Json::array({{{"type", "text"}, {"text", prompt.text}}});
  for (const std::string& image : prompt.images) {
    const std::string url = "data:image/png;base64," + base64(image);
    content.push_back({{"type", "image_url"}, {"image_url", {{"url", url}}}});
  }
  Json message{{"role", "user"}, {"content", std::move(content)}};
  return {{"model", "m"}, {"messages", Json::array({std::move(message)})}};
}

inline Json anthropic_request(const suite::Prompt& prompt) {
  Json content = Json::array();
  for (const std::string& image : prompt.images) {
    content.push_back(
        {{"type", "image"},
         {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", base64(image)}}}});
  }
  content.push_back({{"type", "text"}, {"text", prompt.text}});
  Json message{{"role", "user"}, {"content", std::move(content)}};
  return {{"model", "m"}, {"max_tokens", 100}, {"messages", Json::array({std::move(message)})}};
}

inline Json gemini_request(const suite::Prompt& prompt) {
  Json parts = Json::array({{{"text", prompt.text}}});
  for (const std::string& image : prompt.images) {
    parts.push_back({{"inline_data", {{"mime_type", "image/png"}, {"data", base64(image)}}}});
  }
  Json content{{"role", "user"}, {"parts", std::move(parts)}};
  return {{"contents", Json::array({std::move(content)})}};
}

inline AnswerBook oracle_book(std::int64_t per_tier = kPerTier) {
  auto book = AnswerBook::of_baselines(book_options(per_tier), {"oracle"});
  if (!book) throw std::runtime_error(book.error().to_string());
  return std::move(*book);
}

inline FaultPlan plan(std::string_view text, std::int64_t seed = 0, std::int64_t attempts = 1) {
  auto parsed = FaultPlan::parse(text, seed, attempts);
  if (!parsed) throw std::runtime_error(parsed.error().to_string());
  return std::move(*parsed);
}

}  // namespace papert::mock
