"""The TypeScript server as Node 20 can start it: its types taken away by the compiler, once for each state of the
sources.

Starting through a loader would take a quarter of a second for every transcript. The text that runs is the same:
erasable syntax only, so that the compiler does nothing but take types away.
"""

import hashlib
import shutil
import subprocess

from transcript import ROOT

TYPESCRIPT = ROOT / "typescript"
BUILD = TYPESCRIPT / "build"
STAMP = BUILD / ".made-from"
SOURCES = ("main.ts", "server/**/*.ts", "tsconfig.json", "tsconfig.build.json", "package-lock.json")


class BuildError(Exception):
    """Says why the TypeScript server could not be built."""


def fingerprint():
    """Gives a digest of everything that the build is made of and of everything that it has made."""
    digest = hashlib.sha256()
    for folder, patterns in ((TYPESCRIPT, SOURCES), (BUILD, ("**/*.js",))):
        for path in sorted({path for pattern in patterns for path in folder.glob(pattern)}):
            name = path.relative_to(TYPESCRIPT).as_posix()
            digest.update(name.encode("utf-8") + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def build():
    """Builds anew unless sources and build are those of the last build that succeeded; raises BuildError."""
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == fingerprint():
        return
    compiler = TYPESCRIPT / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.exists():
        raise BuildError("the TypeScript compiler is not installed; run: make clean setup")
    shutil.rmtree(BUILD, ignore_errors=True)
    try:
        made = subprocess.run(
            ["node", str(compiler), "-p", str(TYPESCRIPT / "tsconfig.build.json")],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as fault:
        raise BuildError(f"node cannot be started ({fault.strerror}); install Node.js 20 or newer") from None
    if made.returncode != 0:
        raise BuildError("the TypeScript server does not compile:\n" + made.stdout + made.stderr)
    STAMP.write_text(fingerprint(), encoding="utf-8")
