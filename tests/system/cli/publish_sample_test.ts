import assert from "node:assert/strict";
import { readConfiguration } from "../../../cli/service/configuration.ts";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../../domain/dataset/publish_dataset.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { API_OPERATIONS } from "../../support/api/api_document.ts";
import { answerFaults } from "../../support/api/answer_faults.ts";
import { runCli, tempStore } from "../../support/service/run_cli.ts";
import { startFailing, startServer, type TestServer } from "../../support/service/test_server.ts";
import { startSubscriber } from "../../support/subscriber/tls_subscriber.ts";
import { withStore } from "../../support/hub/hub_under_test.ts";

const BASE_URL = "https://reviews.example";
const REVIEW = { author: "Ann", rating: 5, date: "2025-11-20", source: "Google", text: "The first of our own." };
const WEBSUB = {
  WEBSUB_CA_FILE: "tests/fixtures/tls/ca.pem",
  WEBSUB_ALLOW_CIDRS: "127.0.0.0/8",
  WEBSUB_DEBOUNCE_SECONDS: "0",
};

async function get({ origin }: TestServer, path: string, accept = "*/*"): Promise<string> {
  const response = await fetch(origin + path, { headers: { accept } });
  const text = await response.text();
  assert.equal(response.status, 200, `${path}: ${text}`);
  return text;
}

/** Content and number of reviews that a start on a store serves. */
async function served(kvPath: string, environment: Readonly<Record<string, string>>) {
  await using server = await startServer(kvPath, environment);
  const { dataset } = JSON.parse(await get(server, "/healthz"));
  const { business, reviews } = JSON.parse(await get(server, "/reviews.json"));
  assert.equal(reviews.length, dataset.reviews);
  assert.equal(business.sample, dataset.content === "sample");
  // The hub has recorded the served content, as at every start.
  await server.logged(({ message }) => message === "hub started");
  return [dataset.content, reviews.length];
}

Deno.test("the sample is for a BASE_URL that names this machine, unless SAMPLE_DATA says otherwise", () => {
  const decided = (variables: Readonly<Record<string, string>>) =>
    readConfiguration((name) => variables[name]).sampleData;
  const local = ["localhost:8000", "localhost.", "reviews.localhost", "127.0.0.1:8000", "127.8.9.1", "127.1"];
  for (const host of [...local, "[::1]:8000", "[::ffff:127.0.0.1]", "0.0.0.0:8000", "[::]"]) {
    assert.equal(decided({ BASE_URL: `http://${host}` }), "new store", host);
    assert.equal(decided({ BASE_URL: `http://${host}`, SAMPLE_DATA: "no" }), "never", host);
    assert.equal(decided({ BASE_URL: `http://${host}`, DENO_DEPLOY: "true" }), "never", host);
  }
  const others = ["reviews.example", "localhost.example", "notlocalhost", "127.0.0.1.example", "10.0.0.1", "128.0.0.1"];
  for (const host of [...others, "192.168.0.1", "[fd00::1]", "[::ffff:10.0.0.1]"]) {
    assert.equal(decided({ BASE_URL: `http://${host}` }), "never", host);
    assert.equal(decided({ BASE_URL: `http://${host}`, SAMPLE_DATA: "yes" }), "asked", host);
  }
  assert.equal(decided({}), "new store");
  assert.equal(decided({ KV_PATH: "https://kv.example" }), "new store");
  assert.equal(decided({ DENO_DEPLOYMENT_ID: "deployment" }), "never");
  assert.equal(decided({ DENO_DEPLOYMENT_ID: "deployment", SAMPLE_DATA: "yes" }), "asked");
});

Deno.test("a wrong SAMPLE_DATA stops the start with one line", async () => {
  const { code, stderr } = await startFailing({ SAMPLE_DATA: "true" });
  assert.equal(code, 1);
  assert.equal(stderr.trim(), 'SAMPLE_DATA is "true"; allowed is one of yes, no.');
});

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
  assert.deepEqual(JSON.parse(await get(server, "/healthz")).dataset, {
    revision: "none",
    reviews: 0,
    published_at: null,
    content: "nothing",
  });
  assert.deepEqual(JSON.parse(await get(server, "/api/reviews/since/2020-01-01")).count, 0);
  assert.match(await get(server, "/badge.svg"), /This business: no reviews yet/);
  for (const language of ["en", "de", "es", "fr"]) {
    const response = await fetch(server.origin, { headers: { accept: "text/html", "accept-language": language } });
    const page = await response.text();
    assert.match(page, new RegExp(`<html lang="${language}">`));
    assert.match(page, /<aside [^>]*><p>.*<code dir="ltr">deno task import FILE --business business\.json<\/code>/);
    assert.doesNotMatch(page, /ld\+json|Larkmoor/);
  }
  for (
    const path of ["/summary", "/embed", "/embed/list", "/embed/badge", "/developers", "/llms.txt", "/sitemap.xml"]
  ) {
    assert.doesNotMatch(await get(server, path, "text/html"), /Larkmoor|1970/);
  }
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_summary", arguments: {} } };
  const answer = await fetch(`${server.origin}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(call),
  });
  assert.match(await answer.text(), /“This business” has no reviews yet|\\"This business\\" has no reviews yet/);

  const ready = async () => (await fetch(`${server.origin}/readyz`)).json();
  await server.logged(({ message }) => message === "hub started");
  assert.deepEqual(await ready(), { status: "ready", content: "nothing" });
  await using subscriber = await startSubscriber();
  const callback = subscriber.callback();
  const body = new URLSearchParams({
    "hub.mode": "subscribe",
    "hub.callback": callback.url,
    "hub.topic": `${BASE_URL}/reviews.json`,
  });
  const accepted = await fetch(`${server.origin}/api/websub/hub`, { method: "POST", body });
  assert.deepEqual([accepted.status, await accepted.text()], [202, ""]);
  await callback.next("verification");

  // Content served before the first import is not a revision.
  assert.equal(await withStore(store.kvPath, async (kv) => (await readHead(kv)).value), null);
  await Deno.writeTextFile(`${store.folder}/reviews.json`, JSON.stringify([REVIEW]));
  const imported = await runCli("import", [`${store.folder}/reviews.json`], store.kvPath);
  assert.equal(imported.code, 0, imported.stderr);
  assert.doesNotMatch(imported.stdout, /sample/);
  await callback.received(REVIEW.text);
  assert.equal(JSON.parse(await get(server, "/healthz")).dataset.content, "imported");
  assert.deepEqual(await ready(), { status: "ready", content: "imported" });
  const { stdout } = await runCli("history", ["list", "--json"], store.kvPath);
  assert.equal(JSON.parse(stdout).length, 1);
  const undone = await runCli("history", ["undo"], store.kvPath);
  assert.equal(undone.code, 0, undone.stderr);
  assert.match(undone.stdout, /^Nothing is published any more: revision 1 was the first\. This is revision 2 /);
  // No review of the operator is published any more, so the service reports the sample again.
  await server.logged(({ message, reviews, published_at }) =>
    message === "dataset loaded" && reviews === 0 && published_at !== null
  );
  assert.equal(JSON.parse(await get(server, "/reviews.json")).reviews.length, 0);
});

Deno.test("a store of 0 bytes, or one served without reviews, gets the sample only on request", async () => {
  await using store = await tempStore();
  await Deno.writeFile(store.kvPath, new Uint8Array());
  assert.deepEqual(await served(store.kvPath, {}), ["nothing", 0]);
  assert.deepEqual(await served(store.kvPath, {}), ["nothing", 0]);
  assert.deepEqual(await served(store.kvPath, { SAMPLE_DATA: "yes", BASE_URL }), ["sample", 180]);
  // From now on the store contains the sample.
  assert.deepEqual(await served(store.kvPath, { BASE_URL }), ["nothing", 0]);
  assert.deepEqual(await served(store.kvPath, { SAMPLE_DATA: "no" }), ["nothing", 0]);
  assert.deepEqual(await served(store.kvPath, { BASE_URL: "http://127.0.0.1:8000" }), ["sample", 180]);
});

Deno.test("the doctor says that a sample is not served under a public BASE_URL", async () => {
  await using store = await tempStore();
  await withStore(store.kvPath, async (kv) => {
    await publishDataset(kv, sampleDataset(), await readHead(kv), new Date());
  });
  await using server = await startServer(store.kvPath, { BASE_URL });
  const examined = async (variables: Readonly<Record<string, string>>) => {
    const { stdout } = await runCli("doctor", ["--json"], store.kvPath, {
      PORT: new URL(server.origin).port,
      ...variables,
    });
    const findings = JSON.parse(stdout).findings as { check: string; status: string; text: string }[];
    return ["revision", "service"].map((check) => findings.find((finding) => finding.check === check));
  };
  const [revision, service] = await examined({ BASE_URL: "http://reviews.invalid" });
  assert.equal(revision?.status, "warning");
  assert.match(revision?.text ?? "", /holds the fictional sample, which is not served/);
  assert.deepEqual([service?.status, service?.text], ["ok", `The service at ${server.origin} serves no reviews.`]);
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
  await Deno.writeTextFile(
    `${store.folder}/own.json`,
    JSON.stringify({ ...document, business: { name: "Acme", sample: false } }),
  );
  assert.equal((await runCli("import", [`${store.folder}/own.json`], store.kvPath)).code, 0);
});
