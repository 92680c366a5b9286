#include "report/replay_page.h"

#include "base/embedded.h"
#include "base/json.h"
#include "report/html.h"
#include "scene/replay_json.h"

extern "C" {
PAPERT_EMBEDDED(replay_page);
}

namespace papert::report {

Result<std::string> replay_html(const scene::Replay& replay, const std::string& title) {
  const Json json{{"title", title}, {"replay", scene::to_json(replay)}};
  const std::string text = dump_json(json);
  if (text.size() > kMaxReplayPageBytes) {
    return fail(ErrorCode::kLimit, "the page would be larger than " +
                                       std::to_string(kMaxReplayPageBytes >> 20U) + " MB");
  }
  return fill_page(embedded(papert_embedded_replay_page, papert_embedded_replay_page_end), text);
}

}  // namespace papert::report
