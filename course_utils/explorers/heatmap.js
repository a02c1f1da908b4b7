// Notebook 04: the heat map. Positions, dimensions, base, colours and the cursor's cell decide
// everything that is drawn; each change asks for one drawing on the next frame.

const MOST_ROWS = 512;

function render({ model, el }) {
  const root = explorerRoot(el, "heatmap");
  const [n, d, base] = ["n_positions", "d_model", "base"].map((name) => model.get(name));
  const view = { n, d, base, position: 17, column: 40, colours: "lecture", clocks: false };
  const scene = { root, view, bases: model.get("bases"), kept: {}, drawn: 0 };
  buildControls(scene);
  buildPicture(scene);
  update(scene);
  return watchSurroundings(root, () => {
    scene.colours = undefined; // the theme may have changed
    placeGrip(scene);
    scene.redraw();
  });
}

// ---------------------------------------------------------------- controls

function buildControls(scene) {
  const { view, bases } = scene;
  const set = (name) => (value) => { view[name] = value; update(scene); };
  const at = bases.indexOf(view.base);
  scene.root.append(element("h3", { text: "The encoding as a heat map" }),
    element("div", { class: "heatmap-controls" },
      slider(scene, "positions", { min: 2, max: MOST_ROWS, step: 1, value: view.n }, set("n")),
      slider(scene, "dimensions", { min: 2, max: MOST_ROWS, step: 2, value: view.d }, set("d")),
      slider(scene, "base", { min: 0, max: bases.length - 1, step: 1, value: at },
        (i) => set("base")(bases[i]), (i) => bases[i].toLocaleString("en"))),
    element("div", { class: "heatmap-switches" },
      toggle("colour-blind-safe colours", (on) => set("colours")(on ? "safe" : "lecture")),
      toggle("clocks of one row", set("clocks"))));
}

function slider(scene, name, range, change, words = String) {
  const input = element("input", { type: "range", ...range, "aria-label": name, "data-drag": "x", ...KEYS });
  const output = element("output", { text: words(range.value) });
  input.addEventListener("input", () => {
    output.textContent = words(Number(input.value));
    input.setAttribute("aria-valuetext", output.textContent);
    change(Number(input.value));
  });
  return element("label", { class: "heatmap-slider" }, element("span", { text: name }), input, output);
}

// ---------------------------------------------------------------- picture and cursor

function buildPicture(scene) {
  const { root } = scene;
  const frame = element("div", { class: "heatmap-picture" });
  scene.words = element("p", { class: "heatmap-words", role: "status" });
  root.append(frame, scene.words);
  const { canvas, redraw } = responsiveCanvas(frame, (width) => mapHeight(width, scene.view),
    (context, width) => {
      scene.colours ??= themeColours(root);
      drawMap(context, width, scene.view, scene.colours, scene.kept);
      countDrawing(scene);
    });
  Object.assign(scene, { frame, canvas, redraw });
  buildGrip(scene);
}

function buildGrip(scene) {
  const grip = element("div", {
    class: "heatmap-grip", role: "slider", tabindex: 0, "aria-label": "Cell of the heat map",
    "data-drag": "x", ...KEYS,
  });
  grip.addEventListener("pointermove", (event) => pointAt(scene, event));
  grip.addEventListener("pointerdown", (event) => grip.setPointerCapture(event.pointerId));
  grip.addEventListener("keydown", (event) => moveByKey(scene, event));
  scene.frame.append(grip);
  scene.grip = grip;
}

// How many states have reached the screen; a second drawing of the same one is none.
function countDrawing(scene) {
  const { state } = scene.root.dataset;
  if (state === scene.seen) return;
  scene.seen = state;
  scene.root.dataset.drawn = ++scene.drawn;
}

function pointAt(scene, event) {
  const { view } = scene;
  const box = scene.grip.getBoundingClientRect();
  const share = (from, size, count) => Math.floor((from / size) * count);
  moveTo(scene, share(event.clientY - box.top, box.height, view.n),
    share(event.clientX - box.left, box.width, view.d));
}

function moveTo(scene, position, column) {
  const { view } = scene;
  const now = [view.position, view.column];
  Object.assign(view, { position, column });
  keepInside(view);
  if (now[0] !== view.position || now[1] !== view.column) update(scene);
}

function keepInside(view) {
  view.position = Math.min(Math.max(view.position, 0), view.n - 1);
  view.column = Math.min(Math.max(view.column, 0), view.d - 1);
}

function moveByKey(scene, event) {
  const { position, column, n } = scene.view;
  const wanted = {
    ArrowUp: [position - 1, column], ArrowDown: [position + 1, column],
    ArrowLeft: [position, column - 1], ArrowRight: [position, column + 1],
    PageUp: [position - 10, column], PageDown: [position + 10, column],
    Home: [0, column], End: [n - 1, column],
  }[event.key];
  if (!wanted) return;
  event.preventDefault();
  moveTo(scene, ...wanted);
}

function placeGrip(scene) {
  const { left, top, right, height } = mapLayout(scene.frame.clientWidth, scene.view);
  const box = { left, top, width: right - left, height };
  for (const [name, value] of Object.entries(box)) scene.grip.style[name] = `${value}px`;
}

// ---------------------------------------------------------------- words

function update(scene) {
  const { view } = scene;
  keepInside(view);
  placeGrip(scene);
  scene.redraw();
  say(scene);
  scene.root.dataset.state = Object.entries(view).map((entry) => entry.join("=")).join(";");
}

function say(scene) {
  const { n, d, base, column } = scene.view;
  const turning = Array.from({ length: d / 2 }, (_, k) => wavelengthOf(scene.view, k) <= n);
  const cell = cellInWords(scene.view);
  const whole = `${turning.filter(Boolean).length} of ${d / 2} clocks turn once or more within ${n} positions.`;
  scene.words.replaceChildren(element("b", { text: cell }), ` ${whole}`);
  const range = { "aria-valuenow": column, "aria-valuemin": 0, "aria-valuemax": d - 1, "aria-valuetext": cell };
  Object.entries(range).forEach(([name, value]) => scene.grip.setAttribute(name, value));
  scene.canvas.setAttribute("aria-label",
    `Heat map of ${n} positions by ${d} dimensions, base ${base}. ${cell} ${whole}`);
}

function cellInWords(view) {
  const { position, column } = view;
  const wavelength = wavelengthOf(view, column >> 1);
  const long = wavelength < 1000 ? fixed(wavelength, 1) : Math.round(wavelength).toLocaleString("en");
  return `Position ${position}, column ${column}: ${column % 2 ? "cosine" : "sine"} of pair ${column >> 1}, ` +
    `value ${fixed(valueAt(view, position, column), 3)}. Wavelength ${long} positions.`;
}

export default { render };
