#include "base/version.h"

namespace papert {

constinit const std::string_view kVersion = PAPERT_VERSION;

}  // namespace papert
