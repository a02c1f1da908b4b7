// What every explorer shares. Python puts this file before NAME.js: anywidget takes one text,
// so the two are one module and NAME.js simply calls the functions below. Nothing is exported here.

// ---------------------------------------------------------------- elements and numbers

// element("button", {class: "x", text: "Go", "aria-label": "…", onclick: f}, child, child)
function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") node.textContent = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

// The root every explorer starts with.
function explorerRoot(el, name) {
  const root = element("div", { class: "course-explorer", "data-explorer": name, "data-state": "" });
  el.append(root);
  return root;
}

// For what answers to arrow keys: JupyterLab's own shortcuts would swallow them on the way.
const KEYS = { "data-key": true, "data-lm-suppress-shortcuts": "true" };

const minus = (text) => text.replace(/-/g, "−");
const fixed = (value, digits = 2) => {
  const text = value.toFixed(digits);
  return minus(Number(text) === 0 ? text.replace("-", "") : text);
};
// As Python's f"{value:.1e}" prints it, so that the two can be compared by eye.
const scientific = (value) => value.toExponential(1).replace(/([+-])(\d)$/, "$10$2");

// A labelled on/off switch; `change` is called with true or false.
function toggle(label, change, attributes = {}) {
  const input = element("input", { type: "checkbox", role: "switch", ...attributes });
  input.addEventListener("change", () => change(input.checked));
  return element("label", { class: "course-switch" }, input, element("span", { text: label }));
}

// ---------------------------------------------------------------- colours

// Shared.css gives the names their values: JupyterLab's theme, VS Code's, or plain paper.
function themeColours(root) {
  const probe = element("i", { style: "display:none" });
  root.append(probe);
  const read = (name) => {
    probe.style.color = `var(--course-${name})`;
    return getComputedStyle(probe).color;
  };
  const names = ["ground", "ink", "faint", "line", "accent", "warm"];
  const colours = Object.fromEntries(names.map((name) => [name, read(name)]));
  colours.font = getComputedStyle(root).fontFamily;
  colours.dark = luminance(parseRgb(colours.ground)) < 0.3;
  probe.remove();
  return colours;
}

const parseRgb = (text) => (text.match(/[\d.]+/g) || [255, 255, 255]).slice(0, 3).map(Number);
const rgb = (channels) => `rgb(${channels.map((c) => Math.round(c)).join(",")})`;
const mix = (from, to, t) => from.map((value, i) => value + (to[i] - value) * t);

function luminance(channels) {
  const [r, g, b] = channels.map((c) => {
    const share = c / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// Black or white, whichever reads better on these channels.
const inkOn = (channels) => (luminance(channels) > 0.2 ? "#10151c" : "#ffffff");

function between(stops, t) {
  const at = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const low = Math.min(Math.floor(at), stops.length - 2);
  return mix(stops[low], stops[low + 1], at - low);
}

// matplotlib's cividis at nine stops: safe for every common colour blindness, for 0..1.
const CIVIDIS = [
  [0, 34, 78], [26, 56, 111], [67, 78, 108], [97, 101, 111], [125, 124, 120],
  [155, 148, 118], [188, 174, 108], [222, 201, 88], [254, 232, 56],
];
const cividis = (share) => between(CIVIDIS, share);

// Blue for −1, orange for +1; 0 is white on paper and nearly the page's own ground in the dark.
function diverging(share, dark) {
  const middle = dark ? [44, 47, 52] : [250, 250, 248];
  return between([[8, 69, 148], [88, 150, 205], middle, [236, 140, 52], [176, 72, 0]], (share + 1) / 2);
}

// Okabe and Ito's colours without black and yellow: one for each token.
const TOKEN_COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"];
const tokenColour = (index) => TOKEN_COLOURS[index % TOKEN_COLOURS.length];

// ---------------------------------------------------------------- canvas

// A sharp canvas as wide as its parent. `heightFor(width)` gives its height in CSS pixels,
// `draw(context, width, height)` draws it; the returned function asks for a new drawing.
function responsiveCanvas(parent, heightFor, draw) {
  const canvas = element("canvas", { role: "img" });
  parent.append(canvas);
  let waiting = false;
  const paint = () => {
    waiting = false;
    const width = Math.floor(parent.clientWidth);
    if (width) draw(sharpContext(canvas, width, Math.ceil(heightFor(width))), width, heightFor(width));
  };
  const redraw = () => {
    if (!waiting) requestAnimationFrame(paint);
    waiting = true;
  };
  return { canvas, redraw };
}

// An empty context of that size in CSS pixels, with as many pixels as the screen really has.
function sharpContext(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    Object.assign(canvas, { width: w, height: h });
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

// Calls `redraw` when the width or the theme changes; returns what stops it.
function watchSurroundings(root, redraw) {
  const sizes = new ResizeObserver(redraw);
  sizes.observe(root);
  const themes = new MutationObserver(redraw);
  const attributeFilter = ["data-jp-theme-light", "data-jp-theme-name", "class"];
  themes.observe(document.body, { attributes: true, attributeFilter });
  return () => {
    sizes.disconnect();
    themes.disconnect();
  };
}

// The longest beginning of `text` that fits, with an ellipsis when something was cut.
function fitText(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let cut = text;
  while (cut && context.measureText(`${cut}…`).width > width) cut = cut.slice(0, -1);
  return `${cut}…`;
}

// ---------------------------------------------------------------- movement

const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Calls step(0..1, eased) on every frame; a new call of the same animator replaces the old one.
function animator(step, milliseconds = 260) {
  let frame = 0;
  return () => {
    cancelAnimationFrame(frame);
    if (wantsStillness()) return step(1);
    const start = performance.now();
    const tick = (now) => {
      const t = Math.min((now - start) / milliseconds, 1);
      step(1 - (1 - t) ** 3);
      if (t < 1) frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
  };
}

// Mouse, pen and finger alike. `start`, `move` and `end` get the pixels moved since the press.
function draggable(node, { start = () => {}, move, end = () => {} }) {
  let origin = null;
  const follow = (event) => origin && move(...offsetFrom(origin, event), event);
  const finish = (event) => {
    if (!origin) return;
    const offset = offsetFrom(origin, event);
    origin = null;
    end(...offset, event);
  };
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    origin = [event.clientX, event.clientY];
    node.setPointerCapture(event.pointerId);
    start(event);
  });
  node.addEventListener("pointermove", follow);
  for (const over of ["pointerup", "pointercancel"]) node.addEventListener(over, finish);
}

const offsetFrom = ([x, y], event) => [event.clientX - x, event.clientY - y];
