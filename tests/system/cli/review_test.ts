import assert from "node:assert/strict";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { startServer } from "../../support/service/test_server.ts";

const ANN = reviewOf({ native: "ann", author: "Ann Ash", date: "2026-05-03", text: "Quick and clean." });
const BEN = reviewOf({ native: "ben", author: "Ben", date: "2026-05-02", text: "Two hours late.", source: "Yelp" });
const CAT = reviewOf({ native: "cat", author: "Cat", date: "2026-05-01", text: "Late\nagain." });

Deno.test("a hidden review is in nothing that a running service publishes, imports keep it so, and it comes back", async () => {
  await using shop = await importWorkshop({ "all.json": [ANN, BEN, CAT] });
  await shop.imported("all.json");
  const review = (...args: string[]) => shop.run("review", ...args);
  const refuses = async (message: RegExp, ...args: string[]) => assert.match((await review(...args)).stderr, message);
  await using server = await startServer(shop.kvPath);
  const before = await shop.revision();
  const dry = await review("hide", "--reason", "spam", ANN.id.toLowerCase().slice(0, 12), "--dry-run");
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(
    dry.stdout,
    /^Would hide 1 review:\n.*\n.*Ann Ash.*\nHiding .+\nDry run: nothing was written\. 2 reviews would be/,
  );
  assert.equal(await shop.revision(), before);

  const hidden = await review("hide", "--reason", "spam", "--note", "Same words as on 2 May", ANN.id);
  assert.match(hidden.stdout, /^Hid 1 review:\n[^]*\nPublished 2 reviews as revision 2\. A running server/);
  await server.logged((line) => line["message"] === "dataset loaded" && line["reviews"] === 2);
  for (const path of ["/reviews.json", "/insights.json", "/feed.xml", "/api/feed.json", "/api/reviews/search"]) {
    const text = await (await fetch(server.origin + path)).text();
    assert.ok(!text.includes("Ann Ash") && !text.includes("Quick and clean"), path);
  }
  const status = async () => {
    const { status, body } = await fetch(`${server.origin}/api/reviews/${ANN.id}`);
    await body?.cancel();
    return status;
  };
  assert.equal(await status(), 404);
  const why = /The business hid the review with this id on [^<]+?\. Reason: Spam\./;
  for (const path of [`/api/reviews/${ANN.id}`, `/reviews/${ANN.id}`]) {
    const text = await (await fetch(server.origin + path, { headers: { accept: "text/html" } })).text();
    assert.match(text, why);
    assert.ok(!text.includes("Same words"), "The note is never published.");
  }
  assert.match((await review("show", ANN.id)).stdout, /^reason +spam: Same words as on 2 May$/m);

  const again = await shop.imported("all.json");
  assert.match(again, /Left out 1 row: hidden by you\.\n[^]*Nothing changed: 2 reviews are published already\./);
  const isHidden =
    /^Review \w+ is hidden; hide takes reviews that are published or not verified\. Nothing was changed\.\n$/;
  await refuses(isHidden, "hide", "--reason", "spam", ANN.id);
  const { stdout: restored } = await review("restore", "--author", "ann ash");
  assert.match(restored, /^Restored 1 review:\n[^\n]*\n[^\n]*Ann Ash +Quick and clean\./);
  const loaded = () => server.log.filter(({ message }) => message === "dataset loaded").length;
  await server.logged(() => loaded() === 3);
  assert.equal(await status(), 200);
  await refuses(/^Review \w+ is published; restore takes reviews that are hidden\. Nothing was/, "restore", ANN.id);
});
