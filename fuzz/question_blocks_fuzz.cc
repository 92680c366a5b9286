// Any bytes as the reply of a model that was asked for questions, and as what people said of them.
// A block that is used can be asked and scored, one that is refused says why, and a question that
// people have edited is still one that can be asked.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "datagen/questions/blocks.h"
#include "datagen/questions/inspection.h"
#include "mint/question/question.h"
#include "require.h"

namespace {

using namespace papert::datagen::questions;
using papert::fuzz::require;

void check_block(const Block& block) {
  if (!block.usable()) {
    require(!block.message.empty());
    return;
  }
  require(block.options.size() == kBlockOptions && block.key < kBlockOptions);
  require(!names_code(block.text));
  papert::mint::Question question;
  question.id = "1";
  question.program = "<svg/>";
  question.text = block.text;
  question.options = block.options;
  question.answer = papert::mint::option_letter(block.key);
  require(papert::mint::check(question, "").has_value());
  require(write_block(block, 1).find('\n') != std::string::npos);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<Block> blocks = read_blocks(text);
  require(blocks.size() <= kMaxBlocks);
  for (const Block& block : blocks) check_block(block);
  const Inspection inspection = read_inspection(text, "labels.jsonl");
  for (const auto& [id, remarks] : inspection.remarks) {
    Block block = checked_block("What is it?", {"Red", "Blue", "Green", "White"}, "B");
    std::vector<papert::Error> problems;
    if (inspect(remarks, block, problems) != Inspected::kRemoved) check_block(block);
  }
  return 0;
}
