import assert from "node:assert/strict";
import {
  endAfter,
  LEDGER_PAGE,
  type LedgerEnd,
  ledgerFault,
  type LedgerLine,
  nextLine,
  readLedger,
} from "../../domain/dataset/ledger.ts";
import type { JsonFeed } from "../../domain/documents/json_feed.ts";
import type { Review } from "../../domain/review.ts";
import { buildHere, snapshotLoader } from "../../domain/snapshot/snapshot_loader.ts";
import { withStore } from "../support/hub/hub_under_test.ts";
import { mcpPost, rpc, rpcAnswer } from "../support/mcp/mcp_requests.ts";
import { importWorkshop } from "../support/import/import_reading.ts";
import { reviewOf } from "../support/reviews/review_of.ts";
import { runCli, runProcess } from "../support/service/run_cli.ts";
import { TEST_SITE, testApp, testSnapshot } from "../support/service/test_app.ts";

const [GOOD, BAD, UNVERIFIED, GIVEN] = [
  reviewOf({ native: "good", rating: 5, source: "google", verification: "platform" }),
  reviewOf({ native: "bad", rating: 1, source: "google", verification: "platform", author: "Ben" }),
  reviewOf({ native: "unverified", rating: 2, source: "shop", verified: false, author: "Cem" }),
  reviewOf({ native: "given", rating: 4, source: "csv", incentive: "A voucher", author: "Dee" }),
];
const TIED = reviewOf({ native: "tied", rating: 5, source: "csv", relation: "family", author: "Fay" });
const GONE = reviewOf({ native: "gone", rating: 1, source: "google", verification: "platform", author: "Eve" });
const BUSINESS = {
  name: "Acme Heating",
  email: "office@acme.example",
  review_policy: { invites: "some", incentives: "marked" },
};

/** A line of the ledger without its time and hashes. */
function totals({ published_at: _, previous: __, hash: ___, ...line }: LedgerLine) {
  return line;
}

/** A store with reviews of each state: published, not verified, hidden, withdrawn and erased. */
async function policyWorkshop() {
  const shop = await importWorkshop({
    "all.json": [GOOD, BAD, UNVERIFIED, GIVEN, GONE],
    "later.json": [GOOD, BAD, GIVEN],
    "business.json": BUSINESS,
  });
  await shop.importing("all.json", "--business", "business.json", "--unverified", "shop=left-out");
  const withdrawing = await shop.importing("later.json", "--replace", "--yes");
  assert.match(withdrawing.stdout, /^Withdrawing reviews raises the average: 3\.33 stars without, 2\.75 with it\.$/m);
  const hiding = await shop.run("review", "hide", "--reason", "off_topic", BAD.id);
  assert.match(hiding.stdout, /^Hiding raises the average: 4\.50 stars without, 3\.33 with it\.$/m);
  const erasing = await runProcess("review", ["erase", "--yes", GIVEN.id], shop.kvPath);
  assert.equal(erasing.code, 0, erasing.stderr);
  return shop;
}

/** The application on what a store publishes. */
async function storedApp(kvPath: string) {
  return await withStore(kvPath, async (kv) => {
    const loader = snapshotLoader(kv, TEST_SITE, buildHere, () => {});
    await loader.refresh();
    const lines = await readLedger(kv, 1);
    return testApp(loader.current(), { ledger: () => Promise.resolve(lines) });
  });
}

const NOTHING = [0, 0, 0, 0, 0];

Deno.test("the policy, ledger and addresses agree on shown, omitted, hidden, withdrawn and erased reviews", async () => {
  await using shop = await policyWorkshop();
  const app = await storedApp(shop.kvPath);
  const get = async (path: string, language = "en", status = 200) => {
    const headers = { "accept-language": language, accept: path.endsWith(".json") ? "*/*" : "text/html" };
    const response = await app.request(path, { headers });
    assert.equal(response.status, status, path);
    return await response.text();
  };
  const policy = JSON.parse(await get("/review-policy.json"));
  assert.deepEqual(policy.withheld, { not_verified: [0, 1, 0, 0, 0], off_topic: [1, 0, 0, 0, 0] });
  assert.deepEqual(
    [policy.published.by_stars, policy.published.average, policy.average_with_unverified, policy.average_with_withheld],
    [[0, 0, 0, 0, 1], 5, 3.5, 2.67],
  );
  assert.deepEqual([policy.withdrawn, policy.erased], [[1, 0, 0, 0, 0], 1]);
  const history = await get("/review-policy/history.json");
  const { lines, next } = JSON.parse(history);
  assert.equal(next, null);
  const unverified = { not_verified: [0, 1, 0, 0, 0] };
  const none = { added: 0, changed: 0, removed: NOTHING, withheld: { ...unverified, off_topic: [1, 0, 0, 0, 0] } };
  assert.deepEqual(lines.map(totals), [
    { ...none, number: 1, reviews: 4, by_stars: [2, 0, 0, 1, 1], added: 4, withheld: unverified, erased: 0 },
    {
      ...none,
      number: 2,
      reviews: 3,
      by_stars: [1, 0, 0, 1, 1],
      removed: [1, 0, 0, 0, 0],
      withheld: unverified,
      erased: 0,
    },
    { ...none, number: 3, reviews: 2, by_stars: [0, 0, 0, 1, 1], erased: 0 },
    { ...none, number: 4, reviews: 1, by_stars: [0, 0, 0, 0, 1], erased: 1 },
  ]);
  // Checks the chain as a reader does, with the served bytes and the description of `hash` alone.
  let previous: string | null = null;
  for (const line of history.split("\n").filter((line) => line.startsWith('{"number"'))) {
    const content = line.replace(/,$/, "").replace(/,"hash":"\w{64}"(?=\}$)/, "");
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content));
    assert.equal(JSON.parse(content).previous, previous);
    previous = new Uint8Array(digest).toHex();
    assert.ok(line.includes(`"hash":"${previous}"`), line);
  }
  const day = (language: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(policy.since));
  const page = (await get("/policy")).replace(/<[^>]*>/g, "");
  const sentences = [
    "Left out because their source does not verify them: 1 review. " +
    "With them the average would be 3.5 instead of 5 of 5 stars.",
    "Hidden by the business: 1 review; with one or two stars: 1.",
    "About something else: 1 review.",
    `Withdrawn since ${day("en")}: 1 review; with one or two stars: 1.`,
    `Erased since ${day("en")}: 1 review.`,
  ];
  for (const sentence of sentences) assert.ok(page.includes(sentence), `${sentence}\n${page}`);
  const words = [
    ["en", /Hidden by the business: 1 review;/, "About something else", "was erased"],
    ["de", /Vom Betrieb verborgen: 1 Bewertung;/, "Betrifft etwas anderes", "wurde gelöscht"],
    ["fr", /Cachés par l’entreprise\s: 1 avis\s;/, "Parle d’autre chose", "a été effacé"],
    ["es", /Ocultadas por el negocio: 1 reseña;/, "Trata de otra cosa", "se ha borrado"],
  ] as const;
  for (const [language, policyWords, hiddenWords, erasedWords] of words) {
    assert.match(await get("/policy", language), policyWords);
    const hidden = await get(`/reviews/${BAD.id}`, language, 404);
    assert.ok(hidden.includes(day(language)) && hidden.includes(hiddenWords), hidden);
    assert.ok((await get(`/reviews/${GIVEN.id}`, language, 410)).includes(erasedWords));
  }
  assert.match(await get("/"), /<footer[^]*href="\/policy"/);
  for (const path of ["/llms.txt", "/sitemap.xml"]) assert.match(await get(path), /polic/);
  const call = rpc("tools/call", { name: "get_business", arguments: { policy: true } });
  const { result } = await rpcAnswer(await app.fetch(mcpPost(call)));
  assert.match(
    JSON.stringify(result),
    /Hidden by the business: 1 review[^]*\/policy[^]*\/review-policy\/history\.json/,
  );
});

Deno.test("reviews that shops hid are counted by stars, stay hidden, and return when shown", async () => {
  const loox = (status: string) =>
    "id,nickname,rating,review,date,handle,verified_purchase,status\n" +
    "1,Ada,5,Warm.,2024-02-10,scarf,true,Active\n" +
    `2,Ben,1,Scratchy.,2024-02-09,scarf,true,${status}\n`;
  await using shop = await importWorkshop({
    "hidden.csv": loox("Hidden"),
    "shown.csv": loox("Active"),
    "bare.json": { name: "Acme" },
  });
  const { stdout, stderr } = await shop.importing("hidden.csv", "--business", "bare.json", "--yes");
  assert.match(stderr, /names no address, so \/policy cannot say where to report a review/);
  assert.match(
    stdout,
    /^Leaving out what the source does not publish raises the average: 5\.00 stars without, 3\.00 /m,
  );
  const exported = await shop.run("export", "--hidden");
  await Deno.writeTextFile(shop.path("shown.json"), exported.stdout);
  const again = () => shop.importing("hidden.csv", "--yes");
  assert.match((await again()).stdout, /Nothing changed/);
  // A store restored from the export has the same ledger.
  const copy = `${shop.folder}/copy.kv`;
  const copied = await runCli("import", [shop.path("shown.json"), "--yes"], copy);
  assert.match(copied.stdout, /^Left out 1 row: not published\.$/m, copied.stderr);
  for (const kvPath of [shop.kvPath, copy]) {
    const { published, withheld } = await (await (await storedApp(kvPath)).request("/review-policy.json")).json();
    assert.deepEqual([published.by_stars, withheld], [[0, 0, 0, 0, 1], { not_published: [1, 0, 0, 0, 0] }]);
  }
  await shop.importing("hidden.csv", "--replace", "--yes");
  assert.match((await shop.run("review", "list")).stdout, /\(not published\)/);
  await shop.importing("shown.csv", "--yes");
  assert.equal((await shop.published()).reviews.length, 2);
});

Deno.test("an undo adds a line to the ledger; a short history removes none, and the doctor finds lines that were changed or removed", async () => {
  const business = { name: "Acme Heating" };
  const files = { "a.json": [GOOD], "b.json": [BAD], "c.json": [GIVEN], "business.json": business };
  await using shop = await importWorkshop(files);
  await shop.importing("--business", "business.json");
  for (const file of ["a.json", "b.json", "c.json"]) await shop.importing(file, "--yes");
  await runCli("import", [shop.path("c.json")], shop.kvPath, { KEPT_REVISIONS: "1" });
  const findings = async (of = "ledger") => {
    const { stdout } = await runCli("doctor", ["--json"], shop.kvPath, { PORT: "1" });
    return JSON.parse(stdout).findings.filter(({ check }: { check: string }) => check === of)
      .map(({ text }: { text: string }) => text);
  };
  assert.deepEqual(await findings(), []);
  assert.match((await findings("policy")).join(), /names no address/);
  const edit = async <Result>(change: (kv: Deno.Kv) => Promise<Result>) => {
    using kv = await Deno.openKv(shop.kvPath);
    return await change(kv);
  };
  const lines = () =>
    edit(async (kv) => (await Array.fromAsync(kv.list<LedgerLine>({ prefix: ["ledger"] }))).map(({ value }) => value));
  const before = await lines();
  assert.equal((await runCli("review", ["hide", "--reason", "spam", BAD.id], shop.kvPath)).code, 0);
  assert.equal((await runCli("history", ["undo", "--yes"], shop.kvPath)).code, 0);
  const after = await lines();
  assert.deepEqual(after.slice(0, before.length), before);
  assert.deepEqual(after.slice(before.length).map(({ reviews }) => reviews), [2, 3]);
  const { value: line } = await edit((kv) => kv.get<object>(["ledger", 2]));
  await edit((kv) => kv.set(["ledger", 2], { ...line, removed: [7, 0, 0, 0, 0] }));
  assert.match((await findings()).join(), /^Line 2 of the ledger was changed\./);
  await edit((kv) => kv.delete(["ledger", 2]));
  assert.match((await findings()).join(), /^Line 2 of the ledger is missing\./);
  await edit((kv) => kv.set(["ledger", 2], line));
  await edit((kv) => kv.delete(["ledger", 3]));
  assert.match((await findings()).join(), /^Line 3 of the ledger is missing\./);
});

Deno.test("a ledger of several pages is read and served whole, and a forged line is found though its hash was computed anew", async () => {
  using kv = await Deno.openKv(":memory:");
  const day = (number: number) => `2026-11-20T09:15:00.${String(number).padStart(3, "0")}Z`;
  const changes = { counts: { added: 1, changed: 0, restored: 2 }, withdrawn: [], erased: 1 };
  const lines: LedgerLine[] = [];
  let end: LedgerEnd | null = null;
  for (let number = 1; number <= LEDGER_PAGE + 1; number++) {
    const line: LedgerLine = nextLine(end, { reviews: [GOOD] }, changes, day(number));
    end = endAfter(end, line);
    lines.push(line);
    await kv.set(["ledger", number], line);
  }
  assert.ok(end !== null);
  assert.deepEqual([end.since, end.erased], [day(1), LEDGER_PAGE + 1]);
  assert.deepEqual([...await readLedger(kv, 1), ...await readLedger(kv, 2)], lines);
  const app = testApp({ ...testSnapshot(), ledger: end }, { ledger: (page) => readLedger(kv, page) });
  const pages = await Promise.all([1, 2, 3].map(async (page) => {
    const { lines, next } = await (await app.request(`/review-policy/history.json?page=${page}`)).json();
    return [lines.length, lines[0]?.number, next];
  }));
  assert.deepEqual(pages, [[LEDGER_PAGE, 1, 2], [1, LEDGER_PAGE + 1, null], [0, undefined, null]]);
  // A store older than the ledger.
  const without = await (await testApp().request("/policy", { headers: { accept: "text/html" } })).text();
  assert.doesNotMatch(without, /public history|Erased since|history\.json/);
  assert.equal(await ledgerFault(kv, end), null);
  assert.equal(lines[0]?.added, 3);
  const hash = "f".repeat(64);
  assert.equal(await ledgerFault(kv, { ...end, hash }), "The ledger does not end as the published revision says.");
  const forged = nextLine(endAfter(null, lines[0]!), { reviews: [] }, { ...changes, withdrawn: [BAD] }, day(2));
  await kv.set(["ledger", 2], forged);
  assert.equal(await ledgerFault(kv, end), "Line 3 of the ledger does not continue line 2.");
});

Deno.test("every output labels unverified reviews, reviews with an incentive, and authors with a tie to the business", async () => {
  await using shop = await importWorkshop({
    "all.json": [GOOD, UNVERIFIED, GIVEN, TIED],
    "business.json": { ...BUSINESS, publish_unverified: true },
  });
  await shop.importing("all.json", "--business", "business.json");
  const app = await storedApp(shop.kvPath);
  const get = async (path: string, accept = "text/html") =>
    await (await app.request(path, { headers: { accept } })).text();
  const said = (html: string) => html.replace(/<[^>]*>/g, "");
  for (const path of ["/", "/embed/list", `/reviews/${UNVERIFIED.id}`]) {
    assert.match(said(await get(path)), /not verified/, path);
  }
  for (const path of ["/", "/embed/list", `/reviews/${GIVEN.id}`]) {
    assert.match(said(await get(path)), /got something for it: A voucher/, path);
  }
  const tie = "The author is family of somebody who works for the business";
  for (const path of ["/", "/embed/list", `/reviews/${TIED.id}`]) assert.ok(said(await get(path)).includes(tie), path);
  assert.match(await get(`/reviews/${TIED.id}`), RegExp(`ld\\+json[^]*"name":"Fay","description":"${tie}"`));
  const fetched = rpc("tools/call", { name: "search_reviews", arguments: { rating: 5, fields: ["text"] } });
  assert.match(JSON.stringify(await rpcAnswer(await app.fetch(mcpPost(fetched)))), /relation[^a-z]*family/);
  const atom = await get("/feed.xml");
  assert.ok(atom.includes(`<title>5 stars out of 5, by Fay (${tie})</title>`), atom);
  assert.match(atom, /term="family" scheme="urn:review:relation"/);
  assert.match(atom, /term="none" [^>]*label="not verified"/);
  assert.match(atom, /term="A voucher" scheme="urn:review:incentive"/);
  const { items }: JsonFeed = JSON.parse(await get("/api/feed.json", "*/*"));
  const labels = items.map(({ _review: one }) => [one.verified, one.verification, one.incentive, one.relation].join());
  assert.deepEqual(labels.sort(), [
    "false,none,,",
    "true,business,,family",
    "true,business,A voucher,",
    "true,platform,,",
  ]);
  const found = async (verified: boolean) => {
    const { reviews } = JSON.parse(await get(`/api/reviews/search?verified=${verified}`, "*/*"));
    return reviews.map(({ id }: Review) => id);
  };
  assert.deepEqual(await found(false), [UNVERIFIED.id]);
  assert.deepEqual(new Set(await found(true)), new Set([GOOD.id, GIVEN.id, TIED.id]));
  const call = rpc("tools/call", { name: "search_reviews", arguments: { verified: false } });
  const { result } = await rpcAnswer(await app.fetch(mcpPost(call)));
  assert.match(JSON.stringify(result), /1 of 4 reviews matches.*verified: false/);
  const { published, answers } = JSON.parse(await get("/review-policy.json", "*/*"));
  assert.ok(JSON.stringify(answers).includes(`${tie}: 1 review.`), JSON.stringify(answers));
  assert.deepEqual(published, {
    reviews: 4,
    by_stars: [0, 1, 0, 1, 2],
    average: 4,
    verification: { purchase: 0, invitation: 0, platform: 1, business: 2, none: 1 },
    not_verified: 1,
    relations: { employee: 0, agent: 0, family: 1 },
    incentivised: 1,
    replied: 0,
  });
});
