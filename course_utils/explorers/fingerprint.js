// Notebook 04: two positions on all clocks. The two positions and the number of clocks decide
// everything that is drawn.

function render({ model, el }) {
  const root = explorerRoot(el, "fingerprint");
  const view = { first: model.get("first"), second: model.get("second"), d: model.get("d_model") };
  const scene = { root, view, n: model.get("n_positions"), widths: model.get("widths"), sliders: {} };
  buildControls(scene);
  buildPicture(scene);
  update(scene);
  return watchSurroundings(root, () => { scene.colours = undefined; scene.redraw(); });
}

// ---------------------------------------------------------------- controls

function buildControls(scene) {
  const { view, widths, n } = scene;
  const places = { min: 0, max: n - 1, step: 1 };
  const width = { min: 0, max: widths.length - 1, step: 1, value: widths.indexOf(view.d) };
  scene.root.append(element("h3", { text: "Two fingerprints" }),
    element("div", { class: "fingerprint-controls" },
      positionSlider(scene, "first", { ...places, value: view.first }),
      positionSlider(scene, "second", { ...places, value: view.second }),
      slider("dimensions", width, (i) => { view.d = widths[i]; update(scene); }, (i) => widths[i])),
    element("div", { class: "fingerprint-buttons" }, ...jumps(scene)));
}

function positionSlider(scene, name, range) {
  return slider(`${name} position`, range, (value) => { scene.view[name] = value; update(scene); },
    String, (input, refresh) => { scene.sliders[name] = { input, refresh }; });
}

function slider(name, range, change, words, keep = () => {}) {
  const input = element("input", { type: "range", ...range, "aria-label": name, "data-drag": "x", ...KEYS });
  const output = element("output");
  const refresh = () => {
    output.textContent = words(Number(input.value));
    input.setAttribute("aria-valuetext", output.textContent);
  };
  input.addEventListener("input", () => { refresh(); change(Number(input.value)); });
  refresh();
  keep(input, refresh);
  return element("label", { class: "fingerprint-slider" }, element("span", { text: name }), input, output);
}

function jumps(scene) {
  const { view, n } = scene;
  const jump = (text, lagOf) => element("button", {
    class: "course-button", type: "button", text, onclick: () => moveSecond(scene, lagOf()),
  });
  return [
    jump("Next position", () => 1),
    jump("Most alike of all 5000", () => nearestLag(view.d, n - 1)),
  ];
}

// The second position that far behind the first; before it, when the positions end there.
function moveSecond(scene, lag) {
  const { view, n, sliders } = scene;
  if (view.first + lag >= n && view.first - lag < 0) { // a lag of more than half of all positions
    view.first = 0;
    sliders.first.input.value = 0;
    sliders.first.refresh();
  }
  view.second = view.first + lag < n ? view.first + lag : view.first - lag;
  sliders.second.input.value = view.second;
  sliders.second.refresh();
  update(scene);
}

// ---------------------------------------------------------------- picture and words

function buildPicture(scene) {
  const { root } = scene;
  const frame = element("div", { class: "fingerprint-picture" });
  scene.words = element("p", { class: "fingerprint-words", role: "status" });
  root.append(frame, scene.words);
  const { canvas, redraw } = responsiveCanvas(frame, (width) => printHeight(width, scene.view.d),
    (context, width) => {
      scene.colours ??= themeColours(root);
      drawPrint(context, width, scene.view, scene.colours);
    });
  Object.assign(scene, { canvas, redraw });
}

function update(scene) {
  const { view } = scene;
  const { clocks, distance, agree } = compareClocks(view);
  const digits = distance < 0.001 ? 6 : 3;
  const lag = Math.abs(view.second - view.first);
  const next = `neighbours stand ${fixed(distanceAt(view.d, 1), 3)} apart`;
  const found = `Positions ${view.first} and ${view.second}, ${lag} apart, agree on ${agree} of ` +
    `${clocks.length} ${clocks.length === 1 ? "clock" : "clocks"} to within 15°. Distance on all together: ` +
    `${fixed(distance, digits)}`;
  scene.words.replaceChildren(element("b", { text: found }), ` (${next}).`);
  scene.canvas.setAttribute("aria-label", `${found}; ${next}.`);
  scene.root.dataset.state = Object.entries(view).map((entry) => entry.join("=")).join(";");
  scene.redraw();
}

export default { render };
