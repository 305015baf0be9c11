import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Business } from "../../domain/business.ts";
import { SERVICE } from "../../domain/service.ts";
import { contactOf, EXAMPLE_SITE } from "../../openapi/document.ts";
import { withHeadersLast, withIgnoredOnUnsubscribe, withNullAtUse } from "./amendments.ts";
import { CALLBACK_QUERIES, HUB_CALLBACKS } from "./hub_callbacks.ts";

const DESCRIPTION =
  `The reviews that one business publishes of itself, with insights drawn from them, for everybody and every
machine. Public and read-only: no key, no account, and an \`Authorization\` header is ignored.

**Caching.** Every document has a strong \`ETag\`. Send it back in \`If-None-Match\`: while nothing has changed, the
answer is an empty 304. \`If-Match\` and \`If-Unmodified-Since\` are evaluated too. Answers come in gzip, Brotli or
Zstandard, each with an entity tag of its own.

**Catching up.** Ask \`/api/changes\` for what was added, changed and removed, or subscribe to a topic:
\`/api/websub/hub\` is a WebSub hub and sends every new version to your callback.

**Assistants.** \`/mcp\` speaks the Model Context Protocol: tools, resources and prompts on the same data.

**Errors** are JSON objects with the members of RFC 9457; a request with faults is a 400 whose \`issues\` name
each of them.

**Compatibility.** New members and new paths may appear at any time; a member is never removed, renamed or given
another type within one major version.`;

/** Paths in the order of a reader; others follow in that of their registration. */
const READING_ORDER = [
  "/reviews.json",
  "/api/reviews/search",
  "/api/reviews/since/{date}",
  "/api/reviews/{id}",
  "/api/changes",
  "/api/feed.json",
  "/feed.xml",
  "/insights.json",
  "/api/business",
  "/review-policy.json",
  "/review-policy/history.json",
];

const HUB = "/api/websub/hub";

function placeOf(path: string): number {
  const place = READING_ORDER.indexOf(path);
  return place === -1 ? READING_ORDER.length : place;
}

/**
 * Generates the OpenAPI 3.1.0 document of an application's routes, without example answers.
 *
 * @param business Contact in the document; a running service replaces it by its own.
 */
export function generateDocument(app: OpenAPIHono, business: Business): object {
  for (const [name, schema] of Object.entries(CALLBACK_QUERIES)) app.openAPIRegistry.register(name, schema);
  const generated = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: SERVICE.title,
      version: SERVICE.version,
      description: DESCRIPTION,
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
      contact: contactOf(business),
    },
    servers: [{ url: EXAMPLE_SITE.baseUrl, description: "This service." }],
    security: [],
    tags: [
      { name: "Reviews", description: "All reviews, those that filters find, and what has changed." },
      { name: "Feeds", description: "The newest reviews for feed readers." },
      { name: "Documents", description: "The business, the insights and the review policy." },
      {
        name: "WebSub",
        description:
          "Notifications of changes: the hub, and what it sends to callbacks (https://www.w3.org/TR/websub/).",
      },
      {
        name: "MCP",
        description: "The Model Context Protocol, for assistants (https://modelcontextprotocol.io/).",
      },
      { name: "Service", description: "The service itself." },
    ],
  }, { sortComponents: "alphabetically" });
  // The generator adds an empty list. The hub's requests are callbacks of the operation that triggers them.
  delete generated.webhooks;
  const { paths = {}, ...document } = generated;
  const { requestBody = { content: {} }, responses = {}, ...subscribe } = paths[HUB]?.post ?? {};
  paths[HUB] = { post: { ...subscribe, callbacks: HUB_CALLBACKS, requestBody, responses } };
  const inOrder = Object.entries(paths).sort(([one], [other]) => placeOf(one) - placeOf(other));
  return withNullAtUse(withIgnoredOnUnsubscribe(withHeadersLast({ ...document, paths: Object.fromEntries(inOrder) })));
}
