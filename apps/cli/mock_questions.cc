#include "mock_questions.h"

#include <fmt/format.h>

#include "base/text.h"
#include "datagen/questions/blocks.h"
#include "datagen/questions/facts.h"
#include "datagen/questions/prompts.h"
#include "datagen/questions/verdict.h"
#include "raster/png.h"

namespace papert::cli {
namespace {

using datagen::questions::Block;
using datagen::questions::PromptKind;

Result<std::vector<raster::Image>> recipe_pictures(const mock::RecipeQuestion& question) {
  std::vector<raster::Image> views;
  views.reserve(question.images.size());
  for (const std::string& bytes : question.images) {
    raster::Image image = TRY(raster::decode_png(bytes));
    views.push_back(std::move(image));
  }
  return views;
}

/// A block with a mistake in it.
std::string spoilt_block(Block block, std::size_t number, const std::string& plant) {
  if (plant == "wrong") block.key = (block.key + 1) % block.options.size();
  if (plant == "equal") block.options[(block.key + 2) % 4] = lower(block.options[block.key]);
  if (plant == "three") block.options.pop_back();
  if (plant == "code") block.text = "In the SVG code, " + lower(block.text);
  std::string text = datagen::questions::write_block(block, number);
  const std::size_t answer = text.rfind("Answer: ");
  if (plant == "letter") text.replace(answer, std::string::npos, "Answer: F\n");
  if (plant == "none") text.resize(answer);
  return text;
}

/// The question and the options of a prompt that asks for an answer.
Block asked_in(std::string_view prompt) {
  constexpr std::string_view kQuestion = "Question: ";
  Block block;
  for (const std::string_view line : split(prompt, '\n')) {
    if (line.starts_with(kQuestion)) block.text = line.substr(kQuestion.size());
    const bool option = line.size() > 3 && line[0] >= 'A' && line[0] <= 'D' && line[1] == ')';
    if (option) block.options.emplace_back(trim(line.substr(2)));
  }
  return block;
}

std::string recipe_reply(std::size_t option, const char* why) {
  return fmt::format("{}Answer: {}", why, static_cast<char>('A' + option));
}

}  // namespace

Result<mock::RecipeAnswer> QuestionsRecipe::ask(const mock::RecipeQuestion& question) const {
  const std::vector<raster::Image> views = TRY(recipe_pictures(question));
  if (views.empty()) return fail(ErrorCode::kBadData, "the prompt shows no picture");
  Random random = datagen::questions::random_of(0, "mock", question.hash);
  const std::size_t count = datagen::questions::count_in_prompt(question.text);
  const std::vector<Block> blocks = datagen::questions::ask_facts(views, count, random);
  mock::RecipeAnswer answer;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::string lot = fmt::format("{} {}", question.hash, i);
    const std::string plant = plants_.draw(lot, kPlants);
    if (answer.planted.empty()) answer.planted = plant;
    answer.text += spoilt_block(blocks[i], i + 1, plant) + "\n";
  }
  return answer;
}

Result<mock::RecipeAnswer> QuestionsRecipe::answer(const mock::RecipeQuestion& question) const {
  const PromptKind kind = TRY(datagen::questions::kind_of_prompt(question.text));
  if (kind == PromptKind::kAsk) return ask(question);
  const Block asked = asked_in(question.text);
  if (asked.options.empty()) return fail(ErrorCode::kBadData, "the prompt has no options");
  if (kind == PromptKind::kVerify) {
    const std::vector<raster::Image> views = TRY(recipe_pictures(question));
    const auto found = datagen::questions::answer_fact(views, asked.text, asked.options);
    if (!found) return mock::RecipeAnswer{"I cannot tell which of the options is right.", ""};
    return mock::RecipeAnswer{recipe_reply(*found, "This is what the pixels say.\n\n"), ""};
  }
  Random random = datagen::questions::random_of(0, "guess", question.hash);
  const auto guess = static_cast<std::size_t>(random.randbelow(asked.options.size()));
  return mock::RecipeAnswer{recipe_reply(guess, ""), ""};
}

}  // namespace papert::cli
