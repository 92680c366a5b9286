// The network runs in OpenCV's dnn module, which reads ONNX files and needs no other library. It
// reports errors by exceptions, which end here, and by lines on standard error, which are switched
// off while it works. What a file claims is tried out when it is loaded: two white pictures must
// give two rows of finite numbers, so a network for other pictures, or one that was exported for a
// single picture, is refused at once. Some damaged files make OpenCV crash rather than complain, so
// the trial is first made by a program of its own, papert-try-encoder, whose death is one more way
// to be refused. (Not by a fork: this process has threads, and what they hold a child would never
// get back.)
#include "score/embedding.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <mutex>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>

#include "base/companion.h"
#include "base/file.h"

namespace papert::score {
namespace {

constexpr std::array<float, 3> kMean{0.485F, 0.456F, 0.406F};
constexpr std::array<float, 3> kDeviation{0.229F, 0.224F, 0.225F};
constexpr std::size_t kPixels = static_cast<std::size_t>(kEncoderSide) * kEncoderSide;

constexpr std::string_view kUnreadable = "this is not an ONNX network that can be used: ";

int say_nothing(int, const char*, const char*, const char*, int, void*) { return 0; }

/// OpenCV writes no lines while this lives.
class Silence {
 public:
  Silence() : level_(cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT)) {
    cv::redirectError(say_nothing);
  }
  ~Silence() {
    cv::redirectError(nullptr);
    cv::utils::logging::setLogLevel(level_);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  cv::utils::logging::LogLevel level_;
};

/// N x 3 x 224 x 224: channel after channel, mean and deviation taken out.
cv::Mat blob_of(std::span<const raster::Image> pictures) {
  const std::array<int, 4> shape{static_cast<int>(pictures.size()), 3, kEncoderSide, kEncoderSide};
  cv::Mat blob(4, shape.data(), CV_32F);
  auto* out = blob.ptr<float>();
  for (const raster::Image& picture : pictures) {
    const raster::Image prepared = encoder_picture(picture);
    const auto samples = prepared.data();
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t i = 0; i < kPixels; ++i) {
        const float share = static_cast<float>(samples[3 * i + c]) / 255.0F;
        *out++ = (share - kMean[c]) / kDeviation[c];
      }
    }
  }
  return blob;
}

std::string first_line(const char* text) {
  const std::string_view all(text);
  return std::string(all.substr(0, all.find('\n')));
}

/// A file in memory with these bytes, to be read from its beginning.
Result<FileDescriptor> memory_file(std::string_view bytes, const std::string& name) {
  FileDescriptor file(::memfd_create("encoder", MFD_CLOEXEC));
  if (!file) return fail(system_error(errno, "try", name));
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return fail(system_error(errno, "try", name));
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

/// Starts the trial with `input` and `output` as its standard streams.
Result<pid_t> start_trial(const std::string& program, int input, int output) {
  posix_spawn_file_actions_t files{};
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  std::string argument = program;
  std::array<char*, 2> arguments{argument.data(), nullptr};
  std::array<char*, 1> environment{nullptr};
  pid_t child = -1;
  const int error =
      ::posix_spawn(&child, program.c_str(), &files, nullptr, arguments.data(), environment.data());
  ::posix_spawn_file_actions_destroy(&files);
  if (error != 0) return fail(system_error(error, "start", program));
  return child;
}

std::string read_report(int fd) {
  std::string said(kMaxTrialReport, '\0');
  ssize_t length = 0;
  while ((length = ::read(fd, said.data(), said.size())) < 0 && errno == EINTR) {
  }
  said.resize(static_cast<std::size_t>(std::max<ssize_t>(0, length)));
  return said;
}

/// The trial in a process of its own.
Result<void> try_apart(std::string_view bytes, const std::string& name) {
  const std::string program = TRY(companion_program("papert-try-encoder", "PAPERT_TRY_ENCODER"));
  const FileDescriptor input = TRY(memory_file(bytes, name));
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(system_error(errno, "try", name));
  const FileDescriptor reader(ends[0]);
  FileDescriptor writer(ends[1]);
  const pid_t child = TRY(start_trial(program, input.get(), writer.get()));
  writer.reset();
  const std::string said = read_report(reader.get());
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return fail(system_error(errno, "wait for the trial of the network", name));
  }
  if (status == 0) return {};
  if (said.empty()) {
    return fail(ErrorCode::kBadData, std::string(kUnreadable) + "trying it ended badly", name);
  }
  return fail(static_cast<ErrorCode>(said[0]), said.substr(1), name);
}

}  // namespace

class Encoder::Network {
 public:
  Network(const cv::dnn::Net& net, std::string name) : net_(net), name_(std::move(name)) {
    net_.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    net_.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
  }

  [[nodiscard]] Result<void> check_size() const {
    std::size_t weights = 0;
    std::size_t layers = 0;
    net_.getMemoryConsumption(cv::dnn::MatShape{1, 3, kEncoderSide, kEncoderSide}, weights, layers);
    if (layers <= kMaxEncoderMemory) return {};
    return fail(ErrorCode::kLimit,
                fmt::format("the network needs {} MB for a picture; at most {} MB are allowed",
                            layers >> 20U, kMaxEncoderMemory >> 20U),
                name_);
  }

  /// Features of one batch, appended.
  [[nodiscard]] Result<void> run(std::span<const raster::Image> pictures,
                                 std::vector<Features>& features) {
    const cv::Mat blob = blob_of(pictures);
    net_.setInput(blob);
    const cv::Mat output = net_.forward();
    const bool rows = output.dims >= 2 && output.type() == CV_32F && output.isContinuous() &&
                      output.size[0] == static_cast<int>(pictures.size());
    if (!rows) {
      return fail(ErrorCode::kBadData,
                  fmt::format("the network does not give {0} rows of features for {0} pictures; "
                              "export it with a batch axis of any length",
                              pictures.size()),
                  name_);
    }
    const std::size_t length = output.total() / pictures.size();
    if (length < 1 || length > kMaxFeatures) {
      return fail(
          ErrorCode::kLimit,
          fmt::format("the network gives {} features; 1 to {} are allowed", length, kMaxFeatures),
          name_);
    }
    const auto* values = output.ptr<float>();
    for (std::size_t i = 0; i < pictures.size(); ++i, values += length) {
      Features each(values, values + length);
      if (!std::all_of(each.begin(), each.end(), [](float f) { return std::isfinite(f); })) {
        return fail(ErrorCode::kBadData, "the network gives features that are not finite numbers",
                    name_);
      }
      features.push_back(std::move(each));
    }
    return {};
  }

  /// `work` with exceptions as errors; one caller at a time.
  template <class Work>
  [[nodiscard]] Result<void> guarded(const Work& work) {
    const std::lock_guard lock(mutex_);
    const Silence silence;
    try {
      return work();
    } catch (const std::exception& error) {
      return fail(ErrorCode::kBadData, "the network cannot be run: " + first_line(error.what()),
                  name_);
    }
  }

 private:
  std::mutex mutex_;
  cv::dnn::Net net_;
  std::string name_;
};

bool has_encoders() { return true; }

Encoder::Encoder(std::unique_ptr<Network> network) : network_(std::move(network)) {}
Encoder::Encoder(Encoder&&) noexcept = default;
Encoder& Encoder::operator=(Encoder&&) noexcept = default;
Encoder::~Encoder() = default;

Result<Encoder> Encoder::load(const std::filesystem::path& file) {
  return from_bytes(TRY(read_file(file, kMaxEncoderBytes)), file.string());
}

Result<Encoder> Encoder::tried(std::string_view bytes, const std::string& name) {
  std::unique_ptr<Network> network;
  try {
    const Silence silence;
    network = std::make_unique<Network>(cv::dnn::readNetFromONNX(bytes.data(), bytes.size()), name);
  } catch (const std::exception& error) {
    return fail(ErrorCode::kBadData, std::string(kUnreadable) + first_line(error.what()), name);
  }
  std::vector<Features> features;
  const std::array<raster::Image, 2> white;
  TRY(network->guarded([&]() -> Result<void> {
    TRY(network->check_size());
    return network->run(white, features);
  }));
  return Encoder(std::move(network));
}

Result<Encoder> Encoder::from_bytes(std::string_view bytes, const std::string& name) {
  TRY(try_apart(bytes, name));  // what the trial did not survive is not read a second time
  return tried(bytes, name);
}

Result<std::vector<Features>> Encoder::embed(std::span<const raster::Image> pictures) const {
  std::vector<Features> features;
  features.reserve(pictures.size());
  while (!pictures.empty()) {
    const std::size_t count = std::min(pictures.size(), kEncoderBatch);
    TRY(network_->guarded([&] { return network_->run(pictures.first(count), features); }));
    pictures = pictures.subspan(count);
  }
  return features;
}

}  // namespace papert::score
