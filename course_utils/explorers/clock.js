// Notebook 03: a clock to run, to turn and to slow down. The hand moves through whole positions
// when it is moved by hand, and smoothly between them while it runs.

const SHORTEST = 2 * Math.PI; // positions a turn at the slider's left end: 1 radian a position
const STEPS_A_DECADE = 100;
const PACE = 5; // positions a second
const STILL_PACE = 2.5; // for readers who want no motion: it ticks from position to position

function render({ model, el }) {
  const root = explorerRoot(el, "clock");
  const n = model.get("n_positions");
  const view = { n, wavelength: model.get("wavelength"), position: model.get("position"), alike: 0 };
  const scene = { root, view, playing: false, frame: 0 };
  buildControls(scene);
  buildStage(scene);
  buildReadouts(scene);
  update(scene);
  const stop = watchSurroundings(root, () => { placeGrips(scene); scene.redraw(); });
  return () => { cancelAnimationFrame(scene.frame); stop(); };
}

// ---------------------------------------------------------------- controls

function buildControls(scene) {
  scene.play = element("button", {
    class: "course-button clock-play", type: "button",
    onclick: () => (scene.playing ? pause(scene) : play(scene)),
  });
  buildSlider(scene);
  scene.speed = element("output");
  const speed = element("label", { class: "clock-speed" },
    element("span", { text: "fast" }), scene.slider, element("span", { text: "slow" }), scene.speed);
  scene.root.append(element("h3", { text: "A single clock" }),
    element("div", { class: "clock-controls" }, scene.play, speed));
}

// Even steps of the slider multiply the wavelength: two decades from end to end.
function buildSlider(scene) {
  const start = Math.round(STEPS_A_DECADE * Math.log10(scene.view.wavelength / SHORTEST));
  scene.slider = element("input", {
    type: "range", min: 0, max: 2 * STEPS_A_DECADE, step: 1, value: start,
    "aria-label": "Wavelength: positions for one turn", "data-drag": "x", ...KEYS,
  });
  scene.slider.addEventListener("input", () => {
    scene.view.wavelength = SHORTEST * 10 ** (Number(scene.slider.value) / STEPS_A_DECADE);
    update(scene);
  });
}

// ---------------------------------------------------------------- running

function play(scene) {
  const { view } = scene;
  if (view.position >= view.n - 1) view.position = 0;
  scene.playing = true;
  const from = view.position;
  const begin = performance.now();
  const tick = (now) => {
    const gone = Math.max(0, now - begin) / 1000;
    const to = wantsStillness() ? Math.floor(from + STILL_PACE * gone) : from + PACE * gone;
    view.position = Math.min(to, view.n - 1);
    if (view.position >= view.n - 1) return pause(scene);
    update(scene);
    scene.frame = requestAnimationFrame(tick);
  };
  scene.frame = requestAnimationFrame(tick);
  update(scene);
}

function pause(scene) {
  cancelAnimationFrame(scene.frame);
  scene.playing = false;
  moveTo(scene, scene.view.position);
}

function moveTo(scene, position) {
  scene.view.position = Math.min(Math.max(Math.round(position), 0), scene.view.n - 1);
  update(scene);
}

// ---------------------------------------------------------------- dial and waves

function buildStage(scene) {
  const frame = element("div", { class: "clock-stage" });
  scene.root.append(frame);
  const { canvas, redraw } = responsiveCanvas(frame, clockHeight, (context, width) =>
    drawClock(context, width, scene.view, themeColours(scene.root)));
  scene.waves = element("div", {
    class: "clock-grip waves", role: "slider", tabindex: 0, "aria-label": "Position",
    "aria-valuemin": 0, "aria-valuemax": scene.view.n - 1, "data-drag": "x", ...KEYS,
  });
  scene.dial = element("div", { class: "clock-grip dial", "data-drag": "x", title: "Turn the hand" });
  frame.append(scene.waves, scene.dial);
  Object.assign(scene, { frame, canvas, redraw });
  scene.waves.addEventListener("keydown", (event) => moveByKey(scene, event));
  grip(scene, scene.waves, pointOnWaves);
  grip(scene, scene.dial, pointOnDial);
}

// From the press on, the position follows the pointer.
function grip(scene, node, follow) {
  draggable(node, {
    start: (event) => { pause(scene); node.classList.add("held"); follow(scene, event); },
    move: (dx, dy, event) => follow(scene, event),
    end: () => node.classList.remove("held"),
  });
}

function pointOnWaves(scene, event) {
  const { left, right } = clockLayout(scene.frame.clientWidth);
  const x = event.clientX - scene.frame.getBoundingClientRect().left;
  moveTo(scene, ((x - left) / (right - left)) * (scene.view.n - 1));
}

// The hand points where the pointer is: of all positions with that angle, the nearest by.
function pointOnDial(scene, event) {
  const { view } = scene;
  const { centre } = clockLayout(scene.frame.clientWidth);
  const box = scene.frame.getBoundingClientRect();
  const [x, y] = [event.clientX - box.left - centre.x, event.clientY - box.top - centre.y];
  if (Math.hypot(x, y) < 8) return; // no direction there
  const turns = Math.atan2(x, -y) / (2 * Math.PI) - view.position / view.wavelength;
  moveTo(scene, view.position + (turns - Math.round(turns)) * view.wavelength);
}

function placeGrips(scene) {
  const { left, right, top, foot, radius, centre } = clockLayout(scene.frame.clientWidth);
  const pixels = (numbers) =>
    Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, `${value}px`]));
  const span = { left: left - 8, top: top - 8, width: right - left + 16, height: foot - top + 34 };
  Object.assign(scene.waves.style, pixels(span));
  const side = 2 * radius + 24;
  const square = { left: centre.x - side / 2, top: centre.y - side / 2, width: side, height: side };
  Object.assign(scene.dial.style, pixels(square));
}

function moveByKey(scene, event) {
  const { position, n } = scene.view;
  const wanted = {
    ArrowLeft: position - 1, ArrowDown: position - 1, ArrowRight: position + 1, ArrowUp: position + 1,
    PageDown: position - 10, PageUp: position + 10, Home: 0, End: n - 1,
  };
  if (!(event.key in wanted)) return;
  event.preventDefault();
  pause(scene);
  moveTo(scene, wanted[event.key]);
}

// ---------------------------------------------------------------- numbers and words

function buildReadouts(scene) {
  const names = ["point (sine, cosine)", "distance to the next position", "most alike of the others"];
  scene.outputs = names.map(() => element("output"));
  const rows = names.map((text, i) =>
    element("div", { class: "clock-readout" }, element("span", { text }), scene.outputs[i]));
  scene.words = element("p", { class: "clock-words" });
  scene.root.append(element("div", { class: "clock-foot" }, ...rows), scene.words);
}

// What the numbers say of the whole position that the hand has reached.
function measure({ n, wavelength, position }) {
  const here = Math.floor(position + 1e-9);
  const chord = (lag) => 2 * Math.abs(Math.sin((Math.PI * lag) / wavelength));
  const others = Array.from({ length: n }, (_, p) => p).filter((p) => p !== here);
  const nearer = (a, b) => chord(b - here) < chord(a - here) - 1e-12;
  const alike = others.reduce((best, p) => (nearer(best, p) ? p : best));
  const angle = (2 * Math.PI * here) / wavelength;
  return { here, alike, angle, next: chord(1), miss: chord(alike - here) };
}

function update(scene) {
  const { view } = scene;
  const found = measure(view);
  view.alike = found.alike;
  const turnsIn = fixed(view.wavelength, view.wavelength < 99.5 ? 2 : 0);
  scene.play.textContent = scene.playing ? "❚❚ Pause" : "▶ Play";
  scene.speed.textContent = `one turn in ${turnsIn} positions`;
  scene.slider.setAttribute("aria-valuetext", `${turnsIn} positions a turn`);
  showNumbers(scene, found);
  if (scene.playing) scene.words.textContent = runningWords(view);
  else describe(scene, found, turnsIn);
  placeGrips(scene);
  scene.redraw();
  scene.root.dataset.state =
    `position=${found.here};wavelength=${view.wavelength.toFixed(4)};playing=${scene.playing}`;
}

function showNumbers(scene, { here, alike, angle, next, miss }) {
  const [point, step, other] = scene.outputs;
  point.replaceChildren(`position ${here}: (`, element("i", { text: fixed(Math.sin(angle)) }), ", ",
    element("b", { text: fixed(Math.cos(angle)) }), ")");
  step.textContent = fixed(next, 3);
  const lag = Math.abs(alike - here);
  other.textContent = `position ${alike}, ${lag} away: distance ${fixed(miss, 3)}`;
}

const runningWords = ({ wavelength }) =>
  `At each position the hand turns on by ${fixed((2 * Math.PI) / wavelength, 3)} radians.`;

function describe(scene, { here, alike, angle, miss }, turnsIn) {
  const lag = Math.abs(alike - here);
  const rounds = Math.round(lag / scene.view.wavelength);
  const times = rounds === 1 ? "once" : `${rounds} times`;
  scene.words.textContent = lag === 1
    ? "The most alike position (green ring) is a neighbour: near means near, as far as these positions go."
    : `The most alike position (green ring) is no neighbour: ${lag} positions away, after the hand has ` +
      `come round ${times}.`;
  const values = `sine ${fixed(Math.sin(angle))}, cosine ${fixed(Math.cos(angle))}`;
  scene.waves.setAttribute("aria-valuenow", here);
  scene.waves.setAttribute("aria-valuetext", `position ${here}: ${values}`);
  scene.canvas.setAttribute("aria-label",
    `A clock that turns once in ${turnsIn} positions, at position ${here}: ${values}. ` +
    `Of the others, position ${alike} is most alike, at distance ${fixed(miss, 3)}.`);
}

export default { render };
