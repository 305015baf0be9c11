import type { OpenAPIHono } from "@hono/zod-openapi";

/** The OpenAPI document as the generator makes it. */
type GeneratedDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

/** An operation with the members that are amended. */
interface GeneratedOperation {
  operationId?: string;
  parameters?: readonly unknown[];
  responses?: Record<string, unknown>;
  callbacks?: unknown;
}

/** All operations of a document, without those of callbacks. */
function generatedOperations({ paths = {} }: GeneratedDocument): readonly GeneratedOperation[] {
  return Object.values(paths).flatMap((item) => Object.values(item as Record<string, GeneratedOperation>));
}

const CALLBACK = "{$request.body#/hub.callback}";

/**
 * Moves the webhooks to the operation that triggers them, as its callbacks (OpenAPI 3.1.0 4.8.18). Both side by side
 * broke clients: openapi-generator overwrites the operations of a tag by its webhooks, and fails on a webhook whose
 * body is a reference.
 */
export function withCallbacks({ webhooks = {}, ...document }: GeneratedDocument): GeneratedDocument {
  const operation = document.paths?.["/api/websub/hub"]?.post;
  if (operation === undefined) return document;
  operation.callbacks = Object.fromEntries(
    Object.entries(webhooks).map(([name, item]) => [name, { [CALLBACK]: item }]),
  );
  return document;
}

interface Parameter {
  readonly $ref?: string;
  readonly in?: string;
}

/**
 * Moves the header parameters of every operation behind the others. Clients in Java and Go take parameters by position,
 * so each search call began with two nulls.
 */
export function withHeadersLast(document: GeneratedDocument): GeneratedDocument {
  for (const operation of generatedOperations(document)) {
    if (operation.parameters === undefined) continue;
    const isHeader = ({ $ref, in: place }: Parameter) => $ref !== undefined || place === "header";
    const { headers = [], others = [] } = Object.groupBy(
      operation.parameters as Parameter[],
      (parameter) => isHeader(parameter) ? "headers" : "others",
    );
    operation.parameters = [...others, ...headers];
  }
  return document;
}

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  allOf?: readonly Schema[];
}

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;

/**
 * Moves null from named schemas to the places that refer to them, as one of two alternatives. The generator puts null
 * into the schema itself. Generated clients then declare a type for each reference (`TrendType1`), or make a geographic
 * position optional everywhere. If the schema is already registered, the generator requires both the schema and "object
 * or null", which excludes null.
 */
export function withNullAtUse(document: GeneratedDocument): GeneratedDocument {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const nullable = new Set(Object.keys(schemas).filter((name) => schemas[name]?.type?.includes("null")));
  for (const name of nullable) schemas[name] = withoutNull(schemas[name] ?? {});
  return JSON.parse(JSON.stringify(document), (_, value) => {
    const [named, isNullToo, ...more] = value?.allOf ?? [];
    if (named?.$ref !== undefined && isNullToo?.type?.includes("null") && more.length === 0) {
      return { anyOf: [named, { type: "null" }] };
    }
    const [, name = ""] = REFERENCE.exec(value?.$ref) ?? [];
    if (!nullable.has(name)) return value;
    const { $ref, ...annotations } = value;
    return { anyOf: [{ $ref }, { type: "null" }], ...annotations };
  });
}

function withoutNull({ type = [], enum: values, ...schema }: Schema): Schema {
  const [only, ...more] = [type].flat().filter((one) => one !== "null");
  if (only === undefined || more.length > 0) throw new Error(`A named schema is of the types ${type}.`);
  return { type: only, ...values && { enum: values.filter((one) => one !== null) }, ...schema };
}

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly description: string;
}

const SINCE_NEWEST: Link = {
  operationId: "getReviewsSince",
  parameters: { date: "$response.body#/reviews/0/date" },
  description: "The reviews from the day of the newest one on: what to ask for to catch up.",
};

const NEWEST: Link = {
  operationId: "getReview",
  parameters: { id: "$response.body#/reviews/0/id" },
  description: "The newest of these reviews, with what the insights say of it.",
};

const EXAMPLE: Link = {
  operationId: "getReview",
  parameters: { id: "$response.body#/aspects/0/example_review_ids/0" },
  description: "A review that is an example of the first aspect.",
};

/** Links by operation of the 200 response, then by name. */
const LINKS: Readonly<Record<string, Readonly<Record<string, Link>>>> = {
  getReviews: { ReviewsSinceTheNewest: SINCE_NEWEST, NewestReview: NEWEST },
  searchReviews: { ReviewsSinceTheNewest: SINCE_NEWEST, NewestReview: NEWEST },
  getInsights: { ExampleReview: EXAMPLE },
};

/**
 * Adds links to successful responses (OpenAPI 3.1.0 4.8.20), so that testers and clients can pass values from one
 * answer to the next operation.
 *
 * @throws {Error} If an operation of a link is missing.
 */
export function withLinks(document: GeneratedDocument): GeneratedDocument {
  const operations = new Map(generatedOperations(document).map((one) => [one.operationId, one]));
  for (const [source, links] of Object.entries(LINKS)) {
    const success = operations.get(source)?.responses?.["200"] as { links?: object } | undefined;
    const missing = Object.values(links).find(({ operationId }) => !operations.has(operationId));
    if (success === undefined || missing !== undefined) throw new Error(`A link from ${source} has no end.`);
    success.links = links;
  }
  return document;
}
