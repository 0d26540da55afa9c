"""The command merge: one result out of those of all shards, and its reports."""

import options
import report
import reports
import result as results
import shards

WORDS = "Puts the results of all shards of a run together, prints the whole, and makes reports of it."


def main(arguments):
    """Merges the files named and gives the exit code of the whole."""
    parser = options.parser("merge", WORDS)
    parser.add_argument("files", nargs="+", metavar="RESULT", help="what run --shard I/N --json RESULT has written")
    parsed = parser.parse_args(arguments)
    outputs = options.outputs(parsed)
    merged = shards.merge([results.load(path) for path in parsed.files], parsed.files)
    report.print_result(merged, options.stream_for_people(outputs))
    reports.write(merged, outputs)
    return results.exit_code(merged)
