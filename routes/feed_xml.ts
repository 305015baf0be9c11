import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { registerDocument } from "./answer/register_document.ts";
import type { Services } from "./services.ts";

const AtomFeed = z.string().max(10_000_000).meta({
  id: "AtomFeed",
  description: "An Atom feed document (RFC 4287), as text.",
});

/** Registers GET `/feed.xml`. */
export function registerFeedXml(app: OpenAPIHono, services: Services): void {
  registerDocument(app, services, {
    path: "/feed.xml",
    operationId: "getAtomFeed",
    tag: "Feeds",
    summary: "Atom feed of the newest reviews",
    description: "The 50 newest reviews as Atom (RFC 4287). A WebSub topic.",
    kind: "topic",
    content: "The feed.",
    mediaType: "application/atom+xml",
    schema: AtomFeed,
  });
}
