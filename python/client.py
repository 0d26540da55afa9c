"""The command line of the client harness: python3 python/client.py --help says everything."""

import sys

from harness.cli.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
