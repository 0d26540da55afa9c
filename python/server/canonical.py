"""One value, one text: the JSON Canonicalization Scheme (RFC 8785).

Tools answer with structured content and with the same JSON as text; the text is canonical, so that it does not depend
on how a language orders members or prints numbers.
"""

import math

from server.messages import encode
from server.values import is_array, is_number, is_object, is_string, is_well_formed


def canonical(value):
    """Gives the canonical text of a JSON value; raises an error where RFC 8785 knows none."""
    if is_object(value):
        members = [_quoted(name) + ":" + canonical(value[name]) for name in sorted(value, key=_utf16)]
        return "{" + ",".join(members) + "}"
    if is_array(value):
        return "[" + ",".join([canonical(item) for item in value]) + "]"
    if is_string(value):
        return _quoted(value)
    if is_number(value):
        return format_number(value)
    return encode(value)


def format_number(value):
    """Writes a number as ECMAScript does (RFC 8785 section 3.2.2.3); raises an error if it is not finite."""
    number = float(value)
    if not math.isfinite(number):
        raise ValueError("only a finite number has a canonical form")
    if number == 0:
        return "0"
    # repr() gives the shortest digits that read back to the same double, which is what ECMAScript asks for as well;
    # only where the point and the exponent go differs.
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(exponent or "0")
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    sign = "-" if number < 0 else ""
    if len(digits) <= point <= 21:
        return sign + digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    fraction = "." + digits[1:] if len(digits) > 1 else ""
    return sign + digits[0] + fraction + "e" + ("+" if point > 0 else "-") + str(abs(point - 1))


def _quoted(text):
    if not is_well_formed(text):
        raise ValueError("a lone surrogate has no canonical form")
    return encode(text)


def _utf16(name):
    # RFC 8785 sorts by UTF-16 code units (U+1F602 comes before U+FB33); Python compares code points.
    return name.encode("utf-16-be", "surrogatepass")
