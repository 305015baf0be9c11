import assert from "node:assert/strict";
import { widgetCode } from "../../../routes/embed/embed_page.ts";
import { VIEWS } from "../../../routes/embed/widget_frame.ts";
import { browserTest, makeVisits, servedPages, waitFor } from "../../support/pages/visits.ts";
import { attackedDataset, ATTACKS } from "../../support/reviews/attacks.ts";

/** A line and its gap: with other fonts a text may need one more. */
const LINE_PX = 30;

/** Reports traces of an attack in the page, its shadow roots and its frames of this host. */
const TRACES = `(() => {
  const roots = [document];
  const found = [];
  for (const root of roots) {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (element.contentDocument) roots.push(element.contentDocument);
      const name = element.localName;
      if (name === "script" && !element.src && element.type !== "application/ld+json" && !location.pathname.startsWith("/docs")) found.push("inline script");
      if (name === "script" && element.type === "application/ld+json") JSON.parse(element.textContent);
      if (["object", "embed", "animate"].includes(name) || name === "base" && element.hasAttribute("href")) found.push(name);
      for (const { name: attribute, value } of element.attributes) {
        if (attribute.startsWith("on")) found.push(attribute);
        if (/^(?:href|src|action|srcdoc|data|xlink:href)$/.test(attribute) && /^\\s*(?:javascript|data:text|vbscript)/i.test(value)) found.push(value);
        if (/^(?:src|srcset|action)$/.test(attribute) && value.includes("attacker.example")) found.push(value);
      }
    }
  }
  return JSON.stringify({ found, attacked: window.attacked ?? 0, shown: document.documentElement.textContent.includes("window.attacked") });
})()`;

const OVERFLOW = "document.documentElement.scrollWidth - innerWidth";

/** Kinds of ground, the dark ones first, as `id` of a badge on it. */
const DARK_GROUNDS = ["dark", "night", "gradient", "picture", "layer", "behind"];
const GROUNDS = [...DARK_GROUNDS, "light", "day", "paper", "clear"];

/** Measures a widget from outside, and its effects on the surrounding page. */
const WIDGETS = `(async () => {
  const all = [...document.querySelectorAll("customer-reviews")];
  const [badge, carousel, list, far] = all.map(({ shadowRoot }) => shadowRoot);
  const styled = (root, selector) => getComputedStyle(root.querySelector(selector));
  const before = far.querySelectorAll(".review .stars").length;
  const next = carousel.querySelector(".steps button:last-child");
  const scrolled = carousel.querySelector(".reviews");
  next.click();
  await ${waitFor("scrolled.scrollLeft > 0")};
  all[3].scrollIntoView();
  await ${waitFor('far.querySelector(".review .stars")')};
  await ${
  waitFor(
    `${
      JSON.stringify(["broken", "unknown", ...GROUNDS])
    }.every((id) => document.querySelector("#" + id).shadowRoot.querySelector(".fault, .stars"))`,
  )
};
  const isCut = (text) => text.scrollHeight > text.clientHeight + 2;
  const cards = [...list.querySelectorAll(".review")];
  const openings = cards.map((card) => [
    !card.querySelector(".more").hidden,
    [...card.querySelectorAll(".text, .reply p:last-child")].some(isCut),
  ]);
  const rooms = cards.map((card) => card.getBoundingClientRect().bottom - card.lastElementChild.getBoundingClientRect().bottom);
  const openable = list.querySelector(".more:not([hidden])");
  const text = openable.previousElementSibling;
  const wasCut = isCut(text);
  openable.firstChild.click();
  const seen = {
    badge: badge.querySelector("a.badge").textContent,
    label: badge.querySelector(".stars").getAttribute("aria-label"),
    opened: wasCut && !isCut(text),
    needless: openings.filter(([isShown, isCut]) => isShown !== isCut).length,
    empty: rooms.filter((room) => room > 24).length,
    counts: [carousel, list, far].map((root) => root.querySelectorAll(".review").length),
    before,
    moved: scrolled.scrollLeft > 0,
    accent: styled(list, "a").color,
    source: list.querySelector(".by span bdi").innerText,
    card: styled(list, ".review").backgroundColor,
    darkCard: styled(badge, "a.badge").backgroundColor,
    outside: getComputedStyle(document.querySelector("p")).color,
    cookies: document.cookie + localStorage.length + sessionStorage.length,
    image: document.querySelector("img").naturalWidth > 100,
    frame: document.querySelector("iframe").clientHeight,
    note: list.querySelector(".note").textContent,
    fallback: document.querySelector("#broken").shadowRoot.querySelector("slot") !== null,
    faults: ["#broken", "#unknown"].map((id) => document.querySelector(id).shadowRoot.querySelector(".fault").textContent),
    grounds: ${
  JSON.stringify(GROUNDS)
}.map((id) => styled(document.querySelector("#" + id).shadowRoot, "a.badge").backgroundColor),
    align: styled(list, ".text").textAlign + styled(list, ".text").textTransform,
  };
  list.querySelector(".further a").click();
  await ${waitFor('list.querySelectorAll(".review").length === 15')};
  seen.focused = list.querySelectorAll(".review")[3].contains(list.activeElement);
  return JSON.stringify(seen);
})()`;

const WIDGETS_THERE = waitFor(
  '[...document.querySelectorAll("customer-reviews")].filter(({ shadowRoot }) => shadowRoot?.querySelector(".stars")).length > 2',
);

/** Puts a widget together on /embed: its code, and what the preview shows. */
const CONFIGURE = [
  { choose: "Layout", value: "single" },
  { choose: "Colours", value: "dark" },
  { choose: "Which stars", value: "4" },
  { evaluate: "document.querySelector('#code-element').textContent.match(/^<[^>]*>/)[0]" },
  {
    evaluate: `(async () => {
      const { shadowRoot } = document.querySelector("#preview customer-reviews");
      await ${waitFor("shadowRoot.querySelector('.widget.single .review')")};
      return ["single", "dark"].filter((name) => shadowRoot.querySelector(".widget").classList.contains(name)).join(" ");
    })()`,
  },
  { choose: "Layout", value: "grid" },
  { evaluate: "document.querySelector('#code-element').textContent.match(/^<[^>]*>/)[0]" },
  { choose: "Its language", value: "de" },
  { evaluate: "document.querySelector('#code-iframe').textContent.match(/^<[^>]*>/)[0]" },
  { evaluate: "document.querySelector('iframe').src.replace(location.origin, '')" },
];

/** Scrolls to each widget of a page in turn, until it shows content. */
const SCROLL_THROUGH = `(async () => {
  for (const widget of document.querySelectorAll("customer-reviews")) {
    widget.scrollIntoView();
    await ${waitFor('widget.shadowRoot.querySelector(".stars")')};
  }
  return document.documentElement.scrollWidth - innerWidth;
})()`;

/** A page of a business on another host, whose policy allows only what /embed names. */
function foreignPage(service: string): string {
  return `<!doctype html><html lang="de"><head><title>Shop</title>
<link rel="stylesheet" href="/shop.css">
<script type="module" src="${service}/embed.js"></script></head><body>
<p>Shop</p>
<customer-reviews view="badge" theme="dark"></customer-reviews>
<customer-reviews view="carousel" limit="20"></customer-reviews>
<customer-reviews class="red" limit="3" min-rating="4"></customer-reviews>
<iframe src="${service}/embed/list" title="Reviews" height="300"></iframe>
<img src="${service}/badge.svg" alt="Reviews">
<div class="long"></div>
<customer-reviews limit="2"></customer-reviews>
<customer-reviews id="broken" min-rating="9"><a href="/">Our reviews</a></customer-reviews>
<customer-reviews id="unknown" service="nope"><a href="/">Our reviews</a></customer-reviews>
${
    GROUNDS.map((name) =>
      `<div class="${name}"><div><customer-reviews id="${name}" view="badge"></customer-reviews></div></div>`
    )
  }
</body></html>`;
}

/** Styles of a page that select every element, and its grounds. */
function shopStyle(service: string): string {
  return ".long{height:5000px} .red{--reviews-accent:rgb(200, 0, 0)} p{color:rgb(1, 2, 3)} .review{display:none}" +
    "body{text-align:center;text-transform:uppercase} svg{width:200px!important}" +
    ".dark{color-scheme:dark;color:canvastext} .night{background:oklch(0.2 0.05 260)} .day{background:#ffff}" +
    ".gradient{background:linear-gradient(#112,#224);color:#fff} .clear{background:transparent}" +
    `.picture{background:url(${service}/badge.svg);color:#fff} .paper{background:#222 linear-gradient(#fff,#eee);color:#222}` +
    ".layer{position:relative;z-index:0;color:#eee} .layer::before{content:'';position:absolute;inset:0;z-index:-1;background:#101820}" +
    ".behind{background:#fff;color:#fff}";
}

/** A page with six widgets between texts, pasted as /embed says. */
function longPage(service: string, language: string): string {
  const { script, element } = widgetCode({ baseUrl: service });
  const text = `<p>${"A page of a business, with some words about it. ".repeat(40)}</p>`;
  const widgets = VIEWS.map((view) => element(view) + text);
  return `<!doctype html><html lang="${language}"><head><title>Shop</title><script>${LATE_ANSWERS}</script>${script}</head><body><h1>Shop</h1>${
    text.slice(0, 200)
  }${widgets.join("")}</body></html>`;
}

/** Holds all answers back until `letGo`, and loses the first request for each of them, as on a bad network. */
const LATE_ANSWERS = `const { open, send } = XMLHttpRequest.prototype, lost = new Set();
const held = new Promise((resolve) => letGo = resolve);
XMLHttpRequest.prototype.open = function (method, url) {
  this.url = url;
  return open.call(this, method, url);
};
XMLHttpRequest.prototype.send = async function () {
  await held;
  if (lost.has(this.url)) return send.call(this);
  lost.add(this.url);
  this.onerror();
};
let shift = 0;
new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => shift += value))
  .observe({ type: "layout-shift", buffered: true });`;

/** Heights of the widgets of a page: of the pasted style (null if the width decides), before and after the answers. */
const HEIGHTS = `(async () => {
  const places = [...document.querySelectorAll("customer-reviews")];
  const measured = () => places.map((place) => place.getBoundingClientRect().height);
  const pasted = places.map(({ style }) => parseFloat(style.minHeight) || null);
  const before = measured();
  letGo();
  for (const place of places) {
    place.scrollIntoView();
    await ${waitFor('place.shadowRoot.querySelector(".stars, .fault")')};
  }
  const faults = places.map(({ shadowRoot }) => shadowRoot.querySelector(".fault")?.textContent).filter(Boolean);
  scrollTo(0, 0);
  return JSON.stringify({ pasted, before, after: measured(), faults, shift });
})()`;

/** Height of each place but the floating one, and whether the rating is drawn in it. */
const FALLBACKS = `JSON.stringify([...document.querySelectorAll("customer-reviews")].slice(0, 5).map((place) =>
  [place.getBoundingClientRect().height, place.querySelector("a img").naturalWidth > 100]))`;

/** Serves pages on another origin than the service; `/frame` tries to frame a page of the service. */
function startForeignSite(service: string): { readonly origin: string } & AsyncDisposable {
  const policy = `default-src 'none'; style-src 'self'; script-src ${service}; connect-src ${service}; ` +
    `frame-src ${service}; img-src ${service}; require-trusted-types-for 'script'`;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    const { pathname, search } = new URL(url);
    if (pathname === "/long") {
      return new Response(longPage(service, search.slice(1)), {
        headers: { "content-type": "text/html; charset=utf-8" },
      });
    }
    if (pathname === "/shop.css") return new Response(shopStyle(service), { headers: { "content-type": "text/css" } });
    const html = pathname === "/frame"
      ? `<!doctype html><title>Frame</title><iframe src="${service}${search.slice(1)}"></iframe>`
      : pathname === "/shop"
      ? foreignPage(service)
      : "";
    return new Response(html, {
      headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
    });
  });
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

browserTest(
  "widgets work on a foreign site under a strict policy; /embed and /developers are clean and accessible",
  async () => {
    await using server = servedPages();
    await using shop = startForeignSite(server.origin);
    const pages = [
      { url: `${server.origin}/embed`, width: 390, scheme: "dark" },
      { url: `${server.origin}/embed` },
      { url: `${server.origin}/developers`, width: 390 },
      { url: `${server.origin}/developers`, scheme: "dark" },
      { url: `${server.origin}/embed/carousel` },
    ] as const;
    const places = [[1280, "en"], [180, "de"], [390, "fr"], [600, "es"], [390, "de"]] as const;
    const long = places.map(([width, language]) => ({
      url: `${shop.origin}/long?${language}`,
      width,
      steps: [{ evaluate: HEIGHTS }],
    }));
    const visited = await makeVisits([
      ...long,
      { url: `${shop.origin}/long?en`, javaScript: false, steps: [{ isQuiet: true }, { evaluate: FALLBACKS }] },
      { url: `${server.origin}/embed`, steps: CONFIGURE },
      // A light page on a dark system stays light.
      { url: `${shop.origin}/shop`, scheme: "dark", steps: [{ evaluate: WIDGETS_THERE }, { evaluate: WIDGETS }] },
      { url: `${shop.origin}/frame?/` },
      ...pages.map((page) => ({ ...page, steps: [{ evaluate: SCROLL_THROUGH }], axe: true })),
    ]);
    const [plain, configured, widgets, framed, ...own] = visited.slice(long.length);
    assert.ok(widgets && framed);
    // Without script the rating stands in the place of each widget.
    assert.deepEqual(plain?.values, [JSON.stringify([600, 600, 480, 480, 44].map((height) => [height, true]))]);
    assert.deepEqual(configured?.values, [
      '<customer-reviews view="single" theme="dark" min-rating="4" style="display: block; min-height: 480px">',
      "single dark",
      '<customer-reviews view="grid" height="600" theme="dark" min-rating="4" style="display: block; min-height: 600px">',
      '<iframe src="https://reviews.example/de/embed/grid?theme=dark&min_rating=4" title="Customer reviews" loading="lazy"\n' +
      '  width="100%" height="600" style="border: 0">',
      "/de/embed/grid?theme=dark&min_rating=4",
    ]);
    for (const { url, values } of visited.slice(0, long.length)) {
      const { pasted, before, after, faults, shift } = JSON.parse(values[0] ?? "");
      assert.deepEqual(faults, []);
      assert.equal(after.length, 6);
      assert.ok(shift < 0.02, `${url} shifts by ${shift}`);
      // A narrow badge wraps, and the last one, in a corner, moves nothing.
      const [badge, ...moves] = after.slice(0, -1).map((height: number, at: number) => Math.abs(height - before[at]))
        .toReversed();
      assert.ok(badge < LINE_PX, `${url}: ${badge}`);
      assert.deepEqual(moves, [0, 0, 0, 0], url);
      assert.deepEqual(pasted.slice(0, 4), after.slice(0, 4), url);
    }

    const { frame, badge, ...seen } = JSON.parse(widgets.values[1] ?? "");
    assert.deepEqual(seen, {
      label: "4,1 von 5 Sternen",
      counts: [20, 3, 2],
      before: 0,
      moved: true,
      accent: "rgb(200, 0, 0)",
      source: "Google",
      card: "rgb(255, 255, 255)",
      darkCard: "rgb(26, 33, 32)",
      outside: "rgb(1, 2, 3)",
      cookies: "00",
      image: true,
      note: seen.note,
      fallback: true,
      opened: true,
      needless: 0,
      empty: 0,
      faults: [
        "<customer-reviews>: min_rating: Expected a number of stars from 1 to 5.",
        '<customer-reviews>: no review has service="nope"',
      ],
      grounds: GROUNDS.map((name) => DARK_GROUNDS.includes(name) ? "rgb(26, 33, 32)" : "rgb(255, 255, 255)"),
      align: "startnone",
      focused: true,
    });
    assert.equal(badge, "4,1Beispiel: 180 Bewertungen");
    assert.match(seen.note, /^ Dies ist eine Auswahl: \d+ Bewertungen\.$/);
    assert.equal(frame, 300);
    // The only expected refusal: a service that cannot be reached.
    assert.deepEqual(widgets.errors.filter((text) => !/status of 400/.test(text)), []);
    const hosts = new Set(widgets.requests.map((url) => new URL(url).origin));
    assert.deepEqual(hosts, new Set([shop.origin, server.origin]));
    assert.match(framed.errors.join(), /frame-ancestors/);

    for (const { url, requests, errors, values: [overflow], violations } of own) {
      assert.deepEqual(errors, [], url);
      assert.deepEqual(violations, [], url);
      assert.ok(Number(overflow) <= 0, `${url} is ${overflow} pixels too wide`);
      assert.deepEqual(requests.filter((one) => !one.startsWith(`${server.origin}/`)), [], url);
    }
  },
);

browserTest("no text of reviews, business or roster becomes markup, script, style or link", async () => {
  const dataset = attackedDataset();
  await using server = servedPages(dataset);
  await using shop = startForeignSite(server.origin);
  const attack = encodeURIComponent(ATTACKS[3] ?? "");
  const paths = [
    "/",
    "/?min_rating=1",
    `/?query=${attack}`,
    `/?${attack}=${attack}&rating=${attack}`,
    ...dataset.reviews.filter((_, at) => at % 9 === 0).map(({ id }) => `/reviews/${id}`),
    ...[`/${attack}`, `/reviews/${attack}`],
    ..."/summary /technicians/t-0 /embed /embed/list /developers /docs /badge.svg /feed.xml /llms.txt".split(" "),
  ];
  const before = (path: string) =>
    path === "/embed"
      ? [{ evaluate: SCROLL_THROUGH }]
      : path === "/docs"
      ? [{ evaluate: waitFor('document.body.textContent.includes("Search the reviews")') }]
      : [];
  const visited = await makeVisits([
    ...paths.map((path) => ({
      url: server.origin + path,
      width: 360,
      steps: [...before(path), { evaluate: OVERFLOW }, { evaluate: TRACES }],
    })),
    {
      url: `${shop.origin}/shop`,
      steps: [{ evaluate: WIDGETS_THERE }, { evaluate: OVERFLOW }, { evaluate: TRACES }],
    },
  ]);
  let shown = 0;
  for (const { url, requests, errors, values } of visited) {
    assert.ok(Number(values.at(-2)) <= 0, `${url} is ${values.at(-2)} pixels too wide`);
    const traces = JSON.parse(values.at(-1) ?? "");
    assert.deepEqual([traces.found, traces.attacked], [[], 0], url);
    if (traces.shown) shown++;
    const expected = /status of (?:400|404)/;
    assert.deepEqual(errors.filter((text) => !expected.test(text)), [], url);
    const foreign = requests.filter((one) =>
      !one.startsWith(`${server.origin}/`) && !one.startsWith(`${shop.origin}/`) && !/^(?:data|blob):/.test(one)
    );
    assert.deepEqual(foreign, [], url);
  }
  // The attacks appear as text.
  assert.ok(shown >= 8, `${shown} pages showed an attack`);
});
