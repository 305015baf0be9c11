import type { GeneratedDocument } from "./generated_document.ts";

const CALLBACK = "{$request.body#/hub.callback}";

/**
 * Moves the webhooks to the operation that asks for them, as its callbacks (OpenAPI 3.1.0 4.8.18). Both forms side by
 * side broke clients: openapi-generator writes the webhooks of a tag over the operations of the same tag, and fails on a
 * webhook whose body is a reference.
 */
export function withCallbacks({ webhooks = {}, ...document }: GeneratedDocument): GeneratedDocument {
  const operation = document.paths?.["/api/websub/hub"]?.post;
  if (operation === undefined) return document;
  operation.callbacks = Object.fromEntries(
    Object.entries(webhooks).map(([name, item]) => [name, { [CALLBACK]: item }]),
  );
  return document;
}
