// Notebook 01: cards to reorder, two switches, the readouts. What is drawn hangs on three things
// only: the order of the tokens and whether either switch is on.

function render({ model, el }) {
  const tokens = model.get("tokens");
  const matrices = model.get("matrices");
  const root = explorerRoot(el, "reorder");
  const state = { order: tokens.map((_, i) => i), positions: false, causal: false };
  const scene = { root, tokens, matrices, state };
  scene.reach = outputReach(matrices, state.order);
  buildControls(scene);
  buildCards(scene);
  buildPicture(scene);
  buildReadouts(scene);
  update(scene, null);
  return watchSurroundings(root, () => { placeCards(scene); scene.redraw(); });
}

// One colour scale for all switch settings: the largest output of the original order in any.
function outputReach(matrices, order) {
  const settings = [[false, false], [false, true], [true, false], [true, true]];
  const outputs = settings.flatMap(([positions, causal]) =>
    attend(matrices, order, positions, causal).outputs.flat());
  return Math.ceil(10 * Math.max(0.1, ...outputs.map(Math.abs))) / 10;
}

// ---------------------------------------------------------------- controls

function buildControls(scene) {
  const flip = (name) => (on) => { scene.state[name] = on; update(scene, null); };
  const controls = element("div", { class: "reorder-controls" });
  if (scene.matrices.positions) controls.append(toggle("add a position vector", flip("positions")));
  controls.append(toggle("causal mask", flip("causal")));
  scene.back = element("button", {
    class: "course-button", type: "button", text: "Back to the original order",
    onclick: () => { scene.state.order.sort((a, b) => a - b); update(scene, null); },
  });
  controls.append(scene.back);
  scene.root.append(element("h3", { text: "Reorder the tokens" }), controls);
}

// ---------------------------------------------------------------- cards

function buildCards(scene) {
  const named = { role: "group", "aria-label": "Tokens in order" };
  scene.row = element("div", { class: "reorder-cards", ...named });
  scene.slots = scene.tokens.map(() => element("div", { class: "reorder-slot" }));
  scene.cards = scene.tokens.map((name, token) => buildCard(scene, name, token));
  const rail = element("div", { class: "reorder-rail", "aria-hidden": "true" }, ...scene.slots);
  scene.row.append(...scene.cards);
  scene.root.append(element("div", { class: "reorder-table" }, scene.row, rail));
}

function buildCard(scene, name, token) {
  const card = element("button", {
    class: "reorder-card", type: "button", text: name, "data-drag": "x", ...KEYS,
    style: `--token: ${tokenColour(token)}`,
  });
  card.addEventListener("keydown", (event) => moveByKey(scene, token, event));
  let from = 0;
  draggable(card, {
    start: () => {
      from = scene.state.order.indexOf(token) * pitch(scene);
      card.classList.add("held");
    },
    move: (dx) => dragTo(scene, token, from + dx),
    end: () => { card.classList.remove("held"); placeCards(scene); arrange(scene, token); },
  });
  return card;
}

const pitch = (scene) => Math.min(150, scene.row.clientWidth / scene.tokens.length);

function placeCards(scene) {
  const step = pitch(scene);
  scene.cards.forEach((card, token) => {
    card.style.width = scene.slots[token].style.width = `${step - 8}px`;
    if (card.classList.contains("held")) return;
    card.style.transform = `translateX(${scene.state.order.indexOf(token) * step}px)`;
  });
}

function dragTo(scene, token, left) {
  const most = (scene.tokens.length - 1) * pitch(scene);
  const held = Math.min(Math.max(left, -12), most + 12);
  scene.cards[token].style.transform = `translateX(${held}px)`;
  moveTo(scene, token, Math.round(left / pitch(scene)));
}

function moveTo(scene, token, wanted) {
  const { order } = scene.state;
  const place = Math.min(Math.max(wanted, 0), order.length - 1);
  const now = order.indexOf(token);
  if (place === now) return;
  order.splice(now, 1);
  order.splice(place, 0, token);
  update(scene, token);
}

function moveByKey(scene, token, event) {
  const now = scene.state.order.indexOf(token);
  const wanted = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: scene.tokens.length - 1 };
  if (!(event.key in wanted)) return;
  event.preventDefault();
  moveTo(scene, token, wanted[event.key]);
  arrange(scene, token);
}

// Tab follows what is seen. The card in hand stays where it is in the page, else it loses focus.
function arrange(scene, kept) {
  const { order } = scene.state;
  const middle = order.indexOf(kept);
  order.slice(0, middle).forEach((token) => scene.cards[kept].before(scene.cards[token]));
  scene.row.append(...order.slice(middle + 1).map((token) => scene.cards[token]));
}

// ---------------------------------------------------------------- picture and words

function buildPicture(scene) {
  const frame = element("div", { class: "reorder-picture" });
  scene.root.append(frame);
  const [n, d] = [scene.tokens.length, scene.matrices.w_value[0].length];
  const { canvas, redraw } = responsiveCanvas(frame, (width) => pictureHeight(width, n, d),
    (context, width) => {
      const colours = themeColours(scene.root);
      const { tokens, reach, state } = scene;
      drawPicture(context, width, scene.shown, { tokens, reach, colours, causal: state.causal });
    });
  Object.assign(scene, { canvas, redraw });
  let from = null;
  const glide = animator((t) => { scene.shown = blend(from, scene.now, t); redraw(); });
  scene.animate = () => { from = scene.shown; glide(); };
}

// Numbers, lists of numbers and objects of them, t of the way from one to the other.
function blend(from, to, t) {
  if (typeof to === "number") return t === 1 ? to : from + (to - from) * t;
  if (Array.isArray(to)) return to.map((value, i) => blend(from[i], value, t));
  return Object.fromEntries(Object.keys(to).map((key) => [key, blend(from[key], to[key], t)]));
}

function buildReadouts(scene) {
  scene.readouts = { most: element("output"), pooled: element("output") };
  const line = (label, output) =>
    element("div", { class: "reorder-readout" }, element("span", { text: label }), output);
  scene.words = element("p", { class: "reorder-words", role: "status" });
  scene.root.append(element("div", { class: "reorder-foot" },
    line("largest change of any token’s output", scene.readouts.most),
    line("change of the mean over tokens", scene.readouts.pooled), scene.words));
}

function update(scene, held) {
  const { order, positions, causal } = scene.state;
  scene.now = compare(scene.matrices, order, positions, causal);
  scene.shown ??= scene.now;
  showNumbers(scene);
  scene.back.disabled = order.every((token, place) => token === place);
  scene.words.textContent = sentence(scene.state, scene.back.disabled);
  labelForReaders(scene);
  placeCards(scene);
  if (held === null) scene.row.append(...order.map((token) => scene.cards[token]));
  scene.animate();
  scene.root.dataset.state = `order=${order};positions=${positions};causal=${causal}`;
}

function showNumbers(scene) {
  for (const [name, output] of Object.entries(scene.readouts)) {
    const value = scene.now[name];
    output.dataset.value = value;
    output.textContent = scientific(value) + (value > 0 && value < ROUNDING ? "  (rounding)" : "");
    output.classList.toggle("moved", value >= ROUNDING);
  }
}

function sentence({ positions, causal }, original) {
  if (original) {
    return positions || causal
      ? "This order is what we compare with. Move a card now."
      : "Drag a card, or focus it and press the arrow keys.";
  }
  if (positions && causal) return "Place and mask both let the order in: the outputs depend on it.";
  if (positions) return "A token’s vector now depends on its place, and so does every output.";
  if (causal) return "A token sees only itself and what stands before it, so its place matters.";
  return "Rows and columns moved with their tokens. Every token took its output along, unchanged.";
}

function labelForReaders(scene) {
  const { order, positions } = scene.state;
  const last = scene.tokens.length - 1;
  scene.cards.forEach((card, token) => card.setAttribute("aria-label",
    `${scene.tokens[token]}, position ${order.indexOf(token)} of 0 to ${last}; ` +
    "left and right arrow keys move it"));
  scene.slots.forEach((slot, place) => {
    slot.textContent = positions ? `+ p${subscript(place)}` : `position ${place}`;
    slot.classList.toggle("added", positions);
  });
  const words = order.map((token) => scene.tokens[token]).join(" ");
  scene.canvas.setAttribute("aria-label",
    `Attention weights and outputs for the order: ${words}. Against the original order the ` +
    `largest change of any token’s output is ${scientific(scene.now.most)}, ` +
    `that of their mean ${scientific(scene.now.pooled)}.`);
}

const subscript = (number) => [...String(number)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]).join("");

export default { render };
