import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { CONTENT_DESCRIPTION, contentOf, CONTENTS } from "../domain/snapshot/snapshot.ts";
import { uncachedHeaders } from "../openapi/headers.ts";
import { Problem, problem, PROBLEM_TYPES, problemContent } from "../openapi/problem.ts";
import { OTHER_ERRORS } from "../openapi/responses.ts";
import { uncachedResponse } from "./answer/problem_response.ts";
import type { Services } from "./services.ts";

const Readiness = z.object({
  status: z.literal("ready").meta({ description: "Always ready." }),
  content: z.enum(CONTENTS).meta({ description: CONTENT_DESCRIPTION }),
}).meta({ id: "Readiness", description: "That everything is in order." });

const NotReadyProblem = Problem.extend({
  reasons: z.array(
    z.object({
      check: z.enum(["revision", "store", "hub"]).meta({ description: "What is not in order." }),
      reason: z.string().max(300).meta({ description: "What is wrong with it, in a sentence." }),
    }),
  ).min(1).max(3).meta({ description: "One entry for each thing that is not in order." }),
}).meta({ id: "NotReadyProblem", description: "What is not in order." });

const RETRY_SECONDS = 10;

const route = createRoute({
  method: "get",
  path: "/readyz",
  operationId: "getReadiness",
  tags: ["Service"],
  summary: "Whether everything is in order",
  description:
    "200 when a dataset is loaded, the store can be read and written, and the hub verifies and delivers in time; else 503 " +
    "with the reasons. Documents may be served all the same: see `/healthz`.",
  responses: {
    200: {
      description: "Everything is in order.",
      headers: uncachedHeaders(),
      content: { "application/json": { schema: Readiness } },
    },
    ...OTHER_ERRORS,
    503: {
      description: "Something is not in order.",
      headers: uncachedHeaders({ "Retry-After": "RetryAfter" }),
      content: problemContent(NotReadyProblem),
    },
  },
});

/** Registers GET `/readyz`. */
export function registerReadyz(app: OpenAPIHono, services: Services): void {
  app.openAPIRegistry.registerPath(route);
  app.get("/readyz", async ({ req }) => {
    const reasons = await services.readiness();
    const snapshot = services.snapshot("api");
    const isReady = reasons.length === 0;
    const answer = isReady
      ? { status: "ready", content: snapshot === null ? "nothing" : contentOf(snapshot) }
      : { ...problem(503, reasons.map(({ reason }) => reason).join(" ")), reasons };
    return uncachedResponse(JSON.stringify(answer) + "\n", {
      method: req.method,
      status: isReady ? 200 : 503,
      contentType: PROBLEM_TYPES[isReady ? 0 : 1],
      headers: isReady ? {} : { "retry-after": String(RETRY_SECONDS) },
    });
  });
}
