// <customer-reviews view="badge|carousel|list" limit theme lang>, and attributes that choose reviews (FILTERS). Shows
// the reviews of the service that this script comes from. No cookies, nothing stored, no other host. Inserts all data as
// text.

const HOME = new URL(".", import.meta.url);
const VIEWS = ["badge", "carousel", "list"];
const FLAGS = ["verified", "replied", "has-photos"];
/** True on a development host, where faults are shown. */
const IS_DEVELOPMENT = /^(|localhost|127\.0\.0\.1|\[::1\]|.*\.(localhost|local|test))$/.test(location.hostname);
const WORDS = {/* words */};
/** Parameters of the search by attribute. */
const FILTERS = {/* filters */};
const STAR = "M8 .5L10 5.8L15.6 6L11.2 9.5L12.7 15L8 11.8L3.3 15L4.8 9.5L.4 6L6 5.8z";

const sheet = new CSSStyleSheet();
sheet.replaceSync(":host{display:block}:host([hidden]){display:none}" + "/* widget.css */");

/** Promises of answers by URL, so that several elements of a page share one request. */
const answers = new Map();

function answer(path) {
  const url = new URL(path, HOME).href;
  if (!answers.has(url)) {
    const ask = () => fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" });
    // Once more: a phone that changes its network loses a request, and the list then lost its room on the page.
    const asked = ask().catch(ask).then(async (response) => {
      const body = await response.json();
      if (response.ok) return body;
      throw new Error(body.issues?.map(({ path, message }) => `${path[0]}: ${message}`).join("; ") ?? body.detail);
    });
    asked.catch(() => answers.delete(url));
    answers.set(url, asked);
  }
  return answers.get(url);
}

function element(name, members = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(members)) {
    if (value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

function drawn(name, members, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(members)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Five stars, filled up to a rating: the inner picture is cut off where the rating ends. */
function stars(rating, words) {
  const row = (kind) =>
    [0, 1, 2, 3, 4].map((at) => drawn("path", { class: kind, d: STAR, transform: `translate(${at * 18.4} 0)` }));
  const end = Math.floor(rating) * 18.4 + (rating % 1) * 16;
  return drawn(
    "svg",
    { class: "stars", viewBox: "0 0 89.6 16", role: "img", "aria-label": words },
    ...row("empty"),
    drawn("svg", { width: end.toFixed(1), height: 16 }, ...row("full")),
  );
}

function link(path, text, members = {}) {
  return element("a", { href: new URL(path, HOME).href, target: "_blank", rel: "noopener", ...members }, text);
}

/** Formats by language: those of `Intl` take longer to make than a widget. */
const known = new Map();

/** Formats dates and numbers for the language of the page, or of the reader if the page names none. */
function formats(node) {
  const language = node.closest("[lang]")?.lang;
  if (!known.has(language)) known.set(language, makeFormats([language, ...navigator.languages].filter(Boolean)));
  return known.get(language);
}

function makeFormats(languages) {
  let supported;
  try {
    supported = Intl.DateTimeFormat.supportedLocalesOf(languages);
  } catch {
    supported = [];
  }
  const day = new Intl.DateTimeFormat(supported, { dateStyle: "medium", timeZone: "UTC" });
  const { locale } = day.resolvedOptions();
  const [language] = locale.split("-");
  const isWritten = Object.hasOwn(WORDS, language);
  const words = WORDS[isWritten ? language : "en"];
  const plurals = new Intl.PluralRules(isWritten ? language : "en");
  const say = (name, fillings) => words[name].replace(/\{(\w+)\}/g, (_, at) => fillings[at]);
  const figure = new Intl.NumberFormat(supported, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const count = new Intl.NumberFormat(supported);
  return {
    day: (text) => day.format(new Date(text)),
    figure: (value) => figure.format(value),
    count: (value) =>
      say(plurals.select(value) === "one" ? "review_one" : "review_other", { count: count.format(value) }),
    stars: (text) => say("out_of_5", { stars: text }),
    say,
    language: isWritten ? language : "en",
    locale,
  };
}

function rating({ rating_value, review_count }, { sample }, format) {
  if (rating_value === null) return [element("span", { class: "count" }, format.say("no_reviews"))];
  return [
    element("span", { class: "figure", "aria-hidden": "true" }, format.figure(rating_value)),
    stars(rating_value, format.stars(format.figure(rating_value))),
    element("span", { class: "count" }, (sample ? `${format.say("sample")}: ` : "") + format.count(review_count)),
  ];
}

function sourceRatings(sources, format) {
  if (!(sources?.length > 1)) return null;
  const items = sources.slice(0, 5).map(({ name, url, rating_value, review_count }) =>
    element(
      "li",
      {},
      url ? link(url, name) : name ?? format.say("own_tables"),
      `: ${format.figure(rating_value)} ★, ${format.count(review_count)}`,
    )
  );
  return element("ul", { class: "by-source", tabindex: "0" }, ...items);
}

function review({ id, author, rating, date, text, source, verification, incentive }, format) {
  return element(
    "li",
    { class: "review" },
    stars(rating, format.stars(rating)),
    text === null ? null : element("p", { class: "text", dir: "auto" }, text),
    element(
      "p",
      { class: "by" },
      element("b", {}, element("bdi", {}, author)),
      element(
        "span",
        {},
        link(`reviews/${id}`, element("time", { datetime: date, lang: format.locale }, format.day(date)), {
          "aria-label": format.say("review_of_day", { day: format.day(date), author }),
        }),
        ...(source === "csv" ? [] : [", ", element("bdi", {}, source)]),
        ", ",
        format.say(`vouched_${verification}`),
      ),
    ),
    incentive === null ? null : element(
      "p",
      { class: "reward" },
      incentive === "not named" ? format.say("rewarded_somehow") : format.say("rewarded", { what: incentive }),
    ),
  );
}

/** Buttons that scroll the reviews by most of the visible width. */
function steps(list, { say }) {
  const forward = getComputedStyle(list).direction === "rtl" ? -1 : 1;
  const made = [[-1, say("previous_reviews"), "←"], [1, say("next_reviews"), "→"]].map(([way, label, sign]) => {
    const button = element(
      "button",
      { type: "button", "aria-label": label },
      forward < 0 ? sign === "→" ? "←" : "→" : sign,
    );
    button.addEventListener("click", () => list.scrollBy({ left: way * forward * list.clientWidth * 0.9 }));
    return button;
  });
  const update = () => {
    const at = Math.abs(list.scrollLeft);
    made[0].setAttribute("aria-disabled", String(at < 2));
    made[1].setAttribute("aria-disabled", String(at + list.clientWidth > list.scrollWidth - 2));
  };
  list.addEventListener("scroll", update, { passive: true });
  new ResizeObserver(update).observe(list);
  return element("div", { class: "steps" }, ...made);
}

/** Adds a button to each text that its card cuts off. */
function opens(list, label) {
  // Measures all texts before it adds the first button: otherwise the browser lays out the page again for each.
  const cut = [...list.querySelectorAll(".text")].filter((text) => text.scrollHeight > text.clientHeight + 2);
  for (const text of cut) {
    const button = element("button", { type: "button", class: "more" }, label);
    button.addEventListener("click", () => {
      text.parentElement.classList.add("open");
      text.tabIndex = -1;
      text.focus();
      button.remove();
    });
    text.after(button);
  }
}

class CustomerReviews extends HTMLElement {
  static observedAttributes = ["view", "limit", "theme", "lang", ...Object.keys(FILTERS)];
  #root = this.attachShadow({ mode: "open" });
  #seen = false;
  #turn = 0;
  #observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.#observer.disconnect();
    this.#seen = true;
    this.#show();
  }, { rootMargin: "600px" });

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sheet];
  }

  connectedCallback() {
    if (this.#seen) return;
    this.#root.replaceChildren(this.#place());
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer.disconnect();
  }

  attributeChangedCallback() {
    if (this.#seen) this.#show();
  }

  get #view() {
    const view = this.getAttribute("view");
    return VIEWS.includes(view) ? view : "list";
  }

  get #limit() {
    return Math.min(50, Math.max(1, Number.parseInt(this.getAttribute("limit")) || 12));
  }

  #widget(members, ...children) {
    const theme = this.getAttribute("theme");
    const kind = `widget ${this.#view} ${["light", "dark", "auto"].includes(theme) ? theme : ""}`;
    return element("div", { class: kind, ...members }, ...children);
  }

  /** Placeholder of the final height, which shows the element's own content until the reviews arrive. */
  #place() {
    const slot = element("slot");
    if (this.#view === "badge") return this.#widget({}, element("span", { class: "badge" }, slot));
    const cards = Array.from({ length: this.#limit }, () => element("li", { class: "review" }));
    return this.#widget(
      {},
      element("div", { class: "head" }, slot),
      element("ul", { class: "reviews", "aria-hidden": "true" }, ...cards),
      this.#foot(),
    );
  }

  /** Names of the attributes that choose reviews. */
  get #given() {
    return Object.keys(FILTERS).filter((name) => name !== "sort" && this.hasAttribute(name));
  }

  /** Last lines of a list. Those of a selection have a note, which needs a third line on a phone. */
  #foot(...children) {
    return element("p", { class: this.#given.length === 0 ? "all" : "all chosen" }, ...children);
  }

  async #show() {
    const turn = ++this.#turn;
    try {
      const shown = await this.#content();
      // Attributes may have changed meanwhile.
      if (turn !== this.#turn) return;
      this.#root.replaceChildren(...shown);
      const list = this.#root.querySelector(".reviews");
      if (list !== null) opens(list, formats(this).say("read_all"));
    } catch (error) {
      if (turn !== this.#turn) return;
      const slot = element("slot");
      this.#root.replaceChildren(...IS_DEVELOPMENT ? [this.#fault(error.message), slot] : [slot]);
      // Behaves like an image that cannot be loaded: the element's own content stays visible.
      this.dispatchEvent(new ErrorEvent("error", { error, message: error.message }));
    }
  }

  #fault(message) {
    return this.#widget({}, element("p", { class: "fault", role: "alert" }, `<customer-reviews>: ${message}`));
  }

  async #content() {
    const format = formats(this);
    const filters = new URLSearchParams();
    for (const [attribute, parameter] of Object.entries(FILTERS)) {
      const value = this.getAttribute(attribute);
      // An attribute without a value means yes.
      if (value || (value === "" && FLAGS.includes(attribute))) filters.set(parameter, value || "true");
    }
    const given = this.#given;
    filters.set("limit", String(this.#limit));
    const [{ business, aggregate_rating, ratings_by_source }, found] = await Promise.all([
      answer("embed/business.json"),
      this.#view === "badge" ? null : answer(`embed/reviews.json?${filters}`),
    ]);
    const head = rating(aggregate_rating, business, format);
    const all = format.say("read_all_of", business);
    if (found === null) {
      const badge = link("./", "", { class: "rating badge", title: all });
      badge.replaceChildren(...head);
      const policy = link("policy", "i", { class: "policy mark", "aria-label": format.say("policy") });
      return [this.#widget({ lang: format.language }, badge, " ", policy)];
    }
    if (found.matched === 0 && given.length > 0) {
      const asked = given.map((name) => `${name}="${this.getAttribute(name)}"`).join(" ");
      return IS_DEVELOPMENT ? [this.#fault(`no review has ${asked}`)] : [];
    }
    const label = format.say("customer_reviews_of", business);
    const isCarousel = this.#view === "carousel";
    const list = element(
      "ul",
      { class: "reviews", ...isCarousel ? { tabindex: "0", "aria-label": label } : {} },
      ...found.reviews.map((one) => review(one, format)),
    );
    const places = business.review_links ?? [];
    return [this.#widget(
      { lang: format.language, role: "group", "aria-label": label },
      element(
        "div",
        { class: "head" },
        element("div", { class: "rating" }, ...head),
        isCarousel && found.returned > 1 ? steps(list, format) : null,
        sourceRatings(ratings_by_source, format),
      ),
      list,
      this.#foot(
        link("./", all),
        " ",
        places.length === 0 ? null : link(places.length > 1 ? "./#reviews" : places[0].url, format.say("write_review")),
        " ",
        link("policy", format.say("policy"), { class: "policy" }),
        given.length === 0
          ? null
          : element("span", { class: "note" }, ` ${format.say("selection", { reviews: format.count(found.matched) })}`),
      ),
    )];
  }
}

customElements.define("customer-reviews", CustomerReviews);
