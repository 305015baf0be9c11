import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { Services } from "../services.ts";
import { problemResponse } from "./problem_response.ts";

/** Answers from the current snapshot; 503 while there is none. */
export function withSnapshot<Answer extends Response | Promise<Response>>(
  services: Services,
  answer: (snapshot: Snapshot) => Answer,
): Answer | Response {
  const snapshot = services.snapshot();
  if (snapshot !== null) return answer(snapshot);
  const { reason, seconds } = notLoaded(services);
  return problemResponse(503, reason, { headers: { "retry-after": seconds } });
}

/** Why there is no snapshot, and when to ask again. A store that is away is asked each five seconds. */
export function notLoaded({ trouble }: Services): { readonly reason: string; readonly seconds: string } {
  const known = trouble();
  return known === null
    ? { reason: "The dataset is still being loaded; try again in a second.", seconds: "1" }
    : { reason: `${known.reason} There are no reviews to serve yet.`, seconds: "5" };
}
