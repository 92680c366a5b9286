// Symbols that no drawing may be. Each is a program of its own (blocklist/*.py); its drawing is
// turned and mirrored in black, and a drawing is compared with all of them in black.

#include <array>
#include <set>
#include <utility>

#include "base/embedded.h"
#include "datagen/turtle/rubric.h"
#include "datagen/turtle/trace.h"
#include "score/drawing_index.h"

PAPERT_EMBEDDED(blocked_hooked_cross);
PAPERT_EMBEDDED(blocked_hooked_cross_filled);
PAPERT_EMBEDDED(blocked_hooked_cross_in_ring);
PAPERT_EMBEDDED(blocked_double_bolt);

namespace papert::datagen {
namespace {

/// All ink black, the paper white, so that colours do not count.
scene::Scene blackened(scene::Scene scene) {
  constexpr scene::Color kPaper{255, 255, 255};
  const auto blacken = [&](scene::Color& color) {
    if (color != kPaper) color = scene::Color{};
  };
  scene.background = kPaper;
  for (scene::Item& item : scene.items) {
    std::visit(
        [&](auto& each) {
          if constexpr (requires { each.color; }) {
            blacken(each.color);
          } else {
            if (each.fill) blacken(*each.fill);
            if (each.outline) blacken(*each.outline);
          }
        },
        item);
  }
  return scene;
}

struct BlockedProgram {
  std::string_view name;
  std::string_view code;
};

std::array<BlockedProgram, 4> blocked_programs() {
  return {{{"hooked cross", embedded(papert_embedded_blocked_hooked_cross,
                                     papert_embedded_blocked_hooked_cross_end)},
           {"hooked cross", embedded(papert_embedded_blocked_hooked_cross_filled,
                                     papert_embedded_blocked_hooked_cross_filled_end)},
           {"hooked cross", embedded(papert_embedded_blocked_hooked_cross_in_ring,
                                     papert_embedded_blocked_hooked_cross_in_ring_end)},
           {"double bolt", embedded(papert_embedded_blocked_double_bolt,
                                    papert_embedded_blocked_double_bolt_end)}}};
}

}  // namespace

struct Blocklist::Symbols {
  score::DrawingIndex index;
};

Blocklist::Blocklist(std::unique_ptr<Symbols> symbols) : symbols_(std::move(symbols)) {}
Blocklist::~Blocklist() = default;
Blocklist::Blocklist(Blocklist&&) noexcept = default;
Blocklist& Blocklist::operator=(Blocklist&&) noexcept = default;

Result<Blocklist> Blocklist::open() {
  constexpr int kStep = 15;  // degrees
  auto symbols = std::make_unique<Symbols>();
  std::set<std::string> known;
  for (const BlockedProgram& each : blocked_programs()) {
    const turtle::Program program = TRY(turtle::parse_program(each.code));
    const Trace trace = trace_program(program);
    if (!trace.complete) {
      return fail(ErrorCode::kInternal, "a program of the blocklist: " + trace.problem,
                  std::string(each.name));
    }
    for (const bool mirrored : {false, true}) {
      for (int degrees = 0; degrees < 360; degrees += kStep) {
        scene::Scene turned =
            scene::turned(blackened(trace.scene), {static_cast<double>(degrees), mirrored});
        if (!known.insert(score::drawing_key(turned)).second) continue;
        symbols->index.keep(score::PaintedDrawing(std::move(turned)), std::string(each.name));
      }
    }
  }
  return Blocklist(std::move(symbols));
}

std::string Blocklist::refused_as(const scene::Scene& scene) const {
  if (scene.items.empty()) return {};
  return symbols_->index.alike(score::PaintedDrawing(blackened(scene))).value_or("");
}

}  // namespace papert::datagen
