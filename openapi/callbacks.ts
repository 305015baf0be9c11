import type { OpenAPIHono } from "@hono/zod-openapi";

type Document = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

const CALLBACK = "{$request.body#/hub.callback}";

/**
 * Adds the webhooks as callbacks of the operation that triggers them, because some tools read only callbacks and others
 * only webhooks. Without operation ids, which have to be unique.
 */
export function withCallbacks(document: Document): Document {
  const operation = document.paths?.["/api/websub/hub"]?.post;
  if (operation === undefined) return document;
  operation.callbacks = Object.fromEntries(
    Object.entries(document.webhooks ?? {}).map(([name, item]) => [name, { [CALLBACK]: withoutOperationIds(item) }]),
  );
  return document;
}

function withoutOperationIds<Item extends object>(item: Item): Item {
  return JSON.parse(JSON.stringify(item, (key, value) => key === "operationId" ? undefined : value));
}
