"""Makes the Bangla fonts in app/fonts from those of their packages, without hinting for low-resolution screens.

The hinting is 46 % of Hind Siliguri, which a phone would download for nothing. Letters, signs, conjuncts and their
places stay as they are. Needs Debian's python3-fonttools and python3-brotli; run as `/usr/bin/python3 art/faces.py`.
"""

import hashlib
import json
from pathlib import Path

from fontTools import subset

ROOT = Path(__file__).parent.parent
FACES = ROOT / "app" / "fonts"
PACKAGES = {
    "hind-siliguri-bengali-400-normal.woff2": "@fontsource/hind-siliguri",
    "galada-bengali-400-normal.woff2": "@fontsource/galada",
}


def make(name: str, package: str) -> str:
    """Makes one font, and returns the hash of the file that it was made from."""
    source = ROOT / "node_modules" / package / "files" / name
    options = ["--unicodes=*", "--glyphs=*", "--layout-features=*", "--no-hinting", "--flavor=woff2"]
    subset.main([str(source), *options, f"--output-file={FACES / name}"])
    return hashlib.sha256(source.read_bytes()).hexdigest()


hashes = {name: make(name, package) for name, package in PACKAGES.items()}
(FACES / "made-from.json").write_text(json.dumps(hashes, indent=2) + "\n")
