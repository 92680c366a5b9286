// Reading JPEG with libjpeg-turbo.
//
// libjpeg reports an error by a call that must not return; as with libpng that is a long jump, so
// every call that may jump sits in a member function of JpegDecoder that returns true or false,
// holds nothing but plain values, and works on memory its caller owns.
//
// Every scan of a progressive file is a pass over the whole picture, so a small file with thousands
// of scans takes minutes: scans are counted and their number is limited.
#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <string>

// clang-format off
#include <jpeglib.h>  // after cstdio, whose types it uses
// clang-format on

#include "raster/jpeg.h"

namespace papert::raster {
namespace {

constexpr int kMaxScans = 500;

class JpegDecoder {
 public:
  explicit JpegDecoder(std::string_view bytes) : bytes_(bytes) {
    info_.err = jpeg_std_error(&errors_);
    errors_.error_exit = &JpegDecoder::on_error;
    errors_.emit_message = &JpegDecoder::on_message;
    info_.client_data = this;
  }
  ~JpegDecoder() { jpeg_destroy_decompress(&info_); }
  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;

  [[nodiscard]] const char* message() const { return message_.data(); }
  [[nodiscard]] int channels() const { return info_.num_components; }
  [[nodiscard]] std::int64_t width() const { return info_.image_width; }
  [[nodiscard]] std::int64_t height() const { return info_.image_height; }

  [[nodiscard]] bool read_header() {
    if (setjmp(jump_) != 0) return false;
    jpeg_create_decompress(&info_);
    progress_.progress_monitor = &JpegDecoder::on_progress;
    info_.progress = &progress_;
    jpeg_mem_src(&info_, reinterpret_cast<const unsigned char*>(bytes_.data()), bytes_.size());
    jpeg_read_header(&info_, TRUE);
    return true;
  }

  [[nodiscard]] bool read_pixels(Image& image) {
    if (setjmp(jump_) != 0) return false;
    info_.out_color_space = channels() == 1 ? JCS_GRAYSCALE : JCS_RGB;
    info_.dct_method = JDCT_ISLOW;
    jpeg_start_decompress(&info_);
    while (info_.output_scanline < info_.output_height) {
      JSAMPROW row = image.row(static_cast<int>(info_.output_scanline));
      jpeg_read_scanlines(&info_, &row, 1);
    }
    jpeg_finish_decompress(&info_);
    return true;
  }

 private:
  static JpegDecoder& of(j_common_ptr info) {
    return *static_cast<JpegDecoder*>(info->client_data);
  }

  [[noreturn]] static void on_error(j_common_ptr info) {
    std::array<char, JMSG_LENGTH_MAX> text{};
    info->err->format_message(info, text.data());
    std::snprintf(of(info).message_.data(), of(info).message_.size(), "%s", text.data());
    std::longjmp(of(info).jump_, 1);
  }

  // A negative level is a warning: data that libjpeg would make up for.
  static void on_message(j_common_ptr info, int level) {
    if (level < 0) on_error(info);
  }

  static void on_progress(j_common_ptr info) {
    const auto* self = reinterpret_cast<j_decompress_ptr>(info);
    if (self->input_scan_number <= kMaxScans) return;
    std::snprintf(of(info).message_.data(), of(info).message_.size(), "it has too many scans");
    std::longjmp(of(info).jump_, 1);
  }

  std::string_view bytes_;
  jpeg_decompress_struct info_{};
  jpeg_error_mgr errors_{};
  jpeg_progress_mgr progress_{};
  std::jmp_buf jump_{};
  std::array<char, 200> message_{};
};

tl::unexpected<Error> damaged(const JpegDecoder& decoder) {
  return fail(ErrorCode::kBadData, std::string("the JPEG is damaged: ") + decoder.message());
}

}  // namespace

Result<Image> decode_jpeg(std::string_view bytes, const JpegLimits& limits) {
  if (bytes.size() > limits.max_bytes) {
    return fail(ErrorCode::kLimit, "the JPEG has " + std::to_string(bytes.size()) +
                                       " bytes; at most " + std::to_string(limits.max_bytes) +
                                       " are read");
  }
  if (!bytes.starts_with("\xff\xd8\xff")) {
    return fail(ErrorCode::kBadData, "not a JPEG: the file does not begin with the JPEG signature");
  }
  JpegDecoder decoder(bytes);
  if (!decoder.read_header()) return damaged(decoder);
  if (decoder.width() > limits.max_side || decoder.height() > limits.max_side ||
      decoder.width() * decoder.height() > limits.max_pixels) {
    return fail(ErrorCode::kLimit, "the JPEG has " + std::to_string(decoder.width()) + " x " +
                                       std::to_string(decoder.height()) +
                                       " pixels, which is more than is read");
  }
  if (decoder.channels() != 1 && decoder.channels() != 3) {
    return fail(ErrorCode::kBadData, "the JPEG has " + std::to_string(decoder.channels()) +
                                         " components; 1 or 3 are read");
  }
  Image image(static_cast<int>(decoder.width()), static_cast<int>(decoder.height()),
              decoder.channels() == 1 ? PixelFormat::kGray : PixelFormat::kRgb);
  if (!decoder.read_pixels(image)) return damaged(decoder);
  return image;
}

}  // namespace papert::raster
