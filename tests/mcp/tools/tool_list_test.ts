import assert from "node:assert/strict";
import type { ApiSchema } from "../../support/api/api_document.ts";
import { withMcpClient } from "../../support/mcp/with_mcp_client.ts";

const tools = await withMcpClient({}, async (client) => (await client.listTools()).tools);

Deno.test("the tools keep their names, their order and the length of their descriptions", () => {
  assert.deepEqual(tools.map(({ name, description }) => `${name} ${description?.length}`), [
    "get_business 413",
    "search_reviews 550",
    "get_review 422",
    "get_summary 430",
    "get_aspect_sentiment 529",
    "get_technician 426",
    "get_service 418",
    "get_topics 455",
    "get_trend 422",
    "get_faq 439",
    "search 399",
    "fetch 400",
  ]);
});

Deno.test("every tool has a title, says that it only reads, and states what it answers when nothing is found", () => {
  for (const { name, title, description = "", annotations } of tools) {
    assert.match(name, /^[a-z_]{1,64}$/);
    assert.ok(title !== undefined && annotations?.title === title, name);
    assert.deepEqual(
      { ...annotations, title: undefined },
      { title: undefined, readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      name,
    );
    assert.match(description, /error that|empty|null|only result|is 0|left out/, name);
  }
});

Deno.test("every argument is described and has an example; no schema has a reference", () => {
  for (const { name, inputSchema, outputSchema } of tools) {
    for (const schema of [inputSchema, outputSchema]) {
      assert.ok(schema !== undefined, name);
      assert.equal(schema["type"], "object", name);
      assert.deepEqual(
        Object.keys(schema).filter((key) => !["type", "description", "properties", "required"].includes(key)),
        schema === inputSchema ? ["additionalProperties"] : [],
        name,
      );
      assert.doesNotMatch(JSON.stringify(schema), /\$ref|\$defs|\$schema|"id":"|"type":\[/, name);
    }
    for (const [argument, schema] of Object.entries((inputSchema as ApiSchema).properties ?? {})) {
      assert.ok((schema.description?.length ?? 0) > 10, `${name} ${argument}`);
      // A cursor has no example: it is of one dataset.
      assert.ok(argument === "cursor" || (schema.examples?.length ?? 0) > 0, `${name} ${argument}`);
    }
  }
});

Deno.test("the filters of search_reviews mention no HTTP status", () => {
  const search = tools.find(({ name }) => name === "search_reviews");
  assert.deepEqual(Object.keys((search?.inputSchema as ApiSchema).properties ?? {}), [
    "rating",
    "min_rating",
    "since",
    "until",
    "query",
    "mentions_technician",
    "mentions_service",
    "limit",
    "max_rating",
    "aspect",
    "sentiment",
    "problem",
    "cursor",
  ]);
  assert.doesNotMatch(JSON.stringify(search), /400/);
});

Deno.test("get_summary alone names the page that shows it, by both keys that hosts read", () => {
  const uri = "ui://reviews/summary-card.html";
  assert.deepEqual(
    tools.flatMap(({ name, _meta }) => _meta === undefined ? [] : [[name, _meta]]),
    [["get_summary", { ui: { resourceUri: uri }, "ui/resourceUri": uri }]],
  );
});
