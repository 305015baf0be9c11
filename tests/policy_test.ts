import assert from "node:assert/strict";
import { readLedger } from "../domain/dataset/ledger.ts";
import type { JsonFeed } from "../domain/documents/json_feed.ts";
import { mcpPost, rpc, rpcAnswer } from "./support/mcp/mcp_requests.ts";
import { importWorkshop } from "./support/import/import_reading.ts";
import { reviewOf } from "./support/reviews/review_of.ts";
import { runCli } from "./support/service/run_cli.ts";
import { startServer } from "./support/service/test_server.ts";

const [GOOD, BAD, UNVERIFIED, GIVEN] = [
  reviewOf({ native: "good", rating: 5, source: "google", verification: "platform" }),
  reviewOf({ native: "bad", rating: 1, source: "google", verification: "platform", author: "Ben" }),
  reviewOf({ native: "unverified", rating: 2, source: "shop", verified: false, author: "Cem" }),
  reviewOf({ native: "given", rating: 4, source: "csv", incentive: "A voucher", author: "Dee" }),
];
const BUSINESS = {
  name: "Acme Heating",
  email: "office@acme.example",
  review_policy: { invites: "some", incentives: "marked" },
};

type FeedItem = JsonFeed["items"][number];

/** The line of the ledger without its time and hashes. */
function totals({ published_at: _, previous: __, hash: ___, ...line }: Awaited<ReturnType<typeof readLedger>>[number]) {
  return line;
}

Deno.test("the policy tells what is shown, left out, hidden and erased, and the ledger keeps each publication", async () => {
  await using shop = await importWorkshop({
    "all.json": [GOOD, BAD, UNVERIFIED, GIVEN],
    "business.json": BUSINESS,
  });
  await shop.importing("all.json", "--business", "business.json");
  await shop.run("review", "hide", "--reason", "off_topic", BAD.id);
  const erasing = await shop.run("review", "erase", GIVEN.id);
  assert.equal(erasing.code, 0, erasing.stderr);
  await using server = await startServer(shop.kvPath);
  const get = async (path: string, language = "en") => {
    const response = await fetch(server.origin + path, { headers: { "accept-language": language } });
    assert.equal(response.status, 200, path);
    return await response.text();
  };
  const policy = JSON.parse(await get("/review-policy.json"));
  assert.deepEqual(policy.withheld, { not_verified: [0, 1, 0, 0, 0], off_topic: [1, 0, 0, 0, 0] });
  assert.deepEqual([policy.published.reviews, policy.published.average, policy.average_with_unverified], [1, 5, 3.5]);
  assert.equal(policy.erased, 1);
  const { lines, next } = JSON.parse(await get("/review-policy/history.json"));
  assert.equal(next, null);
  assert.deepEqual(lines.map(totals), [
    {
      number: 1,
      reviews: 3,
      by_stars: [1, 0, 0, 1, 1],
      added: 3,
      changed: 0,
      removed: 0,
      withheld: { not_verified: [0, 1, 0, 0, 0] },
      erased: 0,
    },
    {
      number: 2,
      reviews: 2,
      by_stars: [0, 0, 0, 1, 1],
      added: 0,
      changed: 0,
      removed: 0,
      withheld: { not_verified: [0, 1, 0, 0, 0], off_topic: [1, 0, 0, 0, 0] },
      erased: 0,
    },
    {
      number: 3,
      reviews: 1,
      by_stars: [0, 0, 0, 0, 1],
      added: 0,
      changed: 0,
      removed: 1,
      withheld: { not_verified: [0, 1, 0, 0, 0], off_topic: [1, 0, 0, 0, 0] },
      erased: 1,
    },
  ]);
  const page = (await get("/policy")).replace(/<[^>]*>/g, "");
  for (
    const sentence of [
      "Acme Heating itself publishes this page.",
      "asks only some customers for a review.",
      "Left out because their source does not verify them: 1 review. With them the average would be 3.5 instead of 5 of 5 stars.",
      "The business has hidden 1 review, 1 of them with one or two stars.",
      "About something else: 1 review.",
      "for example because the author asked for it: 1 review.",
      "office@acme.example",
    ]
  ) assert.ok(page.includes(sentence), `${sentence}\n${page}`);
  assert.match(await get("/policy", "de"), /Der Betrieb hat 1 Bewertung verborgen/);
  assert.match(await get("/"), /<footer[^]*href="\/policy"/);
  for (const path of ["/llms.txt", "/sitemap.xml"]) assert.match(await get(path), /polic/);
});

Deno.test("the doctor finds a line of the ledger that was changed or removed, and no prune removes one", async () => {
  await using shop = await importWorkshop({ "a.json": [GOOD], "b.json": [BAD], "c.json": [GIVEN] });
  for (const file of ["a.json", "b.json", "c.json"]) await shop.importing(file, "--yes");
  await runCli("history", ["prune", "--keep", "1"], shop.kvPath);
  const findings = async () => {
    const { stdout } = await runCli("doctor", ["--json"], shop.kvPath, { PORT: "1" });
    return JSON.parse(stdout).findings.filter(({ check }: { check: string }) => check === "ledger")
      .map(({ text }: { text: string }) => text);
  };
  assert.deepEqual(await findings(), []);
  const edit = async (change: (kv: Deno.Kv) => Promise<unknown>) => {
    using kv = await Deno.openKv(shop.kvPath);
    await change(kv);
  };
  const { value: line } = await (async () => {
    using kv = await Deno.openKv(shop.kvPath);
    return await kv.get<object>(["ledger", 2]);
  })();
  await edit((kv) => kv.set(["ledger", 2], { ...line, removed: 7 }));
  assert.match((await findings()).join(), /^Line 2 of the ledger was changed\./);
  await edit((kv) => kv.delete(["ledger", 2]));
  assert.match((await findings()).join(), /^Line 2 of the ledger is missing\./);
  await edit((kv) => kv.set(["ledger", 2], line));
  await edit((kv) => kv.delete(["ledger", 3]));
  assert.match((await findings()).join(), /^Line 3 of the ledger is missing\./);
});

Deno.test("an undo adds a line to the ledger and changes none", async () => {
  await using shop = await importWorkshop({ "a.json": [GOOD], "b.json": [BAD] });
  await shop.importing("a.json");
  await shop.importing("b.json", "--yes");
  const lines = async () => {
    using kv = await Deno.openKv(shop.kvPath);
    return await readLedger(kv as never, 1);
  };
  const before = await lines();
  const { code, stderr } = await runCli("history", ["undo"], shop.kvPath);
  assert.equal(code, 0, stderr);
  const after = await lines();
  assert.deepEqual(after.slice(0, 2), before);
  assert.deepEqual(after.slice(2).map(({ reviews, removed, previous }) => [reviews, removed, previous]), [
    [1, 1, before[1]?.hash],
  ]);
});

Deno.test("every reader labels a published review that is not verified, and one whose author got something", async () => {
  await using shop = await importWorkshop({
    "all.json": [GOOD, UNVERIFIED, GIVEN],
    "business.json": { ...BUSINESS, publish_unverified: true },
  });
  await shop.importing("all.json", "--business", "business.json");
  await using server = await startServer(shop.kvPath);
  const get = async (path: string, accept = "text/html") =>
    await (await fetch(server.origin + path, { headers: { accept } })).text();
  const said = (html: string) => html.replace(/<[^>]*>/g, "");
  for (const path of ["/", "/embed/list", `/reviews/${UNVERIFIED.id}`]) {
    assert.match(said(await get(path)), /not verified/, path);
  }
  for (const path of ["/", "/embed/list", `/reviews/${GIVEN.id}`]) {
    assert.match(said(await get(path)), /got something for it: A voucher/, path);
  }
  const atom = await get("/feed.xml");
  assert.match(atom, /term="none" [^>]*label="not verified"/);
  assert.match(atom, /term="A voucher" scheme="urn:review:incentive"/);
  const feed = JSON.parse(await get("/api/feed.json", "*/*"));
  assert.deepEqual(
    new Set(
      feed.items.map(({ _review: { verified, verification, incentive } }: FeedItem) =>
        [verified, verification, incentive].join()
      ),
    ),
    new Set(["true,platform,", "false,none,", "true,business,A voucher"]),
  );
  const found = async (verified: boolean) =>
    JSON.parse(await get(`/api/reviews/search?verified=${verified}`, "*/*")).reviews.map(({ id }: { id: string }) =>
      id
    );
  assert.deepEqual(await found(false), [UNVERIFIED.id]);
  assert.deepEqual(new Set(await found(true)), new Set([GOOD.id, GIVEN.id]));
  const call = rpc("tools/call", { name: "search_reviews", arguments: { verified: false } });
  const { result } = await rpcAnswer(
    await fetch(`${server.origin}/mcp`, { method: "POST", headers: mcpPost(call).headers, body: JSON.stringify(call) }),
  );
  assert.match(JSON.stringify(result), /1 of 3 reviews match.*not verified/);
  const { published } = JSON.parse(await get("/review-policy.json", "*/*"));
  assert.deepEqual(published, { reviews: 3, average: 3.67, not_verified: 1, incentivised: 1, replied: 0 });
});
