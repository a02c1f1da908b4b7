// Two positions as barcodes, and below them a dial a clock with a hand for each position.

const AGREE = Math.PI / 12; // closer than half an hour on a clock face: 15 degrees
const BASE = 10000;
const BARS = { top: 22, height: 30, gap: 10, left: 92 };

const frequencyOf = (d, pair) => BASE ** ((-2 * pair) / d);

// What the clocks say of two positions: the angle between the hands, 0 to π, and the distance.
function compareClocks({ first, second, d }) {
  const lag = Math.abs(second - first);
  const clocks = Array.from({ length: d / 2 }, (_, pair) => {
    const turned = (lag * frequencyOf(d, pair)) % (2 * Math.PI);
    return { pair, apart: Math.min(turned, 2 * Math.PI - turned) };
  });
  return { clocks, distance: distanceAt(d, lag), agree: clocks.filter((c) => c.apart < AGREE).length };
}

function distanceAt(d, lag) {
  let sum = 0;
  for (let pair = 0; pair < d / 2; pair++) sum += Math.sin((lag * frequencyOf(d, pair)) / 2) ** 2;
  return 2 * Math.sqrt(sum);
}

// The lag, 1 to most, at which two positions are most alike.
function nearestLag(d, most) {
  let best = 1;
  let least = distanceAt(d, 1);
  for (let lag = 2; lag <= most; lag++) {
    const distance = distanceAt(d, lag);
    if (distance < least - 1e-12) [best, least] = [lag, distance];
  }
  return best;
}

// ---------------------------------------------------------------- layout

function printLayout(width, d) {
  const count = d / 2;
  const columns = Math.min(count, Math.max(4, Math.floor(width / (count > 16 ? 48 : 82))));
  const rows = Math.ceil(count / columns);
  const step = Math.min(width / columns, 130);
  const radius = Math.min(step / 2 - 6, 42);
  const top = BARS.top + 2 * BARS.height + BARS.gap + 34;
  const tall = 2 * radius + 26;
  return { columns, rows, step, radius, top, tall, left: (width - columns * step) / 2 };
}

const printHeight = (width, d) => {
  const { top, rows, tall } = printLayout(width, d);
  return top + rows * tall + 4;
};

// ---------------------------------------------------------------- drawing

function drawPrint(context, width, view, colours) {
  const pen = { context, width, view, colours };
  context.textBaseline = "middle";
  drawBarcode(pen, "first", BARS.top, colours.accent);
  drawBarcode(pen, "second", BARS.top + BARS.height + BARS.gap, colours.warm);
  const ends = [["fast clocks", BARS.left, "left"], ["slow clocks", width - 2, "right"]];
  for (const [text, x, align] of ends) print(pen, text, x, 9, colours.faint, align);
  const layout = printLayout(width, view.d);
  compareClocks(view).clocks.forEach((clock, i) => {
    const x = layout.left + ((i % layout.columns) + 0.5) * layout.step;
    const y = layout.top + Math.floor(i / layout.columns) * layout.tall + layout.radius + 2;
    drawDial(pen, clock, { x, y, radius: layout.radius });
  });
}

function print({ context, colours }, text, x, y, colour, align = "center", font = "11.5px") {
  Object.assign(context, { font: `${font} ${colours.font}`, fillStyle: colour, textAlign: align });
  context.fillText(text, x, y);
}

// A bar a column: dark for −1, light for +1.
function drawBarcode(pen, name, top, colour) {
  const { context, view, width } = pen;
  const bar = (width - BARS.left - 2) / view.d;
  print(pen, `position ${view[name]}`, BARS.left - 8, top + BARS.height / 2, colour, "right", "600 12px");
  for (let column = 0; column < view.d; column++) {
    const angle = view[name] * frequencyOf(view.d, column >> 1);
    context.fillStyle = rgb(cividis(((column % 2 ? Math.cos(angle) : Math.sin(angle)) + 1) / 2));
    context.fillRect(BARS.left + column * bar, top, bar + 0.5, BARS.height);
  }
}

function drawDial(pen, { pair, apart }, place) {
  const { colours } = pen;
  const agrees = apart < AGREE;
  const large = place.radius > 25;
  drawRim(pen, place, agrees);
  drawHand(pen, "first", pair, place, colours.accent, large ? 5 : 3.5);
  drawHand(pen, "second", pair, place, colours.warm, large ? 2.5 : 1.8);
  const under = `${agrees ? "=" : ""}${large ? " pair " : ""}${pair}`.trim();
  const [colour, font] = agrees ? [colours.ink, "600 11px"] : [colours.faint, "11px"];
  print(pen, under, place.x, place.y + place.radius + 11, colour, "center", font);
}

function drawRim({ context, colours }, { x, y, radius }, agrees) {
  const colour = agrees ? agreeColour(colours) : colours.line;
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  Object.assign(context, { fillStyle: colour, strokeStyle: colour, lineWidth: agrees ? 2 : 1 });
  context.globalAlpha = agrees ? 0.28 : 0;
  context.fill();
  context.globalAlpha = 1;
  context.stroke();
}

const agreeColour = ({ dark }) => (dark ? "#3fc79a" : "#00805c");

// The sine runs to the right and the cosine upwards, so the hand turns clockwise from the top.
function drawHand({ context, view }, name, pair, { x, y, radius }, colour, lineWidth) {
  const angle = view[name] * frequencyOf(view.d, pair);
  Object.assign(context, { strokeStyle: colour, lineWidth, lineCap: "round" });
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + radius * 0.94 * Math.sin(angle), y - radius * 0.94 * Math.cos(angle));
  context.stroke();
}
