// Programs of our own for the tests of this folder.
#pragma once

#include <string>

namespace papert::lang::cad::test {

/// A plate of 95 x 95 grid units, `height` levels thick, on the xy plane.
inline std::string plate(int height = 160) {
  return "SOL; Line:(223,128); Line:(223,223); Line:(128,223); Line:(128,128); "
         "Ext:(128,128,128,64,64,128,128," +
         std::to_string(height) + ",128,Newbody,One-sided); ";
}

/// Through the plate, or into it if `depth` is above its thickness.
inline std::string hole(int depth = 160, int radius = 48, const std::string& operation = "Cut") {
  return "SOL; Circle:(176,128," + std::to_string(radius) + "); Ext:(128,128,128,100,128,128,64," +
         std::to_string(depth) + ",128," + operation + ",One-sided); ";
}

}  // namespace papert::lang::cad::test
