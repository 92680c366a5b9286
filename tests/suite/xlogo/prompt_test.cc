// Prompts: the default template fills in every mode, examples are right and come in order, and
// pictures are attached where asked for.
#include "suite/xlogo/prompt.h"
#include "mint/xlogo/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "lang/xlogo/describe.h"
#include "lang/xlogo/emulator.h"
#include "lang/xlogo/sentences.h"
#include "raster/png.h"
#include "suite/suite.h"
#include "suite/xlogo/xlogo.h"

namespace papert::suite::xlogo {
namespace {

using testing::HasSubstr;
using testing::Not;

lang::xlogo::Task small_task() {
  lang::xlogo::Task task;
  task.id = "small";
  task.world.width = 2;
  task.world.height = 1;
  task.world.tiles.assign(2, {.present = true, .allowed = true});
  task.world.heading = lang::xlogo::Direction::kEast;
  task.world.items = {{.x = 1,
                       .y = 0,
                       .name = lang::xlogo::ItemName::kLemon,
                       .color = lang::xlogo::Color::kYellow}};
  task.goal = {{.kind = lang::xlogo::ObjectiveKind::kFind,
                .specs = {{{{.name = lang::xlogo::ItemName::kLemon}}}}}};
  return task;
}

std::string text_of(Form form, Shots shots) {
  const auto prompt = make_prompt(small_task(), form, shots, default_template());
  EXPECT_TRUE(prompt) << prompt.error().to_string();
  return prompt ? prompt->text : std::string();
}

TEST(XlogoExamples, AreSolvedByTheirPrograms) {
  const auto examples = worked_examples();
  ASSERT_TRUE(examples) << examples.error().to_string();
  ASSERT_EQ(examples->size(), 3U);
  for (const Example& example : *examples) {
    lang::xlogo::GridRun judge(example.task);
    const lang::xlogo::Judgement judgement = judge.run(example.task.solution);
    EXPECT_TRUE(judgement.success())
        << example.task.id << ": " << judge.explain(example.task.solution, judgement);
    EXPECT_FALSE(example.reasoning.empty());
  }
}

TEST(XlogoExamples, ShowWhatTheyShould) {
  const auto examples = worked_examples();
  ASSERT_TRUE(examples);
  EXPECT_EQ(lang::xlogo::task_sentence((*examples)[0].task),
            "Draw the picture. Use at most 5 commands.");
  EXPECT_EQ(lang::xlogo::task_sentence((*examples)[1].task),
            "Collect a total of exactly 7 strawberries.");
  EXPECT_THAT(lang::xlogo::describe_world((*examples)[1].task), HasSubstr("Walls: between"));
  EXPECT_EQ(lang::xlogo::task_sentence((*examples)[2].task),
            "Collect all red items. Do not step on a cross.");
}

TEST(XlogoPrompt, TheTemplateFillsInEveryMode) {
  for (const Form form : {Form::kText, Form::kAscii, Form::kPicture}) {
    for (const Shots shots : {Shots::kNone, Shots::kThree, Shots::kThreeReasoned}) {
      const auto prompt = make_prompt(small_task(), form, shots, default_template());
      ASSERT_TRUE(prompt) << prompt.error().to_string();
      EXPECT_THAT(prompt->text, HasSubstr("Task: Find the lemon."));
      EXPECT_THAT(prompt->text, Not(HasSubstr("{{")));
      EXPECT_THAT(prompt->text, Not(HasSubstr("\n\n\n")));
      const std::size_t pictures = shots == Shots::kNone ? 1 : 4;
      EXPECT_EQ(prompt->images.size(), form == Form::kPicture ? pictures : 0);
    }
  }
}

TEST(XlogoPrompt, ForTrainingItKeepsTheRulesAndDropsTheForm) {
  const suite::Modes modes{{"prompting", "train"}, {"shots", "three"}, {"form", "picture"}};
  const auto suite = make_suite();
  const auto resolved = suite::resolve_modes(*suite, modes);
  ASSERT_TRUE(resolved) << resolved.error().to_string();
  const auto tasks = suite->mint({.modes = *resolved, .seed = 1'000'000, .count = 2});
  ASSERT_TRUE(tasks) << tasks.error().to_string();
  const auto prompt = (*tasks)->prompt(0, suite->default_prompt(*resolved));
  ASSERT_TRUE(prompt) << prompt.error().to_string();
  for (const char* form : {"```", "def run", "format", "You may think", "Example 1"}) {
    EXPECT_THAT(prompt->text, Not(HasSubstr(form)));
  }
  EXPECT_THAT(prompt->text, HasSubstr("through a wall is a crash"));
  EXPECT_THAT(prompt->text, testing::EndsWith("\n\nThe program:\n"));
  EXPECT_EQ(prompt->images.size(), 1U) << "no pictures of examples";
  const std::string reference = (*tasks)->reference(0);
  EXPECT_THAT(reference, testing::StartsWith("def run():\n"));
  const auto answer = suite::read_answer(**tasks, reference, reply::Extraction::kLenient);
  EXPECT_TRUE((*tasks)->score(0, answer).right());
  // Runs of before the mode have the identity they had.
  EXPECT_FALSE(suite::resolve_modes(*suite, {})->contains("prompting"));
}

TEST(XlogoPrompt, SaysWhatTheEmulatorDoes) {
  const std::string text = text_of(Form::kText, Shots::kNone);
  EXPECT_THAT(text, HasSubstr("(x,y-1) facing north, (x+1,y) facing east, (x,y+1) facing south and "
                              "(x-1,y) facing west"));
  EXPECT_EQ(lang::xlogo::kStepY[static_cast<std::size_t>(lang::xlogo::Direction::kNorth)], -1);
  EXPECT_EQ(lang::xlogo::kStepX[static_cast<std::size_t>(lang::xlogo::Direction::kEast)], 1);
  EXPECT_THAT(text, HasSubstr("from " + std::to_string(lang::xlogo::kMinTimes) + " to " +
                              std::to_string(lang::xlogo::kMaxTimes) + ";"));
  for (std::size_t i = 0; i < lang::xlogo::kPenColors; ++i) {
    EXPECT_THAT(text, HasSubstr("'" + std::string(lang::xlogo::kColors[i].name) + "'"));
  }
}

TEST(XlogoPrompt, ItsOwnProgramsAreRead) {
  const std::string text = text_of(Form::kText, Shots::kThreeReasoned);
  std::size_t programs = 0;
  for (std::size_t at = text.find("```python\n"); at != std::string::npos;
       at = text.find("```python\n", at)) {
    at += 10;
    const std::size_t end = text.find("```", at);
    ASSERT_NE(end, std::string::npos);
    const auto program = lang::xlogo::parse_python(text.substr(at, end - at));
    EXPECT_TRUE(program) << text.substr(at, end - at);
    ++programs;
  }
  EXPECT_EQ(programs, 5U);
}

TEST(XlogoPrompt, TheFormChoosesTheWorld) {
  const std::string words = lang::xlogo::describe_world(small_task());
  const std::string map = lang::xlogo::ascii_world(small_task());
  EXPECT_THAT(text_of(Form::kText, Shots::kNone), HasSubstr(words));
  EXPECT_THAT(text_of(Form::kPicture, Shots::kNone), HasSubstr(words));
  EXPECT_THAT(text_of(Form::kAscii, Shots::kNone), HasSubstr(map));
  EXPECT_THAT(text_of(Form::kAscii, Shots::kNone), HasSubstr(lang::xlogo::ascii_legend()));
  EXPECT_THAT(text_of(Form::kAscii, Shots::kNone), Not(HasSubstr("The turtle starts at")));
}

TEST(XlogoPrompt, ExamplesWithAndWithoutReasoning) {
  const auto examples = worked_examples();
  ASSERT_TRUE(examples);
  const std::string none = text_of(Form::kText, Shots::kNone);
  const std::string three = text_of(Form::kText, Shots::kThree);
  const std::string reasoned = text_of(Form::kText, Shots::kThreeReasoned);
  EXPECT_THAT(none, Not(HasSubstr("Example 1")));
  std::size_t last = 0;
  for (const Example& example : *examples) {
    const std::size_t at = three.find(lang::xlogo::describe_world(example.task));
    ASSERT_NE(at, std::string::npos);
    EXPECT_GT(at, last);
    last = at;
    EXPECT_THAT(three, HasSubstr(lang::xlogo::to_python(example.task.solution)));
    EXPECT_THAT(three, Not(HasSubstr(example.reasoning)));
    EXPECT_THAT(reasoned, HasSubstr(example.reasoning));
  }
  EXPECT_GT(three.find("Your task"), last);
}

TEST(XlogoPrompt, TheTasksPictureIsTheLast) {
  const auto prompt = make_prompt(small_task(), Form::kPicture, Shots::kThree, default_template());
  ASSERT_TRUE(prompt);
  ASSERT_EQ(prompt->images.size(), 4U);
  const auto examples = worked_examples();
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(*raster::decode_png(prompt->images[i]),
              *mint::xlogo::task_image((*examples)[i].task));
  }
  const auto last = raster::decode_png(prompt->images[3]);
  ASSERT_TRUE(last);
  EXPECT_EQ(*last, *mint::xlogo::task_image(small_task()));
  EXPECT_EQ(last->width(), mint::xlogo::kPictureSize);
}

TEST(XlogoPrompt, OwnTemplates) {
  const auto prompt = make_prompt(small_task(), Form::kText, Shots::kNone, "Do: {{task}}");
  ASSERT_TRUE(prompt);
  EXPECT_EQ(prompt->text, "Do: Find the lemon.");
  const auto wrong = make_prompt(small_task(), Form::kText, Shots::kNone, "Do: {{goal}}");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::kUsage);
  EXPECT_THAT(wrong.error().message, HasSubstr("{{reading}} {{examples}} {{world}} {{task}}"));
}

}  // namespace
}  // namespace papert::suite::xlogo
