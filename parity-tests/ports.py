"""Makes the Python port and the harness importable: the runner judges with their canonical form and their process
layer."""

import sys
from pathlib import Path

PYTHON = Path(__file__).resolve().parent.parent / "python"

if str(PYTHON) not in sys.path:
    sys.path.insert(0, str(PYTHON))
