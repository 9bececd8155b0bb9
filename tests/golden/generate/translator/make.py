"""Makes the toy translator again: `python3 tests/golden/generate/translator/make.py`. Python 3.11 on x86-64 Linux, and the
packages of ../requirements.lock, which are put into a folder of the user's cache the first time."""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generate import python_with_packages  # noqa: E402

if __name__ == "__main__":
    environment = {
        **os.environ,
        "OMP_NUM_THREADS": "1",
        "HF_HUB_OFFLINE": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
    }
    script = Path(__file__).resolve().parent / "translator.py"
    sys.exit(subprocess.run([python_with_packages(), script, *sys.argv[1:]], env=environment, check=False).returncode)
