"""The machine of the absolute figures."""

import os
import platform
import subprocess
from pathlib import Path


def machine() -> str:
    processor = platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            processor = line.split(":", 1)[1].strip()
            break
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=False).stdout
    compiler = next((line for line in swift.splitlines() if line.startswith("Swift version")), "Swift")
    return f"{processor}, {os.cpu_count()} cores, Linux {platform.release()}, {compiler}"
