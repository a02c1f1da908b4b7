// Pairs of strips, one for each entry shown: the bits of the first word's entry above those of the
// second's. Bits that differ are warm. Below, a cell for every entry of the words.

const HEAD = 40;
const LINE = 17; // height of one strip
const PAIR = 2 * LINE + 11;
const BLOCK = 46; // from the last pair to the block of all entries
const GAP = 4; // between sign, exponent and fraction

function mergeLayout(width, { shown, all, format }) {
  const narrow = width < 560;
  const names = narrow ? 40 : 74;
  const numbers = narrow ? 66 : 96;
  const verdict = narrow ? 52 : 96;
  const n_bits = 1 + format.exponent + format.fraction;
  const room = width - names - numbers - verdict - 2 * GAP;
  const cell = Math.min(22, room / n_bits);
  const strip = names + numbers;
  const columns = blockColumns(all, Math.floor(width / 7));
  const side = Math.min(12, (width - 2) / columns);
  const rows = Math.ceil(all / columns);
  const block = HEAD + shown * PAIR + BLOCK;
  return { narrow, names, cell, strip, n_bits, columns, side, rows, block, verdict };
}

// Full rows where the count allows them.
function blockColumns(all, most) {
  const limit = Math.min(all, most);
  const even = Array.from({ length: limit }, (_, k) => limit - k).find((n) => all % n === 0);
  return even * 2 > limit ? even : limit;
}

const mergeHeight = (width, sizes) => {
  const { block, rows, side } = mergeLayout(width, sizes);
  return block + rows * side + 4;
};

// found: first, second (what is stored of the shown entries), apart (for all entries).
function drawMerge(context, width, found, view) {
  const sizes = { shown: found.first.length, all: found.apart.length, format: view.format };
  const pen = { context, width, ...view, ...mergeLayout(width, sizes) };
  context.textBaseline = "middle";
  drawGroups(pen);
  found.first.forEach((_, row) => drawPair(pen, found, row));
  drawBlock(pen, found.apart);
}

function put(pen, text, x, y, { font = "12px", colour = "ink", align = "left" } = {}) {
  pen.context.font = `${font} ${pen.colours.font}`;
  pen.context.fillStyle = pen.colours[colour];
  pen.context.textAlign = align;
  pen.context.fillText(text, x, y);
}

// Where bit k begins: a gap stands after the sign and after the exponent.
const bitX = ({ strip, cell, format }, k) =>
  strip + k * cell + GAP * ((k > 0) + (k > format.exponent));

function drawGroups(pen) {
  const { exponent } = pen.format;
  const groups = [["±", 0, 1], ["exponent", 1, 1 + exponent], ["fraction", 1 + exponent, pen.n_bits]];
  for (const [name, from, to] of groups) {
    const [left, right] = [bitX(pen, from), bitX(pen, to - 1) + pen.cell];
    pen.context.font = `12px ${pen.colours.font}`;
    const text = fitText(pen.context, name, Math.max(right - left, 10));
    if (text !== "…") put(pen, text, (left + right) / 2, 10, { colour: "faint", align: "center" });
    pen.context.fillStyle = pen.colours.faint;
    pen.context.fillRect(left + 1, 21, right - left - 2, 1.5);
  }
  put(pen, "stored", pen.strip - 12, 10, { colour: "faint", align: "right" });
  put(pen, pen.narrow ? "" : "entry", 0, 10, { colour: "faint" });
  put(pen, "apart", bitX(pen, pen.n_bits - 1) + pen.cell + 12, 10, { colour: "faint" });
}

function drawPair(pen, { first, second, labels }, row) {
  const y = HEAD + row * PAIR - 8;
  const middle = y + LINE;
  put(pen, labels[row], 0, middle, { font: "600 12.5px" });
  const bits = [first[row], second[row]].map((value) => bitsOf(value, pen.format));
  [first[row], second[row]].forEach((value, k) => {
    const line = y + (k + 0.5) * LINE;
    if (!pen.narrow) put(pen, pen.words[k], 34, line, { font: "11.5px", colour: "faint" });
    put(pen, trimmed(value, pen.narrow ? 3 : 5), pen.strip - 12, line, { align: "right" });
    bits[k].forEach((bit, n) =>
      drawBit(pen, bit, bits[0][n] !== bits[1][n], bitX(pen, n), y + k * LINE));
  });
  drawVerdict(pen, first[row] - second[row], middle);
}

const trimmed = (value, digits) => fixed(value, digits).replace(/\.?0+$/, "");

// Ones are full, zeros hollow: colour is not the only sign of either.
function drawBit({ context, colours, cell }, bit, differs, x, y) {
  const inset = cell > 6 ? 1 : 0.4;
  const box = [x + inset, y + 1, cell - 2 * inset, LINE - 2];
  context.globalAlpha = differs ? 1 : 0.5;
  context.fillStyle = context.strokeStyle = differs ? colours.warm : colours.faint;
  if (bit) context.fillRect(...box);
  else {
    context.globalAlpha *= differs ? 0.3 : 0.22;
    context.fillRect(...box);
  }
  context.globalAlpha = 1;
}

function drawVerdict(pen, difference, middle) {
  const x = bitX(pen, pen.n_bits - 1) + pen.cell + 12;
  const size = Math.abs(difference);
  const text = size === 0 ? "the same" : size >= 1 ? fixed(size, 0) : fixed(size, 4);
  const short = pen.narrow && size === 0 ? "same" : text;
  put(pen, short, x, middle, { font: "600 12.5px", colour: size ? "warm" : "faint" });
}

function drawBlock(pen, apart) {
  const { context, colours, columns, side, block } = pen;
  const left = apart.filter(Boolean).length;
  const words = pen.narrow ? `All ${apart.length}: ${left} apart` :
    `All ${apart.length} entries, one cell each: ${left} still apart, ${apart.length - left} the same`;
  put(pen, words, 0, block - 16, { font: "600 12.5px" });
  apart.forEach((differs, k) => {
    context.globalAlpha = differs ? 1 : 0.22;
    context.fillStyle = differs ? colours.warm : colours.faint;
    const [x, y] = [(k % columns) * side, block + Math.floor(k / columns) * side];
    context.fillRect(x + 0.75, y + 0.75, side - 1.5, side - 1.5);
  });
  context.globalAlpha = 1;
}
