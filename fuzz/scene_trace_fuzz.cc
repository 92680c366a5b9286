// Bytes that a jailed program's process left as the trace of its steps.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "require.h"
#include "scene/replay_json.h"
#include "scene/trace.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  auto replay = papert::scene::read_trace(bytes);
  if (!replay) return 0;
  papert::scene::set_source(*replay, "import turtle\nturtle.forward(10)\n");
  for (const std::size_t step : {std::size_t{0}, replay->steps.size() / 2, replay->steps.size()}) {
    const auto scene = papert::scene::scene_at(*replay, step);
    papert::fuzz::require(scene.items.size() <= replay->items.size());
    papert::fuzz::require(papert::scene::turtles_at(*replay, step).size() <= step);
  }
  papert::fuzz::require(papert::scene::to_json(*replay)["frames"].get<std::size_t>() ==
                        replay->steps.size() + 1);
  return 0;
}
