import assert from "node:assert/strict";
import { archivedBodies, keptPart } from "../../../domain/dataset/dataset_archive.ts";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import general from "../../../domain/insights/taxonomy/general.json" with { type: "json" };
import { builtInTaxonomy } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { readArchive, readServedArchive } from "../../../domain/dataset/revision_chunks.ts";

// Nothing is published of fewer than five reviews.
const REVIEWS = Array.from({ length: 5 }, (_, n) => [
  reviewOf({ native: `1 ${n}`, text: "The pizza was delicious." }),
  reviewOf({ native: `2 ${n}`, text: "Lovely kiln, and the glaze was superb." }),
]).flat();
const OWN = {
  id: "pottery",
  version: 7,
  aspects: [{ id: "kiln", label: "Kiln", words: ["kiln", "glaze"] }],
  problems: [],
  topics: [],
};

Deno.test("import --taxonomy computes the insights by it, now and at every later import, until another is named", async () => {
  await using shop = await importWorkshop({
    "reviews.json": REVIEWS,
    "more.json": [reviewOf({ native: "3", text: "A fine kiln." })],
    "own.json": OWN,
  });
  const aspects = async () => {
    const { version, aspects } = JSON.parse((await shop.run("export", "--insights")).stdout);
    return aspects.map(({ id, mention_count }: Record<string, unknown>) => `${id} ${version}: ${mention_count}`);
  };
  // The taxonomy is exported as it is imported, so that it can be changed.
  const exported = async () => JSON.parse((await shop.run("export", "--taxonomy")).stdout);
  await shop.imported("reviews.json");
  assert.deepEqual(await exported(), general);
  await shop.imported("--taxonomy", "restaurant");
  const restaurant = builtInTaxonomy("restaurant");
  assert.deepEqual([await aspects(), await exported()], [[`food ${restaurant.version}: 10`], restaurant]);
  await shop.imported("--taxonomy", "own.json");
  assert.deepEqual([await aspects(), await exported()], [["kiln 7: 5"], OWN]);
  await shop.imported("more.json");
  assert.deepEqual(await aspects(), ["kiln 7: 6"]);
  const insights = (await shop.run("export", "--insights")).stdout;
  await shop.imported("--taxonomy", "home_services");
  assert.doesNotMatch((await aspects()).join(), /kiln/);
  assert.match(await shop.imported("--taxonomy", "home_services"), /Nothing changed/);
  // Insights of the operator's own are replaced by computed ones.
  await shop.imported("--taxonomy", "own.json");
  await Deno.writeTextFile(shop.path("insights.json"), insights.replace(/"model":"[^"]*"/, '"model":"hand-made"'));
  await shop.imported("--insights", shop.path("insights.json"));
  assert.match(
    await shop.imported("--taxonomy", "own.json"),
    /insights that were imported earlier were dropped \(a taxonomy was chosen\)/,
  );
  assert.equal((await shop.run("export", "--insights")).stdout, insights);
});

Deno.test("imports reuse earlier analyses, which servers do not load; both load the taxonomy", async () => {
  await using shop = await importWorkshop({ "reviews.json": REVIEWS, "own.json": OWN });
  await shop.importing("reviews.json", "--taxonomy", "own.json");
  using kv = await Deno.openKv(shop.kvPath);
  const { value: head } = await readHead(kv);
  assert.ok(head !== null);
  const [whole, served] = [await readArchive(kv, head), await readServedArchive(kv, head)];
  assert.ok(whole !== null && served !== null);
  assert.ok(keptPart(whole, "analyses") !== null && keptPart(whole, "taxonomy") !== null);
  assert.deepEqual([keptPart(served, "analyses"), keptPart(served, "taxonomy")], [null, keptPart(whole, "taxonomy")]);
  assert.ok(served.bytes.length < whole.bytes.length);
  for (const document of ["/reviews.json", "/insights.json"] as const) {
    assert.deepEqual(archivedBodies(served, document), archivedBodies(whole, document));
  }
});

Deno.test("an option file may begin with a byte order mark, and its problems are told without its control characters", async () => {
  await using shop = await importWorkshop({
    "reviews.json": REVIEWS,
    "marked.json": `\ufeff${JSON.stringify(OWN)}`,
    "steering.json": { ...OWN, "\u001b[31mred": 1, aspects: [{ ...OWN.aspects[0], words: ["\u001b[", "\u202e"] }] },
  });
  await shop.imported("reviews.json", "--taxonomy", "marked.json");
  const { code, stderr } = await shop.importing("--taxonomy", "steering.json");
  assert.equal(code, 1);
  assert.match(stderr, /\\u001b\[31mred: No such member; allowed are id,/);
  assert.match(stderr, /aspects\.0\.words\.1: "\\u202e" holds no word/);
  assert.doesNotMatch(stderr, /(?!\n)\p{C}/u);
});

Deno.test("import and insights warn of an aspect that unhappy customers praise, and say what its words may be", async () => {
  const said = [["No cramps for me.", 5], ["An amazing amount of cramps.", 1]] as const;
  const reviews = said.flatMap(([text, rating]) =>
    Array.from({ length: 12 }, (_, n) => reviewOf({ native: `${rating} ${n}`, text, rating }))
  );
  const aspects = [{ id: "cramps", label: "Cramps", words: ["cramp"] }];
  await using shop = await importWorkshop({ "reviews.json": reviews, "own.json": { ...OWN, aspects } });
  const { code, stderr } = await shop.importing("reviews.json", "--taxonomy", "own.json");
  assert.equal(code, 0, stderr);
  assert.match(
    stderr,
    /Aspect "Cramps": .* praise it have 1\.0+ stars .* criticise it 5\.0+\. .*burden.*docs\/insights\.md/,
  );
  const report = await shop.run("insights");
  assert.match(report.stdout, /Aspect "Cramps": .*docs\/insights\.md/);
});
