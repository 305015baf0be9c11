import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Representation } from "../../domain/documents/representation.ts";
import { perSnapshot } from "../../domain/snapshot/per_snapshot.ts";
import type { Place } from "../../domain/places.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { problemResponse } from "./problem_response.ts";
import { respond } from "./respond.ts";
import type { Services } from "../services.ts";

/** Answers from the current snapshot for a place; 503 before one is loaded. */
export function withSnapshot<Answer extends Response | Promise<Response>>(
  services: Services,
  answer: (snapshot: Snapshot) => Answer,
  place: Place = "api",
): Answer | Response {
  const snapshot = services.snapshot(place);
  if (snapshot !== null) return answer(snapshot);
  const { reason, seconds } = notLoaded(services);
  return problemResponse(503, reason, { headers: { "retry-after": seconds } });
}

/** Why there is no snapshot, and when to ask again. A store that is away is probed every five seconds. */
export function notLoaded({ trouble }: Services): { readonly reason: string; readonly seconds: string } {
  const known = trouble();
  return known === null
    ? { reason: "The dataset is still being loaded; try again in a second.", seconds: "1" }
    : { reason: `${known.reason} There are no reviews to serve yet.`, seconds: "5" };
}

/** Registers GET of a representation that is prepared at the first request of each snapshot. */
export function registerPrepared(
  app: OpenAPIHono,
  services: Services,
  path: string,
  make: (snapshot: Snapshot) => Representation | Promise<Representation>,
  place?: Place,
): void {
  const prepared = perSnapshot(make);
  app.get(
    path,
    ({ req }) => withSnapshot(services, async (snapshot) => respond(req.raw, await prepared(snapshot)), place),
  );
}
