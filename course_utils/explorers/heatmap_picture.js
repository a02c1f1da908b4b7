// The heat map itself: a table of sines and cosines, one pixel a number, and the dials of one row.

// The height stays the same for any number of rows: a page must not jump under a dragged slider.
const MAP = { left: 52, top: 26, height: 384, gap: 18 };
const BELOW = 46; // for the columns' numbers

// −1 dark blue, 0 yellow, +1 dark red, as in the lecture.
const LECTURE_COLOURS = [
  [11, 31, 107], [47, 109, 179], [159, 201, 196], [255, 225, 77], [247, 154, 60], [214, 64, 44],
  [125, 10, 23],
];
const COLOURS = {
  lecture: (value) => between(LECTURE_COLOURS, (value + 1) / 2),
  safe: (value) => cividis((value + 1) / 2),
};

// Beside the map where there is room, else below it.
function mapLayout(width, { clocks }) {
  const stacked = width < 600;
  const panel = clocks && !stacked ? Math.min(250, width * 0.33) : 0;
  const right = width - 10 - (panel ? panel + MAP.gap : 0);
  const foot = MAP.top + MAP.height;
  const dials = clocks && stacked ? { left: MAP.left, top: foot + BELOW + 24, width: right - MAP.left }
    : { left: right + MAP.gap, top: MAP.top, width: panel };
  return { ...MAP, right, foot, stacked, dials };
}

const mapHeight = (width, view) =>
  mapLayout(width, view).foot + BELOW + (view.clocks && width < 600 ? 190 : 0);

const frequencyOf = ({ d, base }, pair) => base ** ((-2 * pair) / d);
const wavelengthOf = (view, pair) => (2 * Math.PI) / frequencyOf(view, pair);
function valueAt(view, position, column) {
  const angle = position * frequencyOf(view, column >> 1);
  return column % 2 ? Math.cos(angle) : Math.sin(angle);
}

// ---------------------------------------------------------------- one pixel a number

// 1024 shades of a scale, each a pixel: red, green, blue and opaque, in the machine's byte order.
function shades(name) {
  const bytes = new Uint8ClampedArray(1024 * 4);
  for (let i = 0; i < 1024; i++) bytes.set([...COLOURS[name](i / 511.5 - 1), 255], 4 * i);
  return new Uint32Array(bytes.buffer);
}
const SHADES = { lecture: shades("lecture"), safe: shades("safe") };

// A row is the row before with every clock turned on: two products a number, and no sine.
function paintTable(view, image) {
  const { n, d } = view;
  const shade = SHADES[view.colours];
  const pixels = new Uint32Array(image.data.buffer);
  for (let column = 0; column < d; column += 2) {
    const frequency = frequencyOf(view, column / 2);
    const [stepSine, stepCosine] = [Math.sin(frequency), Math.cos(frequency)];
    let [sine, cosine] = [0, 1];
    for (let at = column; at < n * d; at += d) {
      pixels[at] = shade[(sine + 1) * 511.5 | 0];
      pixels[at + 1] = shade[(cosine + 1) * 511.5 | 0];
      [sine, cosine] = [sine * stepCosine + cosine * stepSine, cosine * stepCosine - sine * stepSine];
    }
  }
}

// The table as a picture of n × d pixels, painted anew only when it changes.
function tablePicture(view, kept) {
  const key = [view.n, view.d, view.base, view.colours].join();
  if (kept.key === key) return kept.canvas;
  const canvas = kept.canvas ?? element("canvas");
  if (canvas.width !== view.d || canvas.height !== view.n) {
    Object.assign(canvas, { width: view.d, height: view.n });
  }
  const context = canvas.getContext("2d");
  const image = context.createImageData(view.d, view.n);
  paintTable(view, image);
  context.putImageData(image, 0, 0);
  Object.assign(kept, { key, canvas });
  return canvas;
}

// ---------------------------------------------------------------- the picture

function drawMap(context, width, view, colours, kept) {
  const pen = { context, view, colours, ...mapLayout(width, view) };
  context.textBaseline = "middle";
  context.imageSmoothingEnabled = false;
  const table = tablePicture(view, kept);
  context.drawImage(table, pen.left, pen.top, pen.right - pen.left, pen.height);
  drawAxes(pen);
  drawCursor(pen);
  if (view.clocks) drawDials(pen);
}

function write({ context, colours }, text, x, y, align = "center", font = "11.5px", colour = "faint") {
  Object.assign(context, { font: `${font} ${colours.font}`, fillStyle: colours[colour], textAlign: align });
  context.fillText(text, x, y);
}

function drawAxes(pen) {
  const { context, view, left, top, right, foot, height } = pen;
  const across = (column) => left + ((column + 0.5) / view.d) * (right - left);
  const down = (position) => top + ((position + 0.5) / view.n) * height;
  for (const column of ticks(view.d, (right - left) / 55)) write(pen, column, across(column), foot + 12);
  for (const position of ticks(view.n, height / 40)) write(pen, position, left - 8, down(position), "right");
  write(pen, "column (dimension)", (left + right) / 2, foot + 32, "center", "12px", "ink");
  context.save();
  context.translate(11, (top + foot) / 2);
  context.rotate(-Math.PI / 2);
  write(pen, "position", 0, 0, "center", "12px", "ink");
  context.restore();
  drawScale(pen);
}

// Round numbers from 0 on, about as many as asked for.
function ticks(size, wanted) {
  const every = [1, 2, 4, 8, 16, 32, 64, 128].find((step) => size / step <= Math.max(wanted, 2)) ?? 128;
  return Array.from({ length: Math.ceil(size / every) }, (_, i) => i * every);
}

function drawScale(pen) {
  const { context, view, right } = pen;
  const [wide, from] = [120, right - 142];
  for (let x = 0; x < wide; x++) {
    context.fillStyle = rgb(COLOURS[view.colours]((2 * x) / (wide - 1) - 1));
    context.fillRect(from + x, 6, 1.5, 11);
  }
  write(pen, "−1", from - 6, 12, "right");
  write(pen, "0", from + wide / 2, 12, "center", "600 11px");
  write(pen, "+1", from + wide + 5, 12, "left");
}

// A frame around the cell, at least 6 pixels wide, and a line along its row.
function drawCursor({ context, view, left, top, right, height }) {
  const [cell, row] = [(right - left) / view.d, height / view.n];
  const [wide, high] = [Math.max(cell, 6), Math.max(row, 6)];
  const x = left + (view.column + 0.5) * cell - wide / 2;
  const middle = top + (view.position + 0.5) * row;
  for (const [strokeStyle, lineWidth] of [["#ffffff", 3.5], ["#10151c", 1.5]]) {
    Object.assign(context, { strokeStyle, lineWidth, globalAlpha: 0.55 });
    context.beginPath();
    context.moveTo(left, middle); context.lineTo(x, middle);
    context.moveTo(x + wide, middle); context.lineTo(right, middle);
    context.stroke();
    context.globalAlpha = 1;
    context.strokeRect(x, middle - high / 2, wide, high);
  }
}

// ---------------------------------------------------------------- the clocks of one row

// At most 24 of a row's clocks: the first, the last, and evenly between; the chosen one is shown.
function shownPairs({ d, column }) {
  const [count, most] = [d / 2, 24];
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  const pairs = Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
  const nearest = pairs.reduce((a, b) => (Math.abs(b - (column >> 1)) < Math.abs(a - (column >> 1)) ? b : a));
  return pairs.map((pair) => (pair === nearest ? column >> 1 : pair));
}

function drawDials(pen) {
  const { view, dials, stacked, height } = pen;
  const pairs = shownPairs(view);
  const columns = stacked ? 8 : 6;
  const rows = Math.ceil(24 / columns);
  const step = { x: dials.width / columns, y: stacked ? 52 : height / rows };
  const radius = Math.min(step.x / 2 - 4, step.y / 2 - 11, 22);
  const words = `${view.d / 2 > 24 ? "24 of the clocks" : "the clocks"} of row ${view.position}`;
  write(pen, words, dials.left, dials.top - 14, "left", "600 12px", "ink");
  pairs.forEach((pair, i) => {
    const x = dials.left + ((i % columns) + 0.5) * step.x;
    const y = dials.top + (Math.floor(i / columns) + 0.5) * step.y - 4;
    drawDial(pen, pair, { x, y, radius });
  });
}

function drawDial(pen, pair, { x, y, radius }) {
  const chosen = pair === pen.view.column >> 1;
  const [rim, hand] = chosen ? ["warm", "warm"] : ["faint", "accent"];
  const angle = pen.view.position * frequencyOf(pen.view, pair);
  strokePath(pen, rim, chosen ? 2.5 : 1, (path) => path.arc(x, y, radius, 0, 7));
  strokePath(pen, hand, 2.2, (path) => {
    path.moveTo(x, y);
    // The sine runs to the right and the cosine upwards, so the hand turns clockwise from the top.
    path.lineTo(x + radius * Math.sin(angle), y - radius * Math.cos(angle));
  });
  write(pen, pair, x, y + radius + 9, "center", chosen ? "600 11px" : "10.5px", rim);
}

function strokePath({ context, colours }, colour, lineWidth, draw) {
  Object.assign(context, { strokeStyle: colours[colour], lineWidth, lineCap: "round" });
  context.beginPath();
  draw(context);
  context.stroke();
}
