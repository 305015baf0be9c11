import assert from "node:assert/strict";
import type { ReadOptions } from "../../../../cli/import/reading/file_content.ts";
import { assertError, fixture, leftOutOf, mapOf, read, readText } from "../../../support/import/import_reading.ts";

/**
 * Each file of `origins.txt` with format and source of its reviews, and author, stars and day of each, in file order.
 * Lines below it have the text, reply and attributes of the first review, the place, and what is left out.
 */
const ORIGINS = (await Deno.readTextFile(fixture("origins.txt"))).split(/\n(?=\S)/).map((lines) => {
  const [line = "", ...facts] = lines.trimEnd().split("\n  ");
  const [file = "", format = "", source = "", reviews = ""] = line.split(" | ");
  return { file, format, source, reviews: reviews.split("; "), facts };
});

/** Options of the files whose columns no format names. */
const OPTIONS: Readonly<Record<string, Partial<ReadOptions>>> = {
  "semicolon_sep.csv": { map: mapOf("rating=Stars,date=Posted on,text=Comment,author=Name"), source: "letter" },
  "pipes.txt": { map: mapOf("rating=Rating,date=Date,text=Review,author=Name") },
  "any_api.json": { map: mapOf("id=uuid,rating=score.value,date=when,text=message.body,author=author.name") },
};

for (const { file, format, source, reviews, facts } of ORIGINS) {
  Deno.test(`${file} imports as ${format} without a fault`, async () => {
    const files = await read([`origins/${file}`], OPTIONS[file]);
    assert.deepEqual(files.faultKinds, []);
    assert.deepEqual(files.formats, [format]);
    assert.deepEqual(files.reviews.map(({ author, rating, date }) => `${author} ${rating} ${date}`), reviews);
    const { understanding } = files.understood[0] ?? assert.fail();
    assert.equal(understanding.ground, OPTIONS[file] === undefined ? "known" : "given");
    assert.deepEqual([understanding.needs, understanding.doubts], [[], []]);
    assert.ok(files.reviews.every((review) => review.verified && review.source === source));
    assert.doesNotMatch(JSON.stringify(files.reviews), /@example\.com|192\.0\.2/);
    const [{ text, owner_reply: reply, attributes } = assert.fail()] = files.reviews;
    const shown: Readonly<Record<string, string | undefined>> = {
      text: text?.replaceAll("\n", "\\n"),
      reply: `${reply?.text} ${reply?.date}`,
      place: files.place?.name,
      "left out": leftOutOf(files).map(([reason, rows]) => `${rows} ${reason}`).join("; "),
      attributes: JSON.stringify(attributes),
    };
    for (const fact of facts) {
      const [, name = "", value] = /^([a-z ]+): (.*)$/.exec(fact) ?? [];
      assert.equal(shown[name], value, fact);
    }
  });
}

Deno.test("further replies, dates, notes and places of the example exports are read", async () => {
  const of = async (file: string) => await read([`origins/${file}`]);
  assert.equal((await of("yotpo_names.csv")).reviews[1]?.owner_reply, null, "it is not public");
  assert.equal((await of("trustpilot_apify.json")).reviews[0]?.owner_reply?.date, "2024-01-09");
  assert.equal((await of("schema_org.jsonld")).place?.telephone, "+1-555-0100");
  assert.equal((await of("yelp_fusion.json")).reviews[0]?.attributes, undefined);
  const notes = [...(await of("booking_extranet.csv")).notes];
  assert.deepEqual(notes, [["undated reply", 1], ["converted", 2], ["rounded", 1]]);
  const [, answered, before, product] = (await of("feefo_api.json")).reviews;
  assert.equal(answered?.owner_reply?.text, "We are sorry about the second visit and have refunded it.");
  assert.match(answered?.text ?? "", /before the second\.\nAdded later: Thank you, the refund has arrived\.$/);
  assert.deepEqual(before?.owner_reply, { text: "Glad it arrived, Rosa.", date: "2024-03-12" });
  assert.deepEqual(product?.attributes, { product: "Acme Valve" });
  const threads = (await Deno.readTextFile(fixture("origins/feefo_api.json")))
    .replaceAll(/"type": "(MERCHANT|CUSTOMER)_COMMENT"/g, (_, who) => `"author": "${who.toLowerCase()}"`);
  const authored = (await readText("a.json", threads)).reviews.map(({ owner_reply }) => owner_reply);
  assert.deepEqual(authored, (await of("feefo_api.json")).reviews.map(({ owner_reply }) => owner_reply));
  assert.equal((await of("google_play.csv")).reviews[0]?.source_url, null);
  assert.deepEqual((await of("app_store.json")).reviews[0], (await of("app_store.xml")).reviews[0]);
});

Deno.test("XML without rows of reviews, and reviews without stars, are refused", async () => {
  const feed =
    "<?xml version='1.0'?><rss version='2.0'><channel><title>News</title><item><title>A</title></item></channel></rss>";
  const blog = "<feed xmlns='http://www.w3.org/2005/Atom'><id>urn:a</id><entry><title>A</title></entry></feed>";
  await assertError(readText("blog.xml", blog), /is XML, but not of a known format/);
  const app = `{"feed":{"id":{"label":"https://itunes.apple.com/us/rss/customerreviews/id=1/json"}}}`;
  assert.equal((await readText("app.json", app)).rows, 0);
  await assertError(readText("feed.xml", feed), /is XML, but not of a known format: its top level is an object with/);
  await assertError(read(["origins/inside_airbnb.csv"]), /no name says which holds ratings; .*--map rating=COLUMN/);
});

Deno.test("every example export is tested and described in NOTES.md", async () => {
  const names = (await Array.fromAsync(Deno.readDir(fixture("origins")), ({ name }) => name)).sort();
  const read = ORIGINS.map(({ file }) => file).filter((file) => !file.startsWith("../"));
  assert.deepEqual(names, [...read, "inside_airbnb.csv", "NOTES.md"].sort());
  const notes = await Deno.readTextFile(fixture("origins/NOTES.md"));
  for (const name of names) assert.ok(name === "NOTES.md" || notes.includes(`\`${name}\``), name);
});
