import type { OpenAPIHono } from "@hono/zod-openapi";

type Document = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

const CALLBACK = "{$request.body#/hub.callback}";

/**
 * Adds the webhooks to the operation that asks for them, as its callbacks: some readers of a
 * description look only there, others only at the webhooks. An operation id is to be unique, so
 * the callbacks have none.
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
