#include "http/message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papert::http {
namespace {

TEST(Request, HeadersWhateverTheirCase) {
  const Request request{.headers = {{"HOST", "a"}, {"X-One", "1"}, {"x-one", "2"}}};
  EXPECT_EQ(request.header("host"), "a");
  EXPECT_EQ(request.header("X-ONE"), "1");
  EXPECT_EQ(request.count("x-one"), 2U);
  EXPECT_EQ(request.header("x-on"), std::nullopt);
  EXPECT_EQ(request.count("x-ones"), 0U);
}

TEST(Request, PathAndQuery) {
  const Request request{.target = "/a%2Fb/c?key=1%202&empty&key=3&bad=%zz"};
  EXPECT_EQ(request.path(), "/a%2Fb/c");
  EXPECT_EQ(request.query("key"), "1 2");
  EXPECT_EQ(request.query("empty"), "");
  EXPECT_EQ(request.query("bad"), std::nullopt);
  EXPECT_EQ(request.query("none"), std::nullopt);
  EXPECT_EQ((Request{.target = "/a"}).query("key"), std::nullopt);
}

TEST(PercentDecode, WholeOrNothing) {
  EXPECT_EQ(percent_decode("a%2fb%2F%00"), std::string("a/b/\0", 5));
  for (const char* bad : {"%", "%2", "%2g", "a%%20"}) {
    EXPECT_EQ(percent_decode(bad), std::nullopt) << bad;
  }
}

TEST(Head, HasWhatWasAskedFor) {
  const Response response{.status = 404, .headers = {{"X-One", "1"}}};
  EXPECT_EQ(head_of(response, {.keep_alive = false, .length = 12}),
            "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nX-One: 1\r\n"
            "Content-Length: 12\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(head_of({.status = 299, .content_type = ""}, {.chunked = true}),
            "HTTP/1.1 299 Status\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n");
}

TEST(Head, ALineBreakNeverMakesAHeader) {
  const Response response{.content_type = "a\r\nX: 1",
                          .headers = {{"X", "1\nY: 2"}, {"Z\r", "3"}, {"", "4"}}};
  EXPECT_EQ(head_of(response, {}), "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\n\r\n");
}

TEST(Chunk, SaysItsSize) {
  EXPECT_EQ(chunk_of("0123456789abcdef!"), "11\r\n0123456789abcdef!\r\n");
  EXPECT_EQ(chunk_of(""), "");
}

}  // namespace
}  // namespace papert::http
