"""A server that answers every line with its number, and misbehaves in the one way that its argument names."""

import os
import sys
import time


def answer(number, mode):
    """Gives the bytes that answer the line with this number."""
    line = b'{"jsonrpc":"2.0","id":%d,"result":{"a":1,"b":"\xc3\xa9"}}\n' % number
    if mode == "other-value" and number == 2:
        return line.replace(b'"a":1', b'"a":2')
    if mode == "another-value" and number == 2:
        return line.replace(b'"a":1', b'"a":3')
    if mode == "other-order" and number == 2:
        return line.replace(b'"a":1,"b":"\xc3\xa9"', b'"b":"\xc3\xa9","a":1')
    if mode == "escaped" and number == 2:
        return line.replace(b"\xc3\xa9", b"\\u00e9")
    if mode == "crlf" and number == 2:
        return line.replace(b"\n", b"\r\n")
    if mode == "true-for-one" and number == 2:
        return line.replace(b'"a":1', b'"a":true')
    if mode == "noise" and number == 2:
        return b"Starting up\n" + line
    if mode == "extra" and number == 2:
        return line + line
    if mode == "no-newline" and number == 2:
        return line[:-1]
    return line


def main(mode):
    """Serves until the end of input."""
    if mode == "flood":
        os.write(2, b"x" * 1000000)
    number = 0
    late = []
    for _ in sys.stdin.buffer:
        number += 1
        if mode == "crash" and number == 2:
            sys.exit("out of ideas")
        if mode == "killed" and number == 2:
            os.kill(os.getpid(), 9)
        if mode == "hang" and number == 2:
            time.sleep(600)
        if mode == "late":
            late.append(answer(number, mode))
        elif mode != "mute" or number != 2:
            os.write(1, answer(number, mode))
    os.write(1, b"".join(late))
    if mode == "outlives":
        time.sleep(600)
    if mode == "parting-words":
        os.write(1, b'{"jsonrpc":"2.0","method":"notifications/goodbye"}\n')
    sys.exit(3 if mode == "exit-code" else 0)


if __name__ == "__main__":
    main(sys.argv[1])
