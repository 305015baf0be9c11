import assert from "node:assert/strict";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { type DatasetHead, HEAD, readHead } from "../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import type { Store } from "../../domain/store/store.ts";
import { API_OPERATIONS } from "../support/api/api_document.ts";
import { answerFaults } from "../support/api/answer_faults.ts";
import { BASE_URL, requestOf, SUBSCRIBERS_HERE, withStore } from "../support/hub/hub_under_test.ts";
import { mcpPost, rpc } from "../support/mcp/mcp_requests.ts";
import { runAtTerminal, runCli, tempStore } from "../support/service/run_cli.ts";
import { type Line, startServer, type TestServer } from "../support/service/test_server.ts";
import { startSubscriber } from "../support/subscriber/tls_subscriber.ts";

const WEBSUB = { ...SUBSCRIBERS_HERE, WEBSUB_DEBOUNCE_SECONDS: "0" };
const REVIEW = { author: "Ann", rating: 5, date: "2025-11-20", source: "Google", text: "The first of our own." };

async function get({ origin }: TestServer, path: string, accept = "*/*"): Promise<string> {
  const response = await fetch(origin + path, { headers: { accept } });
  const text = await response.text();
  assert.equal(response.status, 200, `${path}: ${text}`);
  return text;
}

/** Content and number of reviews that a service serves. */
async function served(server: TestServer) {
  const { dataset } = JSON.parse(await get(server, "/healthz"));
  const { business, reviews } = JSON.parse(await get(server, "/reviews.json"));
  assert.equal(reviews.length, dataset.reviews);
  assert.equal(business.sample, dataset.content === "sample");
  return [dataset.content, reviews.length];
}

/** The same of a start on a store. */
async function servedBy(kvPath: string, environment: Readonly<Record<string, string>>) {
  await using server = await startServer(kvPath, environment);
  return await served(server);
}

/** A folder with a file of one review, and the commands on its store. */
async function shopWithReview() {
  const store = await tempStore();
  const file = `${store.folder}/reviews.json`;
  await Deno.writeTextFile(file, JSON.stringify([REVIEW]));
  const run = async (command: string, ...args: readonly string[]) => {
    const result = await runCli(command, args, store.kvPath);
    assert.equal(result.code, 0, result.stderr);
    return result.stdout;
  };
  const importReview = async (...servers: readonly TestServer[]) => {
    assert.match(await run("import", file), /^Published 1 review\./m);
    await Promise.all(
      servers.map(({ logged }) => logged(({ message, reviews }) => message === "dataset loaded" && reviews === 1)),
    );
  };
  return { ...store, [Symbol.asyncDispose]: store[Symbol.asyncDispose], run, importReview };
}

/** First parts of the keys of a store. */
async function tablesOf(kvPath: string): Promise<Set<unknown>> {
  return await withStore(
    kvPath,
    async (kv) => new Set(await Array.fromAsync(kv.list({ prefix: [] }), ({ key: [table] }) => table)),
  );
}

/** Makes the published revision one of the sample, as earlier versions did in a new store. */
async function publishSampleAsRevision(kvPath: string): Promise<void> {
  await withStore(kvPath, async (kv) => {
    const { ledger: _, ...head } = await published(kv, sampleDataset());
    const changes = { added: 180, changed: 0, removed: 0, hidden: 0, restored: 0 };
    const publication = { command: "start", sources: ["sample data"], changes };
    const sample = { ...head, sample: true };
    await kv.atomic().set(HEAD, sample).delete(["ledger", 1]).set(["history", 1], { head: sample, publication })
      .commit();
  });
}

async function published(kv: Store, dataset: Dataset): Promise<DatasetHead> {
  const publication = await publishDataset(kv, dataset, await readHead(kv), new Date());
  assert.equal(publication.outcome, "published");
  return publication.head;
}

Deno.test("under a public BASE_URL a missing store serves no reviews and says so, until the first import", async () => {
  await using store = await tempStore();
  await using server = await startServer(store.kvPath, { BASE_URL, ...WEBSUB });
  await server.logged(({ message, published_at }) => message === "dataset loaded" && published_at === null);
  await server.logged(({ level, message }) => level === "warn" && /nothing is imported/.test(String(message)));
  const documents = API_OPERATIONS.filter(({ method, path, responses }) =>
    method === "GET" && !path.includes("{") && responses["200"] !== undefined
  );
  assert.ok(documents.length > 5);
  for (const operation of documents) {
    const response = await fetch(server.origin + operation.path);
    assert.equal(response.status, 200, operation.path);
    assert.deepEqual(await answerFaults(operation, "GET", response), [], operation.path);
  }
  const { business, aggregate_rating, reviews } = JSON.parse(await get(server, "/reviews.json"));
  assert.deepEqual([business.name, business.sample, reviews], ["This business", false, []]);
  assert.deepEqual([aggregate_rating.rating_value, aggregate_rating.review_count], [null, 0]);
  const nothing = { revision: "none", reviews: 0, published_at: null, content: "nothing" };
  assert.deepEqual(JSON.parse(await get(server, "/healthz")).dataset, nothing);
  assert.deepEqual(JSON.parse(await get(server, "/api/reviews/since/2020-01-01")).count, 0);
  assert.match(await get(server, "/badge.svg"), /This business: no reviews yet/);
  for (const language of ["en", "de", "es", "fr"]) {
    const response = await fetch(server.origin, { headers: { accept: "text/html", "accept-language": language } });
    const page = await response.text();
    assert.match(page, new RegExp(`<html lang="${language}">`));
    assert.match(page, /<h2 id="reviews">[^<]+<\/h2>/);
    assert.doesNotMatch(page, /ld\+json|Larkmoor|deno task/);
  }
  for (const path of "/summary /embed /embed/list /embed/badge /developers /llms.txt /sitemap.xml".split(" ")) {
    assert.doesNotMatch(await get(server, path, "text/html"), /Larkmoor|1970/);
  }
  const answer = await fetch(`${server.origin}/mcp`, mcpPost(rpc("tools/call", { name: "get_summary" })));
  assert.match(await answer.text(), /“This business” has no reviews yet|\\"This business\\" has no reviews yet/);

  const ready = async () => (await fetch(`${server.origin}/readyz`)).json();
  await server.logged(({ message }) => message === "hub started");
  assert.deepEqual(await ready(), { status: "ready", content: "nothing" });
});

Deno.test("services show the sample while nothing was imported, and store nothing of it", async () => {
  await using shop = await shopWithReview();
  await using subscriber = startSubscriber();
  await using one = await startServer(shop.kvPath, { BASE_URL, SAMPLE_DATA: "yes", ...WEBSUB });
  await using other = await startServer(shop.kvPath, { BASE_URL, SAMPLE_DATA: "yes", ...WEBSUB });
  await using silent = await startServer(shop.kvPath, { BASE_URL, ...WEBSUB });
  const servers = [one, other, silent];
  for (const { logged } of servers) await logged(({ message }) => message === "hub started");
  assert.deepEqual(await Promise.all(servers.map(served)), [["sample", 180], ["sample", 180], ["nothing", 0]]);
  const [tag, same] = await Promise.all([one, other].map(async ({ origin }) => {
    const { headers } = await fetch(`${origin}/reviews.json`, { method: "HEAD" });
    return headers.get("etag");
  }));
  assert.equal(tag, same);
  const callback = subscriber.callback();
  const body = new URLSearchParams(requestOf("subscribe", callback.url));
  const accepted = await fetch(`${one.origin}/api/websub/hub`, { method: "POST", body });
  assert.deepEqual([accepted.status, await accepted.text()], [202, ""]);
  await callback.next("verification");
  const ofPublications = new Set(["dataset", "history", "ledger", "topic"]);
  assert.deepEqual((await tablesOf(shop.kvPath)).intersection(ofPublications), new Set());

  await shop.importReview(...servers);
  assert.deepEqual(await Promise.all(servers.map(served)), Array(3).fill(["imported", 1]));
  // The first delivery, as the sample is no version of the topic.
  await callback.received(REVIEW.text);
});

Deno.test("an undo of the first import of one's own asks, empties the store, and never brings the sample back", async () => {
  await using shop = await shopWithReview();
  await using server = await startServer(shop.kvPath);
  await server.logged(({ message }) => /fictional sample data.*deno task import/.test(String(message)));
  await server.logged(({ message }) => /documentation at http.*\/docs/.test(String(message)));
  assert.deepEqual(await served(server), ["sample", 180]);
  await shop.importReview(server);
  const month = new Date().toISOString().slice(0, "YYYY-MM".length);
  assert.equal(JSON.parse(await shop.run("report", "--json", "--month", month)).published.added, 1);
  const [invented] = sampleDataset().reviews;
  const erasing = await runCli("review", ["erase", "--dry-run", "--author", invented?.author ?? ""], shop.kvPath);
  assert.match(erasing.stderr, /^No review matches in any revision/);

  const plan = /Nothing would be published any more \(1 removed\)\.$/m;
  assert.match(await shop.run("history", "undo", "--dry-run"), plan);
  const refused = await runCli("history", ["undo"], shop.kvPath);
  assert.deepEqual([refused.code, refused.stdout], [2, ""]);
  assert.match(refused.stderr, plan);
  assert.match(refused.stderr, /^Nothing was undone\. If this is right, run it again with --yes\.$/m);
  const denied = await runAtTerminal("history", ["undo"], shop.kvPath, "n");
  assert.equal(denied.code, 2);
  assert.match(denied.shown, plan);
  assert.match(denied.shown, /^Nothing was undone\.$/m);
  assert.deepEqual(await served(server), ["imported", 1]);

  const done = await runAtTerminal("history", ["undo"], shop.kvPath, "y");
  assert.equal(done.code, 0);
  assert.match(done.shown, /Nothing is published any more\. This is revision 2 \(1 removed\)\.$/m);
  await server.logged(({ message, reviews }) => message === "dataset loaded" && reviews === 0);
  assert.deepEqual(await served(server), ["nothing", 0]);
  assert.deepEqual(await servedBy(shop.kvPath, { SAMPLE_DATA: "yes" }), ["nothing", 0]);
  assert.match(await shop.run("history", "undo", "--yes"), /^Published 1 review of revision 1 as revision 3 /);
});

Deno.test("a sample that an earlier version stored as a revision counts as no revision", async () => {
  await using shop = await shopWithReview();
  await publishSampleAsRevision(shop.kvPath);
  assert.deepEqual(await servedBy(shop.kvPath, { BASE_URL }), ["nothing", 0]);
  assert.match(await shop.run("history"), /^Nothing is published yet\.$/m);
  {
    await using server = await startServer(shop.kvPath);
    assert.deepEqual(await served(server), ["sample", 180]);
    await shop.importReview(server);
  }
  assert.deepEqual(JSON.parse(await shop.run("history", "--json")).map(({ revision }: Line) => revision), [2]);
  assert.match(await shop.run("history", "undo", "--yes"), /^Nothing is published any more\./);
  // As an undo by such a version left it.
  await withStore(shop.kvPath, async (kv) => {
    const { value: head } = await readHead(kv);
    await kv.set(HEAD, { ...await published(kv, sampleDataset()), ledger: head?.ledger, sample: true });
  });
  assert.deepEqual(await servedBy(shop.kvPath, { SAMPLE_DATA: "yes" }), ["nothing", 0]);
  assert.match(await shop.run("history", "undo", "--yes", "2"), /^Published 1 review of revision 2 as revision 5 /);
  assert.equal((await runCli("doctor", ["--json"], shop.kvPath)).stdout.match(/ledger/i), null);
});

Deno.test("a document of the sample is not imported, alone or beside a business of one's own", async () => {
  await using store = await tempStore();
  const document = { business: sampleDataset().business, reviews: sampleDataset().reviews };
  await Deno.writeTextFile(`${store.folder}/sample.json`, JSON.stringify(document));
  await Deno.writeTextFile(`${store.folder}/business.json`, JSON.stringify({ name: "Acme" }));
  for (const more of [[], ["--business", `${store.folder}/business.json`]]) {
    const { code, stderr } = await runCli("import", [`${store.folder}/sample.json`, ...more], store.kvPath);
    assert.equal(code, 1);
    assert.match(stderr, /sample: Expected false, as the fictional sample is not imported/);
    assert.equal(await withStore(store.kvPath, async (kv) => (await readHead(kv)).value), null);
  }
  const own = { ...document, business: { name: "Acme", sample: false } };
  await Deno.writeTextFile(`${store.folder}/own.json`, JSON.stringify(own));
  assert.equal((await runCli("import", [`${store.folder}/own.json`], store.kvPath)).code, 0);
});
