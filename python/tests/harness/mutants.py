"""Proof that the tests of the harness can fail: each mutant is one changed line, and the test named beside it kills it.

    python3 python/tests/harness/mutants.py [WORD ...]      all mutants, or those whose rule or file holds one of the words

mutants.json holds file, old, new, test and rule. A mutant whose text does not stand exactly once, or that survives its test,
is a failure. The whole tree that the tests need is copied; nothing of the checkout is changed.
"""

import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PYTHON = HERE.parents[1]
ROOT = PYTHON.parent
SECONDS = 180


def judge(mutant):
    """Gives a sentence about a mutant that was not killed as it should have been, or an empty string."""
    name = f"{mutant['file']}: {mutant['old'].strip()!r}"
    with tempfile.TemporaryDirectory() as folder:
        skip = shutil.ignore_patterns(".venv", "__pycache__", ".pytest_cache", ".hypothesis")
        shutil.copytree(PYTHON, Path(folder) / "python", ignore=skip)
        shutil.copytree(ROOT / "shared-fixtures", Path(folder) / "shared-fixtures", ignore=shutil.ignore_patterns("transcripts"))
        path = Path(folder) / "python" / "harness" / mutant["file"]
        text = path.read_text(encoding="utf-8")
        if text.count(mutant["old"]) != 1 or "\n" in mutant["old"]:
            return f"{name} must stand exactly once, on one line"
        path.write_text(text.replace(mutant["old"], mutant["new"]), encoding="utf-8")
        command = [sys.executable, "-B", "-m", "unittest", "-q", f"tests.harness.{mutant['test']}"]
        try:
            run = subprocess.run(
                command, cwd=Path(folder) / "python", capture_output=True, text=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return ""
        if run.returncode == 0:
            return f"{name} survives {mutant['test']}"
        if "Ran 1 test" not in run.stderr or "ImportError" in run.stderr or "SyntaxError" in run.stderr:
            return f"{name}: {mutant['test']} did not run: {run.stderr[-300:]}"
        return ""


def main(words):
    """Judges the mutants and prints what does not hold; gives the exit code."""
    mutants = json.loads((HERE / "mutants.json").read_text(encoding="utf-8"))
    chosen = [each for each in mutants if not words or any(word in each["rule"] + each["file"] for word in words)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [sentence for sentence in pool.map(judge, chosen) if sentence]
    print("\n".join(wrong) or f"{len(chosen)} mutants of the harness, each killed by the test named for it")
    return 1 if wrong or not chosen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
