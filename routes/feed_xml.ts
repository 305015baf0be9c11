import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { CONDITIONAL_PARAMETERS } from "../openapi/conditional_parameters.ts";
import { conditionalResponses, DATASET_PROBLEMS } from "../openapi/responses.ts";
import { respond } from "./answer/respond.ts";
import type { Services } from "./services.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";

const AtomFeed = z.string().max(10_000_000).meta({
  id: "AtomFeed",
  description: "An Atom feed document (RFC 4287), as text.",
});

const route = createRoute({
  method: "get",
  path: "/feed.xml",
  operationId: "getAtomFeed",
  tags: ["Feeds"],
  summary: "Atom feed of the newest reviews",
  description: "The 50 newest reviews as Atom (RFC 4287). A WebSub topic.",
  parameters: [...CONDITIONAL_PARAMETERS],
  responses: {
    ...conditionalResponses(
      "topic",
      "The feed.",
      "application/atom+xml",
      AtomFeed,
    ),
    ...DATASET_PROBLEMS,
  },
});

/** Registers GET `/feed.xml`. */
export function registerFeedXml(app: OpenAPIHono, services: Services): void {
  app.openapi(
    route,
    ({ req }) =>
      withSnapshot(
        services,
        ({ documents }) => respond(req.raw, documents["/feed.xml"]),
      ),
  );
}
