// Which names a piece of Python uses and which it defines: enough to see that two blocks of a reply
// need each other. Read from the text by its words, strings and brackets, without a grammar; what
// is not Python gives some names or none.
#pragma once

#include <string_view>
#include <unordered_set>

namespace papert::reply {

using NameSet = std::unordered_set<std::string_view>;

/// Names are views into the code.
struct CodeNames {
  NameSet used;       // outside of the place that binds them; not attributes (a.b gives a)
  NameSet called;     // of those, not only by the function of that name
  NameSet bound;      // anywhere: functions, parameters, variables, imports
  NameSet defined;    // at the top level: what another block could use
  NameSet functions;  // of those, functions and classes
  bool imports = false;
  bool star_import = false;

  /// Used, and bound nowhere in this piece. Built-in names are among them.
  [[nodiscard]] NameSet missing() const;
};

/// Cost is linear in the code.
[[nodiscard]] CodeNames names_in(std::string_view code);

}  // namespace papert::reply
