// What formats that are collections of pictures say about a task.
#pragma once

#include "base/json.h"
#include "datagen/export/record.h"

namespace papert::datagen {

/// ["tier=easy", "skill=loops", ...]: one list for all tags, since tasks differ in which they have
/// and readers want the same keys in every line.
[[nodiscard]] inline Json tag_texts(const ExportRecord& record) {
  Json texts = Json::array();
  for (const suite::Tag& tag : record.tags) texts.push_back(tag.key + "=" + tag.value);
  return texts;
}

/// The task's picture, or the first of the prompt; null where there is none.
[[nodiscard]] inline const ExportPicture* shown_picture(const ExportRecord& record) {
  if (record.task_picture) return &*record.task_picture;
  return record.pictures.empty() ? nullptr : &record.pictures.front();
}

}  // namespace papert::datagen
