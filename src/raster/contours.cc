#include "raster/contours.h"

#include <opencv2/imgproc.hpp>
#include <vector>

namespace papert::raster {

int count_contours(const Image& image) {
  constexpr double kPaper = 240;
  constexpr double kSameArea = 1.1;
  if (image.width() == 0 || image.height() == 0) return 0;
  Image gray = to_gray(image);
  const cv::Mat samples(gray.height(), gray.width(), CV_8UC1, gray.data().data());
  cv::Mat ink;
  cv::threshold(samples, ink, kPaper, 255, cv::THRESH_BINARY_INV);
  std::vector<std::vector<cv::Point>> contours;
  cv::findContours(ink, contours, cv::RETR_LIST, cv::CHAIN_APPROX_SIMPLE);
  if (contours.size() == 2 &&
      cv::contourArea(contours[0]) < kSameArea * cv::contourArea(contours[1])) {
    return 1;
  }
  return static_cast<int>(contours.size());
}

}  // namespace papert::raster
