// Notebook 05: choose a row and a lag. Three numbers decide what is drawn: the position, the lag,
// and how much of the turn has been made (all of it, except while the turn is shown).

function render({ model, el }) {
  const root = explorerRoot(el, "rotate");
  const clocks = frequencies(model.get("d_model"));
  const longest = model.get("longest_lag");
  const alike = Array.from({ length: 2 * longest + 1 }, (_, i) => similarity(clocks, i - longest));
  const view = {
    clocks, longest, alike, turn: 1, n: model.get("n_positions"),
    position: model.get("position"), delta: model.get("delta"),
  };
  const scene = { root, view };
  root.append(element("h3", { text: "A step is a rotation" }));
  buildSliders(scene);
  buildStage(scene);
  buildFoot(scene);
  update(scene);
  return watchSurroundings(root, () => { placeGrip(scene); scene.redraw(); });
}

// ---------------------------------------------------------------- controls

function buildSliders(scene) {
  const { n, longest } = scene.view;
  scene.position = slider("position", 0, n - 1, (value) => moveTo(scene, value, scene.view.delta));
  scene.lag = slider("lag Δ", -longest, longest, (value) => moveTo(scene, scene.view.position, value));
  scene.lag.box.classList.add("lag");
  scene.root.append(element("div", { class: "rotate-controls" }, scene.position.box, scene.lag.box));
}

function slider(name, min, max, change) {
  const input = element("input", {
    type: "range", min, max, step: 1, "aria-label": name, "data-drag": "x", ...KEYS,
  });
  const output = element("output");
  input.addEventListener("input", () => change(Number(input.value)));
  const box = element("label", { class: "rotate-slider" }, element("span", { text: name }), input, output);
  return { box, input, output };
}

// There is no row before row 0.
function moveTo(scene, position, delta) {
  const { view } = scene;
  cancelAnimationFrame(scene.frame);
  view.turn = 1;
  view.position = Math.min(Math.max(position, 0), view.n - 1);
  view.delta = Math.min(Math.max(delta, -view.longest, -view.position), view.longest);
  update(scene);
}

// ---------------------------------------------------------------- picture

function buildStage(scene) {
  const { view, root } = scene;
  const frame = element("div", { class: "rotate-stage" });
  root.append(frame);
  const { canvas, redraw } = responsiveCanvas(frame,
    (width) => rotateHeight(width, view.clocks.length),
    (context, width) => drawRotation(context, width, view, themeColours(root)));
  const grip = element("div", {
    class: "rotate-grip", role: "slider", tabindex: 0, "aria-label": "Lag, on the curve",
    "aria-valuemin": -view.longest, "aria-valuemax": view.longest, "data-drag": "x", ...KEYS,
  });
  frame.append(grip);
  Object.assign(scene, { frame, canvas, redraw, grip });
  const follow = (event) => moveTo(scene, view.position, lagAt(scene, event));
  draggable(grip, { start: follow, move: (dx, dy, event) => follow(event) });
  grip.addEventListener("keydown", (event) => moveByKey(scene, event));
}

function lagAt({ frame, view }, event) {
  const { left, right } = rotateLayout(frame.clientWidth, view.clocks.length);
  const x = event.clientX - frame.getBoundingClientRect().left;
  return Math.round(((x - left) / (right - left)) * 2 * view.longest - view.longest);
}

function moveByKey(scene, event) {
  const { delta, longest, position } = scene.view;
  const wanted = {
    ArrowLeft: delta - 1, ArrowDown: delta - 1, ArrowRight: delta + 1, ArrowUp: delta + 1,
    PageDown: delta - 10, PageUp: delta + 10, Home: -longest, End: longest,
  };
  if (!(event.key in wanted)) return;
  event.preventDefault();
  moveTo(scene, position, wanted[event.key]);
}

function placeGrip({ frame, grip, view }) {
  const { left, right, curve } = rotateLayout(frame.clientWidth, view.clocks.length);
  const box = { left: left - 8, top: curve - 8, width: right - left + 16, height: CURVE + 30 };
  for (const [name, value] of Object.entries(box)) grip.style[name] = `${value}px`;
}

// ---------------------------------------------------------------- showing the turn, and words

function buildFoot(scene) {
  scene.show = element("button", {
    class: "course-button", type: "button", text: "▶ Show the turn", onclick: () => showTurn(scene),
  });
  scene.words = element("p", { role: "status" });
  scene.root.append(element("div", { class: "rotate-foot" }, scene.show, scene.words));
}

// All hands set out at the row's own angles and arrive at the same moment.
function showTurn(scene) {
  cancelAnimationFrame(scene.frame);
  const start = performance.now();
  const tick = (now) => {
    const gone = wantsStillness() ? 1 : Math.max(0, Math.min((now - start) / 1600, 1));
    scene.view.turn = gone < 1 ? (1 - Math.cos(Math.PI * gone)) / 2 : 1;
    update(scene);
    if (gone < 1) scene.frame = requestAnimationFrame(tick);
  };
  scene.frame = requestAnimationFrame(tick);
}

function largestDifference({ clocks, position, delta }) {
  const there = tableRow(clocks, position + delta);
  const turned = turnedRow(clocks, tableRow(clocks, position), delta);
  return Math.max(...turned.map((value, j) => Math.abs(value - there[j])));
}

function update(scene) {
  const { view } = scene;
  for (const name of ["position", "delta"]) {
    const { input, output } = name === "delta" ? scene.lag : scene.position;
    input.value = view[name];
    output.textContent = minus(String(view[name]));
  }
  if (view.turn === 1) describe(scene);
  placeGrip(scene);
  scene.redraw();
  scene.root.dataset.state =
    `position=${view.position};delta=${view.delta};turn=${view.turn.toFixed(2)}`;
}

function describe({ view, words, grip, canvas, show }) {
  const alike = fixed(view.alike[view.delta + view.longest], 3);
  words.textContent = sentence(view, alike);
  show.disabled = view.delta === 0;
  grip.setAttribute("aria-valuenow", view.delta);
  grip.setAttribute("aria-valuetext", `lag ${view.delta}, similarity ${alike}`);
  canvas.setAttribute("aria-label",
    `${view.clocks.length} clocks with the row of position ${view.position}, turned by ` +
    `${view.delta} positions. ${words.textContent}`);
}

function sentence(view, alike) {
  if (view.delta === 0) return "Δ = 0: nothing turns, and a row is entirely like itself.";
  const end = view.position + view.delta;
  const off = largestDifference(view);
  const how = off < 1e-12 ? "to the last digits" : `but for ${scientific(off)}`;
  return `Every clock turned by its own angle, and the whole row landed on row ${end}, ${how}. ` +
    `Rows ${view.position} and ${end} have similarity ${alike}, and so have any two that lie ` +
    `${Math.abs(view.delta)} apart.`;
}

export default { render };
