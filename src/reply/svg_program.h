// Replies that were asked for an SVG program first and an answer then.
//
//     Here it is.                              program: <svg viewBox="0 0 9 9">...</svg>
//     ```svg
//     <svg viewBox="0 0 9 9">                  rest:    Here it is.
//       <text>Answer: A</text>                          ```svg
//     </svg>
//     ```                                               ```
//     Answer: B                                         Answer: B
//
// What stands in the program is a drawing, not a statement: its texts, comments and attributes must
// not be read as the answer, however they are written. So the program is found by the tags of XML,
// not by fences: a text in it may hold a line that would close a fence, and a comment may hold
// </svg>. Cost is linear in the reply.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace papert::reply {

struct SvgReply {
  std::string program;  // the last complete document that begins a line, else the last; or none
  std::size_t programs = 0;  // how many complete documents there are
  std::string rest;          // the reply without SVG code
};

/// A document reaches from <svg to the </svg> that closes it, with what XML allows in front (a
/// declaration, a document type) and comments around it. Without its </svg> it reaches to the last
/// tag of an SVG element, as does a piece of SVG without <svg in a fenced block that is labelled
/// svg or xml to the end of the block; both are left out of the rest, and neither is a program.
[[nodiscard]] SvgReply split_svg(std::string_view reply);

}  // namespace papert::reply
