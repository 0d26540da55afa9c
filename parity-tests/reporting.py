"""The command report: reports of a result that was saved."""

import options
import report
import reports
import result as results

WORDS = "Prints a saved result and makes reports of it; the exit code is that of the run."


def main(arguments):
    """Reports the file named and gives the exit code that its run had."""
    parser = options.parser("report", WORDS)
    parser.add_argument("file", metavar="RESULT", help="what run --json RESULT or merge --json RESULT has written")
    parsed = parser.parse_args(arguments)
    outputs = options.outputs(parsed)
    result = results.load(parsed.file)
    report.print_result(result, options.stream_for_people(outputs))
    reports.write(result, outputs)
    return results.exit_code(result)
