// Three pictures, one below the other: the clocks of a row with their turn, the row as a strip of
// numbers before and after it, and how alike two rows are by their lag.

const LABELS = 112; // room left of the strips
const STRIP = 20; // height of one strip
const CURVE = 132; // height of the curve

export const frequencies = (d) =>
  Array.from({ length: d / 2 }, (_, k) => 10000 ** ((-2 * k) / d));

// A row of the table: sine and cosine of every clock's angle, as the formula has them.
export const tableRow = (clocks, position) =>
  clocks.flatMap((w) => [Math.sin(w * position), Math.cos(w * position)]);

// The addition theorems: the row turned on by delta, without asking for its position.
export function turnedRow(clocks, row, delta) {
  return clocks.flatMap((w, k) => {
    const [sine, cosine] = [row[2 * k], row[2 * k + 1]];
    const [s, c] = [Math.sin(w * delta), Math.cos(w * delta)];
    return [sine * c + cosine * s, cosine * c - sine * s];
  });
}

export const similarity = (clocks, lag) =>
  clocks.reduce((sum, w) => sum + Math.cos(w * lag), 0) / clocks.length;

function rotateLayout(width, pairs) {
  const most = pairs <= 16 ? 8 : 16;
  const perRow = Math.min(pairs, most, Math.max(2, Math.floor(width / (most === 8 ? 78 : 44))));
  const rows = Math.ceil(pairs / perRow);
  const pitch = Math.min(width / perRow, 112);
  const radius = Math.min(40, pitch / 2 - 5);
  const step = 2 * radius + (pairs <= 16 ? 34 : 14);
  const strips = 34 + rows * step + 20;
  const curve = strips + 3 * (STRIP + 5) + 44;
  const left = width < 540 ? 34 : LABELS;
  return { perRow, pitch, radius, step, strips, curve, left, right: width - 10, foot: curve + CURVE };
}

const rotateHeight = (width, pairs) => rotateLayout(width, pairs).foot + 40;
const alongLag = (pen, lag) =>
  pen.left + ((pen.right - pen.left) * (lag + pen.view.longest)) / (2 * pen.view.longest);

function drawRotation(context, width, view, colours) {
  const pen = { context, width, view, colours, ...rotateLayout(width, view.clocks.length) };
  pen.target = colours.dark ? "#3fc79a" : "#00805c";
  context.lineCap = "round";
  context.textBaseline = "middle";
  drawHeading(pen);
  view.clocks.forEach((_, k) => drawDial(pen, k));
  drawStrips(pen);
  drawCurve(pen);
}

// ---------------------------------------------------------------- strokes

function text(pen, words, x, y, { colour = pen.colours.ink, align = "left", font = "12px" } = {}) {
  Object.assign(pen.context, { font: `${font} ${pen.colours.font}`, fillStyle: colour, textAlign: align });
  pen.context.fillText(words, x, y);
  return pen.context.measureText(words).width;
}

function line(pen, colour, lineWidth, points, alpha = 1) {
  Object.assign(pen.context, { strokeStyle: colour, lineWidth, globalAlpha: alpha });
  pen.context.beginPath();
  points.forEach(([x, y]) => pen.context.lineTo(x, y));
  pen.context.stroke();
  pen.context.globalAlpha = 1;
}

function circle(pen, x, y, radius, { fill = null, edge = null, lineWidth = 1 }) {
  pen.context.beginPath();
  pen.context.arc(x, y, radius, 0, 7);
  if (fill) {
    pen.context.fillStyle = fill;
    pen.context.fill();
  }
  if (!edge) return;
  Object.assign(pen.context, { strokeStyle: edge, lineWidth });
  pen.context.stroke();
}

// ---------------------------------------------------------------- the clocks

// The heading is the legend, too: each of its words has the colour of what it names.
function drawHeading(pen) {
  const { colours, view } = pen;
  const parts = [
    [`row ${minus(String(view.position))}`, colours.faint], ["turned by", colours.ink],
    [`Δ = ${minus(String(view.delta))}`, colours.warm], ["lands on", colours.ink],
    [`row ${minus(String(view.position + view.delta))}`, pen.target],
  ];
  let x = 0;
  for (const [words, colour] of parts) x += 6 + text(pen, words, x, 12, { colour, font: "600 13.5px" });
}

function dialCentre(pen, k) {
  const left = (pen.width - pen.perRow * pen.pitch) / 2;
  return [left + ((k % pen.perRow) + 0.5) * pen.pitch,
    34 + Math.floor(k / pen.perRow) * pen.step + pen.radius];
}

function drawDial(pen, k) {
  const { view, radius, colours } = pen;
  const [x, y] = dialCentre(pen, k);
  const angle = (position) => view.clocks[k] * position;
  const tip = (position) => [x + radius * Math.sin(angle(position)), y - radius * Math.cos(angle(position))];
  const now = view.position + view.delta * view.turn;
  circle(pen, x, y, radius, { edge: colours.line, lineWidth: 1.2 });
  drawTurn(pen, x, y, angle(view.position), angle(now));
  circle(pen, ...tip(view.position + view.delta), Math.min(7, radius / 4), { edge: pen.target, lineWidth: 2.2 });
  line(pen, colours.faint, 1.5, [[x, y], tip(view.position)], 0.75);
  line(pen, colours.ink, Math.max(1.6, radius / 14), [[x, y], tip(now)]);
  circle(pen, ...tip(now), Math.max(1.8, radius / 11), { fill: colours.ink });
  if (view.clocks.length <= 16) nameDial(pen, k, x, y);
}

const nameDial = (pen, k, x, y) =>
  text(pen, `clock ${k}`, x, y + pen.radius + 12, { colour: pen.colours.faint, align: "center", font: "11px" });

// The angle turned, as a filled sector; whole turns on top of it are only counted in words.
function drawTurn(pen, x, y, from, to) {
  if (from === to) return;
  const { context, radius, colours } = pen;
  const reach = Math.sign(to - from) * Math.min(Math.abs(to - from), 2 * Math.PI);
  context.beginPath();
  context.moveTo(x, y);
  context.arc(x, y, radius * 0.62, from - Math.PI / 2, from + reach - Math.PI / 2, reach < 0);
  context.closePath();
  Object.assign(context, { fillStyle: colours.warm, globalAlpha: 0.28 });
  context.fill();
  context.globalAlpha = 1;
}

// ---------------------------------------------------------------- the strips

function drawStrips(pen) {
  const { view, colours } = pen;
  const row = tableRow(view.clocks, view.position);
  const turned = turnedRow(view.clocks, row, view.delta * view.turn);
  const end = view.position + view.delta;
  drawStrip(pen, 0, `row ${view.position}`, row, colours.faint);
  drawStrip(pen, 1, `R(${minus(String(view.delta))}) · row ${view.position}`, turned, colours.warm);
  drawStrip(pen, 2, `row ${end}`, tableRow(view.clocks, end), pen.target);
}

function drawStrip(pen, which, name, values, colour) {
  const y = pen.strips + which * (STRIP + 5);
  const cell = (pen.right - pen.left) / values.length;
  values.forEach((value, j) => {
    pen.context.fillStyle = rgb(diverging(value, pen.colours.dark));
    pen.context.fillRect(pen.left + j * cell, y, Math.max(1, cell - (cell > 6 ? 1 : 0)), STRIP);
  });
  const middle = y + STRIP / 2;
  if (pen.left < LABELS) circle(pen, pen.left - 14, middle, 5, { fill: colour });
  else text(pen, name, pen.left - 10, middle, { colour, align: "right", font: "600 12px" });
}

// ---------------------------------------------------------------- the curve

function drawCurve(pen) {
  const { view, colours } = pen;
  const low = Math.min(-0.15, ...view.alike);
  const y = (value) => pen.curve + CURVE * ((1 - value) / (1 - low));
  const at = (lag) => [alongLag(pen, lag), y(view.alike[lag + view.longest])];
  const lags = view.alike.map((_, i) => i - view.longest);
  drawCurveAxes(pen, low, y);
  line(pen, colours.accent, 1.2, lags.map(at), 0.6);
  lags.forEach((lag) => circle(pen, ...at(lag), 2.1, { fill: colours.accent }));
  const [x, height] = at(view.delta);
  line(pen, colours.warm, 1.4, [[x, y(low)], [x, height]]);
  circle(pen, x, height, 7, { fill: colours.warm, edge: colours.ground, lineWidth: 2 });
}

function drawCurveAxes(pen, low, y) {
  const { view, left, right, colours } = pen;
  const faint = { colour: colours.faint, align: "center", font: "11.5px" };
  text(pen, "cosine similarity of two rows, by their lag", left, pen.curve - 18, { font: "600 12.5px" });
  for (const value of [1, 0.5, 0, -0.5, -1].filter((one) => one >= low)) {
    line(pen, colours.line, 1, [[left, y(value)], [right, y(value)]], value ? 0.55 : 1);
    text(pen, fixed(value, 1), left - 10, y(value), { ...faint, align: "right" });
  }
  for (let lag = -view.longest; lag <= view.longest; lag += 10) {
    text(pen, minus(String(lag)), alongLag(pen, lag), y(low) + 13, faint);
  }
  text(pen, "lag Δ (positions)", (left + right) / 2, y(low) + 31, { ...faint, font: "12px" });
}
