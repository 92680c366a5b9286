#include "datagen/questions/blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papert::datagen::questions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::string> kColors{"Red", "Blue", "Green", "White"};

Block only_block(const std::string& reply) {
  const auto blocks = read_blocks(reply);
  EXPECT_EQ(blocks.size(), 1U) << reply;
  return blocks.empty() ? Block{} : blocks.front();
}

TEST(QuestionBlocks, TheFormThatIsAskedFor) {
  const auto blocks = read_blocks(
      "Question 1: What is the colour of the roof?\nA) Red\nB) Blue\nC) Green\nD) White\n"
      "Answer: B\n\n"
      "Question 2: How many windows are there?\nA) 1\nB) 2\nC) 3\nD) 4\nAnswer: D\n");
  ASSERT_EQ(blocks.size(), 2U);
  EXPECT_TRUE(blocks[0].usable()) << blocks[0].message;
  EXPECT_EQ(blocks[0].text, "What is the colour of the roof?");
  EXPECT_EQ(blocks[0].options, kColors);
  EXPECT_EQ(blocks[0].key, 1U);
  EXPECT_EQ(blocks[1].key, 3U);
}

// What models write instead: numbers, small letters, Markdown, other words around.
TEST(QuestionBlocks, OtherForms) {
  const std::vector<std::string> replies{
      "Here are the questions:\n\n1. **Question:** What is the colour of the roof?\n   - A) Red\n"
      "   - b) Blue\n   - C) Green\n   - D) White\n   **Answer:** B",
      "### Question 1\n\nWhat is the colour of the roof?\n\n(a) Red\n(b) Blue\n(c) Green\n(d) White"
      "\n\n**Correct answer:** (b) Blue\n\n---\n",
      "Q1. What is the colour of the roof?\nA. Red\nB. Blue\nC. Green\nD. White\nAnswer is B.",
      "What is the colour of the roof?\nA: Red\nB: Blue\nC: Green\nD: White\nCorrect option: B",
      "1) What is the colour of the roof?\nA) Red  B) Blue  C) Green  D) White\nAns: b",
      "Question 1 (colour): What is the colour\nof the roof?\nOption A: Red\nOption B: Blue\n"
      "Option C: Green\nOption D: White\nKey: Blue\nExplanation: it looks blue.",
      "Question: What is the colour of the roof?\n\nA) Red\n\nB) Blue\n\nC) Green\n\nD) White\n\n"
      "Answer:\nB\n",
      "**1. What is the colour of the roof?**\n**A)** Red\n**B)** Blue\n**C)** Green\n**D)** "
      "White\n"
      "*Answer to question 1:* `B`",
      "Question 1: What is the colour of the roof?\r\nA - Red\r\nB - Blue\r\nC - Green\r\n"
      "D - White\r\nAnswer: Option B\r\n",
  };
  for (const std::string& reply : replies) {
    const Block block = only_block(reply);
    EXPECT_TRUE(block.usable()) << reply << "\n" << block.message;
    EXPECT_EQ(block.text, "What is the colour of the roof?") << reply;
    EXPECT_EQ(block.options, kColors) << reply;
    EXPECT_EQ(block.key, 1U) << reply;
  }
}

TEST(QuestionBlocks, RefusedWithAReason) {
  const std::string question = "Question 1: What is it?\n";
  const std::string four = "A) A cat\nB) A dog\nC) A cow\nD) A pig\n";
  const std::vector<std::pair<std::string, BlockFault>> cases{
      {question + "A) A cat\nB) A dog\nC) The cat\nD) A pig\nAnswer: B", BlockFault::kEqualOptions},
      {question + "A) Four\nB) 4\nC) Five\nD) 6\nAnswer: C", BlockFault::kEqualOptions},
      {question + "A) A cat\nB) A dog\nC) A cow\nAnswer: B", BlockFault::kOptionCount},
      {question + four + "E) A hen\nAnswer: B", BlockFault::kOptionCount},
      {question + "A) A cat\nB) A dog\nB) A cow\nD) A pig\nAnswer: B", BlockFault::kOptionCount},
      {question + "A) A cat\nB)\nC) A cow\nD) A pig\nAnswer: A", BlockFault::kOptionCount},
      {question + "Answer: B", BlockFault::kOptionCount},
      {question + four, BlockFault::kNoAnswer},
      {question + four + "Answer: E", BlockFault::kNotAnOption},
      {question + four + "Answer: F) A hen", BlockFault::kNotAnOption},
      {question + four + "Answer: A hen", BlockFault::kNotAnOption},
      {question + four + "Answer: B) A pig", BlockFault::kNotAnOption},
      {question + four + "Answer: A and B", BlockFault::kNotAnOption},
      {"A) A cat\nB) A dog\nC) A cow\nD) A pig\nAnswer: B", BlockFault::kNoQuestion},
      {"Question 1: What does the SVG show?\n" + four + "Answer: B", BlockFault::kNamesCode},
      {"Question 1: Which fill has the code?\n" + four + "Answer: B", BlockFault::kNamesCode},
      {question + "A) #ff0000\nB) A dog\nC) A cow\nD) A pig\nAnswer: B", BlockFault::kNamesCode},
      {"Question 1: " + std::string(2000, 'x') + "?\n" + four + "Answer: B", BlockFault::kTooLong},
  };
  for (const auto& [reply, fault] : cases) {
    const Block block = only_block(reply);
    EXPECT_EQ(name_of(block.fault), name_of(fault)) << reply << "\n" << block.message;
    EXPECT_NE(block.message, "") << reply;
  }
  EXPECT_THAT(only_block(cases[0].first).message, HasSubstr("A and C"));
}

TEST(QuestionBlocks, ARefusedBlockKeepsItsPlace) {
  const auto blocks = read_blocks(
      "1. Is it red?\nA) Yes\nB) No\nC) Both\nD) yes\nAnswer: A\n\n"
      "2. Is it round?\nA) Yes\nB) No\nC) In part\nD) Unclear\nAnswer: B\n\n"
      "3. Is it large?\n\n"
      "4. Is it old?\nA) Yes\nB) No\nC) In part\nD) Unclear\nAnswer: C\n");
  std::vector<std::string_view> faults;
  for (const Block& block : blocks) faults.push_back(name_of(block.fault));
  EXPECT_THAT(faults, ElementsAre("equal_options", "ok", "option_count", "ok"));
}

TEST(QuestionBlocks, ProseIsNotAQuestion) {
  EXPECT_TRUE(read_blocks("").empty());
  EXPECT_TRUE(read_blocks("I cannot see a picture.\n\n1. Please send it again.\n").empty());
}

TEST(QuestionBlocks, AnswerByItsArticle) {
  const std::string four = "What is it?\nA) A circle\nB) A square\nC) A star\nD) A heart\n";
  EXPECT_EQ(only_block(four + "Answer: A star").key, 2U);
  EXPECT_EQ(only_block(four + "Answer: A").key, 0U);
  EXPECT_EQ(only_block(four + "Answer: A) A circle").key, 0U);
}

TEST(QuestionBlocks, WhatNamesCode) {
  for (const char* text : {"What does the code draw?", "Which <path> is red?", "the SVG", "RGB?",
                           "fill #0f0", "stroke-width 3", "Which attribute?"}) {
    EXPECT_TRUE(names_code(text)) << text;
  }
  for (const char* text : {"Is it a QR code?", "What is #1?", "the path to the house",
                           "a programme", "Where is the barcode?", "Is 3 < 4?"}) {
    EXPECT_FALSE(names_code(text)) << text;
  }
}

TEST(QuestionBlocks, WrittenAndReadBack) {
  Block block;
  block.text = "How many wheels has it?";
  block.options = {"Two", "Three", "Four", "Six"};
  block.key = 2;
  EXPECT_EQ(only_block(write_block(block, 3)), block);
}

}  // namespace
}  // namespace papert::datagen::questions
