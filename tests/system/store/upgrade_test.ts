import assert from "node:assert/strict";
import { reviewId } from "../../../domain/review_id.ts";
import { SERVICE } from "../../../domain/service.ts";
import { ENVIRONMENT } from "../../support/hub/hub_under_test.ts";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { startServer } from "../../support/service/test_server.ts";
import { confirm } from "../../support/subscriber/callback_answers.ts";
import { headerOf, signatureOf } from "../../support/subscriber/recorded_request.ts";
import { startSubscriber } from "../../support/subscriber/tls_subscriber.ts";

const STORES = new URL("../../fixtures/stores/", import.meta.url);

/**
 * Releases with a stored store, the port of its subscriber, and the entity tags of what it publishes. Its bytes were
 * written by that release with `deno run -A --config deno.dev.json tests/fixtures/stores/make_store.ts`: two imports, a
 * verified subscription, a hidden and an erased review.
 */
const RELEASES = {
  "1.0.0": {
    port: 27_117,
    tags: { "/reviews.json": '"phO4qDG19eqi6KsIH4LU-P"', "/insights.json": '"rkh1QE7v8-qBxY79s2ZxJc"' },
  },
} as const;

const [ANN, BEN, CAT, DAN, EVE] = ["Ann Ash", "Ben Birch", "Cat Cedar", "Dan Dogwood", "Eve Elm"].map((name) =>
  reviewId(["test", name])
);

Deno.test("this release has a stored store, for the tests of later ones", () => {
  assert.ok(SERVICE.version in RELEASES, `run tests/fixtures/stores/make_store.ts for ${SERVICE.version}`);
});

for (const [version, { port, tags }] of Object.entries(RELEASES)) {
  Deno.test(`a store of ${version} is served, delivered, imported into and undone by this release`, async () => {
    const back = reviewOf({ native: "Cat Cedar", author: "Cat Cedar", text: "The boiler works, visit number 2." });
    const fay = reviewOf({ native: "Fay", author: "Fay Fir", date: "2026-05-08", text: "They were quick." });
    await using shop = await importWorkshop({ "more.json": [back, fay] });
    const stored = (await Deno.open(new URL(`${version}.kv.gz`, STORES))).readable;
    await Deno.writeFile(shop.kvPath, stored.pipeThrough(new DecompressionStream("gzip")));
    await using subscriber = startSubscriber(undefined, undefined, undefined, port);
    const { received } = subscriber.callback("/callback", confirm);
    await using server = await startServer(shop.kvPath, ENVIRONMENT);
    const get = (path: string) => fetch(server.origin + path, { headers: { "accept-encoding": "identity" } });
    const ids = async () => (await (await get("/reviews.json")).json()).reviews.map(({ id }: { id: string }) => id);

    for (const [path, tag] of Object.entries(tags)) {
      const { headers, body } = await get(path);
      await body?.cancel();
      assert.equal(headers.get("etag"), tag, path);
    }
    assert.deepEqual(await ids(), [EVE, DAN, ANN]);
    const pages = await Promise.all(["/", `/reviews/${BEN}`, `/reviews/${CAT}`].map(get));
    const [, hidden = ""] = await Promise.all(pages.map((page) => page.text()));
    assert.deepEqual(pages.map(({ status }) => status), [200, 404, 410]);
    assert.equal(JSON.parse((await shop.run("export", "--all")).stdout).settings.color, "#c0392b");
    assert.match(hidden, /spam/i);
    const { lines } = await (await get("/review-policy/history.json")).json();
    assert.equal(lines.length, 4);
    assert.match((await shop.run("review", "show", BEN!)).stdout, /Twice\./);
    assert.match((await shop.run("history", "diff", "1", "2")).stdout, /Eve Elm/);

    await shop.imported("more.json");
    const delivery = await received("Fay Fir");
    assert.equal(headerOf(delivery, "x-hub-signature"), await signatureOf("quiet", delivery.body));
    assert.deepEqual(await ids(), [fay.id, EVE, DAN, ANN]);
    assert.equal((await shop.run("history", "undo", "2", "--yes")).code, 0);
    await received("Ben Birch");
    assert.deepEqual(await ids(), [EVE, DAN, BEN, ANN]);
    assert.match((await shop.run("hub", "list", "--json")).stdout, /"state": "up_to_date"/);
  });
}
