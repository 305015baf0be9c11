// The configurator on /embed: its choices become attributes of the preview and of the code to paste, and the address of
// the frame for sites without scripts.
const choices = document.querySelector("[data-widget]");
const preview = document.querySelector("#preview customer-reviews");
const code = document.querySelector("#code-element code");
const frame = document.querySelector("#code-iframe code");
const shownFrame = document.querySelector("iframe");
/** The filters of a frame that are not named like the attribute. */
const FILTERS = { service: "mentions_service", "min-rating": "min_rating" };

function update() {
  const { view, height, columns } = choices.elements;
  const usual = view.selectedOptions[0].dataset.height;
  const isScrolling = ["list", "grid"].includes(view.value);
  height.disabled = !isScrolling;
  columns.disabled = !isScrolling && view.value !== "carousel";
  const reserved = isScrolling && height.validity.valid ? height.value : usual;
  const chosen = [...choices.elements].filter(({ value, disabled, validity }) => value && !disabled && validity.valid);
  [...choices.elements].find(({ disabled, validity }) => !disabled && !validity.valid)?.reportValidity();
  for (const { name } of choices.elements) preview.removeAttribute(name);
  for (const { name, value } of chosen) preview.setAttribute(name, value);
  const style = reserved ? ` style="display: block; min-height: ${reserved}px"` : "";
  const attributes = chosen.map(({ name, value }) => ` ${name}="${value}"`).join("");
  code.textContent = code.textContent.replace(/^<[^>]*>/, () => `<customer-reviews${attributes}${style}>`);
  const { lang = "", ...query } = Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
  const filters = Object.entries(query).filter(([name]) => !["view", "height", "columns", "font"].includes(name))
    .map(([name, value]) => [FILTERS[name] ?? name, value]);
  const path = `${lang && `/${lang}`}/embed/${view.value}${
    filters.length > 0 ? `?${new URLSearchParams(filters)}` : ""
  }`;
  frame.textContent = frame.textContent
    .replace(/src="([^"]*?)(?:\/[a-z]{2})?\/embed\/[^"]*"/, (_, site) => `src="${site}${path}"`)
    .replace(/height="\d+"/, `height="${reserved || 600}"`);
  shownFrame.src = path;
}

choices.addEventListener("input", update);
