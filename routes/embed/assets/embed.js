// <customer-reviews view="badge|carousel|list" limit theme lang>, and attributes that choose reviews (FILTERS).
// Shows the reviews of the service that this script comes from. No cookies, nothing stored, no other host. Whatever the
// data says is put in as text.

const HOME = new URL(".", import.meta.url);
const VIEWS = ["badge", "carousel", "list"];
const WORDS = {/* words */};
/** Parameters of the search by attribute. */
const FILTERS = {/* filters */};
const STAR = "M8 .5L10 5.8L15.6 6L11.2 9.5L12.7 15L8 11.8L3.3 15L4.8 9.5L.4 6L6 5.8z";

const sheet = new CSSStyleSheet();
sheet.replaceSync(":host{display:block}:host([hidden]){display:none}" + "/* widget.css */");

/** Answers that are under way or there, by address: several elements on a page ask once. */
const answers = new Map();

function answer(path) {
  const url = new URL(path, HOME).href;
  if (!answers.has(url)) {
    const asked = fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" }).then((response) => {
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      return response.json();
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

/** Five stars, of which a part is full: the inner picture is cut off where the rating ends. */
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

/** Dates and numbers for the language of the page, or of the reader where the page's is not known. */
function formats(node) {
  const languages = [node.closest("[lang]")?.lang, ...navigator.languages].filter(Boolean);
  let known;
  try {
    known = Intl.DateTimeFormat.supportedLocalesOf(languages);
  } catch {
    known = [];
  }
  const day = new Intl.DateTimeFormat(known, { dateStyle: "long", timeZone: "UTC" });
  const { locale } = day.resolvedOptions();
  const [language] = locale.split("-");
  const isWritten = Object.hasOwn(WORDS, language);
  const words = WORDS[isWritten ? language : "en"];
  const plurals = new Intl.PluralRules(isWritten ? language : "en");
  const say = (name, fillings) => words[name].replace(/\{(\w+)\}/g, (_, at) => fillings[at]);
  const figure = new Intl.NumberFormat(known, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const count = new Intl.NumberFormat(known);
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
      { class: "quiet reward" },
      incentive === "not named" ? format.say("rewarded_somehow") : format.say("rewarded", { what: incentive }),
    ),
  );
}

/** Buttons that move the reviews by what is seen of them. */
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
  }, { rootMargin: "300px" });

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [sheet];
    // What stands in the element is shown until there is something better.
    this.#root.append(element("slot"));
  }

  connectedCallback() {
    if (!this.#seen) this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer.disconnect();
  }

  attributeChangedCallback() {
    if (this.#seen) this.#show();
  }

  async #show() {
    const turn = ++this.#turn;
    try {
      const shown = await this.#content();
      // Attributes may have changed meanwhile.
      if (turn === this.#turn) this.#root.replaceChildren(shown);
    } catch (error) {
      // As of an image that cannot be loaded; what stood in the element is still shown.
      this.dispatchEvent(new ErrorEvent("error", { error, message: error.message }));
    }
  }

  async #content() {
    const named = this.getAttribute("view");
    const view = VIEWS.includes(named) ? named : "list";
    const theme = ["light", "dark"].includes(this.getAttribute("theme")) ? this.getAttribute("theme") : "auto";
    const format = formats(this);
    const filters = new URLSearchParams();
    for (const [attribute, parameter] of Object.entries(FILTERS)) {
      if (this.getAttribute(attribute)) filters.set(parameter, this.getAttribute(attribute));
    }
    const isFiltered = filters.size > 0;
    filters.set("limit", String(Math.min(50, Math.max(1, Number.parseInt(this.getAttribute("limit")) || 12))));
    const [{ business, aggregate_rating }, found] = await Promise.all([
      answer("api/business"),
      view === "badge" ? null : answer(`api/reviews/search?${filters}`),
    ]);
    const head = rating(aggregate_rating, business, format);
    const all = format.say("read_all_of", business);
    if (found === null) {
      const badge = link("./", "", { class: "rating badge", title: all });
      badge.replaceChildren(...head);
      const policy = link("policy", "i", { class: "policy mark", "aria-label": format.say("policy") });
      return element("div", { class: `widget badge-only ${theme}`, lang: format.language }, badge, " ", policy);
    }
    const label = format.say("customer_reviews_of", business);
    const list = element(
      "ul",
      { class: "reviews", ...view === "carousel" ? { tabindex: "0", "aria-label": label } : {} },
      ...found.reviews.map((one) => review(one, format)),
    );
    return element(
      "div",
      { class: `widget ${view} ${theme}`, lang: format.language, role: "group", "aria-label": label },
      element(
        "div",
        { class: "head" },
        element("div", { class: "rating" }, ...head),
        view === "carousel" && found.returned > 1 ? steps(list, format) : null,
      ),
      list,
      element(
        "p",
        { class: "all" },
        link("./", all),
        " ",
        link("policy", format.say("policy"), { class: "policy" }),
        isFiltered
          ? element("span", { class: "note" }, ` ${format.say("selection", { reviews: format.count(found.matched) })}`)
          : null,
      ),
    );
  }
}

customElements.define("customer-reviews", CustomerReviews);
