// The classes of losses of an answer (score/shape_losses.h) as figures: how many answers show each,
// and how many shapes are in each.
#pragma once

#include "suite/losses.h"

namespace papert::suite::shapecode {

class ShapeLossClassifier final : public suite::LossClassifier {
 public:
  [[nodiscard]] std::span<const suite::LossTable> loss_tables() const override;
  [[nodiscard]] Result<std::vector<std::optional<double>>> losses(std::string_view reference,
                                                                  std::string_view answer,
                                                                  bool right) const override;
};

}  // namespace papert::suite::shapecode
