import { parseAtomFeed, parseJsonFeed } from "feedsmith";
import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { atomFeed } from "../../../domain/documents/atom_feed.ts";
import { JsonFeed, jsonFeed } from "../../../domain/documents/json_feed.ts";
import type { Review } from "../../../domain/review.ts";
import { ulidToUuid } from "../../../domain/review_id.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";
import { TEST_SITE } from "../../support/service/test_app.ts";
import { RelaxNGValidator, XmlAttribute, XmlDocument, XmlLibError, type XmlNode } from "libxml2-wasm";
import grammar from "../../fixtures/atom.rng" with { type: "text" };

const NS = { a: "http://www.w3.org/2005/Atom" };
const ENTRIES = "(/a:feed/a:entry | /a:entry)";
/** The elements that hold metadata; Atom inside content or extensions is not checked. */
const HOLDERS = `/a:feed | ${ENTRIES} | ${ENTRIES}/a:source`;
/** An RFC 3339 date-time with upper-case T and Z; the expression checks the length of months. */
const DATE = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
/** One character of an IRI segment (RFC 3987, 2.2): ipchar. */
const CH = String.raw`(?:[\w\-.~!$&'()*+,;=:@]|%[\dA-F]{2}|` +
  String
    .raw`[\u{A0}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFEF}\u{10000}-\u{EFFFD}])`;
const IRI = new RegExp(
  String.raw`^[A-Z][A-Z\d+.-]*:(?=.)(?://(?:${CH}|\[[\dA-F:.]+\])*)?` +
    String
      .raw`(?:${CH}|/)*(?:\?(?:${CH}|[/?\u{E000}-\u{F8FF}])*)?(?:#(?:${CH}|[/?])*)?$`,
  "iu",
);
const TOKEN = String.raw`[\w!#$&^.+\-]+`;
const MEDIA_TYPE = new RegExp(
  String.raw`^${TOKEN}/${TOKEN}(?:\s*;\s*${TOKEN}=(?:${TOKEN}|"[^"]*"))*$`,
);
const XML_TYPE = /^[^;]+[+/]xml\s*(;|$)|\/xml-(dtd|external-parsed-entity)\s*(;|$)/i;
const BASE64 = /^(?:[A-Z\d+/]{4})*(?:[A-Z\d+/]{2}==|[A-Z\d+/]{3}=)?$/i;

/** An absolute IRI; with http(s) also a host that the URL parser accepts. */
function isIri(text: string): boolean {
  return IRI.test(text) && URL.canParse(text) &&
    (!/^https?:/i.test(text) || /^https?:\/\/[^/?#]/i.test(text));
}

/** An absolute IRI or a relative reference. */
function isIriReference(text: string): boolean {
  return IRI.test(text) || IRI.test(`x:${text}`);
}

const validator = compile();
function compile(): RelaxNGValidator {
  using schema = XmlDocument.fromString(grammar);
  return RelaxNGValidator.fromDoc(schema);
}

/**
 * Validates an Atom document: the grammar of RFC 4287, Appendix B, and the rules of its sections 2 to 4 that the
 * grammar cannot express. Three rules are stricter than the RFC: the ids of a feed and its entries all differ (4.1.1
 * allows versions of one entry), links are absolute (4.2.7.1 allows references), and an element has at most one
 * `rel="self"` link.
 *
 * @param xml The whole document; its root is a feed or an entry.
 * @returns `line N: problem` for each problem (line 0: unknown); empty if valid.
 * @throws {Error} Only if libxml2 itself fails, never because of the content of `xml`.
 */
function atomProblems(xml: string): string[] {
  const problems = new Set<string>();
  using doc = collect(problems, () => XmlDocument.fromString(xml));
  if (doc) {
    collect(problems, () => validator.validate(doc));
    addRuleProblems(problems, doc);
  }
  return [...problems];
}

/** Runs a parse or validation and collects its errors as problems. */
function collect<T>(problems: Set<string>, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    if (error.details.length === 0) problems.add(`line 0: ${error.message}`);
    for (const { line, message } of error.details) {
      problems.add(`line ${line}: ${message.trim()}`);
    }
    return undefined;
  }
}

function addRuleProblems(problems: Set<string>, doc: XmlDocument): void {
  const find = (xpath: string) => doc.find(xpath, NS);
  /** The nodes at some paths below every element that holds metadata. */
  const below = (...paths: string[]) => find(paths.map((path) => `(${HOLDERS})/${path}`).join(" | "));
  const add = (node: XmlNode, problem: string) => {
    const element = node instanceof XmlAttribute ? node.parent : node;
    problems.add(`line ${element?.line ?? 0}: ${problem}`);
  };
  const unless = (ok: (text: string) => boolean, nodes: XmlNode[], is: string) =>
    nodes.filter((node) => !ok(node.content))
      .forEach((node) => add(node, `${JSON.stringify(node.content)} ${is}`));

  unless((text) => DATE.test(text), below("a:updated", "a:published"), "is not an RFC 3339 date-time (3.3)");
  unless(isIri, below("a:id", "a:link/@href", "a:category/@scheme"), "is not an absolute IRI (4.2.2, 4.2.6, 4.2.7.1)");
  unless(
    isIriReference,
    below("a:icon", "a:logo", "a:*/a:uri", "a:generator/@uri", "a:content/@src", "descendant-or-self::a:*/@xml:base"),
    "is not an IRI reference (2, 3.2.2, 4)",
  );
  unless(
    (text) => isIri(text) || /^[^:/?#]+$/.test(text) && isIriReference(text),
    below("a:link/@rel"),
    "is not a link relation (4.2.7.2)",
  );
  unless(
    (text) => MEDIA_TYPE.test(text),
    below("a:link/@type", "a:content/@type[contains(., '/')]"),
    "is not a media type (4.1.3.1, 4.2.7.3)",
  );

  const ids = new Set<string>();
  for (const id of find(`/a:feed/a:id | ${ENTRIES}/a:id`)) {
    if (ids.has(id.content)) add(id, `a second id ${id.content} (4.2.6)`);
    ids.add(id.content);
  }
  for (const entry of find("/a:feed[not(a:author)]/a:entry[not(a:author)]")) {
    add(entry, "neither the feed nor this entry has an author (4.1.1)");
  }
  for (const entry of find("/a:entry[not(a:author or a:source/a:author)]")) {
    add(entry, "the entry has no author (4.1.2)");
  }
  for (const holder of find(HOLDERS)) addLinkProblems(holder, add);
  for (const content of find(`${ENTRIES}/a:content`)) {
    addContentProblems(content, add);
  }
}

type Add = (node: XmlNode, problem: string) => void;

/** Checks the links of one element (4.1.1, 4.1.2). */
function addLinkProblems(holder: XmlNode, add: Add): void {
  const seen = new Set<string>();
  let alternates = 0;
  for (const link of holder.find("a:link", NS)) {
    const value = (name: string) => link.get(`@${name}`)?.content;
    const rel = (value("rel") ?? "alternate")
      .replace("http://www.iana.org/assignments/relation/", "");
    if (rel !== "self" && rel !== "alternate") continue;
    const key = rel === "self" ? rel : `${rel} ${value("type") ?? ""} ${value("hreflang") ?? ""}`
      .toLowerCase();
    if (rel === "alternate") alternates++;
    if (seen.has(key)) {
      add(link, `a second ${rel} link of the same kind (4.1.1, 4.1.2)`);
    }
    seen.add(key);
  }
  if (alternates === 0 && holder.get("self::a:entry[not(a:content)]", NS)) {
    add(holder, "neither content nor an alternate link (4.1.2)");
  }
}

/** Checks the rules on content by its type that the grammar cannot express (4.1.3.3, 4.1.2). */
function addContentProblems(content: XmlNode, add: Add): void {
  const outOfLine = content.get("@src") !== null;
  const type = content.get("@type")?.content ?? (outOfLine ? "" : "text");
  if (/^(multipart|message)\//i.test(type)) {
    add(content, `${type} is a composite type (4.1.3.1)`);
  }
  const isText = /^(text|html|text\/.*)$/is.test(type);
  const isBase64 = !outOfLine && type.includes("/") && !isText;
  const encoded = isBase64 && !XML_TYPE.test(type);
  if ((encoded || isText && !XML_TYPE.test(type)) && content.get("*")) {
    add(content, `content of type ${type} has child elements (4.1.3.3)`);
  }
  const digits = content.content.trim().replaceAll("\n", "");
  if (encoded && !BASE64.test(digits)) {
    add(content, `content of type ${type} is not Base64 (4.1.3.3)`);
  }
  if ((encoded || outOfLine) && !content.get("../a:summary", NS)) {
    add(content, "content in Base64 or by src asks for a summary (4.1.2)");
  }
}

const HOSTILE = [
  "</content><script>alert(1)</script>",
  "]]> & &amp; <b>\"'`",
  "a\u0000b\u0008c\ufffed\ud800e\u0085f",
  "line\r\nline\ttab\n\n",
  "🧑‍🔧 مرحبا 你好 e\u0301",
];

const { business, reviews } = sampleDataset();
const newest = reviews.slice(0, 50);

Deno.test("atomFeed() of the sample is valid Atom and holds the 50 newest reviews", () => {
  const xml = atomFeed(business, newest, TEST_SITE);
  assert.deepEqual(atomProblems(xml), []);
  const feed = parseAtomFeed(xml);
  assert.equal(feed.entries?.length, 50);
  assert.deepEqual(feed.entries?.map(({ updated }) => updated?.slice(0, 10)), newest.map(({ date }) => date));
  assert.equal(feed.links?.find(({ rel }) => rel === "hub")?.href, "https://reviews.example/api/websub/hub");
  assert.equal(feed.links?.find(({ rel }) => rel === "self")?.href, "https://reviews.example/feed.xml");
});

Deno.test("atomFeed() is valid when there are no reviews, no texts, or hostile ones", () => {
  const hostile = HOSTILE.map((text, n) =>
    reviewOf({ native: String(n), text, author: text, source: text, incentive: text })
  );
  const bare = [reviewOf({ text: null }), reviewOf({ native: "2", source_url: "https://a.example/?x=1&y=<2>{|}^`\\" })];
  for (const list of [[], bare, hostile] satisfies Review[][]) {
    const xml = atomFeed(businessOf({ name: 'A & <B> "C"' }), list, TEST_SITE);
    assert.deepEqual(atomProblems(xml), []);
  }
});

Deno.test("atomFeed() tells which entries were deleted, and when, as RFC 6721 says", () => {
  const [gone, older] = [reviewOf({ native: "gone" }), reviewOf({ native: "older" })];
  const deleted = [{ id: gone.id, at: "2027-05-14T08:00:00Z" }, { id: older.id, at: "2025-01-01T00:00:00Z" }];
  const xml = atomFeed(business, newest, TEST_SITE, deleted);
  assert.deepEqual(atomProblems(xml), []);
  assert.match(xml, /<feed [^>]*xmlns:at="http:\/\/purl\.org\/atompub\/tombstones\/1\.0"/);
  assert.deepEqual(
    [...xml.matchAll(/<at:deleted-entry ref="([^"]+)" when="([^"]+)"\/>/g)].map(([, ref, when]) => [ref, when]),
    deleted.map(({ id, at }) => [`urn:uuid:${ulidToUuid(id)}`, at]),
  );
  // RFC 4287 4.2.15: a removal is a significant change.
  assert.equal(/<updated>([^<]+)/.exec(xml)?.[1], "2027-05-14T08:00:00Z");
  assert.equal(
    /<updated>([^<]+)/.exec(atomFeed(business, newest, TEST_SITE, deleted.slice(1)))?.[1]?.slice(0, 10),
    newest[0]?.date,
  );
  assert.doesNotMatch(atomFeed(business, newest, TEST_SITE), /tombstones/);
});

Deno.test("atomFeed() gives a text back as it was written", () => {
  const text = "</content> & &amp; <3 \"quoted\" 'single' 你好 🧑‍🔧\nsecond line";
  const feed = parseAtomFeed(atomFeed(business, [reviewOf({ text })], TEST_SITE));
  assert.equal(feed.entries?.[0]?.content?.value, text);
});

Deno.test("atomFeed() keeps an entry's id when the service moves to another origin", () => {
  const idOn = (baseUrl: string) => /<entry>\s*<id>([^<]+)</.exec(atomFeed(business, newest, { baseUrl }))?.[1];
  assert.equal(idOn("https://a.example"), idOn("https://b.example/reviews"));
  assert.match(idOn("https://a.example") ?? "", /^urn:uuid:[0-9a-f]{8}-/);
});

Deno.test("jsonFeed() of the sample is what its schema says, and a feed reader understands it", () => {
  const feed = jsonFeed(business, newest, TEST_SITE);
  assert.deepEqual(JsonFeed.parse(feed), feed);
  const read = parseJsonFeed(JSON.stringify(feed));
  assert.equal(read.items?.length, 50);
  assert.equal(read.hubs?.[0]?.url, "https://reviews.example/api/websub/hub");
  assert.deepEqual(feed.items.map(({ id }) => id), newest.map(({ id }) => id));
});

Deno.test("jsonFeed() says the stars where a review has no words, and leaves out what is not known", () => {
  const [item] = jsonFeed(business, [reviewOf({ text: null, rating: 1 })], TEST_SITE).items;
  assert.equal(item?.content_text, "1 star out of 5, without words.");
  assert.equal("external_url" in (item ?? {}), false);
  assert.deepEqual(item?.authors, [{ name: "Ada" }]);
});
