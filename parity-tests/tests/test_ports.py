"""Both ports as a user runs them: the two demos, the plain unit tests, nothing but the standard library."""

import ast
import os
import subprocess
import sys
import unittest

import shape
from transcript import ROOT

SECONDS = 120


def output_of(*command, cwd=ROOT, **environ):
    """Runs a command and gives its stdout; raises if it fails."""
    env = {**os.environ, **environ}
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, timeout=SECONDS, check=True).stdout


class PortsTest(unittest.TestCase):
    def test_both_demos_are_the_same_to_the_byte(self):
        # npx must find tsx in the project itself, without asking the network.
        typescript = output_of("npx", "tsx", "typescript/main.ts", "--demo", npm_config_offline="true")
        python = output_of(sys.executable, "python/main.py", "--demo")
        self.assertEqual(typescript, python)
        self.assertGreater(python.count(b"\n> "), 10)

    def test_the_readme_has_the_table_of_probe_outcomes(self):
        table = output_of(sys.executable, "python/harness/table.py").decode("utf-8").strip()
        self.assertIn(table, (ROOT / "README.md").read_text(encoding="utf-8"))

    def test_the_help_is_the_same(self):
        python = output_of(sys.executable, "python/main.py", "--help")
        self.assertEqual(output_of("npx", "tsx", "typescript/main.ts", "--help", npm_config_offline="true"), python)

    def test_the_python_tests_also_run_under_plain_unittest(self):
        run = subprocess.run(
            [sys.executable, "-m", "unittest", "discover", "-k", "tests.test_*"],
            cwd=ROOT / "python",
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertNotIn("Ran 0 tests", run.stderr)

    def test_servers_and_runner_import_their_standard_library_only(self):
        ours = {"main", "server", "harness", "conform", "fuzz", "reports"}
        ours |= {path.stem for path in (ROOT / "parity-tests").glob("*.py")} | set(sys.stdlib_module_names)
        runner = ("parity-tests", "parity-tests/conform", "parity-tests/conform/areas", "parity-tests/reports")
        for folder in ("python", "python/server", "python/harness", "python/harness/cli", *runner, "parity-tests/fuzz"):
            more = {"hypothesis"} if folder.endswith("/fuzz") else {"pytest"} if folder == "parity-tests" else set()
            for path in (ROOT / folder).glob("*.py"):
                for name in imported(path):
                    self.assertIn(name.split(".")[0], ours | more, path)
        for path in shape._modules(ROOT / "typescript", ".ts").values():
            for line in path.read_text(encoding="utf-8").splitlines():
                if line.startswith(("import", "} from")) and " from " in line:
                    self.assertRegex(line, r'from "(node:|\./)', path)

    def test_only_main_and_the_files_it_opens_touch_the_world_outside(self):
        for path in set((ROOT / "python/server").glob("*.py")) - {ROOT / "python/server/files.py"}:
            outside = {"os", "sys", "time", "random", "secrets", "io", "pathlib"}
            self.assertEqual(set(imported(path)) & outside, set(), path)
        for path in set((ROOT / "typescript/server").glob("*.ts")) - {ROOT / "typescript/server/files.ts"}:
            self.assertNotRegex(path.read_text(encoding="utf-8"), r"\bprocess\.|Date\.now|Math\.random|node:fs", path)


def imported(path):
    """Gives the names of the modules that a Python file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module
