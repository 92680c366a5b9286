#include "scene/replay_json.h"

#include "base/base64.h"
#include "scene/text_form.h"

namespace papert::scene {
namespace {

Json color_json(const std::optional<Color>& color) {
  if (!color) return nullptr;
  std::string text;
  append_color(text, *color);
  return text;
}

Json points_json(const std::vector<Point>& points) {
  Json list = Json::array();
  for (const Point& point : points) {
    list.push_back(point.x);
    list.push_back(point.y);
  }
  return list;
}

struct ItemWriter {
  Json operator()(const Stroke& stroke) const {
    return {{"kind", "stroke"},
            {"color", color_json(stroke.color)},
            {"width", stroke.width},
            {"points", points_json(stroke.points)}};
  }
  Json operator()(const Fill& fill) const {
    return {
        {"kind", "fill"}, {"color", color_json(fill.color)}, {"points", points_json(fill.points)}};
  }
  Json operator()(const Stamp& stamp) const {
    return {{"kind", "stamp"},
            {"color", color_json(stamp.fill)},
            {"outline", color_json(stamp.outline)},
            {"width", stamp.outline_width},
            {"points", points_json(stamp.points)}};
  }
  Json operator()(const Text& text) const {
    return {{"kind", "text"},
            {"color", color_json(text.color)},
            {"points", Json::array({text.position.x, text.position.y})},
            {"text", text.text},
            {"align", text.align},
            {"family", text.font_family},
            {"size", text.font_size},
            {"style", text.font_style}};
  }
  Json operator()(const ReplayPicture& picture) const {
    std::string address = "data:image/png;base64,";
    append_base64(address, picture.bytes);
    return {{"kind", "picture"}, {"src", std::move(address)}};
  }
};

Json item_json(const ReplayItem& item) {
  Json json = std::visit(ItemWriter{}, item.what);
  if (!item.grows.empty() && item.grows.back() != item.born) json["grows"] = item.grows;
  json["born"] = item.born;
  json["died"] = item.died == kNeverDies ? Json(nullptr) : Json(item.died);
  return json;
}

Json pen_json(const ReplayPen& pen) {
  return {{"turtle", pen.turtle},
          {"down", pen.down},
          {"filling", pen.filling},
          {"shown", pen.shown},
          {"color", color_json(pen.color)},
          {"fill", color_json(pen.fill)},
          {"width", pen.width}};
}

template <class Values, class Write>
Json list_of(const Values& values, Write write) {
  Json list = Json::array();
  for (const auto& value : values) list.push_back(write(value));
  return list;
}

}  // namespace

Json to_json(const Replay& replay) {
  const Bounds view = replay_view(replay);
  Json json{{"language", replay.language}, {"source", replay.source}};
  json["frames"] = replay.steps.size() + 1;
  json["view"] = Json::array({view.x0, view.y0, view.x1, view.y1});
  json["pens"] = list_of(replay.pens, pen_json);
  json["steps"] = list_of(replay.steps, [](const ReplayStep& step) {
    return Json::array({step.line, step.column, step.position.x, step.position.y, step.heading,
                        step.pen, step.length});
  });
  json["items"] = list_of(replay.items, item_json);
  json["backgrounds"] = list_of(replay.backgrounds, [](const auto& change) {
    return Json::array({change.first, color_json(change.second)});
  });
  json["cut"] = replay.cut;
  json["problem"] = replay.problem;
  return json;
}

}  // namespace papert::scene
