// The dial with its hand, and beside it the two waves that the hand's tip draws. Position and
// wavelength decide everything; the horizontal leg of the triangle is the sine, the other the cosine.

const PAD = 30; // room around the dial, and for the numbers left of the waves

// Beside each other where there is room, else the waves below the dial.
function clockLayout(width) {
  const stacked = width < 540;
  const radius = stacked ? Math.min(96, width / 2 - PAD) : Math.min(104, width * 0.15);
  const side = 2 * (radius + PAD);
  const left = stacked ? 30 : side + 34;
  const top = stacked ? side + 44 : 22;
  const wave = stacked ? 84 : (side - 40) / 2; // height of one wave
  const right = width - 12;
  const lower = top + wave + 34;
  const centre = { x: stacked ? width / 2 : radius + PAD, y: radius + PAD };
  return { radius, side, left, top, wave, right, lower, centre, foot: lower + wave, stacked };
}

const clockHeight = (width) => clockLayout(width).foot + 58;
const angleAt = (view, position) => (2 * Math.PI * position) / view.wavelength;
const alongAxis = (pen, position) =>
  pen.left + ((pen.right - pen.left) * position) / (pen.view.n - 1);
const tipAt = ({ centre, radius, view }, position, reach = 1) => ({
  x: centre.x + reach * radius * Math.sin(angleAt(view, position)),
  y: centre.y - reach * radius * Math.cos(angleAt(view, position)),
});

function drawClock(context, width, view, colours) {
  const pen = { context, view, colours, ...clockLayout(width) };
  context.lineCap = "round";
  context.textBaseline = "middle";
  drawFace(pen);
  drawTrail(pen);
  drawHand(pen);
  drawWave(pen, Math.sin, pen.top, colours.accent);
  drawWave(pen, Math.cos, pen.lower, colours.warm);
  drawCursor(pen);
  drawName(pen, "sine", pen.top, colours.accent);
  drawName(pen, "cosine", pen.lower, colours.warm);
}

// ---------------------------------------------------------------- strokes

function stroke(pen, colour, lineWidth, points, alpha = 1) {
  const { context } = pen;
  Object.assign(context, { strokeStyle: colour, lineWidth, globalAlpha: alpha });
  context.beginPath();
  points.forEach(({ x, y }) => context.lineTo(x, y));
  context.stroke();
  context.globalAlpha = 1;
}

function dot(pen, { x, y }, radius, colour, alpha = 1) {
  Object.assign(pen.context, { fillStyle: colour, globalAlpha: alpha });
  pen.context.beginPath();
  pen.context.arc(x, y, radius, 0, 7);
  pen.context.fill();
  pen.context.globalAlpha = 1;
}

// Filled with the ground, so that it stays a ring on top of a line.
function ring(pen, { x, y }, radius, colour) {
  dot(pen, { x, y }, radius, pen.colours.ground);
  Object.assign(pen.context, { strokeStyle: colour, lineWidth: 2 });
  pen.context.beginPath();
  pen.context.arc(x, y, radius, 0, 7);
  pen.context.stroke();
}

function label(pen, text, x, y, colour, align = "center", font = "12px") {
  Object.assign(pen.context, { font: `${font} ${pen.colours.font}`, fillStyle: colour, textAlign: align });
  pen.context.fillText(text, x, y);
}

// ---------------------------------------------------------------- the dial

function drawFace(pen) {
  const { context, centre, radius, colours } = pen;
  const { x, y } = centre;
  stroke(pen, colours.line, 1, [{ x: x - radius, y }, { x: x + radius, y }]);
  stroke(pen, colours.line, 1, [{ x, y: y - radius }, { x, y: y + radius }]);
  Object.assign(context, { strokeStyle: colours.faint, lineWidth: 1.2 });
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.stroke();
  const around = [["0", 0, -1], ["¼", 1, 0], ["½", 0, 1], ["¾", -1, 0]];
  for (const [text, dx, dy] of around) {
    label(pen, text, x + dx * (radius + 16), y + dy * (radius + 16), colours.faint);
  }
  const turns = fixed(pen.view.position / pen.view.wavelength);
  label(pen, `${turns} turns`, x, y + radius + 40, colours.ink, "center", "600 13px");
}

// Where the hand has been: a mark a position, the newest darkest, and a short wake behind the tip.
function drawTrail(pen) {
  const { view, colours } = pen;
  const now = Math.floor(view.position + 1e-9);
  for (let p = 0; p <= now; p++) {
    dot(pen, tipAt(pen, p), 3.2, colours.ink, Math.max(0.16, 0.75 - 0.05 * (now - p)));
  }
  const wake = Math.min(view.position, (1.9 * view.wavelength) / (2 * Math.PI));
  const steps = 40;
  for (let i = 0; i < steps; i++) {
    const ends = [i, i + 1].map((k) => tipAt(pen, view.position - wake * (1 - k / steps)));
    stroke(pen, colours.ink, 4, ends, 0.3 * (i / steps) ** 2);
  }
}

function drawHand(pen) {
  const { centre, colours, view } = pen;
  const tip = tipAt(pen, view.position);
  const corner = { x: tip.x, y: centre.y };
  stroke(pen, colours.warm, 4, [corner, tip]);
  stroke(pen, colours.accent, 4, [centre, corner]);
  dot(pen, centre, 4.5, colours.ink);
  ring(pen, tipAt(pen, view.alike), 9.5, alikeColour(pen));
  stroke(pen, colours.ink, 3, [centre, tip]);
  dot(pen, tip, 6, colours.ink);
}

const alikeColour = ({ colours }) => (colours.dark ? "#3fc79a" : "#00805c");

// ---------------------------------------------------------------- the waves

function drawWave(pen, wave, top, colour) {
  const { view, left, right, wave: height } = pen;
  const middle = top + height / 2;
  const at = (p) => ({ x: alongAxis(pen, p), y: middle - (height / 2) * wave(angleAt(view, p)) });
  drawLevels(pen, middle);
  const curve = (from, to) => {
    const steps = Math.max(2, Math.ceil(alongAxis(pen, to) - alongAxis(pen, from)));
    return Array.from({ length: steps + 1 }, (_, i) => at(from + ((to - from) * i) / steps));
  };
  stroke(pen, colour, 1.3, curve(0, view.n - 1), 0.35);
  if (view.position > 0) stroke(pen, colour, 2.2, curve(0, view.position));
  const size = Math.min(3, Math.max(1.4, (right - left) / view.n / 2.6));
  for (let p = 0; p < view.n; p++) dot(pen, at(p), size, colour, p <= view.position ? 1 : 0.55);
  ring(pen, at(view.alike), 5, alikeColour(pen));
}

function drawLevels(pen, middle) {
  for (const [text, share] of [["1", -0.5], ["0", 0], ["−1", 0.5]]) {
    const y = middle + share * pen.wave;
    stroke(pen, pen.colours.line, 1, [{ x: pen.left, y }, { x: pen.right, y }], share ? 0.5 : 1);
    label(pen, text, pen.left - 10, y, pen.colours.faint, "right", "11.5px");
  }
}

// On a ground of its own: the cursor's line may pass behind it.
function drawName({ context, colours, left, ...pen }, name, top, colour) {
  context.font = `600 13px ${colours.font}`;
  context.fillStyle = colours.ground;
  context.fillRect(left, top - 21, context.measureText(name).width + 4, 15);
  label({ context, colours, ...pen }, name, left, top - 13, colour, "left", "600 13px");
}

function drawCursor(pen) {
  const { view, colours, top, lower, wave, foot } = pen;
  const x = alongAxis(pen, view.position);
  const axis = foot + 14;
  drawAxis(pen, axis);
  stroke(pen, colours.ink, 1.2, [{ x, y: top - 6 }, { x, y: axis }], 0.65);
  const tips = [[Math.sin, top, colours.accent], [Math.cos, lower, colours.warm]];
  for (const [f, start, colour] of tips) {
    const y = start + (wave / 2) * (1 - f(angleAt(view, view.position)));
    dot(pen, { x, y }, 7.5, colours.ground);
    dot(pen, { x, y }, 6, colour);
  }
  dot(pen, { x, y: axis }, 7, colours.ink);
}

function drawAxis(pen, y) {
  const { view, colours, left, right } = pen;
  stroke(pen, colours.line, 1, [{ x: left, y }, { x: right, y }]);
  const every = view.n > 100 ? 20 : 10;
  for (let p = 0; p < view.n; p += every) {
    label(pen, String(p), alongAxis(pen, p), y + 15, colours.faint, "center", "11.5px");
  }
  label(pen, "position", (left + right) / 2, y + 33, colours.faint);
}
