import assert from "node:assert/strict";
import type { Review } from "../../domain/review.ts";
import { reviewOf } from "../support/reviews/review_of.ts";
import { fixture, importWorkshop } from "../support/import/import_reading.ts";
import { testScripts } from "../support/import/scripts.ts";
import { runCli } from "../support/service/run_cli.ts";

const ANN = reviewOf({ native: "ann", author: "Ann Ash", date: "2026-05-03", text: "Quick and clean." });
const BEN = reviewOf({ native: "ben", author: "Ben", date: "2026-05-02", text: "Two hours late.", source: "Yelp" });
const CAT = reviewOf({ native: "cat", author: "\u{1b}[31mCat\u202e", date: "2026-05-01", text: "Late\nagain." });

async function reviewShop(reviews: readonly Review[] = [ANN, BEN, CAT]) {
  const shop = await importWorkshop({ "all.json": reviews });
  await shop.imported("all.json");
  return {
    ...shop,
    [Symbol.asyncDispose]: shop[Symbol.asyncDispose],
    review: (...args: string[]) => shop.run("review", ...args),
    ids: async () => (await shop.published()).reviews.map(({ id }) => id),
  };
}

for (const subject of ["erase", "review"]) testScripts(fixture(`../scripts/${subject}.txt`));

Deno.test("list and show print published and hidden reviews in 80 columns, without terminal control characters", async () => {
  await using shop = await reviewShop();
  assert.equal((await shop.review("hide", "--reason", "other", "--note", "Same words", BEN.id)).code, 0);
  const listed = await shop.review("list");
  const lines = listed.stdout.trimEnd().split("\n");
  assert.deepEqual(lines.map((line) => line.slice(0, 26).trimEnd()), ["ID", ANN.id, BEN.id, CAT.id]);
  assert.match(lines[2] ?? "", /\(hidden\) Two/);
  assert.ok(lines.every((line) => line.length <= 80));
  // deno-lint-ignore no-control-regex -- that is what is looked for
  assert.doesNotMatch(listed.stdout, /[\u0000-\u0009\u000b-\u001f\u202e]/);
  const json = JSON.parse((await shop.review("list", "--hidden", "--json")).stdout);
  const { hidden_at, hidden_reason, hidden_note, ...ben } = json[0];
  assert.deepEqual([hidden_reason, hidden_note], ["other", "Same words"]);
  assert.match((await shop.review("show", BEN.id)).stdout, /^reason +other: Same words$/m);
  assert.match((await shop.review("hide", "--reason", "spam", BEN.id)).stderr, /is hidden; hide takes reviews that/);
  assert.deepEqual([json.length, ben], [1, { ...BEN, state: "hidden" }]);
  assert.ok(!Number.isNaN(Date.parse(hidden_at)));
  assert.match((await shop.review("list", "--limit", "1")).stdout, /… and 2 more; --limit N shows them\n$/);
  assert.deepEqual(JSON.parse((await shop.review("list", "--author", "as AN", "--json")).stdout).length, 1);
  assert.match(
    (await shop.review("hide", "--reason", "off_topic", "--author", "ann")).stderr,
    /^No author has exactly this name\. Which is meant\?\n[^]*Ann Ash/,
  );
  assert.equal((await shop.review("list", "--author", "nobody")).stdout, "No review matches.\n");
  const shown = await shop.review("show", CAT.id);
  assert.match(shown.stdout, /^author {7}.*Cat.*\nrating {7}5\n/m);
  // deno-lint-ignore no-control-regex -- that is what is looked for
  assert.doesNotMatch(shown.stdout, /[\u0000-\u0009\u000b-\u001f\u202e]/);
  assert.deepEqual(JSON.parse((await shop.review("show", CAT.id, "--json")).stdout)[0].id, CAT.id);
});

Deno.test("an export carries pictures, colour and left-out sources, which a file cannot set to anything else", async () => {
  await using shop = await reviewShop();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  await Deno.writeTextFile(`${shop.folder}/logo.svg`, svg);
  const sources = { test: { api: false, feeds: false } };
  const business = {
    name: "Acme",
    page: { color: "#c0392b", logo: "logo.svg", photos: ["logo.svg"], time_zone: "Asia/Tokyo" },
    sources,
  };
  await Deno.writeTextFile(`${shop.folder}/business.json`, JSON.stringify(business));
  assert.equal((await shop.run("import", "--business", `${shop.folder}/business.json`)).code, 0);
  const backup = (await shop.run("export", "--all")).stdout;
  const { settings } = JSON.parse(backup);
  assert.deepEqual([settings.off, settings.color], [{ test: ["api", "feeds"] }, "#c0392b"]);
  assert.deepEqual([settings.logo, settings.timeZone], [{ type: "image/svg+xml", base64: btoa(svg) }, "Asia/Tokyo"]);
  assert.deepEqual(settings.photos, [settings.logo]);
  const [file, other] = [`${shop.folder}/backup.json`, `${shop.folder}/other.kv`];
  const restored = async (settings: unknown) => {
    await Deno.writeTextFile(file, JSON.stringify({ ...JSON.parse(backup), settings }));
    return await runCli("import", [file, "--replace-all", "--yes"], other);
  };
  for (const wrong of [{ off: { test: ["everywhere"] } }, { logo: { type: "image/png", base64: btoa("<p>") } }, 1]) {
    assert.match((await restored(wrong)).stderr, /^The settings in the files /);
  }
  assert.equal((await restored(settings)).code, 0);
  assert.equal((await runCli("export", ["--all"], other)).stdout, backup);
});
