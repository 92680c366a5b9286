// One example of an exported set, before it has any trainer's form. Sources (data folders, minted
// tasks, runs, folders that datagen wrote) make these; a format (format.h) writes them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/task.h"

namespace papert::datagen {

/// What the example is for: a reply to imitate, a prompt whose replies a rule will judge, or a good
/// and a bad reply to one prompt.
enum class ExportUse { kSft, kRl, kPairs };

struct ExportPicture {
  std::string name;   // SHA-256 of the bytes in hex, ".png"
  std::string bytes;  // a PNG file
};

struct ExportTurn {
  std::string role;  // "user" or "assistant"; they take turns, the user first
  std::string text;
};

struct ExportRecord {
  std::string id;     // unique within the export
  std::string task;   // of its task, which several examples may share
  std::string suite;  // "turtleai"
  std::string split;  // "train" or "validation"
  /// What is asked: one user turn, or more where earlier replies are part of it (repair).
  std::vector<ExportTurn> prompt;
  std::vector<ExportPicture> pictures;  // all shown with the first user turn, in this order
  std::string target;                   // the reply to imitate; for pairs, the good one
  std::string rejected;                 // the bad one, for pairs
  /// What a rule needs to judge a reply, as one string: a reference program, a letter or value, or
  /// the task as JSON.
  std::string ground_truth;
  /// Names the task for scoring in any process (docs/rl.md, "Names for tasks").
  std::string ref;
  /// The task's picture, also where the prompt shows none: for formats that are a folder of
  /// pictures. Only filled for formats that want it.
  std::optional<ExportPicture> task_picture;
  std::vector<suite::Tag> tags;
};

}  // namespace papert::datagen
