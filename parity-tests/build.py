"""The TypeScript server as Node 20 can start it: its types taken away by the compiler, once for each state of the
sources.

Starting through a loader would take a quarter of a second for every transcript. The text that runs is the same:
erasable syntax only, so that the compiler does nothing but take types away.
"""

import hashlib
import subprocess

from transcript import ROOT

TYPESCRIPT = ROOT / "typescript"
STAMP = TYPESCRIPT / "build" / ".sources"
SOURCES = ("main.ts", "server/*.ts", "tsconfig.json", "tsconfig.build.json", "package-lock.json")


class BuildError(Exception):
    """Says why the TypeScript server could not be built."""


def fingerprint():
    """Gives a digest of everything that the build is made of."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(TYPESCRIPT.glob(pattern)):
            digest.update(path.name.encode("utf-8") + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def build():
    """Builds if a source has changed since the last build; raises BuildError."""
    wanted = fingerprint()
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    compiler = TYPESCRIPT / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.exists():
        raise BuildError("the TypeScript compiler is not installed; run: make setup")
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
    STAMP.write_text(wanted, encoding="utf-8")
