import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { CONTENT_DESCRIPTION, contentOf, CONTENTS } from "../domain/snapshot/snapshot.ts";
import { uncachedHeaders } from "../openapi/headers.ts";
import { DATASET_PROBLEMS } from "../openapi/responses.ts";
import { uncachedResponse } from "./answer/make_response.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";
import type { Services, SourceHealth } from "./services.ts";

const time = () => z.iso.datetime();

const SourceHealthSchema = z.object({
  name: z.string().max(100).meta({ description: "How the operator calls it." }),
  kind: z.enum(["folder", "url", "google"]).meta({ description: "What it is." }),
  result: z.enum(["published", "unchanged", "nothing", "failed"]).meta({
    description: "What the last look brought: a new revision, what was known already, nothing new, or no answer.",
  }),
  looked_at: time().meta({ description: "When it was looked at." }),
  next_look_at: time().meta({ description: "When it is looked at again; later after each failure." }),
  imported_at: time().nullable().meta({ description: "When something was imported; null for never." }),
  reason: z.string().max(500).nullable().meta({ description: "Why the last look failed, in a sentence; else null." }),
});

const Health = z.object({
  status: z.enum(["ok", "degraded"]).meta({ description: "Whether something is wrong, which `trouble` tells." }),
  dataset: z.object({
    revision: z.string().max(100).meta({ description: "Changes with every import that changes something." }),
    reviews: z.int().min(0).meta({ description: "How many it has." }),
    published_at: time().nullable().meta({ description: "When it was published; null before the first import." }),
    content: z.enum(CONTENTS).meta({ description: CONTENT_DESCRIPTION }),
  }).meta({ description: "What is published." }),
  trouble: z.object({
    since: z.iso.datetime().meta({ description: "When it began." }),
    reason: z.string().max(300).meta({ description: "What is wrong, in a sentence." }),
  }).nullable().meta({ description: "Why `status` is `degraded`; null when it is `ok`." }),
  sources: z.array(SourceHealthSchema).max(1000).optional().meta({
    description: "The sources of reviews that are looked at again and again; absent where there are none.",
  }),
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
    ...DATASET_PROBLEMS,
  },
});

function sourceJson({ name, kind, result, lookedAt, nextLookAt, importedAt, reason }: SourceHealth) {
  const shown = (at: number) => new Date(at).toISOString();
  return {
    name,
    kind,
    result,
    looked_at: shown(lookedAt),
    next_look_at: shown(nextLookAt),
    imported_at: importedAt === null ? null : shown(importedAt),
    reason,
  };
}

/** Registers GET `/healthz`. */
export function registerHealthz(app: OpenAPIHono, services: Services): void {
  app.openAPIRegistry.registerPath(route);
  app.get(
    "/healthz",
    ({ req }) =>
      withSnapshot(services, (snapshot) => {
        const trouble = services.trouble();
        const sources = services.sources?.() ?? [];
        const health = {
          status: trouble === null ? "ok" : "degraded",
          dataset: {
            revision: snapshot.revision,
            reviews: snapshot.reviewCount,
            published_at: snapshot.publishedAt,
            content: contentOf(snapshot),
          },
          trouble: trouble && { since: new Date(trouble.since).toISOString(), reason: trouble.reason },
          ...sources.length === 0 ? {} : { sources: sources.map(sourceJson) },
        };
        return uncachedResponse(JSON.stringify(health) + "\n", { method: req.method });
      }),
  );
}
