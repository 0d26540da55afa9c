"""Times in the one form that notes carry."""

import unittest

from server.clock import format_time, parse_time

TIMES = [
    (0, "1970-01-01T00:00:00.000Z"),
    (1, "1970-01-01T00:00:00.001Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (1785196800000, "2026-07-28T00:00:00.000Z"),
    (951782400000, "2000-02-29T00:00:00.000Z"),
    (1835481599050, "2028-02-29T23:59:59.050Z"),
    (253402300799999, "9999-12-31T23:59:59.999Z"),
    (-62135596800000, "0001-01-01T00:00:00.000Z"),
]

NO_DATES = [
    "2026-02-29", "2026-02-30", "2028-02-30", "1900-02-29", "2100-02-29", "2026-04-31", "2026-06-31", "2026-12-32",
    "2026-00-10", "2026-13-10", "2026-07-00", "0000-01-01", "0000-02-29", "9999-99-99",
]

NO_TIMES = [
    "24:00:00.000", "24:00:00.001", "25:00:00.000", "23:60:00.000", "23:59:60.000", "23:59:61.000", "99:99:99.999",
]

NO_FORMS = [
    "", "now", "0", "1785196800000", "2026-07-28", "2026-07-28T00:00:00.000", "2026-07-28T00:00:00Z",
    "2026-07-28T00:00Z", "2026-07-28T00:00:00.0Z", "2026-07-28T00:00:00.00Z", "2026-07-28T00:00:00.0000Z",
    "2026-07-28T00:00:00.000000Z", "2026-07-28T00:00:00.Z", "2026-07-28T00:00:00,000Z", "2026-07-28T00:00:00:000Z",
    "2026-07-28t00:00:00.000Z", "2026-07-28T00:00:00.000z", "2026-07-28 00:00:00.000Z", "2026-07-28T00:00:00.000 Z",
    "2026-07-28T00:00:00.000+00:00", "2026-07-28T00:00:00.000-00:00", "2026-07-28T00:00:00.000Z+01:00",
    " 2026-07-28T00:00:00.000Z", "2026-07-28T00:00:00.000Z ", "2026-07-28T00:00:00.000Z\n",
    "\n2026-07-28T00:00:00.000Z", "2026-07-28T00:00:00.000Z\nx", "2026-07-28T00:00:00.000Z2026-07-28T00:00:00.000Z",
    "20260728T000000.000Z", "2026-7-28T00:00:00.000Z", "26-07-28T00:00:00.000Z", "2026/07/28T00:00:00.000Z",
    "2026-W31-2T00:00:00.000Z", "2026-209T00:00:00.000Z", "12026-07-28T00:00:00.000Z", "+12026-07-28T00:00:00.000Z",
    "+002026-07-28T00:00:00.000Z", "-002026-07-28T00:00:00.000Z", "-2026-07-28T00:00:00.000Z",
    "Tue, 28 Jul 2026 00:00:00 GMT", "2026-07-28T-1:00:00.000Z", "2026-07-28T00:00:00.00aZ", "٢٠٢٦-07-28T00:00:00.000Z",
    "2026-07-28T００:00:00.000Z", "2026-07-28T00:00:00.00٠Z",
]


class ClockTest(unittest.TestCase):
    def check_refused(self, texts):
        for text in texts:
            with self.subTest(text=text):
                self.assertIsNone(parse_time(text))

    def test_milliseconds_are_written_in_utc_with_milliseconds_and_a_z(self):
        for milliseconds, text in TIMES:
            with self.subTest(text=text):
                self.assertEqual(format_time(milliseconds), text)

    def test_what_is_written_is_read_back(self):
        for milliseconds, text in TIMES:
            with self.subTest(text=text):
                self.assertEqual(parse_time(text), milliseconds)

    def test_every_last_millisecond_of_a_unit_is_read(self):
        for text in ("2026-07-28T23:59:59.999Z", "2026-12-31T23:59:59.999Z", "2024-02-29T23:59:59.999Z"):
            with self.subTest(text=text):
                self.assertEqual(format_time(parse_time(text)), text)
                self.assertEqual(format_time(parse_time(text) + 1)[10:], "T00:00:00.000Z")

    def test_a_date_that_does_not_exist_is_refused(self):
        self.check_refused([date + "T00:00:00.000Z" for date in NO_DATES])

    def test_a_leap_day_exists_where_the_calendar_has_one(self):
        for year in ("2000", "2024", "2028", "0004", "9996"):
            with self.subTest(year=year):
                self.assertIsNotNone(parse_time(year + "-02-29T00:00:00.000Z"))

    def test_a_time_of_day_that_does_not_exist_is_refused_24_00_included(self):
        self.check_refused(["2026-07-28T" + time + "Z" for time in NO_TIMES])

    def test_the_year_0_is_refused_and_the_year_1_is_not(self):
        self.check_refused(["0000-12-31T23:59:59.999Z"])
        self.assertEqual(parse_time("0001-01-01T00:00:00.001Z"), -62135596799999)

    def test_any_other_form_is_refused(self):
        self.check_refused(NO_FORMS)
