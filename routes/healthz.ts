import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { CONTENT_DESCRIPTION, contentOf, CONTENTS } from "../domain/snapshot/snapshot.ts";
import { uncachedHeaders } from "../openapi/headers.ts";
import { OTHER_ERRORS } from "../openapi/responses.ts";
import { uncachedResponse } from "./answer/problem_response.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";
import type { Services } from "./services.ts";

const Health = z.object({
  status: z.enum(["ok", "degraded"]).meta({ description: "Whether something is wrong, which `trouble` describes." }),
  dataset: z.object({
    revision: z.string().max(100).meta({ description: "Changes with every import that changes something." }),
    reviews: z.int().min(0).meta({ description: "How many it has." }),
    published_at: z.iso.datetime().nullable().meta({
      description: "When it was published; null before the first import.",
    }),
    content: z.enum(CONTENTS).meta({ description: CONTENT_DESCRIPTION }),
  }).meta({ description: "What is published." }),
  trouble: z.object({
    since: z.iso.datetime().meta({ description: "When it began." }),
    reason: z.string().max(300).meta({ description: "What is wrong, in a sentence." }),
  }).nullable().meta({ description: "Why `status` is `degraded`; null when it is `ok`." }),
}).meta({
  id: "Health",
  description: "That the service answers, with which dataset, and whether its store can be written to.",
});

const route = createRoute({
  method: "get",
  path: "/healthz",
  operationId: "getHealth",
  tags: ["Service"],
  summary: "Whether the service is ready",
  description:
    "200 once a dataset is loaded, 503 before. `degraded` says that all documents are served and something " +
    "else is not possible: nothing can be written to the store, or it can no longer be read.",
  responses: {
    200: {
      description: "The service is ready.",
      headers: uncachedHeaders(),
      content: { "application/json": { schema: Health } },
    },
    ...OTHER_ERRORS,
  },
});

/** Registers GET `/healthz`. */
export function registerHealthz(app: OpenAPIHono, services: Services): void {
  app.openAPIRegistry.registerPath(route);
  app.get(
    "/healthz",
    ({ req }) =>
      withSnapshot(services, (snapshot) => {
        const trouble = services.trouble();
        const health = {
          status: trouble === null ? "ok" : "degraded",
          dataset: {
            revision: snapshot.revision,
            reviews: snapshot.reviewCount,
            published_at: snapshot.publishedAt,
            content: contentOf(snapshot),
          },
          trouble: trouble && { since: new Date(trouble.since).toISOString(), reason: trouble.reason },
        };
        return uncachedResponse(JSON.stringify(health) + "\n", { method: req.method });
      }),
  );
}
