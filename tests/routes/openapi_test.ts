import assert from "node:assert/strict";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import type { Review } from "../../domain/review.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { API_DOCUMENT, type ApiDocument } from "../support/api/api_document.ts";
import { businessOf, datasetOf, reviewOf, reviewsOf } from "../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../support/service/test_app.ts";

const sample = sampleDataset();

function snapshotOf(business: Partial<Snapshot["business"]>): Snapshot {
  return testSnapshot({ ...sample, business: { ...sample.business, ...business } });
}

function appOf(current: () => Snapshot | null) {
  return testApp(null, { snapshot: current });
}

async function describe(app: ReturnType<typeof testApp>) {
  const response = await app.request("/openapi.json");
  const text = await response.text();
  return { entityTag: response.headers.get("etag") ?? "", text, document: JSON.parse(text) as ApiDocument };
}

Deno.test("/openapi.json is the committed document without indentation", async () => {
  const { text, document } = await describe(testApp());
  assert.equal(text, JSON.stringify(document));
  assert.deepEqual(document, API_DOCUMENT);
});

Deno.test("/openapi.json names the published business as contact, with its URL where it has one; the entity tag follows them alone", async () => {
  let current: Snapshot | null = null;
  const app = appOf(() => current);
  const before = await describe(app);
  assert.equal(before.document.info.contact, undefined);
  current = snapshotOf({ name: 'Acme "Heating"', url: "https://acme.example/" });
  const named = await describe(app);
  assert.deepEqual(named.document.info.contact, { name: 'Acme "Heating"', url: "https://acme.example/" });
  current = snapshotOf({ name: "Acme", url: null });
  const bare = await describe(app);
  assert.deepEqual(bare.document.info.contact, { name: "Acme" });
  assert.equal(new Set([before, named, bare].map(({ entityTag }) => entityTag)).size, 3);
  current = snapshotOf({ name: "Acme", url: null, telephone: "+1-555-0199" });
  const again = await app.request("/openapi.json", { headers: { "if-none-match": bare.entityTag } });
  assert.equal(again.status, 304);
});

Deno.test("/openapi.json says nothing of the sample: its examples are of the published business, and together find a review", async () => {
  const reviews = [
    reviewOf({ native: "newest", text: "Nothing.", rating: 2, date: "2026-05-14" }),
    // A subject counts from five reviews on.
    ...reviewsOf(5, {
      text: "Zora was friendly & the price was fair, but the new roof has a leak.",
      ...{ rating: 2, date: "2026-05-13" },
      ...{ mentioned_technicians: ["Zora Quint"], mentioned_services: ["roof-repair"] },
    }),
  ];
  const business = businessOf({ technicians: [{ id: "zora-quint", name: "Zora Quint", aliases: ["Zora"] }] });
  const own = (reviews: readonly Review[]) => appOf(() => snapshot(reviews));
  const snapshot = (reviews: readonly Review[]) =>
    testSnapshot(datasetOf(reviews, { business, taxonomy: "home_services" }));
  const examples = async (path: string, app: ReturnType<typeof testApp>) =>
    (await describe(app)).document.paths[path]?.["get"]?.parameters?.flatMap(({ name, schema }) =>
      schema?.examples === undefined ? [] : [[name, String(schema.examples[0])]]
    ) ?? [];
  const app = own(reviews);
  const search = Object.fromEntries(await examples("/api/reviews/search", app));
  assert.deepEqual([search["mentions_technician"], search["mentions_service"]], ["Zora Quint", "roof-repair"]);
  assert.ok(search["aspect"] !== undefined && search["problem"] === "leak");
  const found = await (await app.request(`/api/reviews/search?${new URLSearchParams(search)}`)).json();
  assert.equal(found.matched, 5);
  assert.deepEqual(await examples("/api/reviews/{id}", app), [["id", found.reviews[0].id]]);
  assert.deepEqual(await examples("/api/reviews/since/{date}", app), [["date", "2026-05-13"]]);
  assert.doesNotMatch(JSON.stringify(search), /Rafael|water/);
  assert.deepEqual(await examples("/api/reviews/search", own([])), []);
  const { text } = await describe(app);
  for (const { name } of [sample.business, ...sample.business.technicians]) assert.ok(!text.includes(name), name);
});
