// The configurator on /embed: its choices become attributes of the preview and of the code to paste.
const choices = document.querySelector("[data-widget]");
const preview = document.querySelector("#preview customer-reviews");
const code = document.querySelector("#code-element code");

function update() {
  const { view, height } = choices.elements;
  const usual = view.selectedOptions[0].dataset.height;
  const isScrolling = ["list", "grid"].includes(view.value);
  height.disabled = !isScrolling;
  const reserved = isScrolling && height.validity.valid ? height.value : usual;
  const chosen = [...choices.elements].filter(({ value, disabled, validity }) => value && !disabled && validity.valid);
  for (const { name } of choices.elements) preview.removeAttribute(name);
  for (const { name, value } of chosen) preview.setAttribute(name, value);
  const style = reserved ? ` style="display: block; min-height: ${reserved}px"` : "";
  const attributes = chosen.map(({ name, value }) => ` ${name}="${value}"`).join("");
  code.textContent = code.textContent.replace(/^<[^>]*>/, () => `<customer-reviews${attributes}${style}>`);
}

choices.hidden = false;
choices.addEventListener("input", update);
