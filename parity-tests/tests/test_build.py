"""The build of the TypeScript server is never stale."""

import shutil
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

import build


class BuildTest(unittest.TestCase):
    def setUp(self):
        """Makes a copy of the port in which the tests may break things."""
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.port = Path(place.name) / "typescript"
        skip = shutil.ignore_patterns("node_modules", "build", "tests")
        shutil.copytree(build.TYPESCRIPT, self.port, ignore=skip)
        (self.port / "node_modules").symlink_to(build.TYPESCRIPT / "node_modules")
        for name, value in (
            ("TYPESCRIPT", self.port),
            ("BUILD", self.port / "build"),
            ("STAMP", self.port / "build" / ".made-from"),
        ):
            patched = patch.object(build, name, value)
            patched.start()
            self.addCleanup(patched.stop)

    def test_a_second_build_has_nothing_to_do(self):
        build.build()
        made = (self.port / "build" / "main.js").stat().st_mtime_ns
        build.build()
        self.assertEqual((self.port / "build" / "main.js").stat().st_mtime_ns, made)

    def test_a_changed_or_removed_source_is_built_anew(self):
        build.build()
        (self.port / "server" / "search.ts").rename(self.port / "server" / "found.ts")
        build.build()
        self.assertFalse((self.port / "build" / "server" / "search.js").exists())
        self.assertTrue((self.port / "build" / "server" / "found.js").exists())

    def test_a_changed_build_is_made_anew(self):
        build.build()
        path = self.port / "build" / "server" / "lines.js"
        text = path.read_text(encoding="utf-8")
        path.write_text(text + "// changed", encoding="utf-8")
        build.build()
        self.assertEqual(path.read_text(encoding="utf-8"), text)

    def test_a_build_that_failed_leaves_nothing_to_run(self):
        build.build()
        (self.port / "server" / "lines.ts").write_text("export const = ;", encoding="utf-8")
        with self.assertRaises(build.BuildError):
            build.build()
        with self.assertRaises(build.BuildError):
            build.build()
