"""Reports of results made by hand: foreign text, what is missing, what is yellow and grey."""

import html.parser
import io
import unittest
import xml.etree.ElementTree as ElementTree

import report
import reports
import result as results
from reports import diff, markdown
from reports.words import visible

BAD = "</script><script>x()</script><img src=x onerror=x()> \0\x1b[31m \u202eabc\u202c \ud800 \ufffe"
BAD += " \"'&amp; ``` | ]]> \x85\u2028"


class Tags(html.parser.HTMLParser):
    """The tags of a page, its attributes by name, and its text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.text = [], set(), ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes.update(name for name, _ in attributes)

    def handle_data(self, data):
        self.text += data


def result_of(*verdicts, expected=None, text="plain", **more):
    checks = []
    for number, verdict in enumerate(verdicts):
        exchange = [
            {"direction": ">", "by": "client", "text": text},
            {"direction": "<", "by": text, "text": text, "index": 0},
            {"direction": "<", "by": "golden", "text": "other", "index": 0},
        ]
        about = {"requires": [text], "words": text, "lines": {text: text}, "exchange": exchange, "level": text}
        checks.append(results.check(f"{number}{text}", text, text, verdict, **about, pointer=text, place=text))
    expected = len(verdicts) if expected is None else expected
    known = {text: {"level": text, "text": text}}
    return results.new(
        "conform", {text: [text]}, expected, checks=checks, requirements=known, left_out={text: 1}, **more
    )


def rendered(result):
    return {
        kind: make(result).encode("utf-8", "backslashreplace").decode() for kind, (_, _, make) in reports.KINDS.items()
    }


class ForeignTest(unittest.TestCase):
    def setUp(self):
        self.out = rendered(result_of("pass", "noise", "warning", "not-observed", "not-run", text=BAD))

    def test_xml_is_well_formed_and_holds_the_text_with_escapes(self):
        for kind in ("junit", "badge"):
            ElementTree.fromstring(self.out[kind])
        failure = ElementTree.fromstring(self.out["junit"]).find(".//failure")
        self.assertIn(visible(BAD), failure.text)

    def test_the_page_has_no_tag_and_no_attribute_of_foreign_text(self):
        page = Tags(self.out["html"])
        self.assertEqual((page.tags.count("script"), page.tags.count("img")), (1, 0))
        self.assertFalse({name for name in page.attributes if name.startswith("on")})
        self.assertFalse(page.attributes & {"src", "action", "srcset"})
        self.assertIn(visible(BAD), page.text)

    def test_nothing_hidden_is_left_in_what_people_read(self):
        for kind in ("junit", "html", "markdown", "badge"):
            for character in "\0\x1b\u202e\u202c\ud800\ufffe\x85\u2028":
                self.assertNotIn(character, self.out[kind])
        self.assertEqual(visible("a\tb\nc\u200f\u2066é😀"), "a\tb\nc\\u200f\\u2066é😀")

    def test_the_page_needs_nothing_from_elsewhere(self):
        page = Tags(self.out["html"])
        self.assertNotIn("link", page.tags)
        for word in ("http://", "https://", "url(", "@import"):
            self.assertNotIn(word, self.out["html"])
        self.assertIn("default-src 'none'", self.out["html"])

    def test_markdown_means_the_text_itself(self):
        self.assertEqual(markdown.text_of("a_b <i> | [x](y) `c`\nd"), r"a\_b \<i\> \| \[x\](y) \`c\` d")
        self.assertEqual(markdown.text_of("# no heading"), r"\# no heading")
        self.assertEqual(markdown.code("a`b"), "``a`b``")
        self.assertTrue(markdown.block("```\nx").startswith("````text\n```"))


class CountTest(unittest.TestCase):
    def junit(self, result):
        return ElementTree.fromstring(rendered(result)["junit"])

    def test_yellow_and_grey_are_never_passed_and_never_failed(self):
        result = result_of("pass", "warning", "not-observed")
        self.assertEqual(results.exit_code(result), 0)
        out = rendered(result)
        root = self.junit(result)
        self.assertEqual((root.get("failures"), root.get("errors"), root.get("skipped")), ("0", "0", "1"))
        self.assertIn("conform: 1 passed, 0 failed, 1 not-observed, 1 warning", out["markdown"])
        self.assertIn(">1 passed, 1 warned<", out["badge"])

    def test_what_failed_stands_before_warnings_and_those_before_what_was_not_observed(self):
        result = result_of("not-observed", "warning", "fail")
        stream = io.StringIO()
        report.print_result(result, stream, {})
        for text in (rendered(result)["markdown"].split("### Not green")[1], stream.getvalue()):
            places = [text.index(f"{number}plain") for number in (2, 1, 0)]
            self.assertEqual(places, sorted(places))
        self.assertIn("\n---- 0plain: not-observed: plain\n", stream.getvalue())

    def test_only_grey_is_not_green(self):
        self.assertEqual(results.exit_code(result_of("not-observed")), 1)
        self.assertEqual(results.exit_code(result_of("warning")), 1)

    def test_nothing_of_nothing_is_not_green_in_any_report(self):
        result = result_of()
        self.assertEqual(results.exit_code(result), 1)
        out = rendered(result)
        self.assertEqual(self.junit(result).get("errors"), "1")
        self.assertIn("Nothing ran", out["html"])
        self.assertIn("Nothing ran", out["markdown"])
        self.assertIn(">nothing ran<", out["badge"])

    def test_what_was_expected_and_is_not_there_is_not_run(self):
        result = result_of("pass", expected=3)
        self.assertEqual(results.exit_code(result), 1)
        self.assertEqual(results.counts(result), {"pass": 1, "not-run": 2})
        out = rendered(result)
        self.assertIn("2 of 3 checks", self.junit(result).find(".//error").text)
        self.assertIn("2 checks expected that never ran", out["html"])
        self.assertIn("2 checks never ran", out["markdown"])
        self.assertIn(">1 passed, 2 not run<", out["badge"])

    def test_more_than_expected_is_not_green(self):
        self.assertEqual(results.exit_code(result_of("pass", "pass", expected=1)), 1)

    def test_a_long_summary_is_cut(self):
        text = markdown.render(result_of(*["noise"] * 600, text="x" * 9000))
        self.assertLess(len(text.encode()), 1024 * 1024)
        self.assertIn("- and 100 more", text)


class DiffTest(unittest.TestCase):
    def marks(self, one, other):
        return [[text[low:high] for low, high in found] for text, found in zip((one, other), diff.ranges(one, other))]

    def test_the_characters_that_differ_and_no_others(self):
        self.assertEqual(self.marks('{"a":1}', '{"a":2}'), [["1"], ["2"]])
        self.assertEqual(self.marks("one, 2, three", "one, three"), [["2, "], []])
        self.assertEqual(self.marks("same", "same"), [[], []])
        self.assertEqual(self.marks("", "x"), [[], ["x"]])
        self.assertEqual(self.marks("abcdefXghij", "aYbcdefghij"), [["X"], ["Y"]])

    def test_what_has_little_in_common_is_marked_whole(self):
        self.assertEqual(
            self.marks("<The first answer>", "<a hundred things>"), [["The first answer"], ["a hundred things"]]
        )

    def test_long_lines_are_marked_from_the_first_to_the_last_difference(self):
        one, other = "a" * 5000 + "b" + "c" * 5000 + "b" + "d" * 9, "a" * 5000 + "x" + "c" * 5000 + "x" + "d" * 9
        self.assertEqual(diff.ranges(one, other), ([(5000, 10002)], [(5000, 10002)]))
