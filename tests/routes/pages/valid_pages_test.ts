import assert from "node:assert/strict";
import { HtmlValidate } from "html-validate/node";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { linksOf, readPage, textsOf } from "../../support/pages/read_page.ts";
import { attackedDataset } from "../../support/reviews/attacks.ts";
import { businessOf } from "../../support/reviews/review_of.ts";
import { sampleApp, testApp, testSnapshot } from "../../support/service/test_app.ts";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // Matters of style, not of the specification.
    "no-inline-style": "error",
    "long-title": "off",
    "no-trailing-whitespace": "off",
    "tel-non-breaking": "off",
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    // All resources come from the service itself.
    "require-sri": "off",
    "prefer-native-element": "off",
  },
});

const review = sampleDataset().reviews.find(({ owner_reply, mentioned_services }) =>
  owner_reply !== null && mentioned_services.length > 0
);
const PAGES = [
  ..."/ /?query=water&min_rating=2&since=2025-01-01 /?limit=10&rating=1 /?rating=9&until=x /?query=nobody-wrote-this"
    .split(" "),
  ..."/summary /developers /embed /embed/list /embed/carousel /nope".split(" "),
];

Deno.test("every page is valid HTML, with attacks in all texts, and without reviews", async () => {
  const attacked = attackedDataset();
  const apps: readonly (readonly [app: ReturnType<typeof testApp>, ...more: readonly string[]])[] = [
    [testApp(), `/reviews/${review?.id}`, "/services/ac-repair", "/technicians/huy-tran"],
    [testApp(testSnapshot(attacked)), ...attacked.reviews.map(({ id }) => `/reviews/${id}`), "/services/s-3"],
    [sampleApp({ reviews: [], business: businessOf({}) })],
  ];
  for (const [app, ...more] of apps) {
    for (const path of [...PAGES, ...more]) {
      const { text, document } = await readPage(app, path);
      // HTML gives no accessible name to these elements without an explicit role.
      const named = document.querySelectorAll("pre, p, div, span, code").filter((element) =>
        element.hasAttribute("aria-label") && !element.hasAttribute("role")
      );
      assert.deepEqual(named.map(({ outerHTML }) => outerHTML.slice(0, 100)), [], path);
      const faults = (await validator.validateString(text)).results.flatMap(({ messages }) => messages)
        .map(({ ruleId, message, line }) => `${ruleId} ${message} ${text.split("\n")[line - 1]?.slice(0, 200)}`);
      assert.deepEqual(faults, [], path);
    }
  }
});

Deno.test("nothing in a text becomes an element, an attribute with a script, or a link elsewhere", async () => {
  const dataset = attackedDataset();
  const app = testApp(testSnapshot(dataset));
  const pages = ["/", "/?limit=100", "/summary", ...dataset.reviews.map(({ id }) => `/reviews/${id}`), "/services/s-3"];
  for (const path of pages) {
    const { document } = await readPage(app, path);
    const scripts = document.querySelectorAll("script").map((script) => script.getAttribute("type"));
    assert.ok(scripts.every((type) => type === "module" || type === "application/ld+json"), `${path} ${scripts}`);
    const foreign = document.querySelectorAll("style, iframe, object, embed, base, math, animate, template");
    assert.deepEqual(foreign, [], path);
    // The pictures of the business, no others.
    for (const picture of document.querySelectorAll("img")) {
      assert.match(picture.getAttribute("src") ?? "", /^\/assets\//, path);
    }
    for (const element of document.querySelectorAll("*")) {
      for (const name of Object.keys(element.attributes)) {
        assert.doesNotMatch(name, /^on|^style$|^srcdoc$|^autofocus$/i, path);
      }
    }
    for (const element of document.querySelectorAll("link[href], script[src], form[action]")) {
      const { href, src, action } = element.attributes;
      assert.match(href ?? src ?? action ?? "", /^(?:\/(?!\/)|https:\/\/reviews\.example\/)/, path);
    }
    for (const link of linksOf(document, "a[href]")) {
      assert.match(link, /^(?:\/(?!\/)|#|tel:|mailto:|https:\/\/)/, path);
    }
  }
  const { document } = await readPage(app, "/?limit=100");
  assert.ok(textsOf(document, ".reviews .text").some((text) => text.startsWith("<script>")), "shown as text");
});

Deno.test("every link inside the pages leads to a page, and its fragment to an element there", async () => {
  const app = testApp();
  const elements = new Map<string, Set<string>>();
  const open = async (path: string) => {
    const known = elements.get(path);
    if (known !== undefined) return known;
    const { status, document, headers } = await readPage(app, path);
    assert.equal(status, 200, path);
    const isPage = headers.get("content-type")?.startsWith("text/html");
    const ids = new Set(isPage ? document.querySelectorAll("[id]").map(({ id }) => id) : []);
    elements.set(path, ids);
    return ids;
  };
  const from = ["/", "/?query=water&rating=5", "/summary", `/reviews/${review?.id}`, "/services/ac-repair"];
  for (const page of from) {
    const { document } = await readPage(app, page);
    for (const link of new Set(linksOf(document))) {
      if (!link.startsWith("/") && !link.startsWith("#")) continue;
      const [path = "", fragment = ""] = link.split("#");
      const ids = await open(path === "" ? page : path);
      if (fragment !== "") assert.ok(ids.has(fragment), `${page}: ${link}`);
    }
  }
});
