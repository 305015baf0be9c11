import assert from "node:assert/strict";
import { openApiText } from "../../cli/openapi.ts";
import { API_DOCUMENT, API_OPERATIONS, API_TEXT, apiOperation, type ApiSchema } from "../support/api_document.ts";
import { documentSchemas } from "../support/document_schemas.ts";
import { exampleValues } from "../support/example_values.ts";
import { operationUrl } from "../support/operation_url.ts";
import { schemaFaults } from "../support/schema_faults.ts";
import { testApp } from "../support/test_app.ts";

function places(isWrong: (schema: ApiSchema, types: readonly string[]) => boolean): readonly string[] {
  return [...documentSchemas()].filter(([, schema]) => isWrong(schema, [schema.type ?? []].flat()))
    .map(([place]) => place);
}

Deno.test("openapi.json is what the routes generate", async () => {
  assert.ok(await openApiText() === API_TEXT, "openapi.json is stale: write it anew with deno task openapi.");
});

Deno.test("openapi.json is OpenAPI 3.1.0 and keeps every path of version 1", () => {
  assert.equal(API_DOCUMENT.openapi, "3.1.0");
  const paths = ["/reviews.json", "/insights.json", "/api/feed.json", "/feed.xml", "/healthz", "/openapi.json"];
  paths.push("/api/reviews/search", "/api/reviews/since/{date}");
  for (const path of paths) assert.notEqual(API_DOCUMENT.paths[path]?.["get"], undefined, path);
});

Deno.test("every operation has an id of its own, a summary, a description and declared tags", () => {
  const tags = API_DOCUMENT.tags.map(({ name }) => name);
  for (const operation of API_OPERATIONS) {
    const place = `${operation.method} ${operation.path}`;
    assert.match(operation.operationId ?? "", /^[a-z]+[A-Z][A-Za-z]+$/, place);
    assert.match(operation.summary ?? "", /^[A-Z].{5,80}[^.]$/, place);
    assert.match(operation.description ?? "", /^.{20,}\.$/s, place);
    assert.ok(operation.tags?.length === 1 && tags.includes(operation.tags[0] ?? ""), place);
  }
  assert.equal(new Set(API_OPERATIONS.map(({ operationId }) => operationId)).size, API_OPERATIONS.length);
});

Deno.test("every parameter has a description, and every one in the URL an example that its schema allows", () => {
  for (const { operationId, parameters } of API_OPERATIONS) {
    for (const { name, in: place, description, example, schema } of parameters) {
      const examples = [...schema.examples ?? [], ...example === undefined ? [] : [example]];
      assert.match(description ?? "", /^.{10,}\.$/s, `${operationId} ${name}`);
      // A validator is never one that a reader could send as it stands.
      assert.ok(place === "header" || examples.length > 0, `${operationId} ${name}`);
      for (const one of examples) assert.deepEqual(schemaFaults(schema, one), [], `${operationId} ${name}`);
    }
  }
});

Deno.test("every answer with a body has an example that its named schema allows", () => {
  for (const { operationId, responses } of API_OPERATIONS) {
    for (const [status, { description, content }] of Object.entries(responses)) {
      const place = `${operationId} ${status}`;
      assert.match(description, /^.{5,}\.$/s, place);
      for (const { schema, example } of Object.values(content)) {
        assert.match(schema.$ref ?? "", /^#\/components\/schemas\/[A-Z]\w+$/, place);
        assert.notEqual(example, undefined, place);
        assert.deepEqual(schemaFaults(schema, example), [], place);
      }
    }
  }
});

Deno.test("every header has an example that its schema allows", () => {
  for (const [name, { schema, example }] of Object.entries(API_DOCUMENT.components.headers)) {
    assert.deepEqual(schemaFaults(schema, example), [], name);
  }
});

Deno.test("every text has a greatest length, a list of values, or the format of a day or moment", () => {
  const bounded = ["date", "date-time"];
  const unbounded = places(({ maxLength, enum: values, format = "" }, types) =>
    types.includes("string") && maxLength === undefined && values === undefined && !bounded.includes(format)
  );
  assert.deepEqual(unbounded, []);
});

Deno.test("every list has a greatest length and every number a least value", () => {
  assert.deepEqual(places(({ maxItems }, types) => types.includes("array") && maxItems === undefined), []);
  const isNumber = (types: readonly string[]) => types.includes("integer") || types.includes("number");
  assert.deepEqual(places(({ minimum }, types) => isNumber(types) && minimum === undefined), []);
});

Deno.test("every declared schema, header and parameter is reached from an operation", () => {
  const reached = new Set<string>();
  const visit = (text: string) => {
    for (const [, kind = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      if (reached.has(`${kind} ${name}`)) continue;
      reached.add(`${kind} ${name}`);
      const components: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { ...API_DOCUMENT.components };
      const part = components[kind]?.[name];
      assert.notEqual(part, undefined, `${kind} ${name}`);
      visit(JSON.stringify(part));
    }
  };
  visit(JSON.stringify(API_DOCUMENT.paths));
  const declared = Object.entries(API_DOCUMENT.components).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `${kind} ${name}`)
  );
  assert.deepEqual([...reached].sort(), declared.sort());
});

Deno.test("the examples of an operation's parameters together find a review in the bundled sample", async () => {
  for (const operation of [apiOperation("searchReviews"), apiOperation("getReviewsSince")]) {
    const url = operationUrl(operation, exampleValues(operation, ["path", "query"]));
    const response = await testApp().request(url, { headers: exampleValues(operation, ["header"]) });
    assert.equal(response.status, 200);
    const { reviews } = await response.json() as { reviews: readonly unknown[] };
    assert.ok(reviews.length > 0, url);
  }
});
