// Writes small ONNX files: the few fields of the protocol buffers that a network of convolutions
// needs, byte by byte. https://github.com/onnx/onnx/blob/main/onnx/onnx.proto has the numbers.
//
//     OnnxModel model("picture", {0, 3, 224, 224});
//     model.conv("picture", "wide", weights, bias, {.inputs = 3, .outputs = 4, .kernel = 3});
//     model.node("Relu", {"wide"}, "bent");
//     model.node("GlobalAveragePool", {"bent"}, "means");
//     model.node("Flatten", {"means"}, "features");
//     spit(path, model.bytes("features"));
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace papert::test {

class OnnxModel {
 public:
  struct Conv {
    int inputs = 1;
    int outputs = 1;
    int kernel = 1;
    int stride = 1;
    int padding = 0;
  };

  /// A length of 0 is a free one.
  OnnxModel(const std::string& input, const std::vector<int>& shape)
      : input_(value_info(input, shape)) {}

  void node(const std::string& operation, const std::vector<std::string>& inputs,
            const std::string& output, const std::string& attributes = "") {
    std::string node;
    for (const std::string& input : inputs) node += text(1, input);
    node += text(2, output) + text(3, output) + text(4, operation) + attributes;
    nodes_ += text(1, node);
  }

  void tensor(const std::string& name, const std::vector<int>& shape,
              const std::vector<float>& values) {
    std::string bytes(values.size() * sizeof(float), '\0');
    if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    std::string tensor;
    for (const int length : shape) tensor += number(1, length);
    tensors_ += text(5, tensor + number(2, kFloat) + text(8, name) + text(9, bytes));
  }

  /// Weights: output by output, in it input by input, in it row by row.
  void conv(const std::string& input, const std::string& output, const std::vector<float>& weights,
            const std::vector<float>& bias, const Conv& conv) {
    tensor(output + ".weights", {conv.outputs, conv.inputs, conv.kernel, conv.kernel}, weights);
    tensor(output + ".bias", {conv.outputs}, bias);
    node("Conv", {input, output + ".weights", output + ".bias"}, output,
         integers("kernel_shape", {conv.kernel, conv.kernel}) +
             integers("strides", {conv.stride, conv.stride}) +
             integers("pads", {conv.padding, conv.padding, conv.padding, conv.padding}));
  }

  /// An attribute for node().
  static std::string integers(const std::string& name, const std::vector<int>& values) {
    std::string attribute = text(1, name);
    for (const int value : values) attribute += number(8, value);
    return text(5, attribute + number(20, kIntegers));
  }

  [[nodiscard]] std::string bytes(const std::string& output) const {
    const std::string graph =
        nodes_ + text(2, "graph") + tensors_ + text(11, input_) + text(12, value_info(output, {}));
    return number(1, 7) + text(7, graph) + text(8, text(1, "") + number(2, 11));
  }

 private:
  static constexpr int kFloat = 1;
  static constexpr int kIntegers = 7;

  static std::string varint(std::uint64_t value) {
    std::string bytes;
    for (; value >= 0x80; value >>= 7U) bytes += static_cast<char>(value | 0x80);
    return bytes + static_cast<char>(value);
  }

  static std::string number(int field, std::int64_t value) {
    return varint(static_cast<std::uint64_t>(field) << 3U) +
           varint(static_cast<std::uint64_t>(value));
  }

  static std::string text(int field, const std::string& bytes) {
    return varint(static_cast<std::uint64_t>(field) << 3U | 2U) + varint(bytes.size()) + bytes;
  }

  static std::string value_info(const std::string& name, const std::vector<int>& shape) {
    std::string dimensions;
    for (const int length : shape) {
      dimensions += text(1, length > 0 ? number(1, length) : text(2, "any"));
    }
    return text(1, name) + text(2, text(1, number(1, kFloat) + text(2, dimensions)));
  }

  std::string input_;
  std::string nodes_;
  std::string tensors_;
};

}  // namespace papert::test
