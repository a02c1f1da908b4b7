// Notebook 02: move the place, choose a format, and watch two words become one. The place and the
// format decide everything that is drawn.

// Whole places up to 16, then sixteen to an octave and the last before each power of two; the
// lecture's 500, and 257, which bfloat16 cannot write.
function stops() {
  const places = new Set([...Array.from({ length: 17 }, (_, p) => p), 257, 500]);
  for (let power = 16; power < 8192; power *= 2) {
    for (let k = 1; k <= 16; k++) places.add(power + (k * power) / 16);
    places.add(2 * power - 1);
  }
  return [...places].sort((a, b) => a - b);
}

function render({ model, el }) {
  const root = explorerRoot(el, "merge");
  const [words, values] = [model.get("names"), model.get("values")];
  const places = stops();
  const wanted = model.get("position");
  const nearest = places.reduce((best, p) =>
    (Math.abs(p - wanted) < Math.abs(best - wanted) ? p : best));
  const state = { place: nearest, name: model.get("number_format") };
  const scene = { root, words, values, places, state, shown: model.get("shown") };
  buildControls(scene);
  buildPicture(scene);
  buildReadouts(scene);
  update(scene);
  return watchSurroundings(root, scene.redraw);
}

// ---------------------------------------------------------------- controls

function buildControls(scene) {
  const { places, state } = scene;
  scene.slider = element("input", {
    type: "range", min: 0, max: places.length - 1, step: 1, value: places.indexOf(state.place),
    "aria-label": "Place", "data-drag": "x", ...KEYS,
  });
  scene.slider.addEventListener("input", () => {
    state.place = places[Number(scene.slider.value)];
    update(scene);
  });
  scene.number = element("output");
  const label = element("label", { class: "merge-place" },
    element("span", { text: "place" }), scene.number);
  const track = element("div", { class: "merge-track" }, scene.slider, buildScale(places));
  scene.root.append(element("h3", { text: "Two words on one grid" }), buildFormats(scene),
    element("div", { class: "merge-slide" }, label, track));
}

function buildScale(places) {
  const marks = [0, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192].map((place) => {
    const share = places.indexOf(place) / (places.length - 1);
    const style = `left: calc(8px + (100% - 16px) * ${share})`;
    const name = [0, 16, 128, 1024, 8192].includes(place) ? null : "minor";
    return element("span", { text: String(place), class: name, style });
  });
  return element("div", { class: "merge-scale", "aria-hidden": "true" }, ...marks);
}

function buildFormats(scene) {
  const group = `merge-${Math.random().toString(36).slice(2)}`;
  const options = Object.keys(FORMATS).map((name) => {
    const input = element("input", {
      type: "radio", name: group, value: name, checked: name === scene.state.name,
      "data-lm-suppress-shortcuts": "true", // no KEYS: with radios an arrow key moves the focus on
    });
    input.addEventListener("change", () => { scene.state.name = name; update(scene); });
    return element("label", {}, input, element("span", { text: name }));
  });
  const named = { class: "merge-formats", role: "radiogroup", "aria-label": "Number format" };
  return element("div", named, ...options);
}

// ---------------------------------------------------------------- picture

function buildPicture(scene) {
  const frame = element("div", { class: "merge-stage" });
  scene.root.append(frame);
  const sizes = () =>
    ({ shown: scene.shown.length, all: scene.values[0].length, format: FORMATS[scene.state.name] });
  const { canvas, redraw } = responsiveCanvas(frame, (width) => mergeHeight(width, sizes()),
    (context, width) => drawMerge(context, width, scene.found, {
      format: FORMATS[scene.state.name], words: scene.words, colours: themeColours(scene.root),
    }));
  Object.assign(scene, { canvas, redraw });
}

function measure({ values, shown, state }) {
  const format = FORMATS[state.name];
  const [one, other] = values.map((word) => word.map((entry) => added(entry, state.place, format)));
  const apart = one.map((entry, k) => entry !== other[k]);
  const [first, second] = [one, other].map((word) => shown.map((k) => word[k]));
  const labels = shown.map((k) => String(k + 1));
  const alike = first.filter((entry, k) => entry === second[k]).length;
  const total = apart.filter((differs) => !differs).length;
  return { first, second, apart, labels, alike, total, off: offCosine(first, second) };
}

// ---------------------------------------------------------------- numbers and words

function buildReadouts(scene) {
  const names = ["numbers at this place lie apart by", "1 − cosine of the stored entries"];
  scene.outputs = names.map(() => element("output"));
  const rows = names.map((text, i) =>
    element("div", { class: "merge-readout" }, element("span", { text }), scene.outputs[i]));
  scene.sentence = element("p", { class: "merge-words" });
  scene.root.append(element("div", { class: "merge-foot" }, ...rows), scene.sentence);
}

function update(scene) {
  const { state, words } = scene;
  const found = (scene.found = measure(scene));
  const step = stepAt(Math.max(state.place, 0.5), FORMATS[state.name]);
  scene.number.textContent = String(state.place);
  scene.slider.setAttribute("aria-valuetext", `place ${state.place}`);
  scene.outputs[0].textContent = step >= 0.001 ? String(step) : minus(scientific(step));
  scene.outputs[1].textContent = found.off === 0 ? "0" : minus(scientific(found.off));
  scene.sentence.textContent = sentence(found, state, words);
  scene.canvas.setAttribute("aria-label",
    `Bits of ${words[0]} + ${state.place} and ${words[1]} + ${state.place} in ${state.name}: ` +
    `${found.alike} of ${found.first.length} entries shown are the same, ` +
    `${found.total} of all ${found.apart.length}.`);
  scene.redraw();
  scene.root.dataset.state = `place=${state.place};format=${state.name}`;
}

function sentence({ alike, first }, { place, name }, [one, other]) {
  const n = first.length;
  if (alike === n) {
    return `In ${name}, ${one} + ${place} and ${other} + ${place} are the same ${n} numbers. ` +
      "No later layer can tell them apart.";
  }
  return alike === 0
    ? `In ${name}, all ${n} entries of ${one} + ${place} and ${other} + ${place} are still two numbers.`
    : `In ${name}, ${alike} of the ${n} entries are already the same number for both words.`;
}

export default { render };
