// A WebSocket client for tests of servers: frames as the test writes them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/http_client.h"

namespace papert::test {

class WebSocketClient {
 public:
  struct Frame {
    int opcode = -1;  // 1 text, 8 close, 9 ping; -1: the connection has ended
    std::string payload;
    /// Of a close frame; 0 without one.
    [[nodiscard]] int close_code() const {
      if (opcode != 8 || payload.size() < 2) return 0;
      return static_cast<unsigned char>(payload[0]) * 256 + static_cast<unsigned char>(payload[1]);
    }
  };

  WebSocketClient(int port, const std::string& target, const std::vector<std::string>& headers = {})
      : connection_(port) {
    std::string request = "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                          "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                          "dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for (const std::string& header : headers) request += header + "\r\n";
    connection_.send(request + "\r\n");
    answer_ = connection_.read_answer(true);
  }

  /// What the server said to the upgrade: 101 if it agreed.
  [[nodiscard]] const HttpAnswer& answer() const { return answer_; }

  bool send_text(std::string_view text) { return send_frame(1, text); }
  /// Masked with zeros, so that the payload can be read on the wire.
  bool send_frame(int opcode, std::string_view payload, bool last = true) {
    std::string frame(1, static_cast<char>((last ? 0x80 : 0) | opcode));
    if (payload.size() < 126) {
      frame += static_cast<char>(0x80 | payload.size());
    } else if (payload.size() < 65536) {
      frame += static_cast<char>(0x80 | 126);
      frame += static_cast<char>(payload.size() >> 8);
      frame += static_cast<char>(payload.size() & 0xff);
    } else {
      frame += static_cast<char>(0x80 | 127);
      for (int shift = 56; shift >= 0; shift -= 8) {
        frame += static_cast<char>((payload.size() >> shift) & 0xff);
      }
    }
    frame += std::string(4, '\0');
    frame += payload;
    return connection_.send(frame);
  }
  bool send_raw(std::string_view bytes) { return connection_.send(bytes); }

  /// The next frame that is no ping.
  Frame read() {
    for (;;) {
      Frame frame;
      const std::string head = connection_.read_exactly(2);
      if (head.size() < 2) return frame;
      std::size_t size = static_cast<unsigned char>(head[1]) & 0x7f;
      if (size >= 126) {
        const std::string more = connection_.read_exactly(size == 126 ? 2 : 8);
        size = 0;
        for (const char c : more) size = size * 256 + static_cast<unsigned char>(c);
      }
      frame.payload = connection_.read_exactly(size);
      frame.opcode = static_cast<unsigned char>(head[0]) & 0x0f;
      if (frame.opcode != 9) return frame;
    }
  }
  std::string ask(std::string_view text) {
    send_text(text);
    return read().payload;
  }
  [[nodiscard]] bool closes_within(int ms) { return connection_.closes_within(ms); }

 private:
  RawConnection connection_;
  HttpAnswer answer_;
};

}  // namespace papert::test
