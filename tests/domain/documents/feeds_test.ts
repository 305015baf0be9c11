import { parseAtomFeed, parseJsonFeed } from "feedsmith";
import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { atomFeed } from "../../../domain/documents/atom_feed.ts";
import { entryId, NO_HISTORY } from "../../../domain/documents/feed_entries.ts";
import { JsonFeed, jsonFeed } from "../../../domain/documents/json_feed.ts";
import type { Review } from "../../../domain/review.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";
import { TEST_SITE } from "../../support/service/test_app.ts";
import { RelaxNGValidator, XmlDocument, XmlLibError } from "libxml2-wasm";
import grammar from "../../fixtures/atom.rng" with { type: "text" };

const NS = { a: "http://www.w3.org/2005/Atom" };
/** An RFC 3339 date-time with upper-case T and Z, as RFC 4287 3.3 asks; the grammar takes any `xsd:dateTime`. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
/** Characters that RFC 3987 2.2 allows in an IRI. */
const IRI = /^[a-z]+:(?:[\w\-.~!$&'()*+,;=:@/?#\u{A0}-\u{D7FF}\u{F900}-\u{FDCF}\u{10000}-\u{EFFFD}]|%[\dA-F]{2})+$/iu;

using schema = XmlDocument.fromString(grammar);
const validator = RelaxNGValidator.fromDoc(schema);

/**
 * What is wrong with a feed by RFC 4287: its grammar (Appendix B), and the rules of sections 3.3, 4.1.1 and 4.2.6 that
 * the grammar cannot express. Stricter than the RFC: links are absolute, and ids differ.
 */
function atomProblems(xml: string): readonly string[] {
  try {
    using document = XmlDocument.fromString(xml);
    validator.validate(document);
    const texts = (xpath: string) => document.find(xpath, NS).map(({ content }) => content);
    const ids = texts("//a:id");
    return [
      ...texts("//a:updated | //a:published").filter((time) => !DATE.test(time)),
      ...texts("//a:id | //a:link/@href | //a:category/@scheme").filter((iri) => !IRI.test(iri) || !URL.canParse(iri)),
      ...ids.filter((id, at) => ids.indexOf(id) !== at),
      ...texts("/a:feed[not(a:author)]/a:entry[not(a:author)]"),
      ...texts("//*[count(a:link[@rel='self']) > 1 or count(a:link[@rel='alternate']) > 1]"),
    ];
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    return [error.message, ...error.details.map(({ line, message }) => `line ${line}: ${message.trim()}`)];
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

Deno.test("atomFeed() is valid when there are no reviews, no texts, or hostile ones, and gives a text back as it was written", () => {
  const hostile = HOSTILE.map((text, n) =>
    reviewOf({ native: String(n), text, author: text, source: text, incentive: text })
  );
  const bare = [reviewOf({ text: null }), reviewOf({ native: "2", source_url: "https://a.example/?x=1&y=<2>{|}^`\\" })];
  for (const list of [[], bare, hostile] satisfies Review[][]) {
    const xml = atomFeed(businessOf({ name: 'A & <B> "C"' }), list, TEST_SITE);
    assert.deepEqual(atomProblems(xml), []);
  }
  const text = "</content> & &amp; <3 \"quoted\" 'single' 你好 🧑‍🔧\nsecond line";
  const feed = parseAtomFeed(atomFeed(business, [reviewOf({ text })], TEST_SITE));
  assert.equal(feed.entries?.[0]?.content?.value, text);
});

Deno.test("atomFeed() tells which entries were deleted, and when, as RFC 6721 says", () => {
  const [gone, older] = [reviewOf({ native: "gone" }), reviewOf({ native: "older" })];
  const deleted = [{ id: gone.id, at: "2027-05-14T08:00:00Z" }, { id: older.id, at: "2025-01-01T00:00:00Z" }];
  const xml = atomFeed(business, newest, TEST_SITE, { ...NO_HISTORY, deleted });
  assert.deepEqual(atomProblems(xml), []);
  assert.match(xml, /<feed [^>]*xmlns:at="http:\/\/purl\.org\/atompub\/tombstones\/1\.0"/);
  const told = [...xml.matchAll(/<at:deleted-entry ref="([^"]+)" when="([^"]+)"\/>/g)].map((one) => one.slice(1));
  assert.deepEqual(told, deleted.map(({ id, at }) => [entryId(id), at]));
  // RFC 4287 4.2.15: a removal is a significant change.
  assert.equal(/<updated>([^<]+)/.exec(xml)?.[1], "2027-05-14T08:00:00Z");
  const unchanged = atomFeed(business, newest, TEST_SITE, { ...NO_HISTORY, deleted: deleted.slice(1) });
  assert.equal(/<updated>([^<T]+)/.exec(unchanged)?.[1], newest[0]?.date);
  assert.doesNotMatch(atomFeed(business, newest, TEST_SITE), /tombstones/);
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
  assert.deepEqual(feed.items.map(({ _review: { id } }) => id), newest.map(({ id }) => id));
});

Deno.test("both feeds have the same ids, replies and times of change", () => {
  const owner_reply = { text: "We are sorry.", date: "2026-06-02" };
  const answered = reviewOf({ native: "2", text: null, rating: 2, owner_reply });
  const list = [answered, reviewOf({ text: "Good & quick." })];
  const changed = new Map([[answered.id, "2026-06-02T09:10:11Z"]]);
  const history = { ...NO_HISTORY, changed };
  const { items } = jsonFeed(business, list, TEST_SITE, history);
  const xml = atomFeed(business, list, TEST_SITE, history);
  assert.deepEqual(atomProblems(xml), []);
  const { entries = [], updated } = parseAtomFeed(xml);
  const texts = items.map((one) => [one.id, one.content_text]);
  assert.deepEqual(entries.map(({ id, content }) => [id, content?.value]), texts);
  const reply = `Reply of ${business.name}, 2026-06-02:\nWe are sorry.`;
  assert.equal(items[0]?.content_text, `2 stars out of 5, without words.\n\n${reply}`);
  const day = `${list[1]?.date}T00:00:00Z`;
  assert.deepEqual(entries.map(({ updated }) => updated), ["2026-06-02T09:10:11Z", day]);
  assert.deepEqual(items.map(({ date_modified: modified }) => modified), ["2026-06-02T09:10:11Z", undefined]);
  assert.equal(updated, "2026-06-02T09:10:11Z");
});

Deno.test("jsonFeed() says the stars where a review has no words, and leaves out what is not known", () => {
  const [item] = jsonFeed(business, [reviewOf({ text: null, rating: 1 })], TEST_SITE).items;
  assert.equal(item?.content_text, "1 star out of 5, without words.");
  assert.equal("external_url" in (item ?? {}), false);
  assert.deepEqual(item?.authors, [{ name: "Ada" }]);
});
