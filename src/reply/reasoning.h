// Takes apart what a model thought and what it answered, before anything else looks at a reply.
//
//     split_reasoning("<think>perhaps ...</think>\n```python\n...").answer
//
// Known are
//
//     <think>...</think>          also thinking, thought, reasoning, seed:think, [THINK]...[/THINK]
//     ...</think> answer          the chat template had opened the thought
//     <|channel|>analysis<|message|>...<|end|><|start|>assistant<|channel|>final<|message|>answer
//     analysis...assistantfinal   the same after a decoder has dropped the marks
//
// and several thoughts in one reply. A thought that never closes takes the rest of the reply with
// it: the reply was cut off, and what stands in a thought is not an answer.
#pragma once

#include <string>
#include <string_view>

namespace papert::reply {

struct SplitReply {
  std::string answer;     // the reply without its thoughts; the same bytes where it has none
  std::string reasoning;  // the thoughts, each on lines of its own
};

/// A mark counts where a model puts it: an opening one at the start of a line and outside a fenced
/// block; a closing one anywhere but within a line of a block. One in quotes or backticks, and one
/// whose partner is only mentioned, is text. Marks that end a reply (</s>, <|im_end|>, ...) are
/// dropped from its end. Splitting the answer again changes nothing. Cost is linear.
[[nodiscard]] SplitReply split_reasoning(std::string_view text);

/// False where the text is certain to be all answer: splitting it would give it back unchanged.
[[nodiscard]] bool may_hold_thoughts(std::string_view text);

}  // namespace papert::reply
