// The whole command line as plain values: what completion scripts are written from.
#pragma once

#include <string>
#include <vector>

namespace papert::cli {

struct OptionNode {
  std::vector<std::string> flags;  // "-m", "--model"; none for a word that stands by its place
  std::string name;                // of such a word
  std::string value;               // how the help names its value; "" where it takes none
  std::vector<std::string> words;  // the only values it takes; empty: any
  std::string title;
  bool repeats = false;
};

struct VerbNode {
  std::string name;
  std::string title;
  std::vector<OptionNode> options;
  std::vector<VerbNode> verbs;
};

}  // namespace papert::cli
