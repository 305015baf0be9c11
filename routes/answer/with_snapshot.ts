import type { Representation } from "../../domain/documents/representation.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { problemResponse } from "./problem_response.ts";
import type { Services } from "../services.ts";

/** Answers from the current snapshot; 503 before one is loaded. */
export function withSnapshot<Answer extends Response | Promise<Response>>(
  services: Services,
  answer: (snapshot: Snapshot) => Answer,
): Answer | Response {
  const snapshot = services.snapshot();
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

/**
 * Prepares a representation at the first request and keeps it as long as the snapshot, so that all clients get the same
 * bytes.
 *
 * @param make Called once per snapshot and variant; failures are not kept.
 * @returns Representation of a variant. There must be few variants: none is dropped before the snapshot.
 */
export function preparedOnce<Variant extends string | number = "">(
  make: (snapshot: Snapshot, variant: Variant) => Promise<Representation>,
): (snapshot: Snapshot, variant: Variant) => Promise<Representation> {
  const known = new WeakMap<Snapshot, Map<Variant, Promise<Representation>>>();
  return (snapshot, variant) => {
    const variants = known.get(snapshot) ?? new Map<Variant, Promise<Representation>>();
    known.set(snapshot, variants);
    const prepared = variants.get(variant) ?? make(snapshot, variant);
    variants.set(variant, prepared);
    prepared.catch(() => variants.delete(variant));
    return prepared;
  };
}
