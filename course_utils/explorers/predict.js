// A prediction: choose, commit, then read what came and why. The strings are HTML made safe in
// Python (predict.py), where the same words also become the page without widgets.

function node(tag, attributes, html = "") {
  const made = document.createElement(tag);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  made.innerHTML = html;
  return made;
}

function render({ model, el }) {
  const scene = build(model.get("words"));
  el.append(scene.root);
  scene.fields.addEventListener("change", () => { scene.commit.disabled = false; });
  scene.commit.addEventListener("click", () => {
    model.set("chosen", picked(scene.fields));
    model.save_changes();
    scene.verdict.focus(); // the button is gone; from here Shift+Enter runs the cell as ever
  });
  const follow = () => reveal(scene, model.get("chosen"));
  model.on("change:chosen", follow);
  follow();
  return () => model.off("change:chosen", follow);
}

function build(words) {
  const classes = "course-explorer course-predict";
  const root = node("div", { class: classes, "data-prediction": words.id });
  const name = `predict-${Math.random().toString(36).slice(2)}`; // radios of two views must not mix
  // JupyterLab's shortcuts would swallow the arrow keys of the radio buttons.
  const fields = node("fieldset", { "data-lm-suppress-shortcuts": "true" },
    `<legend><b>Predict</b>${words.question}</legend>`);
  words.options.forEach((option, i) => fields.append(optionRow(name, option, i)));
  const commit = node("button", { type: "button", class: "course-button" }, "I commit");
  const verdict = node("div", { class: "course-predict-because", tabindex: "-1" });
  root.append(fields, commit, verdict);
  return { root, words, fields, commit, verdict };
}

function optionRow(name, option, i) {
  const row = node("label", { class: "course-option" }, `<span>${option}</span><em></em>`);
  row.prepend(node("input", { type: "radio", name, value: i }));
  return row;
}

const picked = (fields) => Number(fields.querySelector("input:checked").value);

// chosen: null while the question is open. A choice once made stays, and stays marked.
function reveal({ root, words, fields, commit, verdict }, chosen) {
  const open = chosen === null;
  root.dataset.state = open ? "open" : `chosen=${chosen}`;
  commit.hidden = !open;
  commit.disabled = !fields.querySelector("input:checked");
  if (open) return;
  const rows = fields.querySelectorAll(".course-option");
  rows.forEach((row, i) => markRow(row, i === chosen, i === words.answer));
  verdict.innerHTML = `<p>${words.feedback[chosen]}</p><p>${words.because}</p>`;
}

function markRow(row, chosen, came) {
  Object.assign(row.querySelector("input"), { disabled: true, checked: chosen });
  row.classList.toggle("chosen", chosen);
  row.classList.toggle("came", came);
  const marks = [chosen && "your prediction", came && "what comes"];
  row.querySelector("em").textContent = marks.filter(Boolean).join(" · ");
}

export default { render };
