// A prediction: choose, commit, then read what came and why. The strings are HTML made safe in
// Python (predict.py), where the same words also become the page without widgets.

function node(tag, attributes, html = "") {
  const made = document.createElement(tag);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  made.innerHTML = html;
  return made;
}

function render({ model, el }) {
  const words = model.get("words");
  const root = node("div", {
    class: "course-explorer course-predict", "data-prediction": words.id,
  });
  el.append(root);
  const name = `predict-${Math.random().toString(36).slice(2)}`; // radios of two views must not mix
  // JupyterLab's shortcuts would swallow the arrow keys of the radio buttons.
  const fields = node("fieldset", { "data-lm-suppress-shortcuts": "true" },
    `<legend><b>Predict</b>${words.question}</legend>`);
  words.options.forEach((option, i) => fields.append(optionRow(name, option, i)));
  const commit = node("button", { type: "button", class: "course-button" }, "I commit");
  const verdict = node("div", { class: "course-predict-because", tabindex: "-1" });
  root.append(fields, commit, verdict);
  const scene = { root, words, fields, commit, verdict };
  fields.addEventListener("change", () => { commit.disabled = false; });
  commit.addEventListener("click", () => {
    model.set("chosen", picked(fields));
    model.save_changes();
    verdict.focus(); // the button is gone; from here Shift+Enter runs the cell as ever
  });
  const follow = () => reveal(scene, model.get("chosen"));
  model.on("change:chosen", follow);
  follow();
  return () => model.off("change:chosen", follow);
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
  fields.querySelectorAll(".course-option").forEach((row, i) => {
    const [input, mark] = [row.querySelector("input"), row.querySelector("em")];
    input.disabled = true;
    input.checked = i === chosen;
    row.classList.toggle("chosen", i === chosen);
    row.classList.toggle("came", i === words.answer);
    mark.textContent = [i === chosen && "your prediction", i === words.answer && "what comes"]
      .filter(Boolean).join(" · ");
  });
  verdict.innerHTML = `<p>${words.feedback[chosen]}</p><p>${words.because}</p>`;
}

export default { render };
