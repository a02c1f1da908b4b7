// On the left, what a method adds for every query and key; on the right, one query's row as a
// curve over the distance. Orange adds to a score, blue takes away.

const SHARE = 100; // Python ships hundredths as whole numbers
const LIMIT = 3; // the colours' ends; a few entries lie beyond

// Beside each other where there is room, else the curve below the map.
function contributionsLayout(width, n) {
  const stacked = width < 620;
  const left = 52;
  const top = 30;
  const room = stacked ? width - left - 16 : Math.min(370, width * 0.5 - left);
  const cell = Math.floor((room / n) * 4) / 4;
  const side = cell * n;
  const full = room;
  const curve = stacked
    ? { left, right: width - 14, top: top + full + 112, foot: top + full + 262 }
    : { left: left + full + 70, right: width - 14, top: top + 4, foot: top + full - 36 };
  return { stacked, left, top, cell, side, full, curve };
}

const contributionsHeight = (width) => {
  const { stacked, top, full } = contributionsLayout(width, 20);
  return stacked ? top + full + 332 : top + full + 68;
};

function drawContributions(context, width, view, colours) {
  const pen = { context, view, colours, ...contributionsLayout(width, view.n) };
  context.textBaseline = "middle";
  drawMap(pen);
  drawChosenRow(pen);
  drawMapAxes(pen);
  drawTints(pen);
  drawCurve(pen);
}

function put(pen, text, x, y, { colour = "faint", align = "center", font = "12px" } = {}) {
  pen.context.font = `${font} ${pen.colours.font}`;
  pen.context.fillStyle = pen.colours[colour] || colour;
  pen.context.textAlign = align;
  pen.context.fillText(text, x, y);
}

const tintOf = (pen, value) => rgb(diverging(value / LIMIT, pen.colours.dark));

function drawMap(pen) {
  const { context, view, left, top, cell } = pen;
  view.map.forEach((row, i) => row.forEach((value, j) => {
    context.fillStyle = tintOf(pen, value);
    context.fillRect(left + j * cell, top + i * cell, cell + 0.35, cell + 0.35);
  }));
  context.strokeStyle = pen.colours.line;
  context.lineWidth = 1;
  context.strokeRect(left, top, pen.side, pen.side);
}

function drawChosenRow(pen) {
  const { context, view, left, top, cell, side } = pen;
  context.strokeStyle = pen.colours.ink;
  context.lineWidth = 2;
  context.strokeRect(left - 1, top + view.query * cell, side + 2, cell);
  const y = top + (view.query + 0.5) * cell;
  context.fillStyle = pen.colours.ink;
  context.beginPath();
  context.moveTo(left - 12, y - 6);
  context.lineTo(left - 3, y);
  context.lineTo(left - 12, y + 6);
  context.fill();
}

function drawMapAxes(pen) {
  const { view, left, top, cell, side } = pen;
  put(pen, `what it adds, head ${view.head + 1}`, left, 12, { colour: "ink", align: "left", font: "600 13px" });
  const every = view.n > 12 ? 5 : 2;
  for (let p = 0; p < view.n; p += every) {
    put(pen, String(p), left + (p + 0.5) * cell, top + side + 12, { font: "11.5px" });
    if (Math.abs(p - view.query) > 0.5) {
      put(pen, String(p), left - 18, top + (p + 0.5) * cell, { font: "11.5px", align: "right" });
    }
  }
  put(pen, String(view.query), left - 18, top + (view.query + 0.5) * cell,
    { font: "600 12px", align: "right", colour: "ink" });
  put(pen, "key j", left + side / 2, top + side + 28);
  pen.context.save();
  pen.context.translate(9, top + side / 2);
  pen.context.rotate(-Math.PI / 2);
  put(pen, "query i", 0, 0);
  pen.context.restore();
}

function drawTints(pen) {
  const { context, left, top, full } = pen;
  const y = top + full + 42;
  const wide = Math.min(full, 190);
  for (let k = 0; k < 60; k++) {
    context.fillStyle = tintOf(pen, LIMIT * ((2 * k) / 59 - 1));
    context.fillRect(left + (k * wide) / 60, y, wide / 60 + 0.6, 8);
  }
  [["−3", 0], ["0", 0.5], ["3", 1]].forEach(([text, share]) =>
    put(pen, text, left + share * wide, y + 19, { font: "11px", align: ["left", "center", "right"][2 * share] }));
}

// ---------------------------------------------------------------- the curve

function drawCurve(pen) {
  const { view, curve } = pen;
  const last = view.n - 1;
  const reach = Math.max(LIMIT, ...view.row.concat(view.otherRow).map(Math.abs)) * 1.05;
  const x = (distance) => curve.left + ((curve.right - curve.left) * (distance + last)) / (2 * last);
  const y = (value) => (curve.top + curve.foot) / 2 - (value / reach) * ((curve.foot - curve.top) / 2);
  drawCurveAxes(pen, x, y, Math.floor(reach));
  trace(pen, view.otherRow, x, y, pen.colours.faint, false);
  trace(pen, view.row, x, y, pen.colours.accent, true);
}

function drawCurveAxes(pen, x, y, most) {
  const { context, view, curve } = pen;
  const rule = (x0, y0, x1, y1) => {
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
  };
  Object.assign(context, { strokeStyle: pen.colours.line, lineWidth: 1 });
  for (const value of [-most, 0, most]) {
    rule(curve.left, y(value), curve.right, y(value));
    put(pen, minus(String(value)), curve.left - 8, y(value), { align: "right", font: "11.5px" });
  }
  rule(x(0), curve.top, x(0), curve.foot);
  const every = view.n > 12 ? 10 : 5;
  for (let d = -every * Math.floor((view.n - 1) / every); d < view.n; d += every) {
    put(pen, minus(String(d)), x(d), curve.foot + 14, { font: "11.5px" });
  }
  put(pen, "distance j − i (positions)", (curve.left + curve.right) / 2, curve.foot + 32);
  const rest = curve.right - curve.left < 190 ? "" : ": added to its scores";
  put(pen, `query ${view.query}${rest}`, curve.left, curve.top - 20,
    { colour: "ink", align: "left", font: "600 13px" });
  put(pen, "● these words", curve.left, curve.foot + 54, { colour: "accent", align: "left" });
  put(pen, "○ others", curve.left + 96, curve.foot + 54, { align: "left" });
}

function trace(pen, row, x, y, colour, filled) {
  const { context, view } = pen;
  const at = row.map((value, j) => [x(j - view.query), y(value)]);
  Object.assign(context, { strokeStyle: colour, lineWidth: filled ? 2 : 1.2 });
  context.beginPath();
  at.forEach((point) => context.lineTo(...point));
  context.stroke();
  at.forEach((point) => {
    context.beginPath();
    context.arc(...point, filled ? 3.2 : 4.6, 0, 7);
    context.fillStyle = filled ? colour : pen.colours.ground;
    if (filled) context.fill();
    else context.stroke();
  });
}
