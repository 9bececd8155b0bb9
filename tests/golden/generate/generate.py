"""Makes the golden data of tiny models again: `python3 tests/golden/generate/generate.py [FOLDER...]`.

Python 3.11 on x86-64 Linux. The packages of requirements.lock go into a folder of the user's cache the first time (about
3 GB: torch does not load without the libraries of its package, though no graphics card is used). Nothing else is fetched, and
a second run leaves the same bytes.
"""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
GOLDEN = HERE.parent
LOCK = HERE / "requirements.lock"
# Folder of tests/golden, and the scripts that write all of it. Another generator is another name.
GENERATORS = {
    "families": ("encoders.py", "decoders.py"),
    "tokenizers": ("stages.py", "decoding.py", "pieces.py"),
    "translator": ("translator/golden.py",),
}
SUMS = "SHA256SUMS"


def python_with_packages():
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "attnscope"
    folder = cache / f"golden-{hashlib.sha256(LOCK.read_bytes()).hexdigest()[:12]}"
    python = folder / "bin" / "python"
    done = folder / "complete"
    if not done.exists():
        if sys.version_info[:2] != (3, 11):
            sys.exit(f"requirements.lock is for Python 3.11, this is {sys.version.split()[0]}")
        venv.create(folder, clear=True, with_pip=True)
        install = ["-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", LOCK]
        subprocess.run([python, *install], check=True)
        done.touch()
    return python


def write_sums(folder):
    """Hashes of every file, so that tests/check/golden.test.mjs notices what was edited, added or removed by hand."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != SUMS)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n" for path in files]
    (folder / SUMS).write_text("".join(lines))


def main(wanted):
    unknown = set(wanted) - set(GENERATORS)
    if unknown:
        sys.exit(f"no generator writes {', '.join(sorted(unknown))}; there are: {', '.join(GENERATORS)}")
    python = python_with_packages()
    # One thread, and nothing from a hub: sums in one order, bytes from here alone.
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
    for folder, scripts in GENERATORS.items():
        if wanted and folder not in wanted:
            continue
        for script in scripts:
            subprocess.run([python, HERE / script], check=True, env={**environment, "PYTHONDONTWRITEBYTECODE": "1"})
        write_sums(GOLDEN / folder)


if __name__ == "__main__":
    main(sys.argv[1:])
