"""Record the times that notebook 05 shows while it is built.

python tools/record_race.py

Run it on a machine that does nothing else. The methods are those of the notebook.
"""

from __future__ import annotations

import json
import os
import platform
from pathlib import Path

# Before NumPy is loaded: more threads would help nobody here, and disturb the times.
os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "COURSE_PROGRESS": "on"}

import numpy as np

from course_utils.exercises import get_exercise
from course_utils.positions import angular_frequencies
from course_utils.racing import measure

RECORD = Path(__file__).parents[1] / "course_utils/data/results/table_race.json"
SIZES = [(512, 512), (2048, 512), (4096, 1024)]


def table_by_formula(n_positions: int, d_model: int, dtype: type = np.float64) -> np.ndarray:
    """Return the table (n_positions, d_model) in float32, its angles computed in `dtype`."""
    frequency: np.ndarray = angular_frequencies(d_model).astype(dtype)
    angle = np.arange(n_positions, dtype=dtype)[:, None] * frequency
    table = np.empty((n_positions, d_model), dtype=np.float32)
    table[:, 0::2], table[:, 1::2] = np.sin(angle), np.cos(angle)
    return table


def table_in_float32(n_positions: int, d_model: int) -> np.ndarray:
    """Return the table with its angles in float32."""
    return table_by_formula(n_positions, d_model, np.float32)


BUILDERS = {
    "formula, float64 angles": table_by_formula,
    "formula, float32 angles": table_in_float32,
    "by rotation": get_exercise("05.6").reference,
}


def main() -> None:
    """Measure and write the record."""
    seconds = measure(BUILDERS, SIZES)
    record = {
        "what": "notebook 05's race; seconds, (function, size, run), one thread",
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, NumPy {np.__version__}",
        "functions": list(BUILDERS),
        "sizes": SIZES,
        "seconds": seconds.round(6).tolist(),
    }
    RECORD.write_text(json.dumps(record) + "\n", encoding="utf-8")
    print(np.median(seconds, axis=2))


if __name__ == "__main__":
    main()
