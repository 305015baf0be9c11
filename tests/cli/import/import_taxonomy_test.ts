import assert from "node:assert/strict";
import { archivedBodies, keptPart } from "../../../domain/dataset/dataset_archive.ts";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import general from "../../../domain/insights/taxonomy/general.json" with { type: "json" };
import restaurant from "../../../domain/insights/taxonomy/restaurant.json" with { type: "json" };
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { runCli } from "../../support/service/run_cli.ts";
import { readArchive, readServedArchive } from "../../../domain/dataset/revision_chunks.ts";

const REVIEWS = [
  reviewOf({ native: "1", text: "The pizza was delicious." }),
  reviewOf({ native: "2", text: "Lovely kiln, and the glaze was superb." }),
];
const OWN = {
  id: "pottery",
  version: 7,
  aspects: [{ id: "kiln", label: "Kiln", words: ["kiln", "glaze"] }],
  problems: [],
  topics: [],
};

async function aspectsOf(kvPath: string): Promise<readonly string[]> {
  const { stdout } = await runCli("export", ["--insights"], kvPath);
  const insights: { version: number; aspects: readonly { id: string }[] } = JSON.parse(stdout);
  return insights.aspects.map(({ id }) => `${id} ${insights.version}`);
}

Deno.test("import --taxonomy computes the insights by it, now and at every later import, until another is named", async () => {
  await using shop = await importWorkshop({
    "reviews.json": REVIEWS,
    "more.json": [reviewOf({ native: "3", text: "A fine kiln." })],
    "own.json": OWN,
  });
  assert.equal((await shop.importing("reviews.json", "--taxonomy", "restaurant")).code, 0);
  assert.deepEqual(await aspectsOf(shop.kvPath), [`food ${restaurant.version}`]);
  const own = await shop.importing("--taxonomy", "own.json");
  assert.equal(own.code, 0, own.stderr);
  assert.deepEqual(await aspectsOf(shop.kvPath), ["kiln 7"]);
  assert.equal((await shop.importing("more.json")).code, 0);
  const { stdout } = await runCli("export", ["--insights"], shop.kvPath);
  assert.match(stdout, /"id":"kiln","label":"Kiln","mention_count":2,/);
  assert.equal((await shop.importing("--taxonomy", "home_services")).code, 0);
  assert.ok(!(await aspectsOf(shop.kvPath)).some((aspect) => aspect.startsWith("kiln")));
  assert.match((await shop.importing("--taxonomy", "home_services")).stdout, /Nothing changed/);
});

Deno.test("without --taxonomy the business tells the trade, and the report says which was taken and why", async () => {
  await using shop = await importWorkshop({
    "reviews.json": REVIEWS,
    "plumber.json": { name: "Acme", category: "Plumber" },
    "gym.json": { name: "Acme", category: "Climbing gym" },
  });
  const taken = async (...args: readonly string[]) =>
    /Insights by the taxonomy (.*)\./.exec((await shop.importing(...args)).stdout)?.[1];
  assert.equal(
    await taken("reviews.json"),
    "general: neither category nor services name a trade that has one",
  );
  assert.equal(await taken("--business", "plumber.json"), 'home_services: the business says "plumber"');
  assert.equal(await taken("--taxonomy", "restaurant"), "restaurant: you chose it");
  assert.equal(await taken("--business", "gym.json"), "restaurant: you chose it");
});

Deno.test("export --taxonomy writes what the insights are computed by, ready to be changed and imported", async () => {
  await using shop = await importWorkshop({ "reviews.json": REVIEWS, "own.json": OWN });
  const exported = async () => JSON.parse((await runCli("export", ["--taxonomy"], shop.kvPath)).stdout);
  await shop.importing("reviews.json");
  assert.deepEqual(await exported(), general);
  await shop.importing("--taxonomy", "restaurant");
  assert.deepEqual(await exported(), restaurant);
  await shop.importing("--taxonomy", "own.json");
  assert.deepEqual(await exported(), OWN);
});

Deno.test("a wrong taxonomy changes nothing, and every problem is named with its path", async () => {
  const [kiln] = OWN.aspects;
  await using shop = await importWorkshop({
    "reviews.json": REVIEWS,
    "wrong.json": { ...OWN, version: 0, aspects: [kiln, { ...kiln, words: ["!", "oven", "Oven"] }], topics: "none" },
    "broken.json": "{",
  });
  await shop.importing("reviews.json", "--taxonomy", "restaurant");
  const revision = await shop.revision();
  const { code, stderr } = await shop.importing("reviews.json", "--taxonomy", "wrong.json");
  assert.equal(code, 1);
  for (
    const problem of [
      /wrong\.json cannot be used:/,
      /^ {2}version: /m,
      /^ {2}aspects\.1\.id: "kiln" is given twice; every id must be different$/m,
      /^ {2}aspects\.1\.words\.0: "!" holds no word; expected one with a letter or digit$/m,
      /^ {2}aspects\.1\.words\.2: "oven" is given twice; every word must be different$/m,
      /^ {2}topics: /m,
    ]
  ) assert.match(stderr, problem);
  assert.match((await shop.importing("--taxonomy", "broken.json")).stderr, /broken\.json is not JSON/);
  assert.match(
    (await shop.importing("--taxonomy", "bakery")).stderr,
    /--taxonomy is "bakery"; allowed is general, home_services, restaurant, health_care or a file such as own\.json\./,
  );
  assert.equal(await shop.revision(), revision);
});

Deno.test("naming a taxonomy replaces the operator's own insights by computed ones", async () => {
  await using shop = await importWorkshop({ "reviews.json": REVIEWS });
  await shop.importing("reviews.json");
  const insights = JSON.parse((await runCli("export", ["--insights"], shop.kvPath)).stdout);
  await Deno.writeTextFile(`${shop.folder}/own.json`, JSON.stringify({ ...insights, model: "hand-made" }));
  await shop.importing("--insights", `${shop.folder}/own.json`);
  const { stdout } = await shop.importing("--taxonomy", "home_services");
  assert.match(stdout, /insights that were imported earlier were dropped \(a taxonomy was chosen\)/);
  assert.deepEqual(JSON.parse((await runCli("export", ["--insights"], shop.kvPath)).stdout), insights);
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
  const marked = await shop.importing("reviews.json", "--taxonomy", "marked.json");
  assert.equal(marked.code, 0, marked.stderr);
  const { code, stderr } = await shop.importing("--taxonomy", "steering.json");
  assert.equal(code, 1);
  assert.match(stderr, /Unrecognized key: "\\u001b\[31mred"/);
  assert.match(stderr, /aspects\.0\.words\.1: "\\u202e" holds no word/);
  assert.doesNotMatch(stderr, /(?!\n)\p{C}/u);
});

Deno.test("insights that count reviews are refused before the reviews are imported", async () => {
  await using shop = await importWorkshop({ "reviews.json": REVIEWS });
  await shop.importing("reviews.json");
  const insights = (await runCli("export", ["--insights"], shop.kvPath)).stdout;
  await using empty = await importWorkshop({ "insights.json": JSON.parse(insights) });
  const refused = await empty.importing("--insights", empty.path("insights.json"));
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /but none are imported yet\. Nothing was imported\.\n {2}Import the reviews first/);
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
  const report = await runCli("insights", [], shop.kvPath);
  assert.match(report.stdout, /Aspect "Cramps": .*docs\/insights\.md/);
});
