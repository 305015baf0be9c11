import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { PAGE_LANGUAGES } from "../../../routes/request/page_address.ts";
import { browserTest, makeVisits, servedPages, SHIFT, type Visit, waitFor } from "../../support/pages/visits.ts";

const review = sampleDataset().reviews.find(({ owner_reply, mentioned_services }) =>
  owner_reply !== null && mentioned_services.length > 0
);
const PAGES = [
  "/",
  "/?words=water&min_rating=2",
  "/?rating=9",
  `/reviews/${review?.id}`,
  "/summary",
  "/technicians/huy-tran",
  "/review-card",
  "/nope",
];
const PANELS =
  "[...document.querySelectorAll('.panel')].filter((one) => one.checkVisibility()).map(({ id }) => id).join()";
const IS_DRAWN = "getComputedStyle(document.body).backgroundColor";
const OVERFLOW = "document.documentElement.scrollWidth - innerWidth";
// Bars of the distribution that differ in full length from the first, where one of the counts is long.
const UNEVEN_BARS =
  "[...document.querySelectorAll('.distribution .number:last-child')].slice(0, 1).forEach((count) => count.textContent = '14,848')," +
  "[...document.querySelectorAll('.distribution svg')].filter((bar, _, [first]) => bar.clientWidth !== first.clientWidth).length";
// Tables that are wider than their container, and their broken words.
const BROKEN_NAMES =
  "[...document.querySelectorAll('.wide')].filter((place) => place.scrollWidth > place.clientWidth).length + " +
  "[...document.querySelectorAll('.wide th[scope=row] bdi')].filter((name) => name.getClientRects().length > name.textContent.split(/[\\s-]/).length).length";
/** Touch targets that are less than 32 pixels high, except links inside sentences; 24 in the figures of the first screen (WCAG 2.2, 2.5.8). */
const SMALL_TARGETS =
  `[...document.querySelectorAll("main a, main button, main summary, main input, main select, nav a")].filter((target) => {
  const { height, width } = target.getBoundingClientRect();
  const isInSentence = target.closest("p, dd, figcaption, .aspects, th") !== null && getComputedStyle(target).display === "inline";
  const least = target.closest(".side, .distribution, .recent") === null ? 31.5 : 24;
  return width > 1 && height > 0 && height < least && !isInSentence;
}).map((target) => target.outerHTML.slice(0, 80)).join() || "0"`;
/** Where the first line of the first review ends, in pixels from the top of a phone's first screen, and how far it moved. */
const FIRST_SCREEN = `(async () => {
  // The note above the sample is on no other page.
  const [header, text] = [".top", ".review .text"].map((part) => document.querySelector(part).getBoundingClientRect().top);
  return JSON.stringify([text - header + 24, await ${SHIFT}]);
})()`;
/** A browser that translates, as the script of the page finds it. */
const TRANSLATOR = `self.Translator = {
  availability: () => Promise.resolve("available"),
  create: () => Promise.resolve({ translate: (text) => Promise.resolve("Translated: " + text.slice(0, 3)) }),
}`;
const TRANSLATED = "document.querySelector('.text[lang] + .text') !== null";
const SAID =
  `JSON.stringify([...document.querySelectorAll(".text[lang], .text[lang] + .text")].map((text) => text.textContent.trim()))`;
const DAYS =
  `JSON.stringify([...document.querySelectorAll(".review header time")].map(({ textContent, title, dateTime }) =>
  [dateTime, textContent, title]))`;
/** Text of double size: what it overflows, bars that are gone, headings with broken words, and links under others. */
const LARGE_TEXT = `(() => {
  document.documentElement.style.fontSize = "200%";
  const bars = [...document.querySelectorAll(".distribution .bar")];
  const cut = [...document.querySelectorAll(".distribution span, .actions a, .opinions a, .review header *")]
    .filter(({ scrollWidth, clientWidth, classList }) => clientWidth > 1 && scrollWidth > clientWidth + 1);
  const skip = document.querySelector(".skip");
  const broken = [...document.querySelectorAll("h2")]
    .filter((heading) => heading.clientHeight > 1.3 * parseFloat(getComputedStyle(heading).fontSize) *
      heading.textContent.split(" ").length);
  const covered = [...document.querySelectorAll(".cover nav a")].filter((link) =>
    [...link.getClientRects()].some(({ x, y, width, height }) =>
      document.elementFromPoint(x + width / 4, y + height / 2) !== link));
  return [broken.length, covered.length, cut.length, bars.filter(({ clientWidth }) => clientWidth < 40).length, getComputedStyle(skip).clipPath].join();
})()`;
/** State of the business, with its colour. */
const OPEN =
  "(place => place.textContent + ' ' + getComputedStyle(place.firstChild).color)(document.querySelector('.open'))";
const LONG_REVIEW = `(({ clientHeight }) => clientHeight)(document.querySelector(".long"))`;
/** Colours of a printed page: background, text, a notice and a link, and the first answer. */
const ON_PAPER = `(() => {
  const color = (selector) => getComputedStyle(document.querySelector(selector)).color;
  return [
    getComputedStyle(document.body).backgroundColor, color("body"), color(".banner"), color(".cards a"),
    document.querySelector(".question:not([open]) p").checkVisibility({ contentVisibilityAuto: true }),
  ].join(" ");
})()`;
const FOUND = "document.querySelector('#reviews').textContent + ' ' + location.search + location.hash";
const FOCUS =
  "document.activeElement.tagName + ' ' + (document.activeElement.textContent || document.activeElement.name)";

function looks(origin: string): readonly Visit[] {
  const steps = [IS_DRAWN, OVERFLOW, UNEVEN_BARS, BROKEN_NAMES, SMALL_TARGETS].map((evaluate) => ({ evaluate }));
  return [
    ...PAGES.flatMap((path): readonly Visit[] =>
      (["light", "dark"] as const).map((scheme) => ({
        url: origin + path,
        scheme,
        width: scheme === "light" ? 1280 : 390,
        axe: true,
        steps,
      }))
    ),
    // Words of other languages are longer.
    ...[["/?min_rating=2", "de"], ["/", "es"], ["/summary", "fr"]].map(([path = "", language = ""]): Visit => ({
      url: origin + path,
      scheme: "light",
      width: 360,
      language,
      axe: true,
      steps,
    })),
  ];
}

function searches(origin: string): readonly Visit[] {
  const search = [
    { fill: "Search the reviews", text: "water" },
    { press: "Enter" },
    { arrive: "/?words=water#reviews" },
    { click: "button", name: "Filters" },
    { choose: "At least", value: "4" },
    { click: "button", name: "To the reviews" },
    { arrive: "&words=water#reviews" },
    { evaluate: FOUND },
  ] as const;
  return [
    {
      url: origin,
      steps: [...search, { click: "link", name: "Remove the filter “" }, {
        arrive: "/?min_rating=4#reviews",
      }, {
        evaluate: FOUND,
      }],
    },
    { url: origin, steps: search, javaScript: false },
    {
      url: origin,
      steps: [
        { press: "Tab" },
        { evaluate: FOCUS },
        { press: "Enter" },
        { evaluate: FOCUS },
        { evaluate: "document.querySelector('#words').focus()" },
        { press: "a" },
        { press: "Enter" },
        { arrive: "/?words=a#reviews" },
        { evaluate: FOUND },
      ],
    },
    {
      url: origin,
      width: 390,
      steps: [
        { evaluate: LONG_REVIEW },
        { click: "button", name: "Read more" },
        { evaluate: LONG_REVIEW },
        { click: "button", name: "Read less" },
        { evaluate: LONG_REVIEW },
        { evaluate: "location.pathname + document.querySelector('[data-less]').ariaExpanded" },
      ],
    },
    // Without script the link leads to the review.
    {
      url: origin,
      width: 390,
      javaScript: false,
      steps: [{ click: "link", name: "Read more" }, { arrive: "5K8JWTKVV18TK28BC35TTVENS2" }],
    },
    {
      url: `${origin}/reviews/${review?.id}`,
      steps: [
        { evaluate: "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }" },
        { evaluate: "navigator.share = undefined" },
        { click: "button", name: "Share" },
        { evaluate: "window.copied + document.querySelector('[data-share]').textContent" },
      ],
    },
    {
      url: `${origin}/summary`,
      width: 390,
      javaScript: false,
      steps: [{ evaluate: PANELS }, { check: "People" }, { evaluate: PANELS }, { press: "ArrowRight" }, {
        evaluate: PANELS,
      }],
    },
  ];
}

// One browser for all visits: starting one takes longer than a dozen pages.
browserTest("in a browser pages are calm and searches work", async (test) => {
  await using server = servedPages();
  const looking = looks(server.origin);
  const searching = searches(server.origin);
  const paper: Visit = {
    url: `${server.origin}/summary`,
    scheme: "dark",
    print: true,
    axe: true,
    steps: [{ evaluate: ON_PAPER }],
  };
  const phones = PAGE_LANGUAGES.map((language): Visit => ({
    url: `${server.origin}/${language}/`,
    width: 390,
    height: 844,
    steps: [{ isQuiet: true }, { evaluate: FIRST_SCREEN }, { evaluate: LARGE_TEXT }, { evaluate: OVERFLOW }],
  }));
  // The sample is open from Monday to Friday 7:30 to 18:00 and on Saturday 8:00 to 14:00, in New York.
  const times = [
    ["2026-05-14T14:00:00Z", "Open now · until 6:00\u00a0PM rgb(27, 122, 80)"],
    ["2026-05-14T22:00:00Z", "Closed · opens Fri 7:30\u00a0AM rgb(182, 61, 41)"],
    ["2026-05-16T17:59:00Z", "Open now · until 2:00\u00a0PM rgb(27, 122, 80)"],
    ["2026-05-17T12:00:00Z", "Closed · opens Mon 7:30\u00a0AM rgb(182, 61, 41)"],
  ] as const;
  const clocks = times.map(([now]): Visit => ({ url: server.origin, now, steps: [{ evaluate: OPEN }] }));
  const reading = [
    ...[["2026-11-19T12:00:00Z", "America/Los_Angeles"], ["2026-11-18T12:00:00Z", "Pacific/Auckland"]].map(
      ([now = "", zone = ""]) => ({ url: `${server.origin}/?limit=100`, now, zone, steps: [{ evaluate: DAYS }] }),
    ),
    {
      url: `${server.origin}/?words=Rafa`,
      before: TRANSLATOR,
      steps: [{ click: "button", name: "Translate" }, { evaluate: waitFor(TRANSLATED) }, { evaluate: SAID }],
    },
  ] satisfies Visit[];
  const [printed, ...screens] = await makeVisits([
    ...[paper, ...reading, ...phones, ...clocks, ...looking, ...searching],
  ]);
  const [west, east, translated] = screens.splice(0, reading.length);
  const [firsts, others] = [screens.slice(0, phones.length), screens.slice(phones.length)];
  const [opened, visited] = [others.slice(0, clocks.length), others.slice(clocks.length)];

  await test.step("in each language the first screen of a phone ends with the beginning of a review, and stays in its place", () => {
    for (const { url, values: [first = "", ...large] } of firsts) {
      const [edge, shift] = JSON.parse(first);
      assert.ok(edge <= 844 && shift < 0.02, `${url} ${edge} ${shift}`);
      assert.deepEqual(large, ["0,0,0,0,inset(50%)", "0"], url);
    }
  });

  await test.step("days are said as people say them, and a review in another language is translated below its original", () => {
    // The reader's day counts: in both places it is 19 November.
    assert.equal(west?.values[0], east?.values[0]);
    const days: readonly (readonly string[])[] = JSON.parse(west?.values[0] ?? "");
    assert.deepEqual(days[0], ["2026-11-18", "yesterday", "Nov 18, 2026"]);
    const said = (day: string) => days.find(([date]) => date === day)?.[1];
    assert.deepEqual(["2026-11-14", "2026-10-06"].map(said), ["5 days ago", "1 month ago"]);
    assert.match(translated?.values.at(-1) ?? "", /"(Rafa y Tommy[^"]+)","Translated: Raf"/);
    assert.deepEqual([west, east, translated].map((screen) => screen?.errors), [[], [], []]);
  });

  await test.step("the page says whether the business is open, in its time zone", () => {
    assert.deepEqual(opened.map(({ values }) => values[0]), times.map(([, state]) => state));
  });

  await test.step("on paper everything is dark on white, answers included, whatever the scheme of the screen", () => {
    const [white, black] = ["rgb(255, 255, 255)", "rgb(0, 0, 0)"];
    assert.deepEqual(printed?.values, [[white, black, black, black, "true"].join(" ")]);
    assert.deepEqual(printed?.violations, []);
  });

  await test.step("every page is without errors, foreign requests and findings of axe-core, in both schemes", () => {
    for (const [at, { url, scheme }] of looking.entries()) {
      const { errors = [], requests = [], violations, values } = visited[at] ?? {};
      const place = `${url} ${scheme}`;
      // Chromium reports a page with such a status as an error.
      const status = url.endsWith("nope") ? "404" : url.endsWith("9") ? "400" : "none";
      assert.deepEqual(errors.filter((error) => !error.includes(status)), [], place);
      assert.deepEqual(requests.filter((request) => !request.startsWith(`${server.origin}/`)), [], place);
      assert.deepEqual(violations, [], place);
      const ground = scheme === "dark" ? "rgb(17, 22, 21)" : "rgb(245, 247, 246)";
      assert.deepEqual(values, [ground, "0", "0", "0", "0"], place);
    }
  });

  await test.step("a person searches with and without scripts and by keyboard alone, opens a long review, shares, and opens tabs without scripts", () => {
    const [withScript, without, keyboard, reading, plain, sharing, tabs] = visited.slice(looking.length);
    const found = "9 reviews match ?min_rating=4&words=water#reviews";
    assert.deepEqual(withScript?.values.slice(0, 1), [found]);
    assert.match(withScript?.values[1] ?? "", /^\d+ reviews match \?min_rating=4#reviews$/);
    assert.match(without?.values[0] ?? "", /^9 reviews match \?rating=&.*min_rating=4&.*words=water/);
    const [first, second, , third] = keyboard?.values ?? [];
    assert.equal(first, "A Skip to the content");
    assert.match(second ?? "", /^MAIN/);
    assert.match(third ?? "", /^\d+ reviews match \?words=a#reviews$/);
    const [short, long, again, place] = reading?.values ?? [];
    assert.ok(Number(short) < Number(long), `${short} ${long}`);
    assert.deepEqual([again, place], [short, "/false"]);
    assert.match(plain?.url ?? "", /\/reviews\/\w+$/);
    assert.equal(sharing?.values.at(-1), `${sharing?.url}Copied`);
    assert.deepEqual(tabs?.values, ["panel-subjects", "panel-people", "panel-services"]);
    for (const visit of [withScript, without, keyboard, reading, plain, sharing, tabs]) {
      assert.deepEqual(visit?.errors, []);
    }
  });
});
