"""Draw docs/clocks.svg, the README's moving picture: four clocks write the table of positions.

An SVG moves by CSS wherever pictures are shown, stays sharp, and weighs a tenth of a GIF. Who
prefers no motion, and whatever cannot animate, sees position 40. Run it as
`python tools/draw_clocks.py`; a test holds the file against what this script draws.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from course_utils.positions import angular_frequencies, sinusoidal_encoding

TARGET = Path(__file__).resolve().parents[1] / "docs" / "clocks.svg"
WIDTH, HEIGHT = 860, 384
N_POSITIONS, D_MODEL = 64, 8
STILL = 40  # the position that is shown without motion
SECONDS = 24
LEFT, TOP = 76, 236  # of the table
CELL = (WIDTH - LEFT - 24) / N_POSITIONS
ROW = 14
RADIUS = 62
# Blue for -1, orange for +1, paper for 0, as the explorers draw it.
STOPS = ((8, 69, 148), (88, 150, 205), (244, 244, 240), (236, 140, 52), (176, 72, 0))
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
STYLE = f"""
  .ground {{ fill: #ffffff; stroke: #d8dde3 }}
  .cover {{ fill: #ffffff }}
  .face {{ fill: #f6f7f8; stroke: #b8c0c8 }}
  text {{ font: 14px system-ui, sans-serif; fill: #1f2933 }}
  .small {{ font-size: 12px }}
  .big {{ font-size: 20px; font-weight: 600 }}
  @media (prefers-color-scheme: dark) {{
    .ground {{ fill: #16191d; stroke: #3a424a }}
    .cover {{ fill: #16191d }}
    .face {{ fill: #20252a; stroke: #56606a }}
    text {{ fill: #e6eaee }}
  }}
  .cover {{ transform-origin: {WIDTH - 23}px 0; transform: scaleX({1 - STILL / N_POSITIONS}) }}
  .mark {{ transform: translateX({STILL * CELL:.2f}px) }}
  .count {{ transform: translateY({-28 * STILL}px) }}
  @media (prefers-reduced-motion: no-preference) {{
    .hand {{ animation: turn {SECONDS}s linear infinite }}
    .cover {{ animation: uncover {SECONDS}s linear infinite }}
    .mark {{ animation: walk {SECONDS}s linear infinite }}
    .count {{ animation: count {SECONDS}s steps({N_POSITIONS}) infinite }}
  }}
  @keyframes turn {{ from {{ transform: rotate(0) }} to {{ transform: rotate(var(--all)) }} }}
  @keyframes uncover {{ from {{ transform: scaleX(1) }} to {{ transform: scaleX(0) }} }}
  @keyframes walk {{
    from {{ transform: none }} to {{ transform: translateX({N_POSITIONS * CELL:.2f}px) }}
  }}
  @keyframes count {{
    from {{ transform: none }} to {{ transform: translateY({-28 * N_POSITIONS}px) }}
  }}
"""


def main() -> None:
    """Write the picture."""
    TARGET.write_text(picture(), encoding="utf-8")


def picture() -> str:
    """Return the whole SVG."""
    table = "".join(cells())
    parts = [*clocks(), *counter(), table, *rim()]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">\n'
        f"<title>Four clocks write the table of positions</title>\n<style>{STYLE}</style>\n"
        f'<rect class="ground" x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="12"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def clocks() -> Iterator[str]:
    """Yield each clock: its face, its hand, and after how many positions it has turned once."""
    for pair, omega in enumerate(angular_frequencies(D_MODEL)):
        x, y = LEFT + (pair + 0.5) * N_POSITIONS * CELL / 4, 86
        still, whole = (math.degrees(omega * n) for n in (STILL, N_POSITIONS))
        tip = f'<circle cy="{-RADIUS}" r="7" fill="{COLOURS[pair]}"/>'
        line = f'<path d="M0 0V{-RADIUS}" stroke="{COLOURS[pair]}" stroke-width="4"/>'
        turn = f"--all: {whole:.3f}deg; transform: rotate({still:.3f}deg)"
        turns = f"{2 * math.pi / omega:.4g}"
        yield (
            f'<g transform="translate({x:.0f} {y})"><circle class="face" r="{RADIUS}"/>'
            f'<g class="hand" style="{turn}">{line}{tip}</g>'
            f'<text y="94" text-anchor="middle">one turn in {turns} positions</text></g>'
        )


def counter() -> Iterator[str]:
    """Yield the position's number: a strip of all of them behind a window."""
    numbers = "".join(f'<text class="big" y="{28 * n}">{n}</text>' for n in range(N_POSITIONS))
    yield (
        f'<text x="{LEFT}" y="{TOP - 18}" class="big">position</text>'
        f'<svg x="{LEFT + 98}" y="{TOP - 40}" width="60" height="28">'
        f'<g transform="translate(0 22)"><g class="count">{numbers}</g></g></svg>'
    )


def cells() -> Iterator[str]:
    """Yield the table, a column a position, and the cover over what is still to come."""
    rows = sinusoidal_encoding(N_POSITIONS, D_MODEL)
    for column in range(D_MODEL):
        y = TOP + column * ROW + 4 * (column // 2)
        for position in range(N_POSITIONS):
            x, fill = LEFT + position * CELL, colour(float(rows[position, column]))
            yield f'<path d="M{x:.1f} {y}h{CELL:.1f}v{ROW - 1}h{-CELL:.1f}z" fill="{fill}"/>'
    width, height = WIDTH - 23 - LEFT, D_MODEL * ROW + 16
    yield f'<rect class="cover" x="{LEFT}" y="{TOP - 1}" width="{width}" height="{height}"/>'
    yield f'<g class="mark"><path d="M{LEFT} {TOP - 6}v{height + 6}" stroke="#8a949e"/></g>'


def rim() -> Iterator[str]:
    """Yield the names of the table's rows."""
    for column in range(D_MODEL):
        y = TOP + column * ROW + 4 * (column // 2) + 11
        name, fill = ("sin", "cos")[column % 2], COLOURS[column // 2]
        yield f'<circle cx="{LEFT - 44}" cy="{y - 4}" r="4" fill="{fill}"/>'
        yield f'<text x="{LEFT - 34}" y="{y}" class="small">{name}</text>'


def colour(value: float) -> str:
    """Return the colour for a number from -1 to 1.

    >>> colour(0.0), colour(1.0)
    ('#f4f4f0', '#b04800')
    """
    at = (value + 1) / 2 * (len(STOPS) - 1)
    low = min(int(at), len(STOPS) - 2)
    mixed = (
        round(a + (b - a) * (at - low)) for a, b in zip(STOPS[low], STOPS[low + 1], strict=True)
    )
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


if __name__ == "__main__":
    main()
