import assert from "node:assert/strict";
import { openApiText } from "../../tools/openapi/write_openapi.ts";
import {
  API_CALLBACKS,
  API_DOCUMENT,
  API_OPERATIONS,
  API_TEXT,
  apiOperation,
  type ApiSchema,
} from "../support/api/api_document.ts";
import { TOPIC_PATHS } from "../../domain/site.ts";
import { exampleValues, operationUrl } from "../support/api/answer_faults.ts";
import { schemaFaults } from "../support/api/schema_faults.ts";
import { testApp } from "../support/service/test_app.ts";

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
  paths.push("/api/reviews/search", "/api/reviews/since/{date}", "/api/reviews/{id}");
  for (const path of paths) assert.notEqual(API_DOCUMENT.paths[path]?.["get"], undefined, path);
  for (const path of ["/api/websub/hub", "/mcp"]) assert.notEqual(API_DOCUMENT.paths[path]?.["post"], undefined, path);
});

const REQUESTS = [...API_OPERATIONS, ...API_CALLBACKS];

Deno.test("every operation and callback has an id of its own, a summary, a description and declared tags", () => {
  const tags = API_DOCUMENT.tags.map(({ name }) => name);
  for (const operation of REQUESTS) {
    const place = `${operation.method} ${operation.path}`;
    assert.match(operation.operationId ?? "", /^[a-z]+[A-Z][A-Za-z]+$/, place);
    assert.match(operation.summary ?? "", /^[A-Z].{5,80}[^.]$/, place);
    assert.match(operation.description ?? "", /^.{20,}\.$/s, place);
    assert.ok(operation.tags?.length === 1 && tags.includes(operation.tags[0] ?? ""), place);
  }
  assert.equal(new Set(REQUESTS.map(({ operationId }) => operationId)).size, REQUESTS.length);
});

Deno.test("parameters and members of the form have a description, and with headers examples that their schema allows", () => {
  const { requestBody } = apiOperation("requestSubscription");
  assert.equal(requestBody?.required, true);
  assert.deepEqual(Object.keys(requestBody?.content ?? {}), ["application/x-www-form-urlencoded"]);
  const { properties = {}, required } = API_DOCUMENT.components.schemas["SubscriptionForm"] ?? {};
  assert.deepEqual(required, ["hub.callback", "hub.mode", "hub.topic"]);
  const members = Object.entries(properties).map(([name, schema]) => ({ name, in: "form", schema, ...schema }));
  for (const one of [...REQUESTS.flatMap(({ parameters }) => parameters), ...members]) {
    const { name, in: place, description, example, schema } = { example: undefined, ...one };
    const examples = [...schema.examples ?? [], ...example === undefined ? [] : [example]];
    assert.match(description ?? "", /^.{10,}\.$/s, name);
    // Header parameters are validators, for which an example would be useless; a cursor belongs to one dataset.
    assert.ok(place === "header" || name === "cursor" || examples.length > 0, name);
    for (const one of examples) assert.deepEqual(schemaFaults(schema, one), [], name);
  }
  for (const [name, { schema, example }] of Object.entries(API_DOCUMENT.components.headers)) {
    assert.deepEqual(schemaFaults(schema, example), [], name);
  }
});

Deno.test("the hub's requests are documented once, as callbacks of the subscription operation", () => {
  assert.equal("webhooks" in API_DOCUMENT, false);
  assert.deepEqual(API_CALLBACKS.map(({ path, method, operationId }) => `${path}: ${method} ${operationId}`).sort(), [
    "contentDistribution: POST receiveContent",
    "subscriptionDenial: GET noticeDenial",
    "subscriptionVerification: GET confirmSubscription",
  ]);
  for (const byUrl of Object.values(apiOperation("requestSubscription").callbacks ?? {})) {
    assert.deepEqual(Object.keys(byUrl), ["{$request.body#/hub.callback}"]);
  }
});

Deno.test("header parameters come last, so that a call by position begins with what is asked for", () => {
  for (const { path, parameters } of API_OPERATIONS) {
    const places = parameters.map((parameter) => parameter.in);
    assert.deepEqual(places, places.toSorted((a, b) => Number(a === "header") - Number(b === "header")), path);
  }
  const [first] = apiOperation("searchReviews").parameters;
  assert.equal(first?.name, "rating");
});

Deno.test("no named schema is null itself: null stands where one is used", () => {
  const nullable = Object.entries(API_DOCUMENT.components.schemas).filter(([, { type = [] }]) => type.includes("null"));
  assert.deepEqual(nullable, []);
  const uses = [...documentSchemas()].flatMap(([place, { anyOf = [] }]) =>
    anyOf.some(({ type }) => type === "null") ? anyOf.flatMap(({ $ref }) => $ref === undefined ? [] : [place]) : []
  );
  assert.deepEqual(uses.sort(), [
    "Business.address",
    "Business.geo",
    "Business.review_policy",
    "InsightsDocument.temporal.trend",
    "Review.owner_reply",
    "ReviewPolicyReport.choices",
    "ReviewPolicyReport.other_sources",
    "ReviewReport.analysis",
  ]);
});

Deno.test("no named schema is written out a second time, where clients would make another type of it", () => {
  const members = ({ properties = {} }: ApiSchema) => Object.keys(properties).sort().join();
  const named = new Map(Object.entries(API_DOCUMENT.components.schemas).map(([name, one]) => [members(one), name]));
  const repeated = [...documentSchemas()].filter(([place, schema]) =>
    !(place in API_DOCUMENT.components.schemas) && members(schema) !== "" && named.has(members(schema))
  );
  assert.deepEqual(repeated.map(([place, schema]) => `${place} is ${named.get(members(schema))}`), []);
});

Deno.test("every member of a named schema has a description", () => {
  const isDescribed = (schema: ApiSchema): boolean => {
    const { description, $ref, anyOf = [] } = schema;
    const [named] = [schema, ...anyOf].flatMap((one) => one.$ref ?? []);
    if (description !== undefined) return /^[A-Z].{5,}\.$/s.test(description);
    if ($ref === undefined && named === undefined) return false;
    return isDescribed(API_DOCUMENT.components.schemas[named?.split("/").at(-1) ?? ""] ?? {});
  };
  const bare = [...documentSchemas()].filter(([place, schema]) => /\.\w+$/.test(place) && !isDescribed(schema));
  assert.deepEqual(bare.map(([place]) => place), []);
});

Deno.test("a response that several operations have is written once", () => {
  const inPlace = Object.values(API_DOCUMENT.paths).flatMap((item) => Object.values(item))
    .flatMap(({ responses = {} }) => Object.entries(responses)).filter(([, { $ref }]) => $ref === undefined);
  for (const status of ["304", "default"]) {
    const texts = inPlace.filter(([one]) => one === status).map(([, response]) => JSON.stringify(response));
    assert.deepEqual(texts.filter((text, at) => texts.indexOf(text) < at), [], status);
  }
});

Deno.test("the callback that distributes topics has the media type and schema of each", async () => {
  const callback = API_CALLBACKS.find(({ operationId }) => operationId === "receiveContent");
  const links: (string | null)[] = [];
  for (const path of TOPIC_PATHS) {
    const response = await testApp().request(path);
    const [mediaType = ""] = response.headers.get("content-type")?.split(";") ?? [];
    const { schema } = API_OPERATIONS.find((one) => one.path === path)?.responses["200"]?.content[mediaType] ?? {};
    const sent = callback?.requestBody?.content[mediaType]?.schema;
    assert.ok((sent?.anyOf ?? [sent]).some((one) => schema?.$ref !== undefined && one?.$ref === schema.$ref), path);
    links.push(response.headers.get("link"));
    await response.body?.cancel();
  }
  assert.ok(links.includes(String(callback?.parameters.find(({ name }) => name === "Link")?.example)));
});

Deno.test("every answer with a body has a named schema, which allows its example; short answers have one", () => {
  assert.ok(JSON.stringify(API_DOCUMENT).length < 110_000);
  const examples = API_OPERATIONS.filter(({ responses }) =>
    Object.values(responses["200"]?.content ?? {}).some(({ example }) => example !== undefined)
  );
  assert.ok(examples.length >= 8, `${examples.map(({ operationId }) => operationId)}`);
  for (const { operationId, responses } of API_OPERATIONS) {
    for (const [status, { description, content }] of Object.entries(responses)) {
      const place = `${operationId} ${status}`;
      assert.match(description, /^.{5,}\.$/s, place);
      for (const { schema, example } of Object.values(content)) {
        assert.match(schema.$ref ?? "", /^#\/components\/schemas\/[A-Z]\w+$/, place);
        if (example !== undefined) assert.deepEqual(schemaFaults(schema, example), [], place);
      }
    }
  }
});

Deno.test("every text, list and number in the document has a bound, but those of headers", () => {
  const unbounded = places(({ maxLength, maxItems, minimum, enum: values, format = "" }, types) =>
    types.includes("array") && maxItems === undefined ||
    (types.includes("integer") || types.includes("number")) && minimum === undefined ||
    types.includes("string") && maxLength === undefined && values === undefined &&
      !["date", "date-time"].includes(format)
  );
  // The service takes header parameters of any length.
  const headers = API_OPERATIONS.flatMap(({ operationId, parameters }) =>
    parameters.filter((parameter) => parameter.in === "header" && parameter.schema.enum === undefined)
      .map(({ name }) => `${operationId} ${name}`)
  );
  assert.deepEqual([...unbounded].sort(), [...headers, ...Object.keys(API_DOCUMENT.components.parameters)].sort());
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

/** All schemas of the document, nested ones included, by their JSON pointers; references are not followed. */
function documentSchemas(): ReadonlyMap<string, ApiSchema> {
  const found = new Map<string, ApiSchema>();
  const { schemas, headers, parameters } = API_DOCUMENT.components;
  for (const [name, schema] of Object.entries(schemas)) add(found, name, schema);
  for (const [name, { schema }] of Object.entries({ ...headers, ...parameters })) add(found, name, schema);
  for (const { operationId, parameters, requestBody, responses } of [...API_OPERATIONS, ...API_CALLBACKS]) {
    for (const { name, schema } of parameters) add(found, `${operationId} ${name}`, schema);
    for (const { schema } of Object.values(requestBody?.content ?? {})) add(found, `${operationId} body`, schema);
    for (const [status, { content }] of Object.entries(responses)) {
      for (const { schema } of Object.values(content)) add(found, `${operationId} ${status}`, schema);
    }
  }
  return found;
}

function add(found: Map<string, ApiSchema>, place: string, schema: ApiSchema): void {
  found.set(place, schema);
  const { items, properties, additionalProperties } = schema;
  if (items !== undefined) add(found, `${place}[]`, items);
  if (typeof additionalProperties === "object") add(found, `${place}{}`, additionalProperties);
  for (const [name, member] of Object.entries(properties ?? {})) add(found, `${place}.${name}`, member);
}
