// Notebook 06: choose a method, a head, a length and one of two sentences; the map and the curve
// follow. A query is chosen by dragging along the map's rows or with the arrow keys.

function render({ model, el }) {
  const root = explorerRoot(el, "contributions");
  const added = model.get("added");
  const names = Object.keys(added);
  const most = model.get("n_positions");
  const state = { name: names[0], head: 0, n: most, other: false, query: Math.floor(most / 2) };
  const scene = { root, added, names, most, heads: added[names[0]][0].length, state };
  buildMethods(scene);
  buildSliders(scene);
  buildContributionStage(scene);
  scene.words = element("p", { class: "contributions-words", role: "status" });
  root.append(scene.words);
  refresh(scene);
  return watchSurroundings(root, () => { placeGrip(scene); scene.redraw(); });
}

// ---------------------------------------------------------------- controls

function buildMethods(scene) {
  scene.buttons = scene.names.map((name) => element("button", {
    class: "course-button", type: "button", text: name,
    onclick: () => choose(scene, name),
  }));
  const group = element("div", {
    class: "contributions-methods", role: "group", "aria-label": "Position method",
  }, ...scene.buttons);
  scene.root.append(element("h3", { text: "What a method adds to the scores" }), group);
}

function choose(scene, name) {
  scene.state.name = name;
  refresh(scene);
}

function buildSliders(scene) {
  const { state } = scene;
  const length = slider("length", "Number of words", 4, scene.most, state.n, (n) => {
    state.n = n;
    state.query = Math.min(state.query, n - 1);
    refresh(scene);
  });
  const head = slider("head", "Head", 1, scene.heads, 1, (number) => {
    state.head = number - 1;
    refresh(scene);
  });
  const words = toggle("other words at the same places", (on) => { state.other = on; refresh(scene); });
  scene.root.append(element("div", { class: "contributions-controls" }, length, head, words));
}

function slider(text, label, min, max, value, change) {
  const output = element("output", { text: String(value) });
  const input = element("input", {
    type: "range", min, max, step: 1, value, "aria-label": label, "data-drag": "x", ...KEYS,
  });
  input.addEventListener("input", () => {
    output.textContent = input.value;
    change(Number(input.value));
  });
  return element("label", { class: "contributions-slider" }, element("span", { text }), input, output);
}

// ---------------------------------------------------------------- map and curve

function buildContributionStage(scene) {
  const frame = element("div", { class: "contributions-stage" });
  scene.root.append(frame);
  const { canvas, redraw } = responsiveCanvas(frame, contributionsHeight, (context, width) =>
    drawContributions(context, width, scene.view, themeColours(scene.root)));
  scene.grip = element("div", {
    class: "contributions-grip", role: "slider", tabindex: 0, "aria-label": "Query",
    "aria-orientation": "vertical", "aria-valuemin": 0, "data-drag": "y", ...KEYS,
  });
  frame.append(scene.grip);
  Object.assign(scene, { frame, canvas, redraw });
  const follow = (event) => {
    const { top, cell } = contributionsLayout(frame.clientWidth, scene.state.n);
    const y = event.clientY - frame.getBoundingClientRect().top - top;
    moveQuery(scene, Math.floor(y / cell));
  };
  draggable(scene.grip, { start: follow, move: (dx, dy, event) => follow(event) });
  scene.grip.addEventListener("keydown", (event) => moveQueryByKey(scene, event));
}

function moveQuery(scene, wanted) {
  scene.state.query = Math.min(Math.max(wanted, 0), scene.state.n - 1);
  refresh(scene);
}

function moveQueryByKey(scene, event) {
  const { query, n } = scene.state;
  const wanted = {
    ArrowUp: query - 1, ArrowLeft: query - 1, ArrowDown: query + 1, ArrowRight: query + 1,
    Home: 0, End: n - 1,
  };
  if (!(event.key in wanted)) return;
  event.preventDefault();
  moveQuery(scene, wanted[event.key]);
}

function placeGrip(scene) {
  const { left, top, side } = contributionsLayout(scene.frame.clientWidth, scene.state.n);
  const box = { left: left - 30, top, width: side + 30, height: side };
  for (const [name, value] of Object.entries(box)) scene.grip.style[name] = `${value}px`;
}

// ---------------------------------------------------------------- what is shown

function refresh(scene) {
  const { name, head, n, other, query } = scene.state;
  const part = (sentence) => scene.added[name][sentence][head].slice(0, n)
    .map((row) => row.slice(0, n).map((value) => value / SHARE));
  const [map, otherMap] = other ? [part(1), part(0)] : [part(0), part(1)];
  scene.view = { ...scene.state, map, row: map[query], otherRow: otherMap[query] };
  const apart = map.flatMap((row, i) => row.map((value, j) => Math.abs(value - otherMap[i][j])));
  scene.view.apart = Math.max(...apart);
  scene.buttons.forEach((button) =>
    button.setAttribute("aria-pressed", button.textContent === name));
  sayIt(scene);
  placeGrip(scene);
  scene.redraw();
  scene.root.dataset.state = `method=${name};head=${head};n=${n};other=${other};query=${query}`;
}

const NOTES = {
  sinusoidal: "A fixed vector a position, added to the words: both words have a say.",
  learned: "A free vector a position, added to the words: both words have a say, and no order is built in.",
  RoPE: "Queries and keys turn: at distance 0 it adds nothing, elsewhere both words have a say.",
  Shaw: "The query meets a learned vector of the clipped distance: each row is flat beyond the clip.",
  T5: "A learned number for each bucket of distances (random here): the same along every diagonal.",
  "ALiBi symmetric": "A fixed penalty for distance, steep in head 1, flat in the last.",
};

function sayIt(scene) {
  const { view } = scene;
  const same = view.apart < 1.5 / SHARE
    ? "Other words at the same places change nothing: this is a b of i and j alone."
    : `Other words at the same places change it, here by up to ${fixed(view.apart, 1)}.`;
  scene.words.textContent = `${NOTES[view.name] || ""} ${same}`;
  scene.grip.setAttribute("aria-valuemax", view.n - 1);
  scene.grip.setAttribute("aria-valuenow", view.query);
  scene.grip.setAttribute("aria-valuetext", `query ${view.query} of 0 to ${view.n - 1}`);
  const row = view.row;
  scene.canvas.setAttribute("aria-label",
    `What ${view.name} adds to the scores of ${view.n} words in head ${view.head + 1}. Query ` +
    `${view.query} gets ${fixed(row[0])} for the first key, ${fixed(row[view.query])} for itself and ` +
    `${fixed(row[view.n - 1])} for the last key. ${same}`);
}

export default { render };
