// The picture below the cards. A token's row holds, on one line, what it attends to, its output,
// and by how much that output changed; rows and columns glide when the token moves.

// Summing in another order moves the last bits of a double; that is no change of attention.
const ROUNDING = 1e-12;
const TOP = 76; // headings and column names
const FOOT = 34; // the scale below the outputs

// Weights are square cells; outputs of many columns are slimmer, to leave the names their room.
function layout(width, n, d) {
  const narrow = width < 560;
  const [names, barRoom, gap] = narrow ? [76, 62, 14] : [88, 120, 30];
  const slimness = d > 4 ? 0.68 : 1;
  const room = width - names - barRoom - 2 * gap;
  const cell = Math.max(12, Math.min(56, room / (n + d * slimness)));
  const slim = cell * slimness;
  const outputs = names + n * cell + gap;
  return { n, d, gap, names, cell, slim, outputs, barRoom, bars: outputs + d * slim + gap, narrow };
}

const pictureHeight = (width, n, d) => TOP + (n + 1) * layout(width, n, d).cell + 10 + FOOT;

// shown: place, weights, outputs, mean, change, pooled as the animation has them now.
function drawPicture(context, width, shown, view) {
  const pen = { context, shown, ...view, ...layout(width, view.tokens.length, shown.mean.length) };
  pen.tint = (value) => diverging(value / view.reach, view.colours.dark);
  pen.printWeight = printer(pen, pen.cell, 1);
  pen.printOutput = printer(pen, pen.slim, -view.reach);
  context.textBaseline = "middle";
  drawHeadings(pen);
  view.tokens.forEach((_, token) => drawColumnName(pen, token));
  view.tokens.forEach((_, token) => drawTokenRow(pen, token));
  drawMeanRow(pen, TOP + pen.n * pen.cell + 10);
}

function write(pen, text, x, y, { font = "12px", colour = "ink", align = "left" } = {}) {
  pen.context.font = `${font} ${pen.colours.font}`;
  pen.context.fillStyle = pen.colours[colour] || colour;
  pen.context.textAlign = align;
  pen.context.fillText(text, x, y);
}

function drawHeadings(pen) {
  const heading = (title, note, x) => {
    write(pen, title, x, 9, { font: "600 13px" });
    write(pen, note, x, 26, { font: "11.5px", colour: "faint" });
  };
  const wide = pen.n * pen.cell + pen.gap > 140;
  heading(wide ? "Attention weights A" : "Weights", wide ? "row attends to column" : "", pen.names);
  const broad = pen.d * pen.slim + pen.gap > 140;
  heading(broad ? "Outputs Y = A V" : "Outputs", broad ? "one row a token" : "", pen.outputs);
  heading("Change", pen.narrow ? "" : "of the token’s output", pen.bars);
}

function drawDot(pen, token, x, y) {
  pen.context.fillStyle = tokenColour(token);
  pen.context.beginPath();
  pen.context.arc(x, y, 4, 0, 7);
  pen.context.fill();
}

const NAME = "600 12.5px";

function fitName(pen, token, room) {
  pen.context.font = `${NAME} ${pen.colours.font}`;
  return fitText(pen.context, pen.tokens[token], room);
}

function drawColumnName(pen, token) {
  const middle = pen.names + (pen.shown.place[token] + 0.5) * pen.cell;
  drawDot(pen, token, middle, TOP - (pen.cell < 34 ? 10 : 26));
  if (pen.cell < 34) return; // the colour has to do
  const options = { font: NAME, align: "center" };
  write(pen, fitName(pen, token, pen.cell - 3), middle, TOP - 11, options);
}

function drawTokenRow(pen, token) {
  const { place, outputs, change } = pen.shown;
  const y = TOP + place[token] * pen.cell;
  const middle = y + pen.cell / 2;
  drawDot(pen, token, pen.names - 12, middle);
  const options = { font: NAME, align: "right" };
  write(pen, fitName(pen, token, pen.names - 22), pen.names - 22, middle + 0.5, options);
  drawWeights(pen, token, y);
  drawOutputs(pen, outputs[token], y);
  drawChange(pen, change[token], y);
}

function drawWeights(pen, token, y) {
  const { place, weights } = pen.shown;
  const { text, font } = pen.printWeight;
  weights[token].forEach((weight, other) => {
    const x = pen.names + place[other] * pen.cell;
    if (pen.causal && place[other] > place[token]) drawMasked(pen, x, y);
    else drawCell(pen, x, y, pen.cell, cividis(weight), text(weight), font);
  });
}

function drawOutputs(pen, row, y) {
  const { text, font } = pen.printOutput;
  row.forEach((value, k) =>
    drawCell(pen, pen.outputs + k * pen.slim, y, pen.slim, pen.tint(value), text(value), font));
}

// Prints numbers of one map alike: with as many decimals as its widest number has room for.
function printer(pen, width, widest) {
  const font = width < 42 ? "11px" : "12px";
  pen.context.font = `${font} ${pen.colours.font}`;
  const fits = (digits) => pen.context.measureText(fixed(widest, digits)).width <= width - 5;
  const digits = [2, 1].find(fits);
  return { font, text: (value) => (digits === undefined ? "" : fixed(value, digits)) };
}

function drawCell(pen, x, y, width, channels, text, font) {
  const { context, cell } = pen;
  context.fillStyle = rgb(channels);
  context.beginPath();
  context.roundRect(x + 1, y + 1, width - 2, cell - 2, Math.min(5, width / 6));
  context.fill();
  const options = { font, colour: inkOn(channels), align: "center" };
  write(pen, text, x + width / 2, y + cell / 2 + 0.5, options);
}

// A weight that the mask forbids is not a small weight: an outline, nothing in it.
function drawMasked({ context, cell, colours }, x, y) {
  context.strokeStyle = colours.line;
  context.setLineDash([3, 3]);
  context.beginPath();
  context.roundRect(x + 3.5, y + 3.5, cell - 7, cell - 7, 4);
  context.stroke();
  context.setLineDash([]);
}

function drawChange(pen, change, y) {
  const { context, colours, cell, bars, barRoom, reach } = pen;
  const middle = y + cell / 2;
  const still = change < ROUNDING;
  const length = still ? 0 : Math.max(2, Math.min(1, change / reach) * (barRoom - 44));
  context.fillStyle = colours.line;
  context.fillRect(bars, y + cell * 0.2, 1, cell * 0.6);
  context.fillStyle = colours.warm;
  context.fillRect(bars + 1, middle - cell * 0.14, length, cell * 0.28);
  const small = change < 0.0005 ? "<0.001" : fixed(change, 3);
  const text = still ? "0" : change < 0.0995 ? small : fixed(change);
  write(pen, text, bars + length + 8, middle + 0.5, { colour: still ? "faint" : "ink" });
}

function drawMeanRow(pen, y) {
  const middle = y + pen.cell / 2;
  const right = pen.outputs - 8;
  write(pen, "mean", right, middle, { font: "600 12.5px", align: "right" });
  drawOutputs(pen, pen.shown.mean, y);
  drawChange(pen, pen.shown.pooled, y);
  const weights = Math.min(pen.n * pen.cell - 50, 150);
  drawScale(pen, pen.names + 1, y + 6, weights, cividis, ["0", "1"]);
  const reach = fixed(pen.reach, 1);
  const tint = (share) => pen.tint((2 * share - 1) * pen.reach);
  drawScale(pen, pen.outputs + 1, y + pen.cell + 10, pen.d * pen.slim - 2, tint,
    [`−${reach}`, "0", reach]);
}

function drawScale(pen, x, y, width, colourAt, marks) {
  const steps = 64;
  for (let i = 0; i < steps; i++) {
    pen.context.fillStyle = rgb(colourAt(i / (steps - 1)));
    pen.context.fillRect(x + (i * width) / steps, y, width / steps + 0.6, 7);
  }
  const align = marks.length === 2 ? ["left", "right"] : ["left", "center", "right"];
  marks.forEach((mark, i) => write(pen, mark, x + (i * width) / (marks.length - 1), y + 17,
    { font: "11px", colour: "faint", align: align[i] }));
}
