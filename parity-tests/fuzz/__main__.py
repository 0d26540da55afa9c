"""The command line of the fuzzer.

Exit codes: 0 the twins agree, 1 they do not, or it was interrupted, 2 a mistake in the call or a server that cannot be
started.
"""

import argparse
import os
import sys
import time

import build
import passes
from fuzz import found
from fuzz.shrink import shrunk

SEED = 20260728
REQUESTS = 20000


def main(arguments):
    """Fuzzes the twins, prints the histogram on stdout and the progress on stderr, and gives the exit code."""
    options = _options(arguments)
    if options is None:
        return 2
    try:
        from fuzz import driver
    except ImportError:
        print("hypothesis is not installed for this interpreter; make fuzz has it", file=sys.stderr)
        return 2
    try:
        build.build()
        commands = passes.implementations()
        began = time.monotonic()
        histogram, findings = driver.run(
            commands, options.requests, options.seed, options.jobs, tell=_progress(options, began)
        )
    except (build.BuildError, OSError) as fault:
        print(fault, file=sys.stderr)
        return 2
    seconds = time.monotonic() - began
    past, sent = histogram.past(), histogram.sent
    print("\n".join(histogram.table()))
    print(
        f"\nseed {options.seed}: {sent} requests in {seconds:.0f} s, {sent / seconds:.0f} a second, "
        f"{options.jobs} at a time"
    )
    print(f"past the checks of the metadata: {past} ({100 * past / max(1, sent):.1f} %)")
    print(f"sessions with a mismatch: {len(findings)}")
    for finding in findings:
        _keep(finding, commands, options.seed)
    if not findings and sent < options.requests:
        print(f"interrupted: {options.requests - sent} requests were not sent")
    return 1 if findings or sent < options.requests else 0


def _keep(finding, commands, seed):
    print(
        f"\nsession {finding.number} of seed {seed}: {finding.fault.kind}: {finding.fault.words}; making it small",
        flush=True,
    )
    small = shrunk(finding.conversation, commands, finding.fault.kind)
    if small is None:
        print("it did not come back on fresh servers; the conversation is kept as it was")
    path = found.save(small or finding.conversation, commands, f"session {finding.number} of seed {seed}")
    print(f"kept as {path.relative_to(found.ROOT)}; once it is fixed:")
    print(f"    python3 parity-tests/run.py promote {path.stem} AREA ID 'A title' REQUIREMENT ...")


def _progress(options, began):
    def tell(histogram, findings):
        seconds = time.monotonic() - began
        speed = f"{histogram.sent / seconds:.0f} a second"
        line = f"{histogram.sent} of {options.requests} requests, {speed}, {len(findings)} mismatches"
        print(line, file=sys.stderr, flush=True)

    return tell


def _options(arguments):
    parser = argparse.ArgumentParser(prog="fuzz", description="The same generated conversations to both twins.")
    parser.add_argument("--requests", type=int, default=REQUESTS, help=f"how many, {REQUESTS} if not given")
    parser.add_argument("--seed", type=int, default=SEED, help=f"{SEED} if not given")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many pairs at a time")
    try:
        options = parser.parse_args(arguments)
    except SystemExit as end:
        if end.code == 0:
            raise
        return None
    if options.requests < 1 or options.jobs < 1:
        print("--requests and --jobs take a number of at least 1", file=sys.stderr)
        return None
    return options


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
