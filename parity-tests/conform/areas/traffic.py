"""What holds for every line that the server wrote, in all that was exchanged for the other checks."""

import importlib

for _name in ("lines", "answers", "results", "notices"):
    importlib.import_module(f"conform.traffic.{_name}")
