import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { changeCursor, type ChangePosition, readChangeCursor } from "../domain/dataset/change_log.ts";
import { LEDGER_PAGE } from "../domain/dataset/ledger.ts";
import { ChangeCursor, ChangePage, changePieces, MOST_CHANGES, readChanges } from "../domain/queries/read_changes.ts";
import { absoluteUrl } from "../domain/site.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/headers.ts";
import { fromText } from "../openapi/request_validation.ts";
import { conditionalResponses, INVALID } from "../openapi/responses.ts";
import { problemResponse } from "./answer/problem_response.ts";
import { refuseUnreadableQuery } from "./answer/refuse_query.ts";
import { respondJson } from "./answer/respond.ts";
import { withSnapshot } from "./answer/with_snapshot.ts";
import type { Services } from "./services.ts";

const LIMIT = `Expected a whole number from 1 to ${MOST_CHANGES}`;

const ChangeQuery = z.object({
  cursor: ChangeCursor.optional().meta({
    description: "Where to go on: `cursor` of an answer, or the `Changes-Cursor` of `/reviews.json`.",
    maxLength: 31,
  }),
  limit: z.int(LIMIT).min(1, LIMIT).max(MOST_CHANGES, LIMIT).default(100).meta({
    description: "How many changes to return at the most.",
    examples: [100],
  }),
});

const route = createRoute({
  method: "get",
  path: "/api/changes",
  operationId: "getChanges",
  tags: ["Reviews"],
  summary: "What has changed",
  description: "Added, changed and removed reviews since a place in the feed, in the order of publication. To keep a " +
    "copy, load `/reviews.json`, then go on from its `Changes-Cursor`. Without a cursor the answer is the newest place " +
    'and the totals. `Link` with `rel="next"` leads on. 410 says that this place is too old: load everything again.',
  parameters: [...CONDITIONAL_PARAMETERS],
  request: { query: fromText(ChangeQuery) },
  middleware: [refuseUnreadableQuery(Object.keys(ChangeQuery.shape))] as const,
  responses: {
    ...conditionalResponses("changes", "The changes.", "application/json", ChangePage),
    ...INVALID,
  },
});

/** Registers GET `/api/changes`. */
export function registerChanges(app: OpenAPIHono, services: Services): void {
  app.openapi(route, ({ req }) => {
    const query = req.valid("query");
    const after = query.cursor === undefined ? null : readChangeCursor(query.cursor);
    return withSnapshot(services, (snapshot) => respondChanges(req.raw, services, snapshot, query, after));
  });
}

async function respondChanges(
  request: Request,
  services: Services,
  snapshot: Snapshot,
  query: z.output<typeof ChangeQuery>,
  after: ChangePosition | null,
): Promise<Response> {
  const { limit } = query;
  let read = readChanges(snapshot, after, limit);
  if (read === "ahead" && after !== null) {
    // Another process already has this revision, or the cursor belongs to a store from which this one was restored.
    const lines = await services.ledger(Math.ceil(after.number / LEDGER_PAGE));
    const line = lines.find(({ number }) => number === after.number);
    const isOurs = line?.hash.startsWith(after.hash) ?? false;
    read = isOurs ? { changes: [], cursor: changeCursor(after, after.left), hasMore: false } : "too old";
  }
  if (typeof read === "string") {
    return problemResponse(410, "The feed no longer has the changes since this cursor; load /reviews.json again.");
  }
  const next = new URLSearchParams({ cursor: read.cursor, limit: String(limit) });
  return respondJson(request, snapshot, ["changes", query.cursor, limit], changePieces(snapshot, read), {
    link: `<${absoluteUrl(services.site, route.path)}?${next}>; rel="next"`,
    // A shared cache must not repeat an answer without changes.
    cacheControl: "no-cache",
  });
}
