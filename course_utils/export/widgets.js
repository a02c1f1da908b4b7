// Runs the page's widgets without a kernel. All of them are anywidgets: a text of JavaScript that
// exports render({model, el}), a style sheet, and the state that was stored with the notebook.

const STATE = 'script[type="application/vnd.jupyter.widget-state+json"]';

// What a widget sees of its model: the stored state, and others who look at the same one.
class StoredModel {
  constructor(state) {
    this.state = state;
    this.listeners = new Map();
  }
  get(name) { return this.state[name]; }
  set(name, value) {
    const changes = typeof name === "string" ? { [name]: value } : name;
    for (const [key, one] of Object.entries(changes)) {
      if (this.state[key] === one) continue;
      this.state[key] = one;
      this.tell(`change:${key}`, one);
    }
    this.tell("change");
  }
  on(event, call) { this.listeners.set(event, [...(this.listeners.get(event) ?? []), call]); }
  off(event, call) {
    const rest = (this.listeners.get(event) ?? []).filter((one) => call && one !== call);
    this.listeners.set(event, rest);
  }
  tell(event, value) { (this.listeners.get(event) ?? []).forEach((call) => call({}, value)); }
  save_changes() {} // nobody listens: there is no kernel
  send() {}
}

async function moduleOf(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return (await import(address)).default;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function addStyle(css) {
  const style = document.createElement("style");
  style.textContent = css;
  document.head.append(style);
}

async function start(place, models) {
  const model = models[place.dataset.model];
  const text = model?.get("_esm");
  if (!text) return; // no state was stored: the words stay
  const widget = await moduleOf(text);
  addStyle(model.get("_css") ?? "");
  place.replaceChildren();
  await widget.initialize?.({ model });
  await widget.render({ model, el: place });
}

function storedModels() {
  const stored = document.querySelector(STATE);
  const states = stored ? JSON.parse(stored.textContent).state : {};
  return Object.fromEntries(
    Object.entries(states).map(([id, { state }]) => [id, new StoredModel({ ...state })]));
}

function renderFormulas() {
  const pairs = [["$$", "$$", true], ["$", "$", false], ["\\[", "\\]", true], ["\\(", "\\)", false]];
  const delimiters = pairs.map(([left, right, display]) => ({ left, right, display }));
  for (const cell of document.querySelectorAll(".jp-RenderedMarkdown")) {
    renderMathInElement(cell, { delimiters, throwOnError: false });
  }
}

renderFormulas();
const models = storedModels();
for (const place of document.querySelectorAll(".course-widget")) start(place, models);
