"""A badge: a small SVG that says what passed."""

from result import NOT_RUN, colours, counts, is_green
from reports.words import escaped

HEIGHT = 20
#: About how wide a letter is at 11 pixels; textLength makes the text fit whatever the font is.
LETTER = 6.5
PADDING = 6


def words_of(result):
    """Gives the colour of the badge and its words."""
    found = colours(result)
    never = counts(result).get(NOT_RUN, 0)
    failed = found["red"] - never
    if not result["expected"]:
        return "#c0392b", "nothing ran"
    parts = [(found["green"], "passed"), (failed, "failed"), (never, "not run"), (found["yellow"], "warned")]
    words = ", ".join(f"{count} {word}" for count, word in parts if count or word == "passed")
    return ("#c0392b" if not is_green(result) else "#2e7d32" if not found["yellow"] else "#9a6700"), words


def render(result):
    """Gives the text of the SVG file."""
    colour, words = words_of(result)
    label = result["tool"] + (f" {result['shard']}" if result["shard"] else "")
    left, right = (round(len(text) * LETTER) + 2 * PADDING for text in (label, words))
    label, words = escaped(label), escaped(words)
    font = 'font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" fill="#fff" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="{HEIGHT}" role="img"'
        f' aria-label="{label}: {words}"><title>{label}: {words}</title>'
        f'<clipPath id="r"><rect width="{left + right}" height="{HEIGHT}" rx="3"/></clipPath><g clip-path="url(#r)">'
        f'<rect width="{left}" height="{HEIGHT}" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="{HEIGHT}" fill="{colour}"/></g><g {font}>'
        f'<text x="{PADDING}" y="14" textLength="{left - 2 * PADDING}">{label}</text>'
        f'<text x="{left + PADDING}" y="14" textLength="{right - 2 * PADDING}">{words}</text></g></svg>\n'
    )
