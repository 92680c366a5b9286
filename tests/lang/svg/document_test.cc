// Reading and writing: what is kept, what is repaired, what is refused, each limit from both sides.
#include "lang/svg/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lang/svg/in_text.h"

namespace papert::lang::svg {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string nested(std::size_t depth) {
  std::string text = "<svg>";
  for (std::size_t i = 1; i < depth; ++i) text += "<g>";
  for (std::size_t i = 1; i < depth; ++i) text += "</g>";
  return text + "</svg>";
}

std::string repeated(std::string_view piece, std::size_t count) {
  std::string text = "<svg>";
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text + "</svg>";
}

void expect_error(std::string_view text, ErrorCode code, std::string_view part) {
  const auto document = parse(text);
  ASSERT_FALSE(document) << text.substr(0, 80);
  EXPECT_EQ(document.error().code, code) << document.error().message;
  EXPECT_THAT(document.error().message, HasSubstr(part));
}

TEST(SvgDocument, KeepsOrderCommentsSpaceAndText) {
  const std::string text =
      "<!--a--><svg z=\"1\" a=\"2\">\n <g b=\"&amp;&lt;&quot;\"><!-- c --></g>\n"
      "<text>1 &lt; 2</text><style><![CDATA[.a>b{}]]></style></svg>";
  const auto document = parse(text);
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->root.attribute("z"), "1");
  EXPECT_EQ(document->root.attributes[1].name, "a");
  EXPECT_EQ(document->root.children[1].attribute("b"), "&<\"");
  EXPECT_EQ(to_text(*document), "<!--a-->\n" + text.substr(8));
  EXPECT_THAT(document->notes, IsEmpty());
}

TEST(SvgDocument, WritingAndReadingGivesTheSameTree) {
  const auto document =
      parse("<svg a='&#10;&#9;&#13;\"&#x1F600;'>&#13;]]&gt;<g/><![CDATA[<]]>\n</svg>");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->root.attribute("a"), "\n\t\r\"\xF0\x9F\x98\x80");
  const auto again = parse(to_text(*document));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->root, document->root);
}

TEST(SvgDocument, ACapitalThatWasLostIsPutBack) {
  const auto document = parse("<svg viewbox=\"0 0 4 2\"/>");
  ASSERT_TRUE(document);
  EXPECT_EQ(to_text(*document), "<svg viewBox=\"0 0 4 2\"/>");
  EXPECT_THAT(document->notes, ElementsAre(HasSubstr("viewBox")));
  EXPECT_EQ(*view_box(*document), (ViewBox{0, 0, 4, 2}));
  const auto both = parse("<svg viewbox='1 1 1 1' viewBox='0 0 4 2'/>");
  ASSERT_TRUE(both);
  EXPECT_THAT(both->notes, IsEmpty());
  EXPECT_EQ(view_box(*both)->width, 4);
}

TEST(SvgDocument, ViewBoxOrSize) {
  EXPECT_EQ(*view_box(*parse("<svg width='30px' height='1in'/>")), (ViewBox{0, 0, 30, 96}));
  for (const char* text :
       {"<svg/>", "<svg width='10'/>", "<svg width='100%' height='5'/>", "<svg viewBox='0 0 0 5'/>",
        "<svg viewBox='0 0 5'/>", "<svg viewBox='0 0 nan 5'/>", "<svg viewBox='0 0 1e999 5'/>"}) {
    const auto box = view_box(*parse(text));
    ASSERT_FALSE(box) << text;
    EXPECT_EQ(box.error().code, ErrorCode::kBadData);
  }
}

TEST(SvgDocument, SaysAtWhichByteItBreaks) {
  EXPECT_EQ(broken_at("<svg><g></svg>"), 10U);
  EXPECT_EQ(broken_at("<svg a=1/>"), 7U);
  EXPECT_EQ(broken_at("<svg><g></g></svg>"), std::nullopt);
  EXPECT_EQ(broken_at("plain words"), std::nullopt);
  EXPECT_EQ(broken_at(""), std::nullopt);
}

TEST(SvgDocument, BrokenTextIsRefusedWithItsPlace) {
  expect_error("", ErrorCode::kBadData, "no");
  expect_error("plain words", ErrorCode::kBadData, "");
  expect_error("<svg><g></svg>", ErrorCode::kBadData, "byte");
  expect_error("<svg><g></g>", ErrorCode::kBadData, "");
  expect_error("<html/>", ErrorCode::kBadData, "'html'");
  expect_error("<svg/><svg/>", ErrorCode::kBadData, "second root");
  expect_error("<svg a='1' a='2'/>", ErrorCode::kBadData, "svg: a is given twice");
  expect_error("<svg>\xFF</svg>", ErrorCode::kBadData, "UTF-8");
  expect_error(std::string_view("<svg>\0</svg>", 12), ErrorCode::kBadData, "UTF-8");
  expect_error("<svg a='x &b; y'/>", ErrorCode::kBadData, "'&b; y'");
  expect_error("<svg>&#0;</svg>", ErrorCode::kBadData, "'&#0;'");
  expect_error("<svg>&#xD800;</svg>", ErrorCode::kBadData, "");
  expect_error("<svg>&#99999999;</svg>", ErrorCode::kBadData, "");
  expect_error("<?xml version='1.0' encoding='utf-16'?><svg/>", ErrorCode::kBadData, "utf-16");
}

TEST(SvgDocument, EntityBombsAreNotRead) {
  expect_error(
      "<!DOCTYPE svg [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><svg><text>&b;</text></svg>",
      ErrorCode::kBadData, "document type");
  expect_error("<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><svg>&x;</svg>",
               ErrorCode::kBadData, "document type");
  const auto plain =
      parse("<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://example.org/svg11.dtd'><svg/>");
  ASSERT_TRUE(plain) << plain.error().message;
  EXPECT_EQ(to_text(*plain), "<svg/>");
}

TEST(SvgDocument, ProcessingInstructionsAreLeftOutAndSaidOnce) {
  const auto document =
      parse("<?xml version='1.0'?><?xml-stylesheet href='a.css'?><svg><?php x?><?php y?></svg>");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(to_text(*document), "<svg/>");
  EXPECT_EQ(document->notes.size(), 1U);
}

TEST(SvgDocument, LimitsFromBothSides) {
  const ParseLimits limits{
      .bytes = 400, .elements = 5, .depth = 3, .attributes = 2, .attribute_bytes = 4};
  const auto code = [&](const std::string& text) {
    const auto document = parse(text, limits);
    return document ? std::string("fine") : std::to_string(static_cast<int>(document.error().code));
  };
  const std::string limit = std::to_string(static_cast<int>(ErrorCode::kLimit));
  EXPECT_EQ(code("<svg>" + std::string(389, ' ') + "</svg>"), "fine");
  EXPECT_EQ(code("<svg>" + std::string(390, ' ') + "</svg>"), limit);
  EXPECT_EQ(code(repeated("<g/>", 4)), "fine");
  EXPECT_EQ(code(repeated("<g/>", 5)), limit);
  EXPECT_EQ(code(nested(3)), "fine");
  EXPECT_EQ(code(nested(4)), limit);
  EXPECT_EQ(code("<svg a='1' b='2'/>"), "fine");
  EXPECT_EQ(code("<svg a='1' b='2' c='3'/>"), limit);
  EXPECT_EQ(code("<svg a='1234'/>"), "fine");
  EXPECT_EQ(code("<svg a='12345'/>"), limit);
}

TEST(SvgDocument, AMillionElementsOrLevelsEndInAnError) {
  expect_error(repeated("<g/>", 1'000'000), ErrorCode::kLimit, "elements");
  expect_error(nested(300'000), ErrorCode::kLimit, "deep");
  std::string open = "<svg>";
  for (int i = 0; i < 1'000'000; ++i) open += "<g>";
  expect_error(open, ErrorCode::kBadData, "");
  expect_error(repeated("<g/>", 2'000'000), ErrorCode::kLimit, "bytes");
}

TEST(SvgInText, ALostCapitalOfViewBoxIsRepaired) {
  for (const char* same :
       {R"(<svg viewBox="0 0 1 1" viewbox="0 0 2 2"/>)", R"(<svg data-viewbox="0 0 1 1"/>)",
        R"(<g viewbox="0"/>)", R"(<svg a="viewbox"/>)", "<svg viewbox", "<svg", ""}) {
    std::string program = same;
    EXPECT_FALSE(repair_view_box(program)) << same;
    EXPECT_EQ(program, same);
  }
  std::string nested = "<svg\n viewbox = '0 0 1 1'><svg viewbox=\"1\"/></svg>";
  EXPECT_TRUE(repair_view_box(nested));
  EXPECT_EQ(nested, "<svg\n viewBox = '0 0 1 1'><svg viewBox=\"1\"/></svg>");
}

TEST(SvgInText, TheDocumentIsFoundBetweenWords) {
  EXPECT_EQ(find_document("See <svg><g/></svg> there"), "<svg><g/></svg>");
  EXPECT_EQ(find_document("a <?xml?>\n<svg></svg></svg>."), "<?xml?>\n<svg></svg></svg>");
  EXPECT_EQ(find_document("<svg> without an end"), std::nullopt);
  EXPECT_EQ(find_document("</svg> before <svg>"), std::nullopt);
  EXPECT_EQ(find_document(""), std::nullopt);
}

}  // namespace
}  // namespace papert::lang::svg
