"""A server that plays a part for each transcript: NAME, then arguments like NAME=MODE, each for the server so named.

The modes are those of fake_server; amnesia answers wrongly as soon as there is a store, which only the swap gives it.
"""

import json
import os
import sys
import time

from fake_server import answer


def main(name, arguments):
    """Serves until the end of input, in the mode that the arguments have for this name."""
    mode = dict(each.split("=", 1) for each in arguments if "=" in each).get(name, "fine")
    for line in sys.stdin.buffer:
        message = json.loads(line)
        number = message["id"]
        if not isinstance(number, int):
            os.write(1, json.dumps({"jsonrpc": "2.0", "id": number, "result": {}}).encode() + b"\n")
            continue
        if number == 2 and mode == "crash":
            sys.exit("out of ideas")
        if number == 2 and (mode == "hang" or mode == "swaphang" and "--store" in arguments):
            time.sleep(600)
        if number == 2 and mode == "amnesia" and "--store" in arguments:
            os.write(1, answer(number, "other-value"))
        else:
            os.write(1, answer(number, mode))


main(sys.argv[1], sys.argv[2:])
