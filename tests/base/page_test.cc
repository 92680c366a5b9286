#include "base/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papert {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Page, HasTheSharedColoursInLightAndDarkBeforeItsOwnRules) {
  const std::string page = page_html({.title = "a <b>", .style = "p { color: var(--good); }"});
  const std::size_t light = page.find("--paper: #fff");
  const std::size_t dark = page.find("--paper: #15181b");
  const std::size_t own = page.find("p { color: var(--good); }");
  ASSERT_NE(own, std::string::npos);
  EXPECT_LT(light, dark);
  EXPECT_LT(dark, own);
  EXPECT_THAT(page, HasSubstr("prefers-color-scheme: dark"));
  EXPECT_THAT(page, HasSubstr("<title>a &lt;b&gt;</title>"));
}

TEST(Page, LoadsNothing) {
  const std::string page = page_html({.title = "x"});
  EXPECT_THAT(page, Not(HasSubstr("@import")));
  EXPECT_THAT(page, HasSubstr("content=\"default-src 'none'; style-src"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
}

TEST(Page, RunsItsOwnScriptAndNoOther) {
  const std::string page = page_html({.title = "x", .body = "<p>text</p>", .script = "f(1)"});
  EXPECT_THAT(page, HasSubstr("script-src 'sha256-DDALPP+E99MtoO7ArZmX+ZiQi0gj553Vbu67sUYkIo4=';"));
  EXPECT_THAT(page, HasSubstr("<p>text</p></div><script>f(1)</script></body></html>\n"));
}

}  // namespace
}  // namespace papert
