import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import type { ApiSchema } from "../../support/api/api_document.ts";
import { mcpClient } from "../../support/mcp/mcp_requests.ts";
import { businessOf, datasetOf, reviewOf } from "../../support/reviews/review_of.ts";
import { testSnapshot } from "../../support/service/test_app.ts";

await using client = await mcpClient();
const { tools } = await client.listTools();

const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

Deno.test("every tool has a title and a short description, is read-only, and documents its empty answer", () => {
  for (const { name, title, description = "", annotations } of tools) {
    assert.match(name, /^[a-z_]{1,64}$/);
    assert.ok(title !== undefined && description.length > 140 && description.length <= 200, name);
    assert.deepEqual(annotations, { title, ...READ_ONLY }, name);
    assert.match(description, /error that|[Ee]mpty|null|only result|is 0/, name);
  }
});

Deno.test("every argument is described and has an example; no schema has a reference", () => {
  for (const { name, inputSchema, outputSchema } of tools) {
    assert.equal(outputSchema, undefined, name);
    assert.equal(inputSchema["type"], "object", name);
    // No `additionalProperties: false` either: Google's Python client takes it for a schema and fails.
    const others = Object.keys(inputSchema).filter((key) => !["type", "properties", "required"].includes(key));
    assert.deepEqual(others, [], name);
    const written = JSON.stringify(inputSchema);
    assert.doesNotMatch(written, /additionalProperties":(?:true|false)|\$ref|\$defs|\$schema|"id":"|"type":\[/, name);
    for (const [argument, schema] of Object.entries((inputSchema as ApiSchema).properties ?? {})) {
      assert.ok((schema.description?.length ?? 0) > 10, `${name} ${argument}`);
      // A cursor has no example: it belongs to one dataset.
      assert.ok(argument === "cursor" || (schema.examples?.length ?? 0) > 0, `${name} ${argument}`);
    }
  }
});

Deno.test("the list of tools stays small, as clients put all of it before their model", async () => {
  const business = { ...businessOf(), name: "A name of a business that is as long as names get, and then some" };
  for (const snapshot of [testSnapshot(), testSnapshot({ ...sampleDataset(), business })]) {
    await using client = await mcpClient({ snapshot });
    const { length } = JSON.stringify(await client.listTools());
    // 2,600 tokens of four characters.
    assert.ok(length < 10_400, `The list of tools has ${length} characters; its budget is 10,400.`);
  }
});

Deno.test("examples and descriptions are those of the published business, never of the sample", async () => {
  const { business } = sampleDataset();
  const names = [
    business.name,
    ...business.technicians.flatMap(({ id, name, aliases }) => [id, name, ...aliases]),
    ...[...business.services, ...business.service_areas].flatMap(({ id, label, aliases }) => [id, label, ...aliases]),
  ];
  const reviews = [reviewOf({
    text: "Ada mended the boat in time, and the price was fair.",
    mentioned_technicians: ["Ada Byron"],
    mentioned_services: ["boats"],
  })];
  const technicians = [{ id: "ada", name: "Ada Byron", aliases: ["Ada"] }];
  const other = businessOf({ technicians, services: [{ id: "boats", label: "Boats", aliases: [] }] });
  const snapshot = testSnapshot(datasetOf(reviews, { business: other }));
  await using client = await mcpClient({ snapshot });
  const listed = JSON.stringify([await client.listTools(), await client.listPrompts(), await client.listResources()]);
  const words = new Set(listed.toLowerCase().split(/[^a-z-]+/));
  for (const name of names) {
    const isThere = /^[a-z]+$/i.test(name) ? words.has(name.toLowerCase()) : listed.includes(name);
    assert.ok(!isThere, name);
  }
  assert.match(listed, /"Ada Byron"/);
  assert.match(listed, /"boats"/);
  assert.match(listed, new RegExp(reviews[0]?.id ?? "none"));
});

const FILE = new URL("../../fixtures/mcp/tool_definitions.json", import.meta.url);

/** Set it to write the file again after an intended change. */
const UPDATE = "UPDATE_TOOL_DEFINITIONS";

Deno.test("the published definitions of the tools are those of the file, where reviewers see each change", async () => {
  if (Deno.env.get(UPDATE) === "1") await Deno.writeTextFile(FILE, JSON.stringify(tools));
  const advice = `A definition has changed. If it is meant, run this test with ${UPDATE}=1, then deno fmt.`;
  assert.deepEqual(JSON.parse(JSON.stringify(tools)), JSON.parse(await Deno.readTextFile(FILE)), advice);
});
