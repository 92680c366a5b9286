#include "base/version.h"

namespace papert {

std::string_view version() { return PAPERT_VERSION; }

}  // namespace papert
