import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { callTool, mcpClient } from "../../support/mcp/mcp_requests.ts";
import { measuredDataset } from "../../support/reviews/measured_dataset.ts";
import { testSnapshot } from "../../support/service/test_app.ts";

const { business, reviews } = sampleDataset();
const snapshot = testSnapshot(measuredDataset());
const client = await mcpClient({ snapshot });
const newest = reviews[0]?.id ?? "";

Deno.test("a technician is found by id, name and alias alike, with the figures that a search counts", async () => {
  const expected = reviews.filter(({ mentioned_technicians: names }) => names.includes("Thomas Kowalczyk"));
  for (const name of ["thomas-kowalczyk", "THOMAS kowalczyk", " Tommy K "]) {
    const { data } = await callTool(client, "get_subject", { kind: "technician", name });
    assert.equal(data["review_count"], expected.length);
    const { id, label: name_, aliases } = data;
    assert.deepEqual({ id, name: name_, aliases }, business.technicians.find(({ id }) => id === "thomas-kowalczyk"));
    const search = await callTool(client, "search_reviews", { mentions_technician: name.trim() });
    assert.equal(search.data["matched"], expected.length);
    const stars = expected.reduce((sum, { rating }) => sum + rating, 0);
    assert.equal(data["average_rating"], Math.round(stars / expected.length * 100) / 100);
  }
  // Known to the insights alone.
  const { data } = await callTool(client, "get_subject", { kind: "technician", name: "former helper" });
  assert.deepEqual([data["id"], data["label"]], ["former-helper", "Former Helper"]);
});

Deno.test("a service, an area, an aspect and a review are found by every name they have", async () => {
  await using sample = await mcpClient();
  const aspects = {
    pricing: ["pricing", "Pricing", "price", "PRICES", "cost", "hourly-rate"],
    technical_knowledge: ["technical knowledge", "Technical-Knowledge"],
  };
  for (const [id, names] of Object.entries(aspects)) {
    const { data: { negative_count } } = await callTool(sample, "get_subject", { kind: "aspect", name: id });
    for (const aspect of names) {
      assert.equal((await callTool(sample, "get_subject", { kind: "aspect", name: aspect })).data["id"], id, aspect);
      const { data: found } = await callTool(sample, "search_reviews", { aspect, sentiment: "negative", limit: 1 });
      assert.equal(found["matched"], negative_count, aspect);
    }
  }
  const subjects = [
    ["service", "ev-charger", "EV charger installation", "CAR CHARGER"],
    ["service_area", "old-mill", "old mill district"],
    ["topic", "arrival-window", "Arrival Window"],
  ] as const;
  for (const [kind, ...names] of subjects) {
    for (const name of names) {
      assert.equal((await callTool(client, "get_subject", { kind, name })).data["id"], names[0], name);
    }
  }
  const addresses = [`https://x.example/reviews/${newest}`, `reviews://review/${newest}`];
  for (const id of [newest, newest.toLowerCase(), ...addresses]) {
    assert.deepEqual((await callTool(client, "get_review", { id })).data["review"], reviews[0]);
  }
});

Deno.test("an unknown name is an error that lists what exists", async () => {
  const technicians = business.technicians.map(({ name }) => name);
  const cases: readonly [string, Record<string, unknown>, readonly string[]][] = [
    ["get_subject", { kind: "technician", name: 'Bob "\n' }, [...technicians, "Former Helper"]],
    ["get_subject", { kind: "service", name: "roofing" }, business.services.map(({ id }) => id)],
    ["get_subject", { kind: "aspect", name: "colour" }, ["punctuality", "Price and value"]],
    ["get_subject", { kind: "topic", name: "colour" }, ["arrival-window"]],
    ["get_subject", { kind: "service_area", name: "colour" }, business.service_areas.map(({ id }) => id)],
    ["get_trend", { source: "gogle" }, ["google"]],
    ["rank_subjects", { kind: "technicians", mentions_service: "roofing" }, ["ac-repair"]],
    ["rank_subjects", { kind: "services", mentions_technician: "Bob" }, ["Huy Tran"]],
    ["rank_subjects", { kind: "technicians", aspect: "flying" }, ["punctuality"]],
    ["get_review", { id: "7ZZZZZZZZZZZZZZZZZZZZZZZZZ" }, reviews.slice(0, 5).map(({ id }) => id)],
    ["get_review", { id: "the newest" }, [newest]],
    ["fetch", { id: "../etc/passwd" }, ["overview", newest]],
  ];
  for (const [tool, args, known] of cases) {
    const { isError, text } = await callTool(client, tool, args);
    assert.ok(isError, tool);
    for (const name of known) assert.ok(text.includes(name), `${tool}: ${name} is not in ${text}`);
    assert.equal(text.split("\n").length, 1, tool);
  }
});

Deno.test("a search for an unknown name finds nothing and lists what exists, and for a misspelt word the nearest", async () => {
  const filters = { mentions_technician: "Bob", mentions_service: "roofing" };
  const { text, data } = await callTool(client, "search_reviews", filters);
  const { note: _, untrusted: __, ...found } = data;
  assert.deepEqual(found, { matched: 0, returned: 0, reviews: [], next: null });
  for (const name of ["Huy Tran", "ev-charger"]) assert.ok(text.includes(name), text);
  const misspelt = await callTool(client, "search_reviews", { query: "furnce" });
  assert.match(misspelt.text, /Try words “furnace”: \d+ reviews\./);
});
