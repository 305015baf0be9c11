// <customer-reviews view limit theme lang height columns font>, and attributes that choose reviews (FILTERS). Shows in the page what
// the frame /embed/{view} of the service shows. No cookies, nothing stored. STYLE, FILTERS, VIEWS, LANGUAGES and
// ROW_HEIGHT (the height of a row of cards, in pixels) stand before this text.

const HOME = new URL(".", import.meta.url);
const FLAGS = ["verified", "replied", "has-photos"];
/** True on a development host, where faults are shown. */
const IS_DEVELOPMENT = /^(|localhost|127\.0\.0\.1|\[::1\]|.*\.(localhost|local|test))$/.test(location.hostname);

const sheet = new CSSStyleSheet();
sheet.replaceSync(
  ":host{display:block}:host([view=floating]){position:fixed;inset:auto 16px 16px auto;z-index:1000}" +
    ":host([hidden]){display:none}" + STYLE,
);

/** Promises of frames by URL, so that several elements of a page share one request. */
const frames = new Map();

/** Fetches a frame as a document, in which no script runs. Unlike a parser of text it needs no trusted type. */
function request(url) {
  return new Promise((resolve, reject) => {
    const asked = new XMLHttpRequest();
    asked.open("GET", url);
    asked.responseType = "document";
    asked.onload = () => resolve(asked.response);
    asked.onerror = () => reject(new Error(`${url} does not answer`));
    asked.send();
  });
}

function frame(url) {
  if (!frames.has(url)) {
    // Once more: a phone that changes its network loses a request, and the list then lost its room on the page.
    const asked = request(url).catch(() => request(url)).then(async (page) => {
      const widget = page?.querySelector(".widget");
      if (widget) return widget;
      throw new Error((await (await fetch(url, { credentials: "omit" })).json()).detail);
    });
    asked.catch(() => frames.delete(url));
    frames.set(url, asked);
  }
  return frames.get(url);
}

function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

/** Brightness of colours that are painted one over the other, from 0 to 1; null if one sees through them. */
function brightness(colours) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const paint = canvas.getContext("2d");
  for (const colour of colours) {
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
  }
  const [red, green, blue, alpha] = paint.getImageData(0, 0, 1, 1).data;
  return alpha < 128 ? null : (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/**
 * Classes of a widget for the ground below it: the colours of the backgrounds around it, up to the first picture or
 * layer. There, and where bright text of the page stands on a bright ground, a picture lies between: the colour of the
 * page's text decides. Dark text overrules no dark ground, because nobody need have chosen it.
 */
function groundOf(host) {
  const colours = [];
  let [ground, isCovered] = [null, false];
  for (
    let at = host;
    at && ground === null && !isCovered;
    at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host
  ) {
    const [own, ...layers] = ["", "::before", "::after"].map((name) => getComputedStyle(at, name));
    const isLayer = ({ content, backgroundColor }) => content !== "none" && brightness([backgroundColor]) !== null;
    isCovered = [own, ...layers].some(({ backgroundImage }) => backgroundImage !== "none") || layers.some(isLayer);
    colours.unshift(own.backgroundColor);
    ground = brightness(colours);
  }
  const text = brightness([getComputedStyle(host).color]) ?? 0;
  isCovered ||= text > 0.7 && ground > 0.7;
  const isDark = isCovered || ground === null ? text > 0.5 : ground < 0.5;
  return `${isDark ? "on-dark" : "on-light"} ${isCovered ? "on-picture" : ""}`;
}

/** Makes the buttons of a row scroll it by its visible width. */
function wireSteps(list, steps) {
  const forward = getComputedStyle(list).direction === "rtl" ? -1 : 1;
  const buttons = [...steps.children];
  buttons.forEach((button, at) => {
    const way = at === 0 ? -1 : 1;
    if (forward < 0) button.firstChild.textContent = at === 0 ? "→" : "←";
    button.addEventListener("click", () => list.scrollBy({ left: way * forward * list.clientWidth * 0.9 }));
  });
  const update = () => {
    const at = Math.abs(list.scrollLeft);
    buttons[0].setAttribute("aria-disabled", String(at < 2));
    buttons[1].setAttribute("aria-disabled", String(at + list.clientWidth > list.scrollWidth - 2));
  };
  list.addEventListener("scroll", update, { passive: true });
  new ResizeObserver(update).observe(list);
  steps.hidden = false;
}

class CustomerReviews extends HTMLElement {
  static observedAttributes = [
    ...["view", "limit", "theme", "lang", "height", "columns", "font"],
    ...Object.keys(FILTERS),
  ];
  #root = this.attachShadow({ mode: "open" });
  #size = new CSSStyleSheet();
  #seen = false;
  #turn = 0;
  #observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.#observer.disconnect();
    this.#seen = true;
    this.#show(this.#url);
  }, { rootMargin: "600px" });

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sheet, this.#size];
    this.#root.addEventListener("click", (event) => this.#follow(event));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#dress());
  }

  connectedCallback() {
    if (this.#seen) return;
    this.#root.replaceChildren(this.#place());
    this.#dress();
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer.disconnect();
  }

  attributeChangedCallback() {
    if (this.#seen) this.#show(this.#url);
  }

  get #view() {
    const view = this.getAttribute("view");
    return VIEWS.includes(view) ? view : VIEWS[0];
  }

  get #limit() {
    const usual = this.#view === "floating" ? 3 : 12;
    return Math.min(50, Math.max(1, Number.parseInt(this.getAttribute("limit")) || usual));
  }

  /** Names of the attributes that choose reviews. */
  get #given() {
    return Object.keys(FILTERS).filter((name) => name !== "sort" && this.hasAttribute(name));
  }

  get #url() {
    const language = this.closest("[lang]")?.lang.split("-")[0];
    const url = new URL(`${LANGUAGES.includes(language) ? `${language}/` : ""}embed/${this.#view}`, HOME);
    for (const [attribute, parameter] of Object.entries(FILTERS)) {
      const value = this.getAttribute(attribute);
      // An attribute without a value means yes.
      if (value || (value === "" && FLAGS.includes(attribute))) url.searchParams.set(parameter, value || "true");
    }
    url.searchParams.set("limit", String(this.#limit));
    return url.href;
  }

  /** Gives the widget its theme, or the scheme of the ground below it, and its height. */
  #dress() {
    const widget = this.#root.querySelector(".widget");
    if (widget === null) return;
    const theme = this.getAttribute("theme");
    const scheme = ["light", "dark", "auto"].includes(theme) ? theme : groundOf(this);
    const [height, columns] = ["height", "columns"].map((name) => Number.parseInt(this.getAttribute(name)));
    const row = ["carousel", "single"].includes(this.#view) ? "row" : "";
    const fixed = height > 0 ? height : row && ROW_HEIGHT;
    this.#size.replaceSync(`:host{${fixed ? `height:${fixed}px;` : ""}${columns > 0 ? `--columns:${columns}` : ""}}`);
    widget.className = `widget ${this.#view} ${row} ${scheme} ${fixed ? "fixed" : ""} ${
      this.getAttribute("font") ?? ""
    }`;
    this.#fit.disconnect();
    for (const text of widget.querySelectorAll(".text")) this.#fit.observe(text);
  }

  /** Shows "Read more" only beside what is cut. */
  #fit = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const card = target.closest(".review");
      const [more, texts] = [card.querySelector(".more"), [target, ...card.querySelectorAll(".reply p:last-child")]];
      if (more) more.hidden = !texts.some((text) => text.scrollHeight > text.clientHeight + 2);
    }
  });

  /** Placeholder of the final height, which shows the element's own content until the reviews arrive. */
  #place() {
    const slot = element("slot", "");
    // What appears in a corner moves nothing.
    if (this.#view === "floating") return element("div", "widget");
    if (this.#view === "badge") return element("div", "widget", element("span", "badge", slot));
    const cards = Array.from({ length: this.#limit }, () => element("li", "review"));
    return element("div", "widget", element("div", "head", slot), element("ul", "reviews", ...cards));
  }

  /** Shows a frame; after a choice of the reader the focus stays at the chosen link, or goes to the first new review. */
  async #show(url, chosen = null) {
    const turn = ++this.#turn;
    try {
      const widget = document.importNode(await frame(url), true);
      // Attributes may have changed meanwhile.
      if (turn !== this.#turn) return;
      const given = chosen === null ? this.#given : [];
      if (given.length > 0 && widget.querySelector(".none")) {
        throw new Error(`no review has ${given.map((name) => `${name}="${this.getAttribute(name)}"`).join(" ")}`);
      }
      for (const link of widget.querySelectorAll("a[href]")) {
        link.href = new URL(link.getAttribute("href").replace(/^\//, ""), HOME).href;
        if (link.target !== "_self") link.target = "_blank";
      }
      const before = this.#root.querySelectorAll(".review").length;
      this.#root.replaceChildren(widget);
      this.#dress();
      const steps = widget.querySelector(".steps");
      if (steps !== null) wireSteps(widget.querySelector(".reviews"), steps);
      if (chosen === "further") widget.querySelectorAll(".review")[before]?.querySelector("a")?.focus();
      else if (chosen !== null) widget.querySelector("[aria-current]")?.focus();
    } catch (error) {
      if (turn !== this.#turn || chosen !== null) return;
      const slot = element("slot", "");
      const fault = element("p", "fault", `<customer-reviews>: ${error.message}`);
      fault.setAttribute("role", "alert");
      this.#root.replaceChildren(...IS_DEVELOPMENT ? [element("div", "widget", fault), slot] : [slot]);
      this.#dress();
      // Behaves like an image that cannot be loaded: the element's own content stays visible.
      this.dispatchEvent(new ErrorEvent("error", { error, message: error.message }));
    }
  }

  /** Opens a long review in its place, and follows links that choose reviews inside the widget. */
  #follow(event) {
    const link = event.target.closest("a");
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.parentElement.className === "more") {
      event.preventDefault();
      const card = link.closest(".review");
      card.classList.add("open");
      card.tabIndex = -1;
      card.focus();
      link.parentElement.remove();
    } else if (link.target === "_self") {
      event.preventDefault();
      this.#show(link.href, link.parentElement.className);
    }
  }
}

customElements.define("customer-reviews", CustomerReviews);
